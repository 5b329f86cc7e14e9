import { isMap, type Value } from '../../src/index.ts';
import type { Pod } from './pods.ts';
import { ListMerge, type Conflict, type ListEdit, type Touched } from './list-merge.ts';
import { PodList } from './pod-list.ts';
import type { Options } from './kinds/pod-preset-application.ts';
import { CONTAINER_LISTS, type Preset } from './preset.ts';
import { recordIn, type InjectionRecord } from './record.ts';

/** What becomes of a pod. */
export interface PodMerge {
  /** What keeps presets out, or would if nothing said which of the two it is. */
  readonly conflicts: readonly Conflict[];
  /** What stays as somebody made it. */
  readonly touched: readonly Touched[];
  /** Volumes that no preset brings any more, and that stay, since something mounts them. */
  readonly mounted: readonly Touched[];
  /** Those that are in it now, in their order. */
  readonly applied: readonly Preset[];
  /** Names of presets that an earlier run applied, and that are not for it any more. */
  readonly withdrawn: readonly string[];
  readonly edits: readonly ListEdit[];
  readonly record: InjectionRecord;
}

/** What is known when presets are merged into a pod. */
export interface MergeContext {
  readonly options: Options;
  /** What an earlier run has put there. */
  readonly earlier: InjectionRecord;
  /** What sets the pod apart from others of its resource, in records. */
  readonly scope: string;
  /** Whether what a preset put there stays as it is. */
  readonly isHeld: (preset: string) => boolean;
}

/**
 * Merges presets into a pod (reference A2, A3): all of them or none, or with `conflictUnit: preset` each for itself. The
 * elements of the pod stay where they are; new ones come after them, in the order of the presets.
 */
export function mergePresets(pod: Pod, presets: readonly Preset[], context: MergeContext): PodMerge {
  const merge = mergeAll(pod, presets, context);
  const first = merge.conflicts.find(({ settled }) => settled === undefined)?.preset;
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

/** The volumes of mounts that stay as they are; mounts of presets are of their own volumes. */
function mountedBy(edits: readonly ListEdit[]): ReadonlySet<string> {
  const staying = edits.flatMap(({ list, changed, removed }) =>
    list.present.filter(({ index }) => !changed.has(index) && !removed.includes(index)),
  );
  return new Set(staying.map(({ value }) => nameOf(value)));
}

function nameOf(mount: Value): string {
  const name = isMap(mount) ? mount['name'] : undefined;
  return typeof name === 'string' ? name : '';
}

function isConflict(obstacle: Conflict | Touched): obstacle is Conflict {
  return 'party' in obstacle;
}

function offer(preset: Preset, lists: readonly ListMerge[]): (Conflict | Touched)[] {
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

/** What somebody has changed stays in the record, so that a later run knows it, too. */
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
