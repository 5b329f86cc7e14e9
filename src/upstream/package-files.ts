import { isYamlPath, type FileContent } from '../files/index.ts';
import { KrmError } from '../krm/index.ts';
import { type PackageFile, readPackageFile } from '../package/index.ts';
import { nestedFolders } from './version-files.ts';

/**
 * Reads a file if it has resources. Returns undefined for any other: one that is not YAML, such as a template of a
 * chart, has no resource to edit.
 */
export function yamlFileOf(path: string, content: FileContent | undefined): PackageFile | undefined {
  if (typeof content !== 'string' || !isYamlPath(path)) return undefined;
  try {
    const file = readPackageFile(path, content);
    return file.resources.length === 0 ? undefined : file;
  } catch (error) {
    if (error instanceof KrmError) return undefined;
    throw error;
  }
}

/** Returns the paths of a package that are in no package inside it. */
export function ownPaths(files: ReadonlyMap<string, unknown>): readonly string[] {
  const nested = nestedFolders(files.keys());
  return [...files.keys()].filter((path) => !nested.some((folder) => path.startsWith(folder)));
}
