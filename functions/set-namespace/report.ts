import { byteOrder } from '../../src/byte-order.ts';
import type { Call } from '../../src/function/index.ts';
import { groupBy } from '../../src/group-by.ts';
import { countedResources, identityOf, type Resource, type Results } from '../../src/krm/index.ts';
import { counted } from '../../src/wording.ts';
import { DEPENDS_ON_FIELD, type DependsOn } from './depends-on.ts';
import type { NamespaceChange } from './kinds/set-namespace.ts';
import { isLeft, type Namespaced } from './namespace-fields.ts';

/** Values that a run replaced. */
export interface Changes {
  readonly count: number;
  /** Namespaces that fields had; '' if one was unset. */
  readonly replaced: ReadonlySet<string>;
}

/** Warns of settings that have no effect. */
export function reportIgnored({ config, results, inPlaceOf }: Call<NamespaceChange>): void {
  const { source: resource, matcher, matcherField, unread } = config;
  for (const key of unread) {
    const message = 'has no effect: the function reads `namespace` and `namespaceMatcher`';
    results.warning(message, { code: 'ignored-field', resource, field: ['data', key] });
  }
  if (matcher !== undefined && inPlaceOf !== undefined) {
    const message = `has no effect: version ${inPlaceOf} of the image does not read it, and replaces every namespace`;
    results.warning(message, { code: 'ignored-field', resource, field: matcherField });
  }
}

/** Describes the changes of this run. */
export function noticeChanges({ count, replaced }: Changes, { config, results }: Call<NamespaceChange>): void {
  if (count === 0) return;
  const old = [...replaced].toSorted(byteOrder).map((each) => JSON.stringify(each));
  results.notice(
    `namespace ${old.join(',')} updated to ${JSON.stringify(config.namespace)}, ${counted(count, 'value')} changed`,
  );
}

/** Reports which resources have the namespace, which have none, and what the image would write otherwise. */
export function report(all: readonly Namespaced[], call: Call<NamespaceChange>): void {
  const { config, results, inPlaceOf } = call;
  const isSet = ({ resource: { document }, fields }: Namespaced): boolean =>
    fields.some(({ path }) => document.value(path, 'kpt') === config.namespace);
  const set = all.filter(isSet).map(({ resource }) => resource);
  reportSet(set, call);
  const left = all.filter(isLeft).map(({ resource }) => resource);
  if (left.length > 0)
    results.info(`no namespace is set in ${countedResources(left)}, whose scope is not known`, {
      code: 'rule-skipped',
    });
  for (const each of all) {
    const { resource, difference } = each;
    if (difference !== undefined) results.difference(difference.message, { resource, field: difference.field });
    if (inPlaceOf !== undefined) warnOfNewer(each, results);
  }
}

function reportSet(set: readonly Resource[], { config, results, inPlaceOf }: Call<NamespaceChange>): void {
  const { namespace, matcher, matcherField: field, source: resource } = config;
  const quoted = JSON.stringify(namespace);
  if (set.length > 0) results.info(`namespace ${quoted} is set in ${countedResources(set)}`, { code: 'rule-applied' });
  else if (matcher === undefined || inPlaceOf !== undefined)
    results.info('no resource has a namespace to replace', { code: 'rule-unmatched' });
  else {
    const message = `no resource has the namespace ${JSON.stringify(matcher)} to replace, nor the new one`;
    results.warning(message, { code: 'rule-unmatched', resource, field });
  }
  for (const [list, elements] of groupBy(set, (each) => each.list)) {
    if (list === undefined) continue;
    const message = `namespace ${quoted} is set in ${counted(elements.length, 'element')}: the image does not edit elements of lists`;
    results.difference(message, { resource: list });
  }
}

/** Warns of a resource without a namespace whose kind needs one, but is not known to the image. */
function warnOfNewer({ resource, scope }: Namespaced, results: Results): void {
  if (scope !== 'newer') return;
  const message = `not set: the image knows no namespaced kind ${resource.kind} of ${resource.apiVersion}; set any namespace, so that it is replaced`;
  results.warning(message, { code: 'unknown-kind', resource, field: ['metadata', 'namespace'] });
}

/** Resources that references may name. */
interface Targets {
  readonly resource: Resource;
  /** Keys of resources in the new namespace. */
  readonly targets: ReadonlySet<string>;
  /** Keys of resources in other namespaces, with the namespace. */
  readonly elsewhere: ReadonlySet<string>;
  readonly namespace: string;
}

/** Warns of references to resources that are in the new namespace, by another one. */
export function reportReferences(
  { references }: DependsOn,
  { resource, targets, elsewhere, namespace }: Targets,
  results: Results,
): void {
  for (const reference of references) {
    if (!targets.has(reference.target) || reference.namespace === namespace) continue;
    if (elsewhere.has(`${reference.target} ${reference.namespace}`)) continue;
    const message = `${JSON.stringify(reference.text)} is in namespace ${JSON.stringify(namespace)}`;
    results.warning(message, { code: 'unresolved-reference', resource, field: DEPENDS_ON_FIELD });
  }
}

/** Warns of resources with the same identity: two may have had other namespaces. */
export function warnOfDuplicates(resources: readonly Resource[], results: Results): void {
  for (const [, same] of groupBy(
    resources.filter(({ kind, name }) => kind !== '' && name !== ''),
    identityOf,
  )) {
    const [resource] = same;
    if (resource === undefined || same.length < 2) continue;
    const { apiVersion, kind, namespace, name } = resource;
    const message = `duplicate Resource(apiVersion=${apiVersion}, kind=${kind}, Namespace=${namespace}, Name=${name}): ${counted(same.length, 'resource')}`;
    results.warning(message, { code: 'duplicate-resource', resource });
  }
}
