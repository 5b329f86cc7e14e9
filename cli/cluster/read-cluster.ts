import type { ClusterAccess, ClusterAnswer, ClusterQuestion, KindAnswer } from '../../src/krm/index.ts';
import { ApiClient } from './api-client.ts';
import { ClusterFailure } from './cluster-failure.ts';
import { readKind } from './kind-reader.ts';

/** Reads objects of a live cluster: the `ReadCluster` that the executables load if a configuration asks for it. */
export async function readLiveCluster(access: ClusterAccess, question: ClusterQuestion): Promise<ClusterAnswer> {
  try {
    const client = new ApiClient(access);
    const kinds: KindAnswer[] = [];
    for (const kind of question.kinds) kinds.push(await readKind(client, kind, question));
    return { kinds };
  } catch (error) {
    if (error instanceof ClusterFailure) return { failure: error.message };
    throw error;
  }
}
