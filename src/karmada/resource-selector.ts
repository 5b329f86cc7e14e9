import {
  checkLabelSelector,
  labelSelectorSchema,
  matchesLabels,
  type LabelSelector,
} from '../function/label-selector.ts';
import type { Problems } from '../function/problems.ts';
import type { ClusterScopedKinds } from '../krm/cluster-scoped.ts';
import { isProtectedResource } from '../krm/protected.ts';
import { sameNamespace, type Resource } from '../krm/resource.ts';
import type { Schema } from '../function/schema.ts';
import { matchesWildcard } from '../wildcard.ts';
import type { Path } from '../yaml/index.ts';

/** `resourceSelectors` of Karmada's policies. */
export const resourceSelectorsSchema = {
  type: 'array',
  description: 'Resources to edit. A resource must match one of these. Defaults to all resources.',
  items: {
    type: 'object',
    description: 'Matches resources that have all of these.',
    additionalProperties: false,
    required: ['apiVersion', 'kind'],
    properties: {
      apiVersion: { type: 'string', description: 'API version, exactly.' },
      kind: { type: 'string', description: 'Kind, exactly.' },
      namespace: { type: 'string', description: 'Namespace; unset and `default` are the same in a resource.' },
      name: { type: 'string', description: 'Name. If it is set, `labelSelector` is ignored.' },
      labelSelector: labelSelectorSchema,
    },
  },
} as const satisfies Schema;

const { items } = resourceSelectorsSchema;

/** `resourceSelectors` of our own kinds, which may have patterns. */
export const ownResourceSelectorsSchema = {
  ...resourceSelectorsSchema,
  items: {
    ...items,
    properties: {
      ...items.properties,
      namespace: {
        type: 'string',
        description:
          'Namespace; unset and `default` are the same in a resource. `*` stands for any number of characters.',
      },
      name: {
        type: 'string',
        description:
          'Name, for which `labelSelector` is ignored, or a pattern, for which it is not: `*` stands for any number of characters.',
      },
    },
  },
} as const satisfies Schema;

/** Selector as written. */
export interface ResourceSelector {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly labelSelector?: LabelSelector;
}

/** Resources that a policy applies to. */
export interface Selection {
  /** Selectors; none means all resources. */
  readonly selectors: readonly ResourceSelector[];
  /** Namespace that is searched; undefined for all. */
  readonly namespace: string | undefined;
  /**
   * Lets names and namespaces of selectors be patterns, in our own kinds: `*` is any number of characters. Default:
   * false.
   */
  readonly patterns?: boolean;
}

/**
 * Reads selectors at a field. Those of a policy in a `namespace` are limited to it; a problem is in Karmada's words.
 */
export function readSelection(selection: Selection, field: Path, problems: Problems): Selection {
  const { selectors, namespace } = selection;
  for (const [index, selector] of selectors.entries()) {
    checkLabelSelector(selector.labelSelector ?? {}, [...field, index, 'labelSelector'], problems);
    if (namespace === undefined || !selector.namespace || sameNamespace(selector.namespace, namespace)) continue;
    problems.add({
      field: [...field, index, 'namespace'],
      message: 'namespace of resource selector must be the same as the namespace of the policy',
      currentValue: selector.namespace,
    });
  }
  return selection;
}

/** Match of a selector with a resource, as the resource is when the selector is considered. */
export interface SelectorMatch {
  readonly selection: Selection;
  /** Undefined for a selection without selectors, which matches all resources that are not protected. */
  readonly selector: ResourceSelector | undefined;
  readonly resource: Resource;
  /** False if the resource is in another namespace than those that are searched. */
  readonly isSelected: boolean;
}

/** Returns the matches of a selection with a resource, also those that only its namespace keeps from it. */
export function matchSelectors(
  selection: Selection,
  resource: Resource,
  clusterScoped: ClusterScopedKinds,
): readonly SelectorMatch[] {
  const { selectors } = selection;
  const isFound = (selector: ResourceSelector | undefined): boolean =>
    selector === undefined ? !isProtectedResource(resource) : matches(selector, resource, selection);
  return (selectors.length === 0 ? [undefined] : selectors).filter(isFound).map((selector) => {
    const isSelected = isIn(resource, searchedNamespace(selector, selection), clusterScoped, selection);
    return { selection, selector, resource, isSelected };
  });
}

/** Reports whether a resource matches a selector, in any namespace. */
export function matches(selector: ResourceSelector, resource: Resource, patterns: Patterns): boolean {
  if (resource.apiVersion !== selector.apiVersion || resource.kind !== selector.kind) return false;
  const { name = '' } = selector;
  if (hasName(selector, patterns)) return resource.name === name;
  if (name !== '' && !matchesWildcard(name, resource.name)) return false;
  return (
    selector.labelSelector === undefined ||
    matchesLabels(selector.labelSelector, resource.texts(['metadata', 'labels']))
  );
}

/** Choice whether names and namespaces can be patterns. */
export type Patterns = Pick<Selection, 'patterns'>;

/** Reports whether a selector names a resource, so that it ignores labels. */
export function hasName({ name = '' }: ResourceSelector, patterns: Patterns): boolean {
  return name !== '' && !isPattern(name, patterns);
}

/** Reports whether a name or namespace is a pattern. */
export function isPattern(text: string, { patterns = false }: Patterns): boolean {
  return patterns && text.includes('*');
}

/** Returns the namespace that a selector searches, which may be a pattern; undefined for all. An empty one is unset. */
export function searchedNamespace(selector: ResourceSelector | undefined, selection: Selection): string | undefined {
  return selection.namespace ?? (selector?.namespace === '' ? undefined : selector?.namespace);
}

/**
 * Reports whether a resource is in the wanted namespace; always true if none is wanted. An unset namespace is
 * `default`, but a cluster-scoped resource is in none.
 */
export function isIn(
  resource: Resource,
  wanted: string | undefined,
  clusterScoped: ClusterScopedKinds,
  patterns: Patterns = {},
): boolean {
  if (wanted === undefined) return true;
  const { namespace } = resource;
  if (isPattern(wanted, patterns))
    return matchesWildcard(wanted, clusterScoped.has(resource) ? '' : namespace || 'default');
  return sameNamespace(namespace, wanted) && !clusterScoped.has(resource);
}
