import type { Call } from '../../src/function/index.ts';
import {
  KrmError,
  makeResult,
  readObjectFolder,
  type ClusterAccess,
  type ClusterView,
  type Resource,
  type Subject,
} from '../../src/krm/index.ts';
import { liveObjects, namedObjects } from '../../src/package-variant/index.ts';
import type { SourcedInjection } from './kinds/config-injection.ts';

/**
 * Reads the objects that the command line names, else the sources of an injection. Returns undefined if there are none;
 * throws a `KrmError` if a source cannot be read, or may not be.
 */
export async function readSources(call: Call<SourcedInjection>): Promise<ClusterView | undefined> {
  const named = await namedObjects(call.config, call);
  if (named !== undefined) return named;
  const { items = [], path, cluster } = call.config.sources;
  if (Object.values(call.config.sources).every((source) => source === undefined)) return undefined;
  const inFolder = path === undefined ? [] : await readPath(path, call);
  const live = cluster === undefined ? undefined : await readLive(cluster, call);
  return { objects: [...items, ...inFolder], ...live };
}

async function readPath(path: string, { config, readFolder }: Call<SourcedInjection>): Promise<readonly Resource[]> {
  if (readFolder === undefined) throw refusal(config, 'path', 'pass the folder with `--objects`');
  return await readObjectFolder(path, readFolder);
}

async function readLive(access: ClusterAccess, call: Call<SourcedInjection>): Promise<Omit<ClusterView, 'objects'>> {
  const { config, resources, readCluster } = call;
  if (readCluster === undefined) throw refusal(config, 'cluster', 'pass a context of your kubeconfig with `--context`');
  return await liveObjects((question) => readCluster(access, question), config, resources, about(config, 'cluster'));
}

/** Returns the error for a source that may not be read: what comes with a package reads nothing but the package. */
function refusal(config: SourcedInjection, source: 'path' | 'cluster', remedy: string): KrmError {
  const message = `is read only for a configuration that is given with \`--fn-config\`: pass it there, or ${remedy}`;
  return new KrmError([makeResult('error', message, { code: 'access-refused', ...about(config, source) })]);
}

function about({ resource }: SourcedInjection, source: 'path' | 'cluster'): Subject {
  return { resource, field: ['spec', 'sources', source] };
}
