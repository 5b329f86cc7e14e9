import { REPOSITORY } from '../index.ts';
import { applyFunction, type LoadedFunction, type Sources } from '../../function/index.ts';
import {
  kindOf,
  KrmError,
  namespacedName,
  originsOf,
  Resources,
  type AskCluster,
  type Resource,
  type Result,
} from '../../krm/index.ts';
import type { Path } from '../../yaml/index.ts';
import type { Repositories } from './repositories.ts';
import { isSet, wrongSets } from './wrong-sets.ts';

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
  /** Sets that are wrong, with their errors. They are left out. */
  readonly wrong: ReadonlyMap<Resource, readonly Result[]>;
  /** The resources, with the PackageVariants of the sets. */
  readonly resources: Resources;
  /** Returns a PackageVariant with the set that made it. It is then at the place of the set, for messages. */
  readonly fromSet: (resource: Resource) => VariantSource;
}

/**
 * Adds the PackageVariants that the sets among resources ask for, as the function does. Repositories are always those of the fleet.
 * `leavesOut`: true to leave out sets that are wrong. Throws a `KrmError` if a set is wrong otherwise.
 */
export async function expandSets(
  fn: LoadedFunction,
  resources: Resources,
  { named, repositories }: SetSources,
  leavesOut: boolean,
): Promise<ExpandedSets> {
  const read = new Set(resources);
  const sets = [...read].filter(isSet);
  const byName = new Map(sets.map((set) => [namespacedName(set.namespace, set.name), set]));
  const fromSet = (resource: Resource): VariantSource => {
    const set = byName.get(resource.annotation(MARK) ?? '');
    const { path: file = '', index = 0 } = (set ?? resource).location;
    const target = set && originsOf(resource)[0]?.field;
    return { resource: read.has(resource) ? resource : resource.located({ path: file, index }), set, target, file };
  };
  const sources = withRepositories(named, repositories);
  const expand = async (all: Resources, wrong: ExpandedSets['wrong']): Promise<ExpandedSets> => {
    const isNone = ![...all].some(isSet);
    const results = isNone ? [] : (await applyFunction(fn, all, undefined, sources)).results;
    return { results, wrong, resources: all, fromSet };
  };
  try {
    return await expand(resources, new Map());
  } catch (error) {
    if (!leavesOut || !(error instanceof KrmError)) throw error;
    const wrong = await wrongSets(fn, [...read], sources);
    return await expand(new Resources([...read].filter((each) => !wrong.has(each))), wrong);
  }
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
