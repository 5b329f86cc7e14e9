import type { Sources } from '../../src/function/index.ts';
import {
  type ClusterAccess,
  type ClusterAnswer,
  type ClusterQuestion,
  type FolderFile,
  TIMEOUT_SECONDS,
  fileError,
  readObjectFolder,
} from '../../src/krm/index.ts';
import { READER_NEEDED } from '../../src/messages/cluster.ts';
import { OBJECTS_NEEDED } from '../../src/messages/inputs.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';
import { readPolicies } from './policy-files.ts';

/**
 * Readers for sources that a configuration names: for the user's own configuration, and for a function that runs as a
 * separate process. Each is loaded on demand, since most calls need none.
 */
export const sources: Sources = { readFolder, readCluster };

async function readFolder(path: string): Promise<readonly FolderFile[]> {
  const { readFolderFiles } = await import('../package/folder-files.ts');
  return readFolderFiles(path);
}

async function readCluster(access: ClusterAccess, question: ClusterQuestion): Promise<ClusterAnswer> {
  try {
    const reader = await import('../cluster/read-cluster.ts');
    return await reader.readLiveCluster(access, question);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return { failure: READER_NEEDED };
  }
}

/** Arguments that name policies and cluster objects. */
export type SourceArguments = Pick<FolderArguments, 'objects' | 'context' | 'policies'>;

/** Returns the policies and cluster objects that the command line names. Throws a `KrmError` if they cannot be read. */
export async function namedSources({ objects, context, policies }: SourceArguments): Promise<Sources> {
  const given = policies.length === 0 ? {} : { policies: readPolicies(policies) };
  if (objects !== undefined) {
    const { readObjectFiles } = await import('../package/folder-files.ts');
    const read = await readObjectFolder(objects, readObjectFiles);
    if (read.length === 0) throw fileError(objects, 'empty-input', OBJECTS_NEEDED);
    return { ...given, objects: read };
  }
  if (context === undefined) return given;
  const access = { context, timeoutSeconds: TIMEOUT_SECONDS };
  return { ...given, askCluster: (question) => readCluster(access, question) };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND';
}
