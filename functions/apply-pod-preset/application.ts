import type { Call } from '../../src/function/index.ts';
import { attributeEdits, RECORD_ORIGIN, resourceNames, sameNamespace, type Resource } from '../../src/krm/index.ts';
import { counted } from '../../src/wording.ts';
import { findingsOf, type Finding } from './finding.ts';
import { EnvCollisions } from './env-collisions.ts';
import { inject } from './inject.ts';
import { mergePresets, type MergeContext, type PodMerge } from './pod-merge.ts';
import type { Options } from './kinds/pod-preset-application.ts';
import type { Pod } from './pods.ts';
import type { Preset } from './preset.ts';
import { joinRecords, readRecord, recordIn, writeRecord, type InjectionRecord } from './record.ts';

/** Presets to apply, and options. */
export interface Presets {
  readonly presets: readonly Preset[];
  readonly options: Options;
}

/** Applies presets to the pods of a package, and counts the pods. */
export class InjectedPod {
  readonly #call: Call<Presets>;
  readonly #matches: ReadonlyMap<Pod, readonly Preset[]>;
  readonly #collisions: EnvCollisions;
  readonly #counts: ReadonlyMap<Preset, { readonly pods: Pod[]; changed: number }>;

  /** `matches` holds the presets of each pod that may be changed. */
  constructor(call: Call<Presets>, matches: ReadonlyMap<Pod, readonly Preset[]>) {
    this.#call = call;
    this.#matches = matches;
    this.#collisions = new EnvCollisions(call.resources, call.results);
    this.#counts = new Map(call.config.presets.map((preset) => [preset, { pods: [], changed: 0 }]));
  }

  /** Applies the matching presets to the pods of one resource: to all of these pods, or to none. */
  apply(resource: Resource, pods: readonly Pod[]): void {
    const earlier = this.#earlier(resource);
    const isFor = pods.some((pod) => (this.#matches.get(pod) ?? []).length > 0);
    if (earlier === undefined || (earlier.size === 0 && !isFor)) return;
    const open = pods.filter((pod) => this.#matches.has(pod));
    const merges = this.#mergeAll(open, earlier);
    const found = findingsOf(resource, merges, this.#call.config.options);
    if (merges.some((merge) => this.#isRefused(merge))) {
      this.#reportFindings(found);
      return;
    }
    const changed = open.map((pod, index) => this.#inject(pod, merges[index]));
    const closed = pods.filter((pod) => !this.#matches.has(pod)).map((pod) => recordIn(scopeOf(pod), earlier));
    if (this.#call.config.options.record)
      changed.push(keep(resource, joinRecords([...merges.map(({ record }) => record), ...closed])));
    this.#reportFindings(changed.includes(true) ? this.#findAgain(resource, open) : found, found);
  }

  /** Returns the record of an earlier run. With `record: false`, removes it unread and returns an empty record, as the next run will find none. */
  #earlier(resource: Resource): InjectionRecord | undefined {
    if (this.#call.config.options.record) return readRecord(resource, this.#call.results);
    const none: InjectionRecord = new Map();
    keep(resource, none);
    return none;
  }

  /** Reports the number of pods that have each preset. */
  report(): void {
    const { results } = this.#call;
    for (const [{ source: resource }, { pods, changed }] of this.#counts) {
      const names = resourceNames(pods.map((pod) => pod.resource));
      if (pods.length > 0)
        results.info(`injected into ${counted(pods.length, 'pod')}: ${names}`, { code: 'rule-applied', resource });
      if (changed > 0) results.notice(`changed ${counted(changed, 'pod')}`, { resource });
    }
  }

  #mergeAll(pods: readonly Pod[], earlier: InjectionRecord): readonly PodMerge[] {
    return pods.map((pod) => this.#merge(pod, { earlier, scope: scopeOf(pod) }));
  }

  #merge(pod: Pod, { earlier, scope }: Pick<MergeContext, 'earlier' | 'scope'>): PodMerge {
    const { options, presets } = this.#call.config;
    const isHeld = (preset: string): boolean =>
      !options.prune &&
      !presets.some(({ name, namespace }) => name === preset && sameNamespace(namespace, pod.namespace));
    return mergePresets(pod, this.#matches.get(pod) ?? [], { options, earlier, scope, isHeld });
  }

  /** Reports whether a conflict leaves the whole resource unchanged. */
  #isRefused({ conflicts }: PodMerge): boolean {
    const { onConflict, conflictUnit } = this.#call.config.options;
    return (
      conflicts.some(({ resolution }) => resolution === undefined) && (onConflict === 'fail' || conflictUnit === 'pod')
    );
  }

  /** Returns the findings of a second run on a resource, which this run reports, too. */
  #findAgain(resource: Resource, pods: readonly Pod[]): readonly Finding[] {
    const record = this.#earlier(resource);
    if (record === undefined) return [];
    return findingsOf(resource, this.#mergeAll(pods, record), this.#call.config.options);
  }

  /** Reports findings. Those in `before`, found before the edit, that a second run will not find again are notices. */
  #reportFindings(found: readonly Finding[], before: readonly Finding[] = found): void {
    const { results } = this.#call;
    for (const { severity, code, message, about } of found) results[severity](message, { code, ...about });
    const messages = new Set(found.map(({ message }) => message));
    for (const { message, about } of before) if (!messages.has(message)) results.notice(message, about);
  }

  /** Injects into one pod. Reports whether the pod changes. */
  #inject(pod: Pod, merge: PodMerge | undefined): boolean {
    if (merge === undefined) return false;
    const isChanged = inject(pod, merge, this.#call.results);
    this.#collisions.warn(pod, merge.applied);
    for (const preset of merge.applied) {
      const count = this.#counts.get(preset);
      if (count === undefined) continue;
      count.pods.push(pod);
      if (isChanged) count.changed++;
    }
    return isChanged;
  }
}

/** Writes the record of a resource. Reports whether it changes. */
function keep(resource: Resource, record: InjectionRecord): boolean {
  return attributeEdits(RECORD_ORIGIN, resource, () => writeRecord(resource, record));
}

/** Returns the prefix that distinguishes a pod from others of its resource in a record; '' at the usual template paths. */
function scopeOf({ root }: Pod): string {
  const place = root.join('.');
  return USUAL.has(place) ? '' : `${place} `;
}

const USUAL: ReadonlySet<string> = new Set(['', 'template', 'spec.template', 'spec.jobTemplate.spec.template']);
