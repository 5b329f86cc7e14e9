import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkHolds, isHold, readHold, type Hold, type Variant } from '../../../src/fleet/index.ts';
import { KrmError, makeResult, Resources, resultsOf, type Resource, type Result } from '../../../src/krm/index.ts';
import { readPackageFiles, type PackageFile } from '../../package/file.ts';
import { fileError } from '../../package/file-error.ts';
import { listPackageFiles } from '../../package/file-list.ts';
import { HOLD_FOLDER } from '../fleet-paths.ts';
import type { WorkTree } from '../tree/work-tree.ts';

/**
 * Reads the FleetHolds of a fleet. Throws a `KrmError` for files that are not checked out, and for everything that is not a valid FleetHold: it
 * would then be unknown which variants are held.
 */
export function readHolds(tree: Pick<WorkTree, 'root' | 'filesBelow'>): readonly Hold[] {
  refuseSparse(tree);
  const read = readHoldFiles(tree.root).flatMap(({ resources }) => [...new Resources(resources)].map(readOne));
  const errors = read.flatMap((each) => ('results' in each ? each.results : []));
  if (errors.length > 0) throw new KrmError(errors);
  return read.flatMap((each) => ('results' in each ? [] : each));
}

/** Reads the files in the folder of the FleetHolds. Throws a `KrmError` for those that are not YAML, and for other documents in them. */
export function readHoldFiles(root: string): readonly PackageFile[] {
  if (!existsSync(join(root, HOLD_FOLDER))) return [];
  const { paths } = listPackageFiles(join(root, HOLD_FOLDER));
  const files = readPackageFiles(
    root,
    paths.map((path) => `${HOLD_FOLDER}/${path}`),
  );
  const others = files.flatMap(({ passedOver }) => passedOver);
  if (others.length > 0) throw new KrmError(others.map((result) => ({ ...result, severity: 'error' })));
  return files;
}

function refuseSparse(tree: Pick<WorkTree, 'filesBelow'>): void {
  for (const [path, { state }] of tree.filesBelow(HOLD_FOLDER))
    if (state === 'sparse')
      throw fileError(
        `${HOLD_FOLDER}/${path}`,
        'is not checked out: run `git sparse-checkout add .krm-variants`, since it holds variants',
      );
}

function readOne(resource: Resource): Hold | { readonly results: readonly Result[] } {
  if (!isHold(resource)) return { results: [makeResult('error', OTHER, { resource })] };
  try {
    return readHold(resource);
  } catch (error) {
    return { results: resultsOf(error) };
  }
}

/** Variants that a fleet asks for, and those that are wrong. */
interface AskedVariants {
  readonly waves: readonly (readonly Variant[])[];
  readonly elsewhere: readonly { readonly variants: readonly Variant[] }[];
  readonly failed: readonly unknown[];
}

/** Returns results about FleetHolds that hold nothing; none if the inputs may lack some of the variants. */
export function holdResults(holds: readonly Hold[], asked: AskedVariants, hasAll: boolean): readonly Result[] {
  const all = [...asked.waves.flat(), ...asked.elsewhere.flatMap(({ variants }) => variants)];
  return hasAll && asked.failed.length === 0 ? checkHolds(holds, all) : [];
}

/** Returns a warning for each FleetHold in another place, where it holds nothing. */
export function misplacedHolds(resources: readonly Resource[]): readonly Result[] {
  return resources.filter(isHold).map((resource) => makeResult('warning', MISPLACED, { resource }));
}

const OTHER = 'must be a FleetHold (krm-variants.dev/v1alpha1): move it out of this folder';
const MISPLACED = `holds nothing here: move it to ${HOLD_FOLDER}/`;
