import { counted, sameNamespace, type Call, type Resource } from '../../src/index.ts';
import { describeConflict, describeMounted, describeTouched, fieldOf } from './conflict.ts';
import { EnvCollisions } from './env-collisions.ts';
import { inject } from './inject.ts';
import type { Conflict } from './list-merge.ts';
import { mergePresets, type MergeContext, type PodMerge } from './pod-merge.ts';
import type { Options } from './pod-preset-application.ts';
import type { Pod } from './pods.ts';
import type { Preset } from './preset.ts';
import { joinRecords, readRecord, recordIn, writeRecord, type InjectionRecord } from './record.ts';

/** What the function is to do. */
export interface Presets {
  readonly presets: readonly Preset[];
  readonly options: Options;
}

/** Applies presets to the pods of a package, and counts. */
export class Application {
  readonly #call: Call<Presets>;
  readonly #matches: ReadonlyMap<Pod, readonly Preset[]>;
  readonly #collisions: EnvCollisions;
  readonly #counts: ReadonlyMap<Preset, { pods: number; changed: number }>;

  /** `matches`: the presets for each pod that may be changed. */
  constructor(call: Call<Presets>, matches: ReadonlyMap<Pod, readonly Preset[]>) {
    this.#call = call;
    this.#matches = matches;
    this.#collisions = new EnvCollisions(call.resources, call.results);
    this.#counts = new Map(call.config.presets.map((preset) => [preset, { pods: 0, changed: 0 }]));
  }

  /** Applies to the pods of one resource the presets that are for them: to all of these pods, or to none. */
  apply(resource: Resource, pods: readonly Pod[]): void {
    const earlier = this.#earlier(resource);
    const isFor = pods.some((pod) => (this.#matches.get(pod) ?? []).length > 0);
    if (earlier === undefined || (earlier.size === 0 && !isFor)) return;
    const open = pods.filter((pod) => this.#matches.has(pod));
    const merges = open.map((pod) => [pod, this.#merge(pod, { earlier, scope: scopeOf(pod) })] as const);
    const conflicts = merges.flatMap(([, merge]) => merge.conflicts);
    this.#reportConflicts(resource, conflicts);
    if (conflicts.some(({ settled }) => settled === undefined) && this.#call.config.options.conflictUnit === 'pod')
      return;
    for (const [pod, merge] of merges) this.#inject(pod, merge);
    if (!this.#call.config.options.record) return;
    const closed = pods.filter((pod) => !this.#matches.has(pod)).map((pod) => recordIn(scopeOf(pod), earlier));
    writeRecord(resource, joinRecords([...merges.map(([, { record }]) => record), ...closed]));
  }

  /** Returns the record of an earlier run. Without the option for records, removes it unread, as the next run will not have it. */
  #earlier(resource: Resource): InjectionRecord | undefined {
    if (this.#call.config.options.record) return readRecord(resource, this.#call.results);
    const none: InjectionRecord = new Map();
    writeRecord(resource, none);
    return none;
  }

  /** Reports how many pods each preset is in. */
  report(): void {
    for (const [{ source }, { pods, changed }] of this.#counts)
      if (pods > 0) this.#call.results.info(`is in ${counted(pods, 'pod')}: ${changed} changed`, { resource: source });
  }

  #merge(pod: Pod, { earlier, scope }: Pick<MergeContext, 'earlier' | 'scope'>): PodMerge {
    const { options, presets } = this.#call.config;
    const isHeld = (preset: string): boolean =>
      !options.prune &&
      !presets.some(({ name, namespace }) => name === preset && sameNamespace(namespace, pod.namespace));
    return mergePresets(pod, this.#matches.get(pod) ?? [], { options, earlier, scope, isHeld });
  }

  #reportConflicts(resource: Resource, conflicts: readonly Conflict[]): void {
    const { results, config } = this.#call;
    for (const conflict of conflicts) {
      const about = {
        resource,
        field: fieldOf(conflict.list, conflict.element.key),
        currentValue: conflict.theirs,
        proposedValue: conflict.element.value,
      };
      if (conflict.settled !== undefined) results.info(describeConflict(conflict), about);
      else if (config.options.onConflict === 'skip') results.warning(describeConflict(conflict), about);
      else results.error(describeConflict(conflict), about);
    }
  }

  #inject(pod: Pod, merge: PodMerge): void {
    const { results } = this.#call;
    for (const touched of merge.touched)
      results.warning(describeTouched(touched), { resource: pod.resource, field: fieldOf(touched.list, touched.key) });
    for (const mounted of merge.mounted)
      results.warning(describeMounted(mounted), { resource: pod.resource, field: fieldOf(mounted.list, mounted.key) });
    const isChanged = inject(pod, merge, results);
    this.#collisions.warn(pod, merge.applied);
    for (const preset of merge.applied) {
      const count = this.#counts.get(preset);
      if (count === undefined) continue;
      count.pods++;
      if (isChanged) count.changed++;
    }
  }
}

/** What sets a pod apart from others of its resource, in a record: kinds with several templates have them at places of their own. */
function scopeOf({ root }: Pod): string {
  const place = root.join('.');
  return USUAL.has(place) ? '' : `${place} `;
}

const USUAL: ReadonlySet<string> = new Set(['', 'template', 'spec.template', 'spec.jobTemplate.spec.template']);
