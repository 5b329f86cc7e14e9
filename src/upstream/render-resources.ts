import { isKptfilePath, joinPath } from '../files/index.ts';
import { formatFieldPath, KrmError, makeResult, type Resource, type Resources } from '../krm/index.ts';
import { KPTFILE_UNREAD, stepName } from '../messages/rendering.ts';
import { type Rendering, type RenderOptions, renderPackages, type RenderStep } from '../render/index.ts';

/**
 * Renders the resources of a package and its subpackages in place. `paths`: files of the package. A function that
 * failed is the last step of the rendering. Throws a `KrmError` before any function runs if a Kptfile or a pipeline is
 * invalid.
 */
export async function renderResources(
  resources: Resources,
  { paths, ...options }: RenderOptions & { readonly paths: readonly string[] },
): Promise<Rendering> {
  checkKptfiles(paths, resources.items);
  return await renderPackages(resources, options);
}

/** Throws a `KrmError` if a function failed. `consequence`: ends the message that names the function. */
export function checkSteps({ steps, warnings }: Rendering, consequence: (failed: RenderStep) => string): void {
  const failed = steps.find(({ isFailed }) => isFailed);
  if (failed === undefined) return;
  const reasons = [...warnings, ...failed.results, ...failed.errors];
  throw new KrmError([...reasons, makeResult('error', consequence(failed), { code: 'function-failed' })]);
}

/**
 * Names a function, its place in the Kptfile, and its package. `path`: path of the root package; '' if it is the only
 * one.
 */
export function nameOfStep({ folder, fn }: RenderStep, path = ''): string {
  return stepName(fn.called, formatFieldPath(fn.field), joinPath(path, folder));
}

/**
 * Throws a `KrmError` for each file named Kptfile that does not begin with a resource, since its folder would count as
 * part of the parent package. `paths`: files of a package. `resources`: resources in them.
 */
function checkKptfiles(paths: readonly string[], resources: readonly Resource[]): void {
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
