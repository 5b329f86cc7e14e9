import { REPOSITORY } from '../../../src/fleet/index.ts';
import { applyFunction, type LoadedFunction, type Sources } from '../../../src/function/index.ts';
import {
  kindOf,
  namespacedName,
  originsOf,
  type AskCluster,
  type Resource,
  type Resources,
  type Result,
} from '../../../src/krm/index.ts';
import type { Path } from '../../../src/yaml/index.ts';
import type { Repositories } from './repositories.ts';

/** Annotation by which the function names the set of a PackageVariant. */
const MARK = 'krm-variants.dev/package-variant-set';

/** PackageVariant, with the set that made it. */
export interface VariantSource {
  readonly resource: Resource;
  readonly set: Resource | undefined;
  /** Path of the target in the set; undefined if none made it. */
  readonly target: Path | undefined;
  /** File of the set or, if none made it, of the PackageVariant. */
  readonly file: string;
}

/** Data that sets select from. */
interface SetSources {
  /** Objects that the command line names. */
  readonly named: Sources;
  readonly repositories: Repositories;
}

/** Outcome of the expansion of the sets among resources. */
interface ExpandedSets {
  readonly results: readonly Result[];
  /** Returns a PackageVariant with the set that made it. It is then at the place of the set, for messages. */
  readonly fromSet: (resource: Resource) => VariantSource;
}

/**
 * Adds the PackageVariants that the sets among resources ask for, as the function does. Repositories are always those of the fleet.
 * Throws a `KrmError` if a set is wrong.
 */
export async function expandSets(
  fn: LoadedFunction,
  resources: Resources,
  { named, repositories }: SetSources,
): Promise<ExpandedSets> {
  const read = new Set(resources);
  const sets = [...read].filter(({ kind }) => kind === 'PackageVariantSet');
  const byName = new Map(sets.map((set) => [namespacedName(set.namespace, set.name), set]));
  const fromSet = (resource: Resource): VariantSource => {
    const set = byName.get(resource.annotation(MARK) ?? '');
    const { path: file = '', index = 0 } = (set ?? resource).location;
    const target = set && originsOf(resource)[0]?.field;
    return { resource: read.has(resource) ? resource : resource.located({ path: file, index }), set, target, file };
  };
  if (sets.length === 0) return { results: [], fromSet };
  const { results } = await applyFunction(fn, resources, undefined, withRepositories(named, repositories));
  return { results, fromSet };
}

/** Returns the sources of the command line, with the Repositories of the fleet in place of those of a cluster. */
function withRepositories({ objects, askCluster }: Sources, { all }: Repositories): Sources {
  if (objects !== undefined) return { objects: [...objects.filter((each) => !isRepository(each)), ...all] };
  if (askCluster === undefined) return {};
  return { askCluster: askingFor(all, askCluster) };
}

function askingFor(repositories: readonly Resource[], ask: AskCluster): AskCluster {
  const texts = repositories.map((each) => JSON.stringify(each.value()));
  return async ({ kinds, ...question }) => {
    const answer = await ask({ ...question, kinds: kinds.filter((kind) => !isRepository(kind)) });
    if ('failure' in answer) return answer;
    const others = answer.kinds.values();
    return {
      kinds: kinds.flatMap((kind) =>
        isRepository(kind) ? { objects: texts, hasOthers: false } : (others.next().value ?? []),
      ),
    };
  };
}

function isRepository(kind: Pick<Resource, 'apiVersion' | 'kind'>): boolean {
  return kindOf(kind) === kindOf(REPOSITORY);
}
