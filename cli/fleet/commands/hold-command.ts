import { byteOrder } from '../../../src/byte-order.ts';
import {
  askedRevision,
  type Hold,
  holdName,
  holdOf,
  holdText,
  isElsewhere,
  isEnded,
  isSameSelector,
  matchesHold,
  neverEnds,
  type NewHold,
  readHold,
  selectorText,
  type Variant,
} from '../../../src/fleet/index.ts';
import { readDecisionFiles, readDecisions } from '../../../src/fleet/inputs/decision-files.ts';
import { allVariants } from '../../../src/fleet/inputs/downstream-variants.ts';
import type { FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { holdFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { freeName } from '../../../src/fleet/inputs/free-name.ts';
import { HOLDS } from '../../../src/fleet/inputs/holds.ts';
import { meantBy, pathsOf, type VariantWord } from '../../../src/fleet/inputs/named-variants.ts';
import { selectVariants } from '../../../src/fleet/inputs/select-variants.ts';
import { selectorWarnings } from '../../../src/fleet/inputs/selector-advice.ts';
import {
  HELD_FOLDER_UNKNOWN,
  heldInSeveral,
  HOLD_EXISTS,
  holdsWithLabels,
  holdWouldEnd,
  noHoldByLabels,
  noHoldByName,
  notHeld,
  partlyHeld,
  untilNeverEnds,
} from '../../../src/fleet/messages/decisions.ts';
import { matchesLabels } from '../../../src/function/index.ts';
import { groupBy } from '../../../src/group-by.ts';
import { failure, fileError, type Resource, Resources, type Result } from '../../../src/krm/index.ts';
import { editedText, type PackageFile, type RootedChange } from '../../../src/package/index.ts';
import { shellWord } from '../../../src/shell-word.ts';
import { counted } from '../../../src/wording.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { showCall } from '../../work/show-call.ts';
import { wordsFrom } from '../store/fleet-place.ts';
import { readAllInputs } from '../store/read-inputs.ts';
import { type EditArguments, editFiles, type FileEdits } from './files-job.ts';
import {
  type HeldArguments,
  type HoldArguments,
  parseHoldArguments,
  parseUnholdArguments,
  type SortedHold,
  type SortedUnhold,
} from './hold-arguments.ts';
import type { FleetProgram } from '../fleet-store.ts';
import { openStore } from '../store/work-tree.ts';
import type { Files } from '../../../src/fleet/ports.ts';

export { HOLD_OPTIONS, UNHOLD_OPTIONS } from './hold-arguments.ts';

/** Functions that read the inputs of a fleet. */
type Program = Pick<FleetProgram, 'functions' | 'open'>;

/**
 * Implements `krm-variants fleet hold`: writes a FleetHold. Prints messages to stderr. Returns the exit code. Throws a
 * `UsageError` if the arguments are invalid.
 */
export async function holdCommand(sorted: SortedHold, program: Program): Promise<number> {
  const asked = parseHoldArguments(sorted);
  return await showCall(asked, () => holdVariants(program, asked));
}

/** Implements `krm-variants fleet unhold`, like `holdCommand`: removes FleetHolds, or folders from them. */
export async function unholdCommand(sorted: SortedUnhold, program: Program): Promise<number> {
  const asked = parseUnholdArguments(sorted);
  return await showCall(asked, () => unholdVariants(program, asked));
}

/** Writes a FleetHold of the selected variants. */
export async function holdVariants(program: Program, args: HoldArguments & EditArguments): Promise<FolderOutcome> {
  const tree = openStore(program, args.folder);
  return await editFiles(tree, args, async () => {
    const holds = readDecisions(tree, HOLDS);
    return newHold(tree, { inputs: await inputsOf(program, args, tree), holds }, args);
  });
}

/** Removes the FleetHolds of the selected variants, or the variants from them. */
export async function unholdVariants(program: Program, args: HeldArguments & EditArguments): Promise<FolderOutcome> {
  const tree = openStore(program, args.folder);
  return await editFiles(tree, args, async () => {
    readDecisions(tree, HOLDS);
    return endHolds(tree, await inputsOf(program, args, tree), args);
  });
}

async function inputsOf({ functions }: Program, { folder }: HeldArguments, files: Files): Promise<FleetInputs> {
  return await readAllInputs(functions, folder, files);
}

/** Variants and FleetHolds before a new one. */
interface HeldFleet {
  readonly inputs: FleetInputs;
  readonly holds: readonly Hold[];
}

/**
 * Returns the file of a new FleetHold; one for each Repository if a folder alone would name variants in several. Throws
 * a `KrmError` if it would match nothing, or only variants for which it has ended, or if another one selects the same
 * variants in the same way.
 */
function newHold(fleet: Files, { inputs, holds: existing }: HeldFleet, args: HoldArguments): FileEdits {
  const wordOf = wordsFrom(fleet.root, args.folder);
  const selected = selectVariants(inputs, { ...args, conditions: [] }, fleet, wordOf);
  const variants = allVariants(selected);
  const failed = selected.failed.flatMap(({ folder }) => folder ?? []);
  const { selector, labels, reason, until } = args;
  const ended = variants.filter((variant) => isEnded({ until }, variant));
  const count = variants.length + failed.length - ended.length;
  const [first] = ended;
  // Variants of labels may change, but a name is of no use for a variant that is not held.
  if (first !== undefined && (count === 0 || selector === undefined))
    throw failure('hold-ended', endedMessage(first, until ?? ''));
  const never = until === undefined ? undefined : neverEnds(until, variants);
  const warnings: readonly Result[] = [
    ...(selector === undefined ? [] : selectorWarnings(selector, allVariants(inputs))),
    ...(never === undefined
      ? []
      : [{ severity: 'warning', code: 'hold-never-ends', message: untilNeverEnds(until ?? '', never) } as const]),
  ];
  if (selector !== undefined) {
    const hold = { name: holdName(labels), selector, variants: undefined, repo: undefined, reason, until };
    return edits(holdChanges(fleet, existing, [hold]), count, warnings, endedNote(ended.length, until ?? ''));
  }
  if (count === 0) throw failure('missing-field', HELD_FOLDER_UNKNOWN);
  const counts = groupBy(allVariants(inputs), ({ folder }) => folder);
  const isAmbiguous = (variant: Variant): boolean =>
    isElsewhere(variant) || (counts.get(variant.folder) ?? []).length > 1;
  const byRepository = groupBy(variants, (variant) => (isAmbiguous(variant) ? variant.downstream.place.name : ''));
  const own = [...(byRepository.get('') ?? []).map(({ folder }) => folder), ...failed];
  const holds = [
    ...(own.length === 0 ? [] : [{ repo: undefined, folders: own }]),
    ...[...byRepository]
      .filter(([repo]) => repo !== '')
      .map(([repo, all]) => ({ repo, folders: all.map(({ folder }) => folder) })),
  ];
  const named = holds.map(({ repo, folders }) => ({
    name: holdName([...(repo === undefined ? [] : [repo]), folders[0] ?? ''].join('-')),
    selector: undefined,
    variants: folders,
    repo,
    reason,
    until,
  }));
  return edits(holdChanges(fleet, existing, named), count, warnings);
}

function edits(changes: readonly RootedChange[], count: number, results: readonly Result[], note = ''): FileEdits {
  return { changes, results, conclusion: `${counted(count, 'variant')} held${note}` };
}

function endedMessage(variant: Variant, until: string): string {
  const { folder, name } = variant;
  return holdWouldEnd(until, { folder, name, asked: askedRevision(variant) ?? '' });
}

/** Returns the number of variants with the labels of a hold that has ended for them; '' for none. */
function endedNote(count: number, until: string): string {
  if (count === 0) return '';
  return `, ${count} not, since ${count === 1 ? 'it asks' : 'they ask'} for ${until} or a later version already`;
}

/**
 * Returns a new file for each hold. Throws a `KrmError` if an existing one selects the same variants in the same way.
 */
function holdChanges(
  fleet: Files,
  existing: readonly Hold[],
  holds: readonly (NewHold & { readonly name: string })[],
): readonly RootedChange[] {
  const taken = new Set<string>();
  return holds.map(({ name: wanted, ...hold }) => {
    const same = existing.find((each) => isSameHold(each, hold));
    if (same !== undefined) throw fileError(same.resource.location.path ?? '', 'duplicate-decision', HOLD_EXISTS);
    const name = freeName(wanted, (each) => taken.has(each) || fleet.has(holdFile(each)));
    taken.add(name);
    return { root: fleet.root, path: holdFile(name), before: undefined, after: holdText(name, hold) };
  });
}

/** Reports whether two holds select the same variants in the same way. */
function isSameHold(a: NewHold, b: NewHold): boolean {
  if (a.selector !== undefined) return b.selector !== undefined && isSameSelector(a.selector, b.selector);
  const [folders, others] = [a, b].map(({ variants = [] }) => variants.toSorted(byteOrder).join('\n'));
  return b.selector === undefined && a.repo === b.repo && folders === others;
}

/**
 * Removes the FleetHolds that select by these labels, or the named folders from FleetHolds. Throws a `KrmError` if
 * nothing would be removed.
 */
function endHolds(fleet: Files, inputs: FleetInputs, args: HeldArguments): FileEdits {
  const files = readDecisionFiles(fleet, HOLDS);
  const holds = files.flatMap(({ resources }) => [...new Resources(resources)].map(readHold));
  const gone =
    args.selector === undefined
      ? endFolders(holds, inputs, args.variants.map(wordsFrom(fleet.root, args.folder)))
      : endSelectors(holds, inputs, args);
  const changes = files.flatMap((file) => changeOf(fleet, file, gone));
  // The folders of some are fewer now.
  const still = holds.filter(({ resource }) => !gone.has(resource)).map(({ resource }) => readHold(resource));
  const others = allVariants(inputs).filter((variant) => holdOf(still, variant) !== undefined).length;
  const left = others === 0 ? 'no variant is held now' : `${counted(others, 'variant')} held now`;
  return { changes, results: [], conclusion: `${counted(changes.length, 'file')} changed: ${left}` };
}

function changeOf({ root }: Files, file: PackageFile, gone: ReadonlySet<Resource>): FileEdits['changes'] {
  const after = editedText(file, gone);
  return after === file.text ? [] : [{ root, path: file.path, before: file.text, after }];
}

function endSelectors(
  holds: readonly Hold[],
  inputs: FleetInputs,
  { selector = {}, labels }: HeldArguments,
): ReadonlySet<Resource> {
  const gone = holds.filter((hold) => hold.selector !== undefined && isSameSelector(hold.selector, selector));
  if (gone.length > 0) return new Set(gone.map(({ resource }) => resource));
  const variants = allVariants(inputs).filter((variant) => matchesLabels(selector, variant.labels));
  const part = holds.find((hold) => variants.some((variant) => matchesHold(hold, variant)));
  const places = holds.filter((hold) => hold.selector !== undefined).map(({ resource }) => pathOf(resource));
  const others = places.length === 0 ? undefined : holdsWithLabels(places);
  throw failure('hold-not-found', noHoldByLabels(labels, part === undefined ? others : partial(part)));
}

/** Says how to end a hold of variants that were not selected as the hold selects them. */
function partial({ selector, resource }: Hold): string {
  return partlyHeld(pathOf(resource), selector && shellWord(selectorText(selector)));
}

/** Folder whose holds are to end, with its variant if a PackageVariant asks for it. */
interface HeldFolder {
  readonly folder: string;
  readonly variant: Variant | undefined;
}

/** Removes folders from the FleetHolds that name them. Returns the FleetHolds that then name none. */
function endFolders(holds: readonly Hold[], inputs: FleetInputs, words: readonly VariantWord[]): ReadonlySet<Resource> {
  const all = allVariants(inputs);
  const held = words.flatMap((word): readonly HeldFolder[] => {
    const known = meantBy(word, [...all, ...inputs.failed]);
    const [first] = known;
    const asked = known.flatMap((variant): readonly HeldFolder[] =>
      variant.folder === undefined
        ? []
        : [{ folder: variant.folder, variant: 'labels' in variant ? variant : undefined }],
    );
    // A FleetHold may name a folder that no PackageVariant asks for any longer.
    const gone = pathsOf(word).map((folder): HeldFolder => ({ folder, variant: undefined }));
    const named = (asked.length === 0 ? gone : asked).filter((each) => holds.some((hold) => isNamedBy(hold, each)));
    if (named.length === 0) throw notNamed(holds, first?.folder ?? gone.at(-1)?.folder ?? word.text, first);
    for (const { folder, variant } of named) {
      const several = holds.find(
        (hold) =>
          isNamedBy(hold, { folder, variant }) &&
          all.filter((each) => each.folder === folder && matchesHold(hold, each)).length > 1,
      );
      if (several !== undefined) throw fileError(pathOf(several.resource), 'ambiguous-name', heldInSeveral(folder));
    }
    return named;
  });
  const gone = new Set<Resource>();
  for (const hold of holds) {
    const { resource, variants = [] } = hold;
    const ended = (folder: string): boolean => held.some((each) => each.folder === folder && isNamedBy(hold, each));
    const left = variants.filter((folder) => !ended(folder));
    if (left.length === 0 && variants.length > 0) gone.add(resource);
    // From the end, so that the earlier indexes stay.
    else
      for (const [index, folder] of [...variants.entries()].toReversed())
        if (ended(folder)) resource.document.remove(['spec', 'variants', index]);
  }
  return gone;
}

/** Reports whether a FleetHold names a folder. */
function isNamedBy({ variants = [], repo }: Hold, { folder, variant }: HeldFolder): boolean {
  const isIn = repo === undefined || variant === undefined || variant.downstream.place.name === repo;
  return variants.includes(folder) && isIn;
}

function notNamed(
  holds: readonly Hold[],
  folder: string,
  variant: FleetInputs['failed'][number] | Variant | undefined,
) {
  const by =
    variant !== undefined && 'labels' in variant ? holds.find((hold) => matchesHold(hold, variant)) : undefined;
  if (by === undefined) return failure('hold-not-found', notHeld(folder));
  return failure('hold-not-found', noHoldByName(folder, partial(by)));
}

function pathOf({ location }: Resource): string {
  return location.path ?? '';
}
