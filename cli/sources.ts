import { readObjectFolder, type Resource, type Sources } from '../src/index.ts';
import type { RunArguments } from './run-arguments.ts';

/** Readers that the executables pass to functions. Each is loaded on demand, since most calls never read. */
export const sources: Sources = {
  async readFolder(path) {
    const { readFolderFiles } = await import('./package/folder-files.ts');
    return readFolderFiles(path);
  },
  async readCluster(access, question) {
    try {
      const { readCluster } = await import('./cluster/read-cluster.ts');
      return await readCluster(access, question);
    } catch (error) {
      if (!isMissing(error)) throw error;
      return { failure: 'read-cluster.cjs must be in the folder of this program: it reads clusters' };
    }
  },
};

/** Returns the objects of the folder that the command line names. Throws a `KrmError` if it cannot be read. */
export async function readObjects({
  objects,
}: Pick<RunArguments, 'objects'>): Promise<readonly Resource[] | undefined> {
  const { readFolder } = sources;
  return objects === undefined || readFolder === undefined ? undefined : await readObjectFolder(objects, readFolder);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND';
}
