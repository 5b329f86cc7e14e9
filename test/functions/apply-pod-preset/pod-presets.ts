import assert from 'node:assert/strict';
import { findPods, type Pod } from '../../../functions/apply-pod-preset/pods.ts';
import { matching } from '../../../functions/apply-pod-preset/matching.ts';
import { podPreset, redHatPodPreset } from '../../../functions/apply-pod-preset/kinds/pod-preset.ts';
import {
  DEFAULTS,
  podPresetApplication,
  readOptions,
  type Options,
} from '../../../functions/apply-pod-preset/kinds/pod-preset-application.ts';
import type { Preset } from '../../../functions/apply-pod-preset/preset.ts';
import { readPreset } from '../../../functions/apply-pod-preset/read-preset.ts';
import { configForm, defineFunction, type Problems } from '../../../src/function/index.ts';
import type { Resource } from '../../../src/krm/index.ts';
import { loaded } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList, type Ran } from '../../support/run-list.ts';

/** Presets read and pods found. */
export interface Looked extends Ran {
  readonly options: Options;
  readonly presets: readonly Preset[];
  readonly pods: readonly Pod[];
  /** Names of the presets of each pod; undefined for an excluded pod. */
  readonly matches: readonly (readonly string[] | undefined)[];
}

interface Read {
  readonly options: Options;
  readonly presets: readonly Preset[];
}

type PresetSpec = Parameters<typeof readPreset>[0];

const readOne = ({ spec }: { readonly spec: PresetSpec }, problems: Problems, source: Resource): Read => ({
  options: DEFAULTS,
  presets: [readPreset(spec, source, problems)],
});
const forms = [configForm({ ...podPreset, read: readOne }), configForm({ ...redHatPodPreset, read: readOne })];
const fromApplication = configForm({
  ...podPresetApplication,
  read: ({ spec }, problems, source): Read => ({ options: readOptions(spec, source, problems), presets: [] }),
});

/** Reads presets and finds their pods without editing them. */
export async function look(items: readonly string[], config?: string): Promise<Looked> {
  let looked: Omit<Looked, keyof Ran> = { options: DEFAULTS, presets: [], pods: [], matches: [] };
  const fn = defineFunction<Read>({
    name: 'look',
    summary: 'Looks.',
    origin: 'tests',
    configs: [...forms, fromApplication],
    policies: {
      forms,
      combine(given = { options: DEFAULTS, presets: [] }, found) {
        return given.presets.length > 0 ? given : { ...given, presets: found().flatMap(({ presets }) => presets) };
      },
    },
    run({ config: read, resources, results }) {
      const pods = findPods(read.options, { resources, results });
      const found = matching(read.presets, pods, results);
      const matches = pods.map((pod) => found.get(pod)?.map(({ name }) => name));
      looked = { ...read, pods, matches };
    },
  });
  const ran = await runList(loaded(fn), resourceList(items, config));
  return { ...ran, ...looked };
}

/** Returns the only element of a list. */
export function only<T>(list: readonly T[]): T {
  const [first] = list;
  assert.ok(first !== undefined && list.length === 1, `${list.length} for one`);
  return first;
}

/** Returns a PodPreset whose spec is in flow style. */
export function preset(name: string, spec: string, metadata = '', group = 'settings.k8s.io'): string {
  return resource(`${group}/v1alpha1`, 'PodPreset', name, `spec: ${spec}\n`, metadata);
}

/** Returns a PodPresetApplication whose spec is in flow style. */
export function application(spec: string): string {
  return resource('krm-variants.dev/v1alpha1', 'PodPresetApplication', 'how', `spec: ${spec}\n`);
}

/** Returns a Deployment whose pod template has metadata and spec in flow style. */
export function deployment(
  name: string,
  template: string,
  spec = '{containers: [{name: main}]}',
  metadata = '',
): string {
  return resource(
    'apps/v1',
    'Deployment',
    name,
    `spec: {template: {metadata: ${template}, spec: ${spec}}}\n`,
    metadata,
  );
}
