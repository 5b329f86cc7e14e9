import {
  clashingResolutions,
  classOf,
  type ConflictClass,
  holdName,
  isElsewhere,
  isHidden,
  isOfFolder,
  isSecretKind,
  matchedValues,
  type NewResolution,
  placeText,
  readResolution,
  type Resolution,
  resolutionText,
  VALUE_KINDS,
  type VariantConflicts,
} from '../../../src/fleet/index.ts';
import { readDecisions } from '../../../src/fleet/inputs/decision-files.ts';
import { allVariants } from '../../../src/fleet/inputs/downstream-variants.ts';
import { parseInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { resolutionFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { freeName } from '../../../src/fleet/inputs/free-name.ts';
import { fleetCommand, inDirectory } from '../../../src/fleet/inputs/fleet-command.ts';
import { RESOLUTIONS } from '../../../src/fleet/inputs/resolutions.ts';
import { deletionUndecidable } from '../../../src/fleet/messages/apply.ts';
import {
  conflictAlreadyDecided,
  conflictAmbiguous,
  conflictUnknownIn,
  noConflict,
  RESOLUTION_EXISTS,
  RESOLUTION_OF_SEVERAL_REPOSITORIES,
  resolutionUseless,
  valueNotOfField,
  valueOfOtherType,
  valueOfSecret,
} from '../../../src/fleet/messages/decisions.ts';
import { failure, fileError, KrmError, Resource, type Result } from '../../../src/krm/index.ts';
import type { Conflict } from '../../../src/merge/index.ts';
import { counted, firstNames } from '../../../src/wording.ts';
import { isList, isMap, readDocument, type Value } from '../../../src/yaml/index.ts';
import { EXIT } from '../../process/exit-code.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { showCall } from '../../work/show-call.ts';
import { runFleet } from '../call/run-fleet.ts';
import { holdDeleted } from '../show/deleted-folder.ts';
import type { FleetOutcome } from '../show/fleet-outcome.ts';
import { shownFolder } from '../show/table.ts';
import { fleetPlace } from '../store/fleet-place.ts';
import { inputOptions, readInputTexts } from '../store/read-inputs.ts';
import { openStore } from '../store/work-tree.ts';
import type { FleetProgram, FleetStore } from '../fleet-store.ts';
import { type EditArguments, editFiles, type FileEdits } from './files-job.ts';
import { parseResolveArguments, type ResolveArguments, type SortedResolve } from './resolve-arguments.ts';
import type { Files } from '../../../src/fleet/ports.ts';

export { RESOLVE_OPTIONS } from './resolve-arguments.ts';

/**
 * Implements `krm-variants fleet resolve`: writes a MergeResolution. Prints messages to stderr. Returns the exit code.
 * Throws a `UsageError` if the arguments are invalid.
 */
export async function resolveCommand(sorted: SortedResolve, program: FleetProgram): Promise<number> {
  const asked = parseResolveArguments(sorted);
  return await showCall(asked, () => resolveConflicts(program, asked));
}

/** Writes a MergeResolution of a class of conflicts, after a plan has shown that it decides all of them. */
export async function resolveConflicts(
  program: FleetProgram,
  args: ResolveArguments & EditArguments,
): Promise<FolderOutcome> {
  const tree = openStore(program, args.folder);
  return await editFiles(tree, args, () => resolutionEdits(program, args, tree));
}

async function resolutionEdits(program: FleetProgram, args: ResolveArguments, tree: FleetStore): Promise<FileEdits> {
  const { root } = tree;
  const all = readDecisions(tree, RESOLUTIONS);
  const planned = await runFleet(program, args);
  const errors = planned.results.filter(({ severity }) => severity === 'error');
  // None is selected.
  if (planned.variants.length === 0 && errors.length > 0) throw new KrmError(errors);
  const found = findClass(args.id, planned);
  if (isOfFolder(found)) throw failure('invalid-argument', ofFolder(found));
  const write = (asked: ResolveArguments): WrittenResolution => {
    const wanted = resolutionName(found, asked);
    // Another selection may have this name: `wave=main` and `wave!=main`.
    const isKnown = all.some(({ resource }) => resource.location.path === resolutionFile(wanted));
    const name = isKnown ? freeName(wanted, (each) => tree.has(resolutionFile(each))) : wanted;
    const path = resolutionFile(name);
    const after = resolutionText(name, newResolution(found, planned.conflicts, asked));
    return { path, after, resolution: readResolution(new Resource(readDocument(after), { path, index: 0 })) };
  };
  const asked = write(args);
  const others = await clashingFiles(program, args, asked.resolution, {
    files: tree,
    all,
    members: membersOf(found, planned.conflicts),
  });
  // Those that are decided keep their decision: only the others are named.
  const open = { ...args, selector: undefined, labels: '', conditions: [], variants: found.folders };
  const { path, after, resolution } = others.length === 0 ? asked : write(open);
  if (tree.has(path)) throw fileError(path, 'file-exists', RESOLUTION_EXISTS);
  const leftOpen = await tryOut(program, args, found, resolution);
  const named =
    others.length === 0 ? '' : `, which it names, since ${firstNames(others, (each) => each)} decides it in others`;
  const left = leftOpen === 0 ? '' : `; ${leftOpen === 1 ? '1 other is' : `${leftOpen} others are`} open`;
  const conclusion = `conflict ${found.id} decided in ${counted(found.folders.length, 'variant')}${named}, until base or new has another value${left}`;
  const next = [fleetCommand(leftOpen === 0 ? 'apply' : 'plan', ...inDirectory(args.folder))];
  return { changes: [{ root, path, before: undefined, after }], results: unknownConflicts(planned), conclusion, next };
}

/** Returns a warning if some variants cannot be planned: they may have the conflict, too. */
function unknownConflicts({ variants }: FleetOutcome): readonly Result[] {
  const { length: count } = variants.filter(({ action }) => action === 'error');
  if (count === 0) return [];
  return [{ severity: 'warning', code: 'variant-left-out', message: conflictUnknownIn(count) }];
}

function ofFolder({ id, places }: ConflictClass): string {
  const [place = ''] = places;
  return deletionUndecidable(id, places, holdDeleted(place));
}

/** MergeResolution, with its file. */
interface WrittenResolution {
  readonly path: string;
  readonly after: string;
  readonly resolution: Resolution;
}

/** Existing resolutions, and the open conflicts of a class. */
interface Decided {
  readonly files: Files;
  readonly all: readonly Resolution[];
  readonly members: ReturnType<typeof membersOf>;
}

/**
 * Returns the files of the resolutions that decide the same conflict in variants that a new one would decide it in,
 * too.
 */
async function clashingFiles(
  { functions }: FleetProgram,
  args: ResolveArguments,
  proposed: Resolution,
  { files, all, members }: Decided,
): Promise<readonly string[]> {
  if (all.length === 0) return [];
  const place = fleetPlace(args.folder, files);
  const variants = allVariants(await parseInputs(functions, inputOptions(args), place, readInputTexts(place)));
  const open = members.map(({ packages = '', ...member }) => ({ ...member, packages: () => packages }));
  const clashing = clashingResolutions(all, proposed, { members: open, variants });
  return [...new Set(clashing.map(({ resource }) => resource.location.path ?? ''))];
}

/**
 * Returns the number of other conflicts that are then open. Throws a `KrmError` if a resolution would not decide all
 * conflicts of a class.
 */
async function tryOut(
  program: FleetProgram,
  args: ResolveArguments,
  { id, places }: ConflictClass,
  resolution: Resolution,
): Promise<number> {
  const { variants, classes } = await runFleet(program, { ...args, proposed: [resolution] });
  const { path } = resolution.resource.location;
  const decided = new Set(
    variants
      .filter(({ resolutions = [] }) => resolutions.some((each) => each.conflict === id && each.file === path))
      .map(shownFolder),
  );
  const open = places.filter((each) => !decided.has(each));
  if (open.length === 0) return classes.length;
  throw failure('resolution-unused', resolutionUseless(id, open, 'take' in args.decided));
}

/** Outcome of a plan. */
type Planned = Pick<FleetOutcome, 'classes' | 'variants' | 'exitCode'>;

/**
 * Returns the class of conflicts that an id, or the first digits of one, names. Throws a `KrmError` that lists the
 * classes if there is not exactly one.
 */
function findClass(id: string, { classes, variants, exitCode }: Planned): ConflictClass {
  const found = id.length < MIN_DIGITS ? [] : classes.filter((each) => each.id.startsWith(id));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) throw failure('ambiguous-name', conflictAmbiguous(id, found.map(listed)));
  const decided = variants.flatMap(({ resolutions = [] }) => resolutions).find(({ conflict }) => conflict === id);
  if (decided !== undefined) throw failure('conflict-decided', conflictAlreadyDecided(id, decided.file));
  throw failure('conflict-not-found', noConflict(id, classes.map(listed), exitCode === EXIT.failed));
}

/** Enough that a mistyped id is not the beginning of another one by chance. */
const MIN_DIGITS = 4;

function listed(found: ConflictClass) {
  return { id: found.id, place: placeText(found), variants: found.folders.length };
}

/** Arguments that say what is decided, and for which variants. */
type Asked = Pick<ResolveArguments, 'decided' | 'reason' | 'until' | 'selector' | 'labels' | 'variants' | 'conditions'>;

/**
 * Returns the resolution of a class of conflicts. Throws a `KrmError` if a value does not fit it, or is a value of a
 * Secret.
 */
function newResolution(found: ConflictClass, all: readonly VariantConflicts[], asked: Asked): NewResolution {
  const members = membersOf(found, all);
  if ('value' in asked.decided)
    checkValue(
      found,
      members.map(({ conflict }) => conflict),
      asked.decided.value,
    );
  const { upstream, kind, resource, file, path, first, folders } = found;
  const hidden = members.flatMap(({ packages = '' }) => packages);
  const { decided, reason, until } = asked;
  const isNamed = isSelected(asked) && !isByLabels(asked);
  return {
    place: { upstream, kind, resource, file, path },
    matched: members.some(({ conflict }) => isHidden(conflict))
      ? { packages: [...new Set(hidden)].toSorted() }
      : matchedValues(first),
    selector: isByLabels(asked) ? asked.selector : undefined,
    variants: isNamed ? folders : undefined,
    repo: isNamed ? repositoryOf(members.map(({ variant }) => variant)) : undefined,
    decided,
    reason,
    until,
  };
}

/** Conflict of a class, with its variant. */
type Member = Pick<VariantConflicts, 'variant' | 'packages'> & { readonly conflict: Conflict };

/** Returns the conflicts of a class, among those of all variants. */
function membersOf({ id }: ConflictClass, all: readonly VariantConflicts[]): readonly Member[] {
  return all.flatMap(({ variant, conflicts, packages }) =>
    conflicts.filter((each) => classOf(variant, each).id === id).map((conflict) => ({ variant, conflict, packages })),
  );
}

/**
 * Returns the Repository of variants in another git repository; undefined for those of the fleet. Throws a `KrmError`
 * if there are several.
 */
function repositoryOf(variants: readonly VariantConflicts['variant'][]): string | undefined {
  const names = new Set(variants.map((variant) => (isElsewhere(variant) ? variant.downstream.place.name : undefined)));
  const [name, ...others] = names;
  if (others.length === 0) return name;
  throw failure('invalid-argument', RESOLUTION_OF_SEVERAL_REPOSITORIES);
}

/** Returns the name of a resolution: the id of its class, and what selects its variants. */
function resolutionName({ id, folders }: ConflictClass, asked: Asked): string {
  if (!isSelected(asked)) return id;
  return holdName(`${id} ${isByLabels(asked) ? asked.labels : (folders[0] ?? '')}`);
}

function isSelected({ selector, variants, conditions }: Asked): boolean {
  return selector !== undefined || variants.length > 0 || conditions.length > 0;
}

/**
 * Reports whether labels alone select the variants, so that the resolution is also for those that get these labels
 * later.
 */
function isByLabels({ selector, variants, conditions }: Asked): boolean {
  return selector !== undefined && variants.length === 0 && conditions.length === 0;
}

function checkValue({ id, resource, path, kind }: ConflictClass, members: readonly Conflict[], value: Value): void {
  const versions = members.flatMap(({ values }) => [values.base, values.theirs, values.local]);
  if (isSecretKind(resource?.kind) || members.some(isHidden) || versions.some(isEncrypted))
    throw failure('invalid-argument', valueOfSecret(id));
  if (resource === undefined || path === undefined || !VALUE_KINDS.includes(kind))
    throw failure('invalid-argument', valueNotOfField(id, path === undefined ? undefined : kind));
  const types = [...new Set(versions.flatMap((each) => (each === undefined ? [] : typeOf(each))))];
  if (types.includes(typeOf(value))) return;
  const isUnquoted = types.includes('string') && !isList(value) && !isMap(value);
  const other = { types: types.map(withArticle), type: withArticle(typeOf(value)), isUnquoted };
  throw failure('invalid-argument', valueOfOtherType(id, other));
}

/** Reports whether a value is what sops makes of one. */
function isEncrypted(value: Value | undefined): boolean {
  return typeof value === 'string' && value.startsWith('ENC[');
}

function typeOf(value: Value): string {
  if (value === null) return 'null';
  if (isList(value)) return 'list';
  if (isMap(value)) return 'map';
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value;
  return Number.isInteger(Number(value)) ? 'integer' : 'number';
}

function withArticle(type: string): string {
  return type === 'null' ? 'null' : `${type === 'integer' ? 'an' : 'a'} ${type}`;
}
