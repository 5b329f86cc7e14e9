import { byteOrder } from '../byte-order.ts';
import { groupBy } from '../group-by.ts';
import { parent } from '../parent.ts';
import { isKptfile, type Resource } from '../krm/resource.ts';
import { KrmError } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';

/** A package: a folder with a Kptfile. */
export interface Package {
  /** Relative to the root package, with slashes; '' for the root. */
  readonly folder: string;
  readonly kptfile: Resource;
  /** Resources of its files in order, without those of subpackages. */
  readonly items: readonly Resource[];
  /** Direct subpackages, in the order of their folders. */
  readonly subpackages: readonly Package[];
}

/**
 * Returns the package tree of items whose paths are relative to the root package. Throws a `KrmError` if the root has
 * no Kptfile, or if a Kptfile does not begin with a resource of that kind.
 */
export function packageTree(items: readonly Resource[]): Package {
  const kptfiles = items.filter(
    ({ location: { path = '', index = 0 } }) => index === 0 && fileName(path) === 'Kptfile',
  );
  const wrong = kptfiles.filter((item) => !isKptfile(item) || item.apiVersion !== 'kpt.dev/v1');
  if (wrong.length > 0)
    throw new KrmError(wrong.map((resource) => makeResult('error', NOT_A_KPTFILE, { code: 'unknown-kind', resource })));
  const folders = new Map(kptfiles.map((kptfile) => [folderOf(kptfile), kptfile]));
  if (!folders.has('')) throw new KrmError([makeResult('error', NO_KPTFILE, { code: 'missing-kptfile' })]);
  const ownItems = groupBy(items, (item) => packageOf(folderOf(item), folders));
  const below = groupBy(
    [...folders.keys()].filter((folder) => folder !== ''),
    (folder) => packageOf(parent(folder), folders),
  );
  const packageAt = (folder: string): Package => ({
    folder,
    kptfile: folders.get(folder) as Resource,
    items: ownItems.get(folder) ?? [],
    subpackages: (below.get(folder) ?? []).toSorted(byteOrder).map(packageAt),
  });
  return packageAt('');
}

const NO_KPTFILE = 'the package must have a Kptfile in its folder';
const NOT_A_KPTFILE = 'a file named Kptfile must begin with a resource of kind Kptfile (kpt.dev/v1)';

/** Returns the folder of the package that holds a folder. */
function packageOf(folder: string, folders: ReadonlyMap<string, Resource>): string {
  let at = folder;
  while (!folders.has(at)) at = parent(at);
  return at;
}

/** Returns a package and its subpackages, each after its own subpackages: kpt's rendering order. */
export function inRenderOrder(root: Package): readonly Package[] {
  return [...root.subpackages.flatMap(inRenderOrder), root];
}

/** Returns a package and its subpackages level by level: kpt's rendering order if the root requests it. */
export function inBreadthFirstOrder(root: Package): readonly Package[] {
  const order = [root];
  for (const each of order) order.push(...each.subpackages);
  return order;
}

function folderOf({ location: { path = '' } }: Resource): string {
  return parent(path);
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
