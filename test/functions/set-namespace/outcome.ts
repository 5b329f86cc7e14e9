import { spawnSync } from 'node:child_process';
import setNamespace from '../../../functions/set-namespace/index.ts';
import { byteOrder } from '../../../src/byte-order.ts';
import { runFunction } from '../../../src/function/index.ts';
import { isList, isMap, readDocument, type Value } from '../../../src/yaml/index.ts';
import { loaded } from '../../support/probe.ts';

/** Outcome of a call, as data. */
export interface CallOutcome {
  readonly exitCode: number;
  /** Items, without order: the original sorts them. */
  readonly items: readonly unknown[];
  /** Severity and message of each result. */
  readonly results: readonly string[];
}

const fn = loaded(setNamespace);

/** Runs our function on a ResourceList, in place of an image with a tag. */
export async function ourOutcome(list: string, inPlaceOf?: string): Promise<CallOutcome> {
  const { stdout, exitCode } = await runFunction(fn, new TextEncoder().encode(list), { inPlaceOf });
  return { exitCode, ...readOutput(stdout) };
}

/** Runs a program on a ResourceList. */
export function programOutcome(program: string, list: string): CallOutcome {
  const { stdout, status } = spawnSync(program, { input: list, encoding: 'utf8' });
  return { exitCode: status ?? -1, ...(stdout === '' ? { items: [], results: [] } : readOutput(stdout)) };
}

function readOutput(text: string): Omit<CallOutcome, 'exitCode'> {
  const list = readDocument(text).value([], 'kpt');
  const { items = [], results = [] } = isMap(list ?? null) ? (list as Record<string, Value>) : {};
  return {
    items: sorted(isList(items) ? items : []),
    results: (isList(results) ? results : []).map((result) => {
      const { severity, message } = result as Record<string, unknown>;
      return `${String(severity)}: ${String(message)}`;
    }),
  };
}

/**
 * Returns items without what only the original adds: a Service of only a namespace, and an empty list of subjects; and
 * without lists, whose elements only ours edits.
 */
export function withoutAdditions(items: readonly unknown[]): readonly unknown[] {
  return sorted(items.map((item) => reduced(structuredClone(item) as Record<string, unknown>)));
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

/** Returns data as plain objects with sorted keys, in the order of their texts. */
function sorted(items: readonly unknown[]): readonly unknown[] {
  const texts = items.map((item) => JSON.stringify(item, withSortedKeys)).toSorted(byteOrder);
  return texts.map((text): unknown => JSON.parse(text));
}

function withSortedKeys(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => byteOrder(a, b)));
}

/** Returns a ResourceList as it was before its results were added: the input of a second run. */
export function withoutResults(list: string): string {
  return list.replace(/^results:\n[^]*/m, '');
}

/** File of the recorded calls. */
export const RECORDED = new URL('recorded.jsonl', import.meta.url);

/** One call, and the outcome of the program of v0.4.1. */
export interface RecordedCall {
  readonly name: string;
  readonly config?: unknown;
  readonly items: readonly unknown[];
  readonly outcome: CallOutcome;
}

/** Returns the ResourceList of a call. */
export function listOf({ config, items }: Pick<RecordedCall, 'config' | 'items'>): string {
  const list = { apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList', items, functionConfig: config };
  return `${JSON.stringify(list)}\n`;
}
