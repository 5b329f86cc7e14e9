import { isKptfile, type Resource } from './resource.ts';
import type { Resources } from './resources.ts';
import type { Results } from './results.ts';

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
