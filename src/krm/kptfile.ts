import { isKptfile, type Resource } from './resource.ts';
import type { Resources } from './resources.ts';
import type { Results } from './results.ts';

/** Ways of an update to treat local changes, as kpt names them. */
export const STRATEGIES = ['resource-merge', 'fast-forward', 'force-delete-replace', 'copy-merge'] as const;

export type Strategy = (typeof STRATEGIES)[number];

/**
 * Returns the Kptfile of the root package: the Kptfile resource in the file `Kptfile` of the root folder. Returns
 * undefined and reports errors, which begin with Porch's words, if none is usable.
 */
export function findRootKptfile({
  resources,
  results,
}: {
  readonly resources: Resources;
  readonly results: Results;
}): Resource | undefined {
  const found = resources.inRootPackage().filter(isInKptfile);
  const [kptfile, ...others] = found;
  if (kptfile === undefined) results.error(notFound(resources), { code: 'missing-kptfile' });
  else if (others.length > 0)
    results.error(`failed to parse "Kptfile": expected exactly one object, got ${found.length}`, {
      code: 'document-count',
      resource: kptfile,
    });
  else if (isKptfile(kptfile)) return kptfile;
  else
    results.error('"Kptfile" does not contain kind "Kptfile" of group "kpt.dev"', {
      code: 'unknown-kind',
      resource: kptfile,
      field: [kptfile.kind === 'Kptfile' ? 'apiVersion' : 'kind'],
    });
  return undefined;
}

function notFound({ showsRoot }: Resources): string {
  return showsRoot
    ? '"Kptfile" not found: the root package must have one'
    : '"Kptfile" not found: selectors hide the Kptfile of the root package; they must match it';
}

/** Reports whether an item is in a Kptfile. Items read from a stream have no path, so their kind decides. */
function isInKptfile(item: Resource): boolean {
  const { path } = item.location;
  return path === undefined ? isKptfile(item) : path.slice(path.lastIndexOf('/') + 1) === 'Kptfile';
}

/** Reports whether a resource is the context of a package, by kind and name. */
export function isPackageContext({ apiVersion, kind, name }: Resource): boolean {
  return apiVersion === 'v1' && kind === 'ConfigMap' && name === 'kptfile.kpt.dev';
}

/** Returns the value of a key in the context of the root package; undefined if there is none, or several contexts. */
export function contextValue(resources: Resources, key: string): string | undefined {
  const value = rootContext(resources)?.document.value(['data', key]);
  return typeof value === 'string' ? value : undefined;
}

/** Returns the keys in the context of the root package; none if there is no context, or several. */
export function contextKeys(resources: Resources): readonly string[] {
  return rootContext(resources)?.document.keys(['data']) ?? [];
}

function rootContext(resources: Resources): Resource | undefined {
  const [context, ...others] = resources.inRootPackage().filter(isPackageContext);
  return others.length === 0 ? context : undefined;
}
