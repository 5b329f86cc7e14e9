import { isKptfilePath } from '../files/index.ts';
import { KrmError, type Resource } from '../krm/index.ts';
import { KPTFILE_UNREAD } from '../messages/rendering.ts';

/**
 * Throws a `KrmError` for each file named Kptfile that does not begin with a resource, since its folder would count as part
 * of the parent package. `paths`: files of a package. `resources`: resources in them.
 */
export function checkKptfiles(paths: readonly string[], resources: readonly Resource[]): void {
  const read = new Set(resources.flatMap(({ location }) => (location.index === 0 ? location.path : [])));
  const wrong = paths.filter((path) => isKptfilePath(path) && !read.has(path));
  if (wrong.length > 0)
    throw new KrmError(
      wrong.map((path) => ({
        severity: 'error',
        code: 'missing-kptfile',
        message: KPTFILE_UNREAD,
        file: { path, index: 0 },
      })),
    );
}
