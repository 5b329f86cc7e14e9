import { isKptfile, type Resource } from './resource.ts';
import type { Resources } from './resources.ts';
import type { Results } from './results.ts';

/**
 * Finds the Kptfile of the root package: what the root folder has in its file `Kptfile`. Errors, which begin with Porch's
 * words, say why there is none to go by; it is undefined then.
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
  if (kptfile === undefined) results.error(notFound(resources));
  else if (others.length > 0)
    results.error(`failed to parse "Kptfile": expected exactly one object, got ${found.length}`, { resource: kptfile });
  else if (isKptfile(kptfile)) return kptfile;
  else
    results.error('"Kptfile" does not contain kind "Kptfile" of group "kpt.dev"', {
      resource: kptfile,
      field: [kptfile.kind === 'Kptfile' ? 'apiVersion' : 'kind'],
    });
  return undefined;
}

function notFound({ showsRoot }: Resources): string {
  return showsRoot
    ? '"Kptfile" not found: the root package must have one'
    : '"Kptfile" not found: the Kptfile of the root package is hidden by selectors, which must match it';
}

/** What is read from a stream has no path: its kind must say it. */
function isInKptfile(item: Resource): boolean {
  const { path } = item.location;
  return path === undefined ? isKptfile(item) : path.slice(path.lastIndexOf('/') + 1) === 'Kptfile';
}
