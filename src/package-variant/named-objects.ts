import type { Sources } from '../function/define.ts';
import { kindOf, type ClusterView, type AskCluster } from '../krm/cluster-objects.ts';
import { readLiveObjects } from '../krm/live-objects.ts';
import type { Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';
import type { Subject } from '../krm/results.ts';
import { NO_MATCH } from './injection-choice.ts';
import { injectionKinds } from './injection-point.ts';
import type { ConfigInjection } from './injection.ts';

/** Part of a function's input that the choice of objects needs. */
interface Package extends Pick<Sources, 'objects' | 'askCluster'> {
  readonly resources: Resources;
}

/**
 * Returns the objects for an injection that the command line names; undefined if it names none. Throws a `KrmError` if
 * its live cluster cannot be read.
 */
export async function namedObjects(
  injection: ConfigInjection,
  { objects, askCluster, resources }: Package,
): Promise<ClusterView | undefined> {
  if (objects !== undefined) return { objects };
  return askCluster && { objects: [], ...(await liveObjects(askCluster, injection, resources)) };
}

/**
 * Reads the objects for an injection from a live cluster: those of the kinds of the injection points, with the names of
 * the injectors. Throws a `KrmError` about `about` if it cannot be read.
 */
export async function liveObjects(
  ask: AskCluster,
  { namespace, injectors }: ConfigInjection,
  resources: Resources,
  about: Subject = {},
): Promise<Omit<ClusterView, 'objects'>> {
  const kinds = injectors.length === 0 ? [] : injectionKinds(resources);
  const names = new Set(injectors.map(({ name }) => name));
  const live: Resource[] = [];
  const refusals = new Map<string, string>();
  for (const found of await readLiveObjects(ask, { kinds, namespace, names }, about)) {
    if ('refusal' in found) refusals.set(kindOf(found.kind), found.refusal);
    else if (found.objects.length === 0 && found.hasOthers) refusals.set(kindOf(found.kind), NO_MATCH);
    else live.push(...found.objects);
  }
  return { live, refusals };
}
