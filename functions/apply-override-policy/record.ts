import { byteOrder } from '../../src/byte-order.ts';
import { inSchemaOrder } from '../../src/function/index.ts';
import { overridersSchema, type WrittenOverriders } from '../../src/karmada/index.ts';
import { removeField, type Resource } from '../../src/krm/index.ts';
import { isList, isMap, type Value } from '../../src/yaml/index.ts';
import type { NamedPolicy } from './settings.ts';

/**
 * Records the overriders that were applied to a resource in Karmada's annotations, which it writes to a Work: one for
 * OverridePolicies, one for policies of all namespaces. Removes a record that would be empty.
 */
export function writeRecords(resource: Resource, policies: readonly NamedPolicy[]): void {
  const isNamespaced = ({ selection }: NamedPolicy): boolean => selection.namespace !== undefined;
  writeRecord(resource, 'policy.karmada.io/applied-overrides', policies.filter(isNamespaced));
  const others = policies.filter((policy) => !isNamespaced(policy));
  writeRecord(resource, 'policy.karmada.io/applied-cluster-overrides', others);
}

function writeRecord({ document }: Resource, annotation: string, policies: readonly NamedPolicy[]): void {
  const path = ['metadata', 'annotations', annotation];
  const entries = policies
    .toSorted((a, b) => byteOrder(a.name, b.name))
    .flatMap(({ name: policyName, rules }) => rules.map(({ written }) => ({ policyName, overriders: given(written) })));
  const text = jsonText(entries);
  if (entries.length === 0 && document.has(path)) removeField(document, path);
  if (entries.length > 0 && document.value(path) !== text) document.set(path, text);
}

/** Returns the overriders of a rule without empty lists, which Karmada omits. */
function given(written: WrittenOverriders): Value {
  const lists = Object.entries(written).filter(([, entries]) => entries.length > 0);
  return inSchemaOrder(Object.fromEntries(lists), overridersSchema);
}

/** Returns JSON with the digits of integers that are too large for a double. */
function jsonText(value: Value): string {
  if (isList(value)) return `[${value.map(jsonText).join()}]`;
  if (!isMap(value)) return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`);
  return `{${pairs.join()}}`;
}
