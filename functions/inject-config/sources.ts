import {
  injectionKinds,
  kindOf,
  KrmError,
  makeResult,
  NO_MATCH,
  readDocument,
  readObjectFolder,
  Resource,
  YamlError,
  type Call,
  type ClusterAccess,
  type ClusterKind,
  type ClusterView,
} from '../../src/index.ts';
import type { SourcedInjection } from './kinds/config-injection.ts';

/**
 * Reads the objects that the command line names, else the sources of an injection. Returns undefined if there are none;
 * throws a `KrmError` if a source cannot be read.
 */
export async function readSources(call: Call<SourcedInjection>): Promise<ClusterView | undefined> {
  if (call.objects !== undefined) return { objects: call.objects };
  const { items = [], path, cluster } = call.config.sources;
  if (Object.values(call.config.sources).every((source) => source === undefined)) return undefined;
  const inFolder = path === undefined ? [] : await readPath(path, call);
  const live = cluster === undefined ? undefined : await readLive(cluster, call);
  return { objects: [...items, ...inFolder], ...live };
}

async function readPath(path: string, { config, readFolder }: Call<SourcedInjection>): Promise<readonly Resource[]> {
  if (readFolder === undefined) throw failure(config, 'path', 'cannot be read: no folder reader is available');
  return await readObjectFolder(path, readFolder);
}

/** Reads the objects of the kinds of the injection points from a live cluster. */
async function readLive(access: ClusterAccess, call: Call<SourcedInjection>): Promise<Omit<ClusterView, 'objects'>> {
  const { config, resources, readCluster } = call;
  const kinds = injectionKinds(resources);
  if (kinds.length === 0 || config.injectors.length === 0) return {};
  if (readCluster === undefined) throw failure(config, 'cluster', 'cannot be read: no cluster reader is available');
  const names = new Set(config.injectors.map(({ name }) => name));
  const answer = await readCluster(access, { kinds, namespace: config.namespace, names });
  if ('failure' in answer) throw failure(config, 'cluster', answer.failure);
  const live: Resource[] = [];
  const refusals = new Map<string, string>();
  for (const [index, kind] of kinds.entries()) {
    const given = answer.kinds[index];
    if (given === undefined) continue;
    if ('refusal' in given) refusals.set(kindOf(kind), given.refusal);
    else if (given.objects.length === 0 && given.hasOthers) refusals.set(kindOf(kind), NO_MATCH);
    else live.push(...given.objects.map((text) => readObject(text, kind, config)));
  }
  return { live, refusals };
}

function readObject(text: string, { apiVersion, kind }: ClusterKind, config: SourcedInjection): Resource {
  try {
    return new Resource(readDocument(text));
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw failure(config, 'cluster', `an object of kind ${kind} of ${apiVersion} cannot be read: ${error.message}`);
  }
}

function failure({ resource }: SourcedInjection, source: 'path' | 'cluster', message: string): KrmError {
  return new KrmError([makeResult('error', message, { resource, field: ['spec', 'sources', source] })]);
}
