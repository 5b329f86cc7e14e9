import {
  checkLabelSelector,
  labelSelectorSchema,
  matchesLabels,
  type LabelSelector,
} from '../function/label-selector.ts';
import type { Problems } from '../function/problems.ts';
import { kindHint } from '../krm/kind-hint.ts';
import { isProtectedResource } from '../krm/protected.ts';
import { sameNamespace, type Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';
import type { Results } from '../krm/results.ts';
import type { Schema } from '../function/schema.ts';
import { matchesWildcard } from '../wildcard.ts';
import { didYouMean } from '../nearest-name.ts';
import { versionHint } from '../wording.ts';
import type { Path } from '../yaml/index.ts';

/** `resourceSelectors` of Karmada's policies. */
export const resourceSelectorsSchema = {
  type: 'array',
  description: 'Resources that match any of these; without any, all resources.',
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
  /** Lets names and namespaces of selectors be patterns, in our own kinds: `*` is any number of characters. Default: false. */
  readonly patterns?: boolean;
}

/** Reads selectors at a field. Those of a policy in a `namespace` are limited to it; a problem is in Karmada's words. */
export function readSelection(selection: Selection, field: Path, problems: Problems): Selection {
  const { selectors, namespace } = selection;
  for (const [index, selector] of selectors.entries()) {
    checkLabelSelector(selector.labelSelector ?? {}, [...field, index, 'labelSelector'], problems);
    if (namespace === undefined || selector.namespace === undefined || sameNamespace(selector.namespace, namespace))
      continue;
    problems.add({
      field: [...field, index, 'namespace'],
      message: 'namespace of resource selector must be the same as the namespace of the policy',
      currentValue: selector.namespace,
    });
  }
  return selection;
}

/** Returns the resources that a policy applies to, in their order. Reports selectors that match nothing, or only nearly. */
export function selectResources(selection: Selection, resources: Resources, results: Results): readonly Resource[] {
  const all = [...resources];
  if (selection.selectors.length === 0) {
    return all.filter((resource) => isIn(resource, selection.namespace) && !isProtectedResource(resource));
  }
  const selected = new Set(selection.selectors.flatMap((selector) => select(selector, selection, all, results)));
  return all.filter((resource) => selected.has(resource));
}

function select(
  selector: ResourceSelector,
  selection: Selection,
  all: readonly Resource[],
  results: Results,
): readonly Resource[] {
  const name = describe(selector);
  if (hasName(selector, selection) && selector.labelSelector !== undefined) {
    results.warning(`${name} has a name: its \`labelSelector\` is ignored`);
  }
  const candidates = all.filter((resource) => matches(selector, resource, selection));
  const selected = candidates.filter((resource) => isSearched(resource, selector, selection));
  for (const resource of candidates) {
    if (!isSearched(resource, selector, selection)) {
      results.info(`${name} would match but for the namespace`, { resource });
    }
  }
  if (selected.length === 0) results.warning(`${name} matches no resource${hintFor(selector, selection, all)}`);
  return selected;
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
type Patterns = Pick<Selection, 'patterns'>;

/** Reports whether a selector names a resource, so that it ignores labels. */
export function hasName({ name = '' }: ResourceSelector, patterns: Patterns): boolean {
  return name !== '' && !isPattern(name, patterns);
}

function isPattern(text: string, { patterns = false }: Patterns): boolean {
  return patterns && text.includes('*');
}

/** Reports whether a resource is in a namespace that a selector of a selection searches. */
export function isSearched({ namespace }: Resource, selector: ResourceSelector, selection: Selection): boolean {
  const wanted = selection.namespace ?? selector.namespace;
  if (wanted === undefined) return true;
  if (!isPattern(wanted, selection)) return sameNamespace(namespace, wanted);
  return matchesWildcard(wanted, namespace === '' ? 'default' : namespace);
}

/** Reports whether a resource is in the wanted namespace; always true if none is wanted. */
export function isIn({ namespace }: Resource, wanted: string | undefined): boolean {
  return wanted === undefined || sameNamespace(namespace, wanted);
}

/** Returns the hint for a selector that matches nothing: other versions that would match, the nearest kind, or name. */
function hintFor(selector: ResourceSelector, selection: Selection, all: readonly Resource[]): string {
  const versions = otherVersions(selector, selection, all);
  if (versions !== '') return versions;
  const ofKind = all.filter(({ apiVersion, kind }) => apiVersion === selector.apiVersion && kind === selector.kind);
  const isPresent = all.some(({ kind }) => kind === selector.kind);
  if (ofKind.length === 0) return isPresent ? '' : kindHint(selector, all);
  const searched = ofKind.filter((resource) => isSearched(resource, selector, selection));
  const names = searched.map(({ name }) => name);
  return hasName(selector, selection) ? didYouMean(selector.name ?? '', names) : '';
}

/** Returns the versions that would match, for a selector that matches nothing. */
function otherVersions(selector: ResourceSelector, patterns: Patterns, all: readonly Resource[]): string {
  const versions = all.map(({ apiVersion }) => apiVersion).filter((version) => version !== selector.apiVersion);
  const found = [...new Set(versions)].filter((apiVersion) =>
    all.some((resource) => matches({ ...selector, apiVersion }, resource, patterns)),
  );
  return versionHint(found.toSorted());
}

function describe({ apiVersion, kind, namespace, name = '' }: ResourceSelector): string {
  const named = name === '' ? '' : ` ${JSON.stringify(name)}`;
  const inNamespace = namespace === undefined ? '' : ` in namespace ${JSON.stringify(namespace)}`;
  return `the selector of ${kind} (${apiVersion})${named}${inNamespace}`;
}
