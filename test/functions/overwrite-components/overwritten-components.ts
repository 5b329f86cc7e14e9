import { parse } from 'yaml';
import overwriteComponents from '../../../functions/overwrite-components/index.ts';
import type { Value } from '../../../src/yaml/index.ts';
import { loaded } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList, type Ran } from '../../support/run-list.ts';

/** Output of a run. */
export interface Overwritten extends Ran {
  readonly input: string;
  /** The items as text without indentation, in order. */
  readonly items: readonly string[];
}

export const overwriteFunction = loaded(overwriteComponents);

/** Runs the function on items, and on a function config if there is one. */
export async function overwriteIn(items: readonly string[], config?: string): Promise<Overwritten> {
  const input = resourceList(items, config);
  const ran = await runList(overwriteFunction, input);
  return { ...ran, input, items: itemTexts(ran.list) };
}

/** Runs the function on the output of an earlier run, with some items replaced by index. */
export async function overwriteAgain(
  { items }: Overwritten,
  others: Readonly<Record<number, string>> = {},
  config?: string,
): Promise<Overwritten> {
  return overwriteIn(
    items.map((item, index) => others[index] ?? item),
    config,
  );
}

/** Returns the items of a list in block style. */
function itemTexts(list: string): readonly string[] {
  const [, body = ''] = /^items:\n((?:[- ].*\n|\n)*)/m.exec(list) ?? [];
  return body
    .split(/^(?=- )/m)
    .filter((text) => text !== '')
    .map((text) => text.replaceAll(/^(?:- | {2})/gm, ''));
}

/** Returns an item as data. */
export function dataOf(item = ''): Readonly<Record<string, Value>> {
  return parse(item) as Readonly<Record<string, Value>>;
}

/** Returns a map unchanged, and an empty one for any other value. */
export function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' ? { ...value } : {};
}

/** Returns the value at a path of names and indices in an item. */
export function at(item: string | undefined, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => mapOf(value)[key], dataOf(item));
}

/** Annotation with the original references of a resource. */
export const ORIGINALS = 'krm-variants.dev/original-component-references';

/** Returns the original references that an item keeps; undefined without any. */
export function originalsOf(item: string | undefined): unknown {
  const text = at(item, 'metadata', 'annotations', ORIGINALS);
  return typeof text === 'string' ? (parse(text) as unknown) : undefined;
}

/** Returns a component descriptor of schema v3alpha1 that is an item; its references are in flow style. */
export function componentVersion(name: string, version: string, references: readonly string[], rest = ''): string {
  const rows = references.map((one) => `    - ${one}\n`).join('');
  const spec = references.length === 0 ? 'spec: {}\n' : `spec:\n  references:\n${rows}`;
  return resource('ocm.software/v3alpha1', 'ComponentVersion', name, `${spec}${rest}`, `  version: ${version}\n`);
}

/** Returns a reference of a descriptor, in flow style. */
export function reference(name: string, componentName: string, version: string, rest = ''): string {
  return `{name: ${name}, componentName: ${componentName}, version: ${version}${rest}}`;
}

/** Returns the default Context, which names the overwrites `o`, and these overwrites, in flow style. */
export function listed(list: string, repositoryContext = ''): readonly [string, string] {
  return [
    resource(LANDSCAPER, 'Context', 'default', `${repositoryContext}componentVersionOverwrites: o\n`),
    resource(LANDSCAPER, 'ComponentVersionOverwrites', 'o', `overwrites: ${list}\n`),
  ];
}

const LANDSCAPER = 'landscaper.gardener.cloud/v1alpha1';
