import { parse } from 'yaml';
import overwriteComponents from '../../../functions/overwrite-components/index.ts';
import type { Value } from '../../../src/index.ts';
import { loaded } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList, type Ran } from '../../support/run-list.ts';

/** What came of items. */
export interface Overwritten extends Ran {
  readonly input: string;
  /** The items as text that is not indented, in their order. */
  readonly items: readonly string[];
}

export const overwriteFunction = loaded(overwriteComponents);

/** Runs the function on items, and on a function config if there is one. */
export async function overwriteIn(items: readonly string[], config?: string): Promise<Overwritten> {
  const input = resourceList(items, config);
  const ran = await runList(overwriteFunction, input);
  return { ...ran, input, items: itemTexts(ran.list) };
}

/** Runs the function on what an earlier run has made of items, with others in the place of those of the same index. */
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

/** The items of a list in block style. */
function itemTexts(list: string): readonly string[] {
  const [, body = ''] = /^items:\n((?:[- ].*\n|\n)*)/m.exec(list) ?? [];
  return body
    .split(/^(?=- )/m)
    .filter((text) => text !== '')
    .map((text) => text.replaceAll(/^(?:- | {2})/gm, ''));
}

/** An item as data. */
export function dataOf(item = ''): Readonly<Record<string, Value>> {
  return parse(item) as Readonly<Record<string, Value>>;
}

/** A map as it is, and what is none without entries. */
export function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' ? { ...value } : {};
}

/** What is at a path of an item, of names and indices. */
export function at(item: string | undefined, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => mapOf(value)[key], dataOf(item));
}

/** Where a resource keeps how its references were first. */
export const ORIGINALS = 'krm-variants.dev/original-component-references';

/** How the references of an item were first, as it keeps it; undefined where it keeps nothing. */
export function originalsOf(item: string | undefined): unknown {
  const text = at(item, 'metadata', 'annotations', ORIGINALS);
  return typeof text === 'string' ? (parse(text) as unknown) : undefined;
}

/** A component descriptor of schema v3alpha1 that is an item; its references are in flow style. */
export function componentVersion(name: string, version: string, references: readonly string[], rest = ''): string {
  const rows = references.map((one) => `    - ${one}\n`).join('');
  const spec = references.length === 0 ? 'spec: {}\n' : `spec:\n  references:\n${rows}`;
  return resource('ocm.software/v3alpha1', 'ComponentVersion', name, `${spec}${rest}`, `  version: ${version}\n`);
}

/** A reference of a descriptor, in flow style. */
export function reference(name: string, componentName: string, version: string, rest = ''): string {
  return `{name: ${name}, componentName: ${componentName}, version: ${version}${rest}}`;
}

/** The default Context, which names the overwrites `o`, and these overwrites, in flow style. */
export function listed(list: string, repositoryContext = ''): readonly [string, string] {
  return [
    resource(LANDSCAPER, 'Context', 'default', `${repositoryContext}componentVersionOverwrites: o\n`),
    resource(LANDSCAPER, 'ComponentVersionOverwrites', 'o', `overwrites: ${list}\n`),
  ];
}

const LANDSCAPER = 'landscaper.gardener.cloud/v1alpha1';
