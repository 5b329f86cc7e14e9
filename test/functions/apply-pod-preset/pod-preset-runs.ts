import { parse } from 'yaml';
import applyPodPreset from '../../../functions/apply-pod-preset/index.ts';
import type { Value } from '../../../src/yaml/index.ts';
import { loaded } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList, runNoticed, type Noticed, type Ran } from '../../support/run-list.ts';

interface Applied extends Ran {
  /** Text of the first item, without indentation. */
  readonly pod: string;
}

const fn = loaded(applyPodPreset);

/** Runs the function on items, with an optional function config. */
export async function applyPresets(items: readonly string[], config?: string): Promise<Applied & Noticed> {
  const ran = await runNoticed(fn, resourceList(items, config));
  return { ...ran, pod: firstItem(ran.list) };
}

/** Runs the function on the text of a ResourceList. */
export async function applyToList(list: string): Promise<Applied> {
  const ran = await runList(fn, list);
  return { ...ran, pod: firstItem(ran.list) };
}

/** Runs the function on items, then on the resulting first item together with others. */
export async function applyAgain(
  items: readonly string[],
  others: readonly string[],
  config?: string,
): Promise<Applied & Noticed> {
  const { pod } = await applyPresets(items);
  return applyPresets([pod, ...others], config);
}

function firstItem(list: string): string {
  const [, first = ''] = /^items:\n- ((?:.*\n)(?: .*\n|\n)*)/m.exec(list) ?? [];
  return first.replaceAll(/^ {2}/gm, '');
}

/** Returns the items of a ResourceList as data. */
export function itemsOf(list: string): readonly Value[] {
  return (parse(list) as { readonly items: readonly Value[] }).items;
}

/** Returns a PodPreset for pods with the role `web`; `lists` follow its selector. */
export function webPreset(name: string, lists: string, metadata = ''): string {
  const spec = `spec:\n  selector:\n    matchLabels: {role: web}\n${lists}`;
  return resource('settings.k8s.io/v1alpha1', 'PodPreset', name, spec, metadata);
}

/** Returns a Pod with the role `web` and a container `main` with these lists; `rest` follows the container. */
export function webPod(lists = '', rest = '', annotations = ''): string {
  const spec = `spec:\n  containers:\n    - name: main\n${lists}${rest}`;
  return resource('v1', 'Pod', 'w', spec, `  labels: {role: web}\n${annotations}`);
}

/** Returns the text of the record of an item. */
export function recordOf(item: string): string | undefined {
  return annotationsOf(item)['krm-variants.dev/pod-presets'];
}

/** Returns the annotations of an item. */
export function annotationsOf(item: string): Readonly<Record<string, string>> {
  const { metadata } = parse(item) as { readonly metadata: { readonly annotations?: Record<string, string> } };
  return metadata.annotations ?? {};
}

/** Returns the text of an item from its `spec` on. */
export function specOf(item: string): string {
  return item.slice(item.indexOf('\nspec:\n') + 1);
}

/** Returns a PodPresetApplication. */
export function how(spec: string): string {
  return resource('krm-variants.dev/v1alpha1', 'PodPresetApplication', 'how', `spec: ${spec}\n`);
}

/** Returns the list `env` of a preset with one variable. */
export function env(name: string, value: string): string {
  return `  env:\n    - name: ${name}\n      value: "${value}"\n`;
}

/** Returns the same list, indented for a container of `webPod`. */
export function ownEnv(name: string, value: string): string {
  return env(name, value).replaceAll(/^(?=.)/gm, '    ');
}
