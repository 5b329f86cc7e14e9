import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { askedRevision, holdName, holdText, isElsewhere, isEnded, type Variant } from '../../../src/fleet/index.ts';
import { groupBy } from '../../../src/group-by.ts';
import { counted } from '../../../src/wording.ts';
import type { RootedChange } from '../../package/file-changes.ts';
import { fileError } from '../../package/file-error.ts';
import type { FileEdits } from '../files-job.ts';
import { holdFile } from '../fleet-paths.ts';
import { failure } from '../../process/failure.ts';
import { allVariants } from '../inputs/downstream-variants.ts';
import type { FleetInputs } from '../inputs/fleet-inputs.ts';
import { selectVariants } from '../inputs/select-variants.ts';
import type { HoldArguments } from './hold-arguments.ts';

/**
 * Returns the file of a new FleetHold; one for each Repository if a folder alone would name variants in several. Throws a `KrmError` if it would
 * match nothing, or only variants for which it has ended, or if its file exists.
 */
export function newHold(root: string, inputs: FleetInputs, args: HoldArguments): FileEdits {
  const selected = selectVariants(inputs, { ...args, conditions: [] }, root);
  const variants = allVariants(selected);
  const failed = selected.failed.flatMap(({ folder }) => folder ?? []);
  const { selector, labels, reason, until } = args;
  const ended = variants.filter((variant) => isEnded({ until }, variant));
  const count = variants.length + failed.length - ended.length;
  const [first] = ended;
  // Variants of labels may change, but a name is of no use for a variant that is not held.
  if (first !== undefined && (count === 0 || selector === undefined)) throw failure(endedMessage(first, until ?? ''));
  if (selector !== undefined) {
    const hold = { selector, variants: undefined, repo: undefined, reason, until };
    return edits([holdChange(root, holdName(labels), hold)], count, endedNote(ended.length, until ?? ''));
  }
  if (count === 0) throw failure(NO_FOLDER);
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
  const changes = holds.map(({ repo, folders }) =>
    holdChange(root, holdName([...(repo === undefined ? [] : [repo]), folders[0] ?? ''].join('-')), {
      selector: undefined,
      variants: folders,
      repo,
      reason,
      until,
    }),
  );
  return edits(changes, count);
}

function edits(changes: readonly RootedChange[], count: number, note = ''): FileEdits {
  const paths = changes.map(({ path }) => path).join(', ');
  return { changes, results: [], conclusion: `${counted(count, 'variant')} held${note}: ${paths}` };
}

function endedMessage(variant: Variant, until: string): string {
  const asked = askedRevision(variant) ?? '';
  return `\`--until ${until}\` would not hold ${JSON.stringify(variant.folder)}: PackageVariant ${JSON.stringify(variant.name)} asks for ${asked} already, which ends the hold; pass a later revision, or leave the option out`;
}

/** Returns the number of variants with the labels of a hold that has ended for them; '' for none. */
function endedNote(count: number, until: string): string {
  if (count === 0) return '';
  return `, ${count} not, since ${count === 1 ? 'it asks' : 'they ask'} for ${until} or a later version already`;
}

function holdChange(root: string, name: string, hold: Parameters<typeof holdText>[1]): RootedChange {
  const path = holdFile(name);
  if (existsSync(join(root, path))) throw fileError(path, EXISTS);
  return { root, path, before: undefined, after: holdText(name, hold) };
}

const NO_FOLDER =
  'the PackageVariant does not say which folder it asks for: run `krm-variants fleet plan`, which says why';
const EXISTS = 'must not exist yet: edit it, or end its hold with `krm-variants fleet unhold`';
