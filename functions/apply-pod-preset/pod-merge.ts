import { isMap, type Value } from '../../src/yaml/index.ts';
import type { Pod } from './pods.ts';
import { ListMerge, type InjectionConflict, type ListEdit, type Touched } from './list-merge.ts';
import { PodList } from './pod-list.ts';
import type { Options } from './kinds/pod-preset-application.ts';
import { CONTAINER_LISTS, type Preset } from './preset.ts';
import { recordIn, type InjectionRecord } from './record.ts';

/** Result of merging presets into a pod. */
export interface PodMerge {
  /** Conflicts that exclude presets, or would if `onConflict` did not resolve them. */
  readonly conflicts: readonly InjectionConflict[];
  /** Injected elements changed by hand since, which stay as they are. */
  readonly touched: readonly Touched[];
  /** Volumes that no preset injects any more, kept because a container mounts them. */
  readonly mounted: readonly Touched[];
  /** Presets that the pod has now, in their order. */
  readonly applied: readonly Preset[];
  /** Names of presets that an earlier run applied and that no longer apply to the pod. */
  readonly withdrawn: readonly string[];
  readonly edits: readonly ListEdit[];
  readonly record: InjectionRecord;
}

/** Context for merging presets into a pod. */
export interface MergeContext {
  readonly options: Options;
  /** Elements injected by an earlier run. */
  readonly earlier: InjectionRecord;
  /** Distinguishes the pod from others of its resource, in records. */
  readonly scope: string;
  /** Reports whether the elements injected by a preset stay as they are. */
  readonly isHeld: (preset: string) => boolean;
}

/**
 * Merges presets into a pod (reference A2, A3): all or none of them, or each independently with `conflictUnit: preset`.
 * The elements of the pod keep their positions; new ones are appended in the order of the presets.
 */
export function mergePresets(pod: Pod, presets: readonly Preset[], context: MergeContext): PodMerge {
  const merge = mergeAll(pod, presets, context);
  const first = merge.conflicts.find(({ resolution }) => resolution === undefined)?.preset;
  if (first === undefined || context.options.conflictUnit === 'pod') return merge;
  const isHeld = (preset: string): boolean => preset === first.name || context.isHeld(preset);
  const others = presets.filter((preset) => preset !== first);
  const rest = mergePresets(pod, others, { ...context, isHeld });
  const conflicts = merge.conflicts.filter(({ preset }) => preset === first);
  return { ...rest, conflicts: [...conflicts, ...rest.conflicts] };
}

function mergeAll(pod: Pod, presets: readonly Preset[], context: MergeContext): PodMerge {
  const { options, earlier, isHeld, scope } = context;
  const lists = listsOf(pod, scope).map((list) => new ListMerge(list, earlier, options.onConflict, isHeld));
  const obstacles = presets.flatMap((preset) => offer(preset, lists));
  const conflicts = obstacles.filter(isConflict);
  const touched = obstacles.flatMap((obstacle) => (isConflict(obstacle) ? [] : [obstacle]));
  const mounted = mountedBy(lists.filter(({ list }) => list.name === 'volumeMounts').map((list) => list.edit()));
  return {
    conflicts,
    mounted: lists.flatMap((list) => (list.list.name === 'volumes' ? list.needed(mounted) : [])),
    touched: [...touched, ...lists.flatMap((list) => [...list.abandoned()])],
    applied: presets,
    withdrawn: [...earlier.keys()].filter((name) => !isHeld(name) && !presets.some((preset) => preset.name === name)),
    edits: lists.map((list) => list.edit(list.list.name === 'volumes' ? mounted : undefined)),
    record: recordOf(presets, { lists, touched, context }),
  };
}

/** Returns the volumes of mounts that stay as they are; mounts of presets refer to volumes of the same preset. */
function mountedBy(edits: readonly ListEdit[]): ReadonlySet<string> {
  const staying = edits.flatMap(({ list, changed, removed }) =>
    list.present.filter(({ index }) => !changed.has(index) && !removed.includes(index)),
  );
  return new Set(staying.map(({ value }) => mountName(value)));
}

function mountName(mount: Value): string {
  const name = isMap(mount) ? mount['name'] : undefined;
  return typeof name === 'string' ? name : '';
}

function isConflict(obstacle: InjectionConflict | Touched): obstacle is InjectionConflict {
  return 'party' in obstacle;
}

function offer(preset: Preset, lists: readonly ListMerge[]): (InjectionConflict | Touched)[] {
  return preset.elements.flatMap((element) =>
    lists.filter(({ list }) => list.name === element.list).flatMap((list) => list.offer({ preset, element }) ?? []),
  );
}

function listsOf({ resource: { document }, root, containers, claims }: Pod, scope: string): PodList[] {
  const ofContainers = containers.flatMap(({ name, path }) =>
    CONTAINER_LISTS.map((list) => new PodList(document, list, { name, path, scope })),
  );
  return [...ofContainers, new PodList(document, 'volumes', { name: '', path: [...root, 'spec'], scope, claims })];
}

interface Merged {
  readonly lists: readonly ListMerge[];
  readonly touched: readonly Touched[];
  readonly context: MergeContext;
}

/** Returns the new record. Elements changed by hand stay in it, so that a later run recognizes them, too. */
function recordOf(
  applied: readonly Preset[],
  { lists, touched, context: { earlier, scope, isHeld } }: Merged,
): InjectionRecord {
  const record = new Map(applied.map(({ name }) => [name, new Map<string, string>()]));
  for (const [preset, id, hash] of lists.flatMap((list) => [...list.injections()])) record.get(preset)?.set(id, hash);
  for (const { preset, list, key } of touched) {
    const id = list.idOf(key);
    record.get(preset)?.set(id, earlier.get(preset)?.get(id) ?? '');
  }
  return new Map([...record, ...[...recordIn(scope, earlier)].filter(([preset]) => isHeld(preset))]);
}
