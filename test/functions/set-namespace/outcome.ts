import setNamespace from '../../../functions/set-namespace/index.ts';
import { byteOrder } from '../../../src/byte-order.ts';
import { runFunction } from '../../../src/function/index.ts';
import { isList, isMap, type Value } from '../../../src/yaml/index.ts';
import { loaded } from '../../support/probe.ts';
import { readOutcome, type OriginalOutcome } from '../../support/record-original.ts';

const fn = loaded(setNamespace);

/** Runs our function on a ResourceList, in place of an image with a tag or by its own name. */
export async function ourOutcome(list: string, inPlaceOf?: string): Promise<OriginalOutcome> {
  const { stdout, exitCode } = await runFunction(fn, new TextEncoder().encode(list), { inPlaceOf });
  return { exitCode, ...readOutcome(stdout) };
}

/** Returns the messages of an outcome. */
export function messagesOf({ results }: OriginalOutcome): readonly string[] {
  const all = isList(results) ? results : [];
  return all.flatMap((result) => (isMap(result) && typeof result['message'] === 'string' ? [result['message']] : []));
}

/** Returns items as data without order, since the original sorts them. */
export function unordered(items: unknown): readonly unknown[] {
  const texts = (Array.isArray(items) ? items : []).map((item) => JSON.stringify(item, withSortedKeys));
  return texts.toSorted(byteOrder).map((text): unknown => JSON.parse(text));
}

function withSortedKeys(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => byteOrder(a, b)));
}

/**
 * Returns items without order, without what only the original adds, a Service of only a namespace and an empty list of
 * subjects, and without lists, whose elements only ours edits.
 */
export function withoutAdditions(items: unknown): readonly unknown[] {
  return unordered(unordered(items).map((item) => reduced(item as Record<string, unknown>)));
}

function reduced(item: Record<string, unknown>): unknown {
  if (item['kind'] === 'List') return {};
  if (item['kind'] === 'CustomResourceDefinition')
    prune(item, ['spec', 'conversion', 'webhook', 'clientConfig', 'service', 'namespace']);
  if (item['kind'] === 'APIService') prune(item, ['spec', 'service', 'namespace']);
  if (JSON.stringify(item['subjects']) === '[]') delete item['subjects'];
  return item;
}

/** Removes a field if it is the only one of its map, and then maps around it that are empty. */
function prune(map: Record<string, unknown>, [key = '', ...below]: readonly string[]): void {
  const value = map[key];
  if (below.length === 0) {
    if (Object.keys(map).length === 1) delete map[key];
    return;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  prune(value as Record<string, unknown>, below);
  if (Object.keys(value).length === 0) delete map[key];
}

/** Returns a ResourceList as it was before its results were added: the input of a second run. */
export function withoutResults(list: string): string {
  return list.replace(/^results:\n[^]*/m, '');
}

/** Returns plain data as a value of YAML. */
export function asValue(data: unknown): Value {
  return JSON.parse(JSON.stringify(data ?? null)) as Value;
}
