/**
 * Messages about decisions: FleetHolds, MergeResolutions and WarningAcceptances. Each function returns the text of a
 * result.
 */
import { counted, firstNames, oneOf } from '../../wording.ts';

export function decisionNotOfKind(kind: string, version: string): string {
  return `must be a ${kind} (${version}): move it out of this folder`;
}

/** `folder`: that of the decisions. */
export function decisionMisplaced(folder: string): string {
  return `has no effect in this folder: move it to ${folder}/`;
}

/** `folder`: that of the decisions. */
export function decisionUnread(kind: string, folder: string): string {
  return `is not read, so that it has no effect: a ${kind} must be in a file in ${folder}/ whose name ends in .yaml, .yml or .json`;
}

/** `command`: checks it out. `purpose`: of the decision, such as `holds variants`. */
export function decisionNotCheckedOut(command: string, purpose: string): string {
  return `is not checked out: run \`${command}\`, since it ${purpose}`;
}

export const DECISIONS_NOT_FOLDER = 'must be a folder, not a file or a link: replace it with a folder';

export const DECISION_IS_LINK = 'must be a file, not a link: replace it with the file that it points to';

export function decisionTooLarge(max: number): string {
  return `must have at most ${max} bytes: split or remove the file`;
}

/** Reports a hold or a resolution that is over for all its variants. */
export function decisionEnded(until: string | undefined): string {
  return `has ended at ${until}: remove it`;
}

export const HOLD_ENDS_AT_NO_DATE =
  'a hold does not end at a date, but only when a PackageVariant asks for this revision, or for a later version: set a revision such as v4, or remove the field';

export const HOLD_ENDS_AT_NO_VERSION =
  'no version ends this hold, but only a PackageVariant that asks for exactly this revision: set a version such as v4, or remove the field';

/** `reason`: why no version ends the hold. */
export function untilNeverEnds(until: string, reason: string): string {
  return `\`--until ${until}\`: ${reason}`;
}

export const NO_LABELS_HELD = 'holds nothing: no variant has these labels; correct them, or remove the FleetHold';

export function noFolderHeld(repository: string | undefined): string {
  const where = repository === undefined ? '' : ` in Repository ${JSON.stringify(repository)}`;
  return `holds nothing: no variant has this folder${where}; correct it, or remove it`;
}

export function severalHeld(repositories: readonly string[]): string {
  return `holds this folder in ${repositories.length} git repositories: set \`repo\` to one of ${firstNames(repositories, (name) => name)}; write a FleetHold for each if all are meant`;
}

export const HOLD_EXISTS = 'holds the same variants already: edit it, or end its hold with `krm-variants fleet unhold`';

export const HELD_FOLDER_UNKNOWN =
  'the PackageVariant does not say which folder it asks for: run `krm-variants fleet plan`, which says why';

/** `asked`: revision that the PackageVariant asks for. */
export function holdWouldEnd(
  until: string,
  variant: { readonly folder: string; readonly name: string; readonly asked: string },
): string {
  return `\`--until ${until}\` would not hold ${JSON.stringify(variant.folder)}: PackageVariant ${JSON.stringify(variant.name)} asks for ${variant.asked} already, which ends the hold; pass a later revision, or leave the option out`;
}

/** `advice`: `partlyHeld` or `holdsWithLabels`; undefined if there is none. */
export function noHoldByLabels(labels: string, advice: string | undefined): string {
  return `no FleetHold selects by ${JSON.stringify(labels)}${advice === undefined ? '' : `: ${advice}`}`;
}

export function holdsWithLabels(paths: readonly string[]): string {
  return `those with labels are ${paths.join(', ')}`;
}

/** `advice`: `partlyHeld`. */
export function noHoldByName(folder: string, advice: string): string {
  return `no FleetHold names ${JSON.stringify(folder)}: ${advice}`;
}

export function notHeld(folder: string): string {
  return `no FleetHold holds ${JSON.stringify(folder)}`;
}

/**
 * Names a FleetHold that holds some variants with others. `selector`: option that names all of it; undefined if it
 * names folders.
 */
export function partlyHeld(path: string, selector: string | undefined): string {
  return selector === undefined
    ? `${path} holds some of these variants by name, so end these by their names`
    : `${path} holds them with others by their labels, so end all of it with \`--selector ${selector}\`, or narrow its \`spec.selector\`, such as by a condition with \`NotIn\``;
}

export function heldInSeveral(folder: string): string {
  return `holds ${JSON.stringify(folder)} in several git repositories: edit this file, and name one with \`repo\``;
}

export function rollbackHeld(folder: string): string {
  return `holds ${folder}, so that \`fleet apply\` does not undo the rollback; ${toUpgrade(folder)}`;
}

/** Hold of a variant. */
interface Held {
  readonly folder: string;
  readonly until: string | undefined;
  readonly reason: string;
}

/** `reason`: the new one. */
export function rollbackHeldAgain({ folder, until, reason }: Held): string {
  return `holds ${folder} already${untilText(until)}: the reason is now "${reason}"; ${toUpgrade(folder)}`;
}

export function holdKept({ folder, until, reason }: Held): string {
  return `holds ${folder} already, and stays as it is${untilText(until)}: "${reason}"`;
}

function untilText(until: string | undefined): string {
  return until === undefined ? '' : `, until ${until}`;
}

function toUpgrade(folder: string): string {
  return `to upgrade it again, run \`krm-variants fleet unhold ${folder}\``;
}

/** Conflict, and the folders in which a resolution does not decide it. */
interface OpenConflict {
  readonly id: string;
  readonly place: string;
}

export function resolutionOfOtherValues(conflict: OpenConflict): string {
  return `is not for ${conflictText(conflict)}, which has other values than those of this resolution`;
}

export function resolutionEndedFor(until: string | undefined, conflict: OpenConflict): string {
  return `has ended at ${until} for ${conflictText(conflict)}`;
}

export function resolutionUndecided(conflict: OpenConflict): string {
  return `cannot decide ${conflictText(conflict)}`;
}

function conflictText({ id, place }: OpenConflict): string {
  return `the conflict ${id} at ${place}`;
}

/** Names the folders with a message about a resolution. */
export function inFolders(message: string, folders: readonly string[]): string {
  return `${message}: ${firstNames(folders, (folder) => folder)}`;
}

export const RESOLUTION_UNUSED =
  'decides nothing: no variant has this conflict now; once its decision is applied everywhere, remove it';

export const RESOLUTION_WITHOUT_VARIANT =
  "decides nothing: no variant has this upstream package and these labels or folders, which are those of the fleet's own git repository unless `repo` names another; correct or remove it";

export function resolutionsClash(place: string, folder: string): string {
  return `two MergeResolutions decide the conflict at ${place} in ${folder}: remove all but one, or give them other variants`;
}

/** `take`: version that is taken; undefined if a value is set. */
export function conflictDecided({ id, place }: OpenConflict, take: string | undefined): string {
  return `decides conflict ${id} at ${place}: ${take === undefined ? 'sets its value' : `takes ${take}`}`;
}

export function valueNotSet(place: string): string {
  return `its value cannot be set at ${place}, so the conflict stays open: use \`take\`, or edit the file`;
}

/** Class of conflicts in a list. */
interface ListedClass extends OpenConflict {
  readonly variants: number;
}

export function conflictAmbiguous(id: string, classes: readonly ListedClass[]): string {
  return `conflict "${id}" is ambiguous: add digits; it may be ${listOf(classes)}`;
}

export function conflictAlreadyDecided(id: string, file: string): string {
  return `conflict "${id}" is already decided by ${file}: edit or remove that file`;
}

/** `isPartial`: not all variants could be derived. */
export function noConflict(id: string, classes: readonly ListedClass[], isPartial: boolean): string {
  const known = classes.length === 0 ? 'no variant has a conflict now' : `the conflicts of now are ${listOf(classes)}`;
  const errors = isPartial ? '; not all variants could be derived: see `krm-variants fleet plan`' : '';
  return `there is no conflict "${id}": ${known}${errors}`;
}

/** Maximum number of classes in a message. */
const MAX_CLASSES = 20;

function listOf(classes: readonly ListedClass[]): string {
  const shown = classes
    .slice(0, MAX_CLASSES)
    .map(({ id, place, variants }) => `${id} (${place}, ${counted(variants, 'variant')})`);
  const more = classes.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export const RESOLUTION_OF_SEVERAL_REPOSITORIES =
  'a MergeResolution can name folders of one git repository only: name its variants, select by labels, or decide for all variants';

export const RESOLUTION_EXISTS = 'exists already: edit it, or remove it and run this again';

export function valueOfSecret(id: string): string {
  return `\`--value\` must not be a value of a Secret, and conflict ${id} is in one: everyone who reads the file would see it; use \`--take\`, and edit the Secret itself`;
}

/** `kind`: of the conflict; undefined if it is about a whole resource or file. */
export function valueNotOfField(id: string, kind: string | undefined): string {
  return `\`--value\` can set only a field, but conflict ${id} is about ${kind === undefined ? 'a whole resource or file' : `more than a value (${kind})`}: use \`--take\``;
}

/** `types`: of the versions, each with its article. `isUnquoted`: the value may be a string that needs quotes. */
export function valueOfOtherType(
  id: string,
  {
    types,
    type,
    isUnquoted,
  }: { readonly types: readonly string[]; readonly type: string; readonly isUnquoted: boolean },
): string {
  const quoted = isUnquoted ? `; quote a string: --value '"…"'` : '';
  return `\`--value\` must be ${oneOf(types)}, as the versions of conflict ${id} are, not ${type}${quoted}`;
}

export function conflictUnknownIn(variants: number): string {
  return `${counted(variants, 'variant')} cannot be planned, so that it is not known whether they have this conflict, too: \`krm-variants fleet plan\` says why`;
}

/** `isTake`: the resolution takes a version, and sets no value. */
export function resolutionUseless(id: string, places: readonly string[], isTake: boolean): string {
  return `a MergeResolution cannot ${isTake ? 'decide' : 'set this value for'} conflict ${id} in ${firstNames(places, (each) => each)}: ${isTake ? '' : 'use `--take new` or `local`, '}pass \`--take\` to \`krm-variants fleet apply\`, as its message says, or edit the files`;
}

export const ACCEPTANCE_UNUSED =
  'accepts nothing: no variant has this warning now; correct its place and text, or remove it';

/** Ends an accepted warning. */
export function warningAccepted(
  message: string,
  { file, reason }: { readonly file: string; readonly reason: string },
): string {
  return `${message}; accepted by ${file}: ${reason}`;
}
