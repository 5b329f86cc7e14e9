import { ClusterScopedKinds, groupKindOf } from '../krm/cluster-scoped.ts';
import { kindHint, elsewhere, reportElsewhere } from '../krm/hints.ts';
import type { Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';
import { Results } from '../krm/results.ts';
import { groupBy } from '../group-by.ts';
import { didYouMean } from '../nearest-name.ts';
import { matchesWildcard } from '../wildcard.ts';
import { versionHint } from '../wording.ts';
import {
  hasName,
  isIn,
  isPattern,
  matches,
  matchSelectors,
  searchedNamespace,
  type Patterns,
  type ResourceSelector,
  type Selection,
  type SelectorMatch,
} from './resource-selector.ts';

/**
 * Returns the resources that a policy applies to, in their order. Reports selectors that match nothing, or only nearly.
 * `policy`: names the policy in these results.
 */
export function selectResources(
  selection: Selection,
  resources: Resources,
  results: Results,
  policy?: string,
): readonly Resource[] {
  const all = [...resources];
  const clusterScoped = new ClusterScopedKinds(all);
  const matched = all.flatMap((resource) => matchSelectors(selection, resource, clusterScoped));
  const own = new Results();
  reportSelectors(selection, { matched, all, clusterScoped }, own);
  results.include(own, policy === undefined ? '' : `${policy}: `);
  const selected = new Set(matched.filter(({ isSelected }) => isSelected).map(({ resource }) => resource));
  return all.filter((resource) => selected.has(resource));
}

/** Matches of selectors, and the resources that they were compared with. */
export interface Matched {
  readonly matched: Iterable<SelectorMatch>;
  readonly all: readonly Resource[];
  readonly clusterScoped: ClusterScopedKinds;
}

/**
 * Reports the selectors of a selection that match nothing, or only nearly. `reason`: returns what may have kept a
 * selector from matching, with a blank before it, or ''.
 */
export function reportSelectors(
  selection: Selection,
  { matched, all, clusterScoped }: Matched,
  results: Results,
  reason: (selector: ResourceSelector) => string = () => '',
): void {
  const bySelector = groupBy(matched, ({ selector }) => selector);
  for (const selector of selection.selectors) {
    const name = describe(selector);
    if (hasName(selector, selection) && selector.labelSelector !== undefined) {
      results.warning(`${name} has a name: its \`labelSelector\` is ignored`, { code: 'ignored-field' });
    }
    const own = bySelector.get(selector) ?? [];
    const others = otherNamespaces(own, clusterScoped);
    if (own.some(({ isSelected }) => isSelected)) {
      reportElsewhere(name, others, results);
      continue;
    }
    const nearest = (): string => hintFor(selector, selection, { all, clusterScoped });
    const hint =
      scopeHint(selector, selection, clusterScoped) ||
      `${reason(selector)}${elsewhereHint(others, selector, selection) || nearest()}`;
    results.warning(`${name} matches no resource${hint}`, { code: 'rule-unmatched' });
  }
  if (selection.selectors.length === 0) reportAll(selection, [...matched], clusterScoped, results);
}

/** Reports what a selection without selectors misses. */
function reportAll(
  selection: Selection,
  matched: readonly SelectorMatch[],
  clusterScoped: ClusterScopedKinds,
  results: Results,
): void {
  const others = otherNamespaces(matched, clusterScoped);
  if (matched.some(({ isSelected }) => isSelected)) {
    reportElsewhere('the policy', others, results);
    return;
  }
  const scope = others.length === 0 && matched.length > 0 ? ALL_SCOPED : '';
  const message = `the policy matches no resource${scope}${elsewhereHint(others, undefined, selection)}`;
  results.warning(message, { code: 'rule-unmatched' });
}

const ALL_SCOPED = ', since cluster-scoped resources are in no namespace: use a ClusterOverridePolicy';

/** Returns the resources that only their namespace keeps from a match; a cluster-scoped one is in none. */
function otherNamespaces(matched: readonly SelectorMatch[], clusterScoped: ClusterScopedKinds): readonly Resource[] {
  return matched.flatMap(({ resource, isSelected }) => (isSelected || clusterScoped.has(resource) ? [] : [resource]));
}

/** Returns the hint at resources that would match in other namespaces; '' if there are none. */
function elsewhereHint(
  others: readonly Resource[],
  selector: ResourceSelector | undefined,
  selection: Selection,
): string {
  const isOfPolicy = selection.namespace !== undefined;
  const remedy = isOfPolicy ? 'set `metadata.namespace` of the policy' : 'set `namespace` of the selector';
  return elsewhere(others, selector?.namespace ? undefined : selection.namespace, remedy);
}

/** Returns the remedy for a selector that searches namespaces for a kind that is in none; '' for any other. */
function scopeHint(selector: ResourceSelector, selection: Selection, clusterScoped: ClusterScopedKinds): string {
  const wanted = searchedNamespace(selector, selection);
  const isForAll = wanted === undefined || (isPattern(wanted, selection) && matchesWildcard(wanted, ''));
  if (isForAll || !clusterScoped.has(groupKindOf(selector))) return '';
  const remedy = selection.namespace === undefined ? 'leave out `namespace`' : 'use a ClusterOverridePolicy';
  return `, since ${selector.kind} is cluster-scoped, in no namespace: ${remedy}`;
}

/** Returns the hint for a selector that matches nothing: other versions that would match, the nearest kind, or name. */
function hintFor(
  selector: ResourceSelector,
  selection: Selection,
  { all, clusterScoped }: Omit<Matched, 'matched'>,
): string {
  const versions = otherVersions(selector, selection, all);
  if (versions !== '') return versions;
  const ofKind = all.filter(({ apiVersion, kind }) => apiVersion === selector.apiVersion && kind === selector.kind);
  const isPresent = all.some(({ kind }) => kind === selector.kind);
  if (ofKind.length === 0) return isPresent ? '' : kindHint(selector, all);
  if (!hasName(selector, selection)) return '';
  const wanted = searchedNamespace(selector, selection);
  const searched = ofKind.filter((resource) => isIn(resource, wanted, clusterScoped, selection));
  const names = searched.map(({ name }) => name);
  return didYouMean(selector.name ?? '', names);
}

/** Returns the versions that would match, for a selector that matches nothing. */
function otherVersions(selector: ResourceSelector, patterns: Patterns, all: readonly Resource[]): string {
  const versions = all.map(({ apiVersion }) => apiVersion).filter((version) => version !== selector.apiVersion);
  const found = [...new Set(versions)].filter((apiVersion) =>
    all.some((resource) => matches({ ...selector, apiVersion }, resource, patterns)),
  );
  return versionHint(found.toSorted());
}

function describe({ apiVersion, kind, namespace = '', name = '' }: ResourceSelector): string {
  const named = name === '' ? '' : ` ${JSON.stringify(name)}`;
  const inNamespace = namespace === '' ? '' : ` in namespace ${JSON.stringify(namespace)}`;
  return `the selector of ${kind} (${apiVersion})${named}${inNamespace}`;
}
