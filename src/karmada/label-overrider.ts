import { byteOrder } from '../byte-order.ts';
import type { Problems } from '../function/problems.ts';
import { isProtectedField } from '../krm/protected.ts';
import { annotationKeyFaults, labelKeyFaults, labelValueFaults } from '../krm/qualified-name.ts';
import type { Resource } from '../krm/resource.ts';
import type { Results } from '../krm/results.ts';
import { isMap, type Path } from '../yaml/index.ts';
import { notAllowed } from './field-overrider.ts';
import { reportMissingName } from './containers.ts';
import type { IfMissing, OverrideContext, OverrideEffect, Overrider } from './overrider.ts';

/**
 * Entry of Karmada's `labelsOverrider` or `annotationsOverrider` as written in a configuration; `ifMissing` is our own.
 */
export interface WrittenLabelOverrider {
  readonly operator: 'add' | 'remove' | 'replace';
  /** Keys and values; the values count for `add` and `replace` only. */
  readonly value?: Readonly<Record<string, string>>;
  /** Severity if there is nothing to replace. Defaults to `warn`. */
  readonly ifMissing?: IfMissing;
}

/** Map of metadata that is edited. */
type MapName = 'labels' | 'annotations';

interface LabelEntry {
  readonly field: Path;
  readonly map: Path;
  readonly operator: WrittenLabelOverrider['operator'];
  /** In the order of their keys. */
  readonly values: readonly (readonly [key: string, value: string])[];
  readonly ifMissing: IfMissing;
}

/** Reads the entries of `labelsOverrider` or `annotationsOverrider` at a field, an overrider each. */
export function readLabelOverriders(
  written: readonly WrittenLabelOverrider[],
  name: MapName,
  field: Path,
  problems: Problems,
): Overrider[] {
  return written.map((overrider, index) => {
    const entry = readEntry(overrider, name, [...field, index], problems);
    return { field: entry.field, apply: (resource, context) => overrideMap(resource, entry, context) };
  });
}

function readEntry(
  { operator, value = {}, ifMissing }: WrittenLabelOverrider,
  name: MapName,
  field: Path,
  problems: Problems,
): LabelEntry {
  if (operator !== 'replace' && ifMissing !== undefined) {
    problems.add({
      code: 'exclusive-fields',
      field: [...field, 'ifMissing'],
      message: notAllowed('ifMissing', operator),
    });
  }
  const map = ['metadata', name];
  const values = Object.entries(value).toSorted(([a], [b]) => byteOrder(a, b));
  for (const [key, text] of values) {
    for (const [message, currentValue] of faultsOf(map, key, text)) {
      problems.add({ field: [...field, 'value', key], message, currentValue });
    }
  }
  return { field, map, operator, values, ifMissing: ifMissing ?? 'warn' };
}

/** Returns messages, each with the key or value that is at fault. */
function faultsOf(map: Path, key: string, value: string): readonly (readonly [message: string, text: string])[] {
  if (isProtectedField([...map, key])) return [['must not name an annotation of kpt', key]];
  const at = (text: string) => (message: string) => [message, text] as const;
  if (map.at(-1) === 'annotations') return annotationKeyFaults(key).map(at(key));
  return [...labelKeyFaults(key).map(at(key)), ...labelValueFaults(value).map(at(value))];
}

function overrideMap(
  resource: Resource,
  entry: LabelEntry,
  { results, selectsAll = false }: OverrideContext,
): OverrideEffect | undefined {
  const { map, operator, values, ifMissing } = entry;
  const present = readMap(resource, map, results);
  if (present === undefined) return undefined;
  const { document } = resource;
  if (operator === 'remove') {
    const removed = values.filter(([key]) => present.has(key));
    // An emptied map stays, as in Karmada: a later overrider may add to it.
    for (const [key] of removed) document.remove([...map, key]);
    return { found: true, changed: removed.length, absent: values.map(([key]) => key) };
  }
  const missing = operator === 'replace' ? values.filter(([key]) => !present.has(key)) : [];
  const isReported = !selectsAll || ifMissing !== 'warn';
  for (const [key] of isReported ? missing : []) reportMissing(resource, entry, key, [...present.keys()], results);
  const changed = values.filter((each) => !missing.includes(each) && present.get(each[0]) !== each[1]);
  for (const [key, value] of changed) document.set([...map, key], value);
  return { found: isReported || missing.length < values.length, changed: changed.length, absent: [] };
}

function reportMissing(
  resource: Resource,
  { field: overrider, map, ifMissing }: LabelEntry,
  key: string,
  names: readonly string[],
  results: Results,
): void {
  const message = `no ${map.at(-1) === 'labels' ? 'label' : 'annotation'} to replace`;
  reportMissingName({ overrider, message, name: key, names, ifMissing }, { resource, field: [...map, key] }, results);
}

/**
 * Returns labels or annotations, none if they are absent. Returns undefined if they are malformed, which is reported.
 */
function readMap(resource: Resource, map: Path, results: Results): ReadonlyMap<string, string> | undefined {
  const value = resource.document.value(map) ?? {};
  if (!isMap(value)) {
    results.error('must be a map of strings', { code: 'invalid-value', resource, field: map });
    return undefined;
  }
  const entries = Object.entries(value);
  const texts = entries.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text] as const] : []));
  if (texts.length === entries.length) return new Map(texts);
  for (const [key, text] of entries) {
    if (typeof text !== 'string')
      results.error('must be a string', { code: 'invalid-value', resource, field: [...map, key] });
  }
  return undefined;
}
