import type { Result } from '../../src/krm/index.ts';
import { counted } from '../../src/wording.ts';
import { alignColumns } from '../reference/wrap.ts';
import type { RunOutcome, VariantRow } from '../report/run-outcome.ts';
import { printable } from '../terminal/printable.ts';

const HEAD = ['ACTION', 'FOLDER', 'PACKAGEVARIANT', 'UPSTREAM', 'FILES'];

/** Formats variants as a table for people. */
export function fleetTable(variants: readonly VariantRow[]): string {
  const isHeld = variants.some(({ hold }) => hold !== undefined);
  const rows = variants.map((variant) => [
    variant.action,
    shownFolder(variant),
    variant.name === '' ? '-' : variant.name,
    versions(variant),
    variant.files.length === 0 ? '' : String(variant.files.length),
    ...(isHeld ? [variant.hold?.reason ?? ''] : []),
  ]);
  const head = isHeld ? [...HEAD, 'HELD'] : HEAD;
  const lines = variants.length === 0 ? [] : alignColumns([head, ...rows].map((row) => row.map(printable)));
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns the folder of a variant, after the URL of a git repository that is not the fleet's. */
function shownFolder({ repository, folder = '-' }: VariantRow): string {
  return repository === undefined ? folder : `${repository}/${folder}`;
}

/** Returns the version of an upstream, and the earlier one if it was another. */
function versions({ from, to }: VariantRow): string {
  if (to === undefined || from === undefined || from === to) return to ?? from ?? '-';
  return `${from} -> ${to}`;
}

/** Words of each action in a summary, in its order. */
const WORDS: Readonly<Record<VariantRow['action'], readonly [written: string, planned: string]>> = {
  create: ['created', 'to create'],
  adopt: ['adopted', 'to adopt'],
  update: ['updated', 'to update'],
  unchanged: ['unchanged', 'unchanged'],
  held: ['held', 'held'],
  conflict: ['with conflicts', 'with conflicts'],
  gone: ['gone', 'gone'],
  prune: ['pruned', 'to prune'],
  error: ['failed', 'failed'],
};

/** Returns the counts of a fleet: `2 created, 1 unchanged: 9 files changed, 1 warning`. */
export function fleetSummary(
  variants: readonly VariantRow[],
  { changes, results }: Pick<RunOutcome, 'changes' | 'results'>,
  { writes }: { readonly writes: boolean },
): string {
  const counts = Object.entries(WORDS).flatMap(([action, words]) => {
    const { length } = variants.filter((variant) => variant.action === action);
    return length === 0 ? [] : [`${length} ${words[writes ? 0 : 1]}`];
  });
  const count = (wanted: Result['severity']): number => results.filter(({ severity }) => severity === wanted).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const about = counts.length > 0 ? counts.join(', ') : errors > 0 ? counted(errors, 'error') : 'no variant';
  const files = `${changes.length === 0 ? 'no file' : counted(changes.length, 'file')} ${writes ? 'changed' : 'would change'}`;
  return `${about}: ${[files, ...(warnings === 0 ? [] : [counted(warnings, 'warning')])].join(', ')}`;
}
