import { joinPath } from '../files/index.ts';
import type { Resource } from '../krm/resource.ts';
import type { Result } from '../krm/result.ts';

/**
 * Returns results of another program with file paths relative to the root package: the program knows each file by its path
 * in the resource's package. `resources`: resources sent to it. `folder`: folder of the function's package.
 */
export function withRootPaths(
  results: readonly Result[],
  resources: readonly Resource[],
  folder: string,
): readonly Result[] {
  return results.map((result) => {
    const { file, resourceRef } = result;
    if (file === undefined) return result;
    const inFile = resources.filter(({ location }) => location.path === file.path);
    const named = inFile.filter(({ kind, name }) => kind === resourceRef?.kind && name === resourceRef.name);
    const [resource] = [...named, ...inFile];
    const path = resource?.location.shown ?? joinPath(folder, file.path);
    return { ...result, file: { ...file, path } };
  });
}
