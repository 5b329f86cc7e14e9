import { groupOf, sameNamespace, versionOf, type Resource } from '../../src/krm/index.ts';
import type { Path } from '../../src/yaml/index.ts';
import type { Requirement } from './label-selector.ts';
import type { Identity, Selector, Target } from './replacement.ts';
import { scalarAt } from './scalar.ts';

/** Reports whether a resource has an identity. */
export function hasIdentity(resource: Resource, { group, version, kind, name, namespace }: Identity): boolean {
  if (isSet(kind) && kind !== textOf(resource, 'kind')) return false;
  if (isSet(name) && name !== textOf(resource, 'name')) return false;
  if (isSet(namespace) && !sameNamespace(namespace, textOf(resource, 'namespace'))) return false;
  if (!isSet(group) && !isSet(version)) return true;
  const apiVersion = textOf(resource, 'apiVersion');
  if (isSet(group) && group !== groupOf(apiVersion)) return false;
  return !isSet(version) || version === versionOf(apiVersion);
}

function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

const FIELDS = {
  apiVersion: ['apiVersion'],
  kind: ['kind'],
  name: ['metadata', 'name'],
  namespace: ['metadata', 'namespace'],
} as const;

/** Returns a field that identifies a resource, also if it is a number. */
function textOf(resource: Resource, field: keyof typeof FIELDS): string {
  return resource[field] === '' ? (labelText(resource, FIELDS[field]) ?? '') : resource[field];
}

/** Returns the text of a scalar, '' for null, and undefined for a field that is absent. */
function labelText({ document }: Resource, path: Path): string | undefined {
  const scalar = scalarAt(document, path);
  return scalar?.type === 'null' ? '' : scalar?.text;
}

/** Reports whether a target selects a resource. */
export function isSelected(resource: Resource, { select, reject }: Target): boolean {
  return hasIdentity(resource, select.identity) && hasLabels(resource, select) && !isRejected(resource, reject);
}

/** A rejection with an identity and labels rejects what has either, as in Kustomize. */
function isRejected(resource: Resource, reject: readonly Selector[]): boolean {
  return reject.some((each) => {
    const byLabels = each.labels.length + each.annotations.length > 0 && hasLabels(resource, each);
    return byLabels || (Object.values(each.identity).some(isSet) && hasIdentity(resource, each.identity));
  });
}

function hasLabels(resource: Resource, { labels, annotations }: Selector): boolean {
  return meets(resource, 'labels', labels) && meets(resource, 'annotations', annotations);
}

function meets(resource: Resource, map: string, requirements: readonly Requirement[]): boolean {
  return requirements.every(({ key, holds }) => holds(labelText(resource, ['metadata', map, key])));
}

/** Names an identity in a message. */
export function identityName({ group = '', version = '', kind = '', name = '', namespace = '' }: Identity): string {
  const parts = [
    ...(kind === '' ? [] : [kind]),
    ...(name === '' ? [] : [JSON.stringify(name)]),
    ...(namespace === '' ? [] : [`in namespace ${JSON.stringify(namespace)}`]),
    ...(group === '' ? [] : [`of group ${JSON.stringify(group)}`]),
    ...(version === '' ? [] : [`of version ${JSON.stringify(version)}`]),
  ];
  return parts.length === 0 ? 'any resource' : parts.join(' ');
}
