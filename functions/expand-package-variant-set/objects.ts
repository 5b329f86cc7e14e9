import type { Call } from '../../src/function/index.ts';
import { groupBy } from '../../src/group-by.ts';
import {
  kindOf,
  readLiveObjects,
  type AskCluster,
  type ClusterKind,
  type Resource,
  type Results,
} from '../../src/krm/index.ts';
import type { Path } from '../../src/yaml/index.ts';
import { PACKAGE_REVISION, REPOSITORY, type VariantSet } from './variant-set.ts';

/**
 * Returns the objects that sets select and look up: those that the command line names, else the items. Throws a
 * `KrmError` if a live cluster cannot be read.
 */
export async function findObjects(call: Call<readonly VariantSet[]>): Promise<Iterable<Resource>> {
  const { config: sets, resources, results, objects, askCluster } = call;
  if (objects !== undefined || askCluster === undefined) return objects ?? resources;
  const found = new Map<string, Resource>();
  const byNamespace = groupBy(sets, ({ source }) => source.namespace || 'default');
  for (const [namespace, inNamespace] of byNamespace)
    for (const object of await readLive(askCluster, namespace, { sets: inNamespace, results })) {
      // An object without a namespace is found in each.
      found.set(JSON.stringify([kindOf(object), object.namespace, object.name]), object);
    }
  return found.values();
}

interface Expansion {
  readonly sets: readonly VariantSet[];
  readonly results: Results;
}

/**
 * Reads all objects of the kinds that sets of one namespace need. Which of them count is up to labels and expressions.
 */
async function readLive(ask: AskCluster, namespace: string, call: Expansion): Promise<readonly Resource[]> {
  const wanted = [...call.sets.flatMap(selectedKinds).map(({ kind }) => kind), ...LOOKED_UP.map(({ kind }) => kind)];
  const kinds = [...new Map(wanted.map((kind) => [kindOf(kind), kind])).values()];
  const answers = await readLiveObjects(ask, { kinds, namespace });
  return answers.flatMap((answer) => {
    if ('objects' in answer) return answer.objects;
    reportRefusal(answer.kind, answer.refusal, call);
    return [];
  });
}

interface SelectedKind {
  readonly kind: ClusterKind;
  /** Path of the target in the set. */
  readonly field: Path;
}

function selectedKinds({ targets }: VariantSet): readonly SelectedKind[] {
  return targets.flatMap(({ selector, field }) => (selector === undefined ? [] : [{ kind: selector, field }]));
}

/** Kinds that are looked up for each PackageVariant, and the outcome if they are not visible. */
const LOOKED_UP = [
  { kind: REPOSITORY, outcome: 'the downstream repositories are not checked' },
  { kind: PACKAGE_REVISION, outcome: 'the upstream packages are not checked' },
] as const;

/**
 * Reports a kind that is not visible. To select from it is an error: no target would seem to be left, and
 * PackageVariants would be removed.
 */
function reportRefusal(kind: ClusterKind, refusal: string, { sets, results }: Expansion): void {
  const isRefused = (each: { readonly kind: ClusterKind }): boolean => kindOf(each.kind) === kindOf(kind);
  const outcome = LOOKED_UP.find(isRefused)?.outcome;
  for (const set of sets) {
    const resource = set.source;
    const selected = selectedKinds(set).filter(isRefused);
    for (const { field } of selected) results.error(refusal, { code: 'cluster-unreadable', resource, field });
    if (selected.length === 0 && outcome !== undefined)
      results.info(`${outcome}: ${refusal}`, { code: 'cluster-unreadable', resource });
  }
}
