import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { byteOrder } from '../../../src/byte-order.ts';
import {
  askedRevision,
  holdName,
  holdText,
  isElsewhere,
  isEnded,
  isSameSelector,
  neverEnds,
  type Hold,
  type NewHold,
  type Variant,
} from '../../../src/fleet/index.ts';
import {
  HELD_FOLDER_UNKNOWN,
  HOLD_EXISTS,
  holdWouldEnd,
  untilNeverEnds,
} from '../../../src/fleet/messages/decisions.ts';
import { type Result, failure, fileError } from '../../../src/krm/index.ts';
import { groupBy } from '../../../src/group-by.ts';
import { counted } from '../../../src/wording.ts';
import type { FileEdits } from './files-job.ts';
import { holdFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { allVariants } from '../../../src/fleet/inputs/downstream-variants.ts';
import type { FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { selectVariants } from '../../../src/fleet/inputs/select-variants.ts';
import { selectorWarnings } from '../../../src/fleet/inputs/selector-advice.ts';
import { freeName } from '../../../src/fleet/inputs/free-name.ts';
import type { HoldArguments } from './hold-arguments.ts';
import { DiskFiles } from '../store/disk-files.ts';
import type { RootedChange } from '../../../src/package/index.ts';

/** Variants and FleetHolds before a new one. */
interface HeldFleet {
  readonly inputs: FleetInputs;
  readonly holds: readonly Hold[];
}

/**
 * Returns the file of a new FleetHold; one for each Repository if a folder alone would name variants in several. Throws a `KrmError` if it would
 * match nothing, or only variants for which it has ended, or if another one selects the same variants in the same way.
 */
export function newHold(root: string, { inputs, holds: existing }: HeldFleet, args: HoldArguments): FileEdits {
  const selected = selectVariants(inputs, { ...args, conditions: [] }, new DiskFiles(root));
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
    return edits(holdChanges(root, existing, [hold]), count, warnings, endedNote(ended.length, until ?? ''));
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
  return edits(holdChanges(root, existing, named), count, warnings);
}

function edits(changes: readonly RootedChange[], count: number, results: readonly Result[], note = ''): FileEdits {
  const paths = changes.map(({ path }) => path).join(', ');
  return { changes, results, conclusion: `${counted(count, 'variant')} held${note}: ${paths}` };
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

/** Returns a new file for each hold. Throws a `KrmError` if an existing one selects the same variants in the same way. */
function holdChanges(
  root: string,
  existing: readonly Hold[],
  holds: readonly (NewHold & { readonly name: string })[],
): readonly RootedChange[] {
  const taken = new Set<string>();
  return holds.map(({ name: wanted, ...hold }) => {
    const same = existing.find((each) => isSameHold(each, hold));
    if (same !== undefined) throw fileError(same.resource.location.path ?? '', 'duplicate-decision', HOLD_EXISTS);
    const name = freeName(wanted, (each) => taken.has(each) || existsSync(join(root, holdFile(each))));
    taken.add(name);
    return { root, path: holdFile(name), before: undefined, after: holdText(name, hold) };
  });
}

/** Reports whether two holds select the same variants in the same way. */
function isSameHold(a: NewHold, b: NewHold): boolean {
  if (a.selector !== undefined) return b.selector !== undefined && isSameSelector(a.selector, b.selector);
  const [folders, others] = [a, b].map(({ variants = [] }) => variants.toSorted(byteOrder).join('\n'));
  return b.selector === undefined && a.repo === b.repo && folders === others;
}
