import {
  holdOf,
  isSameSelector,
  matchesHold,
  packagePath,
  readHold,
  selectorText,
  type Hold,
  type Variant,
} from '../../../src/fleet/index.ts';
import {
  heldInSeveral,
  holdsWithLabels,
  noHoldByLabels,
  noHoldByName,
  notHeld,
  partlyHeld,
} from '../../../src/fleet/messages/decisions.ts';
import { matchesLabels } from '../../../src/function/index.ts';
import { type Resource, Resources, failure, fileError } from '../../../src/krm/index.ts';
import { counted } from '../../../src/wording.ts';
import { shellWord } from '../../../src/shell-word.ts';
import { editedText, type PackageFile } from '../../../src/package/index.ts';
import type { FileEdits } from './files-job.ts';
import type { FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { readDecisionFiles } from '../../../src/fleet/inputs/decision-files.ts';
import { allVariants } from '../../../src/fleet/inputs/downstream-variants.ts';
import { HOLDS } from '../../../src/fleet/inputs/holds.ts';
import { isNamed } from '../../../src/fleet/inputs/select-variants.ts';
import type { HeldArguments } from './hold-arguments.ts';
import { DiskFiles } from '../store/disk-files.ts';

/**
 * Removes the FleetHolds that select by these labels, or the named folders from FleetHolds. Throws a `KrmError` if nothing would
 * be removed.
 */
export function endHolds(root: string, inputs: FleetInputs, args: HeldArguments): FileEdits {
  const files = readDecisionFiles(new DiskFiles(root), HOLDS);
  const holds = files.flatMap(({ resources }) => [...new Resources(resources)].map(readHold));
  const gone = args.selector === undefined ? endFolders(holds, inputs, args) : endSelectors(holds, inputs, args);
  const changes = files.flatMap((file) => changeOf(root, file, gone));
  // The folders of some are fewer now.
  const still = holds.filter(({ resource }) => !gone.has(resource)).map(({ resource }) => readHold(resource));
  const others = allVariants(inputs).filter((variant) => holdOf(still, variant) !== undefined).length;
  const left = others === 0 ? 'no variant is held now' : `${counted(others, 'variant')} held now`;
  return { changes, results: [], conclusion: `${counted(changes.length, 'file')} changed: ${left}` };
}

function changeOf(root: string, file: PackageFile, gone: ReadonlySet<Resource>): FileEdits['changes'] {
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
function endFolders(
  holds: readonly Hold[],
  inputs: FleetInputs,
  { variants: names }: HeldArguments,
): ReadonlySet<Resource> {
  const all = allVariants(inputs);
  const held = names.map((name): HeldFolder => {
    const known = [...all, ...inputs.failed].find((variant) => isNamed(variant, name));
    const folder = known?.folder ?? packagePath(name) ?? name;
    const variant = known !== undefined && 'labels' in known ? known : undefined;
    const own = holds.filter((hold) => isNamedBy(hold, { folder, variant }));
    if (own.length === 0) throw notNamed(holds, folder, known);
    const several = own.find(
      (hold) => all.filter((each) => each.folder === folder && matchesHold(hold, each)).length > 1,
    );
    if (several !== undefined) throw fileError(pathOf(several.resource), 'ambiguous-name', heldInSeveral(folder));
    return { folder, variant };
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
