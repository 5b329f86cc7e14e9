import { byteOrder, inSchemaOrder, overridersSchema, removeEntry, type Resource } from '../../src/index.ts';
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
    .flatMap(({ name: policyName, rules }) =>
      rules.map(({ written }) => ({ policyName, overriders: inSchemaOrder(written, overridersSchema) })),
    );
  const text = JSON.stringify(entries);
  if (entries.length === 0 && document.has(path)) removeEntry(document, path);
  if (entries.length > 0 && document.value(path) !== text) document.set(path, text);
}
