import type { Call } from '../../src/function/index.ts';
import { ClusterScopedKinds, isMarkedLocal, type Resource } from '../../src/krm/index.ts';
import { DependsOn, DEPENDS_ON_FIELD, targetKey } from './depends-on.ts';
import type { NamespaceChange } from './kinds/set-namespace.ts';
import { findFields, type Namespaced, type NamespaceField } from './namespace-fields.ts';
import { noticeChanges, report, reportIgnored, reportReferences, warnOfDuplicates, type Changes } from './report.ts';

/** Sets the namespace in three steps: finds all fields, sets them, then the references between resources. */
export function setNamespace(call: Call<NamespaceChange>): void {
  const { resources, results, inPlaceOf } = call;
  reportIgnored(call);
  const clusterScoped = new ClusterScopedKinds(resources);
  const deployed = [...resources].filter((resource) => !isMarkedLocal(resource));
  const found = deployed.map((resource) => findFields(resource, clusterScoped, results));
  if (results.hasErrors()) return;
  const all = inPlaceOf === undefined ? found.map(withNewerKinds) : found;
  const changes = setFields(all, call);
  noticeChanges(changes, call);
  // The names of resources in results are those of now, as in a second run.
  report(all, call);
  setReferences(all, changes.replaced, call);
  warnOfDuplicates(deployed, results);
}

/** Adds the unset namespace of a kind that the image does not know. */
function withNewerKinds(found: Namespaced): Namespaced {
  if (found.scope !== 'newer') return found;
  const field = ['metadata', 'namespace'];
  const message = 'the image does not know this kind, and would leave it without a namespace';
  const fields = [...found.fields, { path: field, value: '' }];
  return { ...found, fields, isCounted: true, difference: { field, message } };
}

/** Sets the fields to replace. Returns their number, and the namespaces that they had. */
function setFields(all: readonly Namespaced[], { config, inPlaceOf }: Call<NamespaceChange>): Changes {
  const matcher = inPlaceOf === undefined ? config.matcher : undefined;
  const replaced = new Set<string>();
  let count = 0;
  for (const { resource, fields, isCounted } of all) {
    // The image replaces an unset namespace here, too.
    if (inPlaceOf !== undefined && isCounted && fields.length === 0) replaced.add('');
    for (const field of fields) {
      if (!isReplaced(field, resource, { ...config, matcher })) continue;
      resource.document.set(field.path, config.namespace);
      replaced.add(field.value);
      count++;
    }
  }
  return { count, replaced };
}

function isReplaced(field: NamespaceField, resource: Resource, { namespace, matcher }: NamespaceChange): boolean {
  if (field.value === namespace) return false;
  if (matcher === undefined) return true;
  return (field.value || 'default') === matcher || upstreamNamespace(resource, field) === matcher;
}

/** Returns what a field of the resource that kpt copied from upstream had; undefined if unknown. */
function upstreamNamespace(resource: Resource, { path: [top, key] }: NamespaceField): string | undefined {
  if (top !== 'metadata') return undefined;
  const [, , namespace, name] = (resource.annotation('internal.kpt.dev/upstream-identifier') ?? '').trim().split('|');
  return key === 'name' ? name : namespace;
}

/**
 * Sets the namespace in references to resources that have it now, in place of a replaced one. In place of the image,
 * only in those that the image reads.
 */
function setReferences(all: readonly Namespaced[], replaced: ReadonlySet<string>, call: Call<NamespaceChange>): void {
  const { config, results, inPlaceOf } = call;
  const targets = new Set(
    all
      .filter(({ resource, isCounted }) => isCounted && isMoved(resource, call))
      .map(({ resource }) => targetKey(resource)),
  );
  const others = all.filter(({ resource }) => !isMoved(resource, call)).map(({ resource }) => exactKey(resource));
  const elsewhere = new Set(others);
  const isOld = (namespace: string): boolean =>
    replaced.has(namespace) || (inPlaceOf === undefined && namespace === 'default' && replaced.has(''));
  let count = 0;
  for (const { resource, isCounted } of all) {
    const dependsOn = new DependsOn(resource);
    count += dependsOn.setNamespace(config.namespace, ({ target, namespace, isRead }) => {
      if (!targets.has(target) || !isOld(namespace)) return false;
      if (isCounted && isRead) return true;
      if (inPlaceOf === undefined)
        results.difference('the image would leave this reference', { resource, field: DEPENDS_ON_FIELD });
      return inPlaceOf === undefined;
    });
    reportReferences(dependsOn, { resource, targets, elsewhere, namespace: config.namespace }, results);
  }
  if (count > 0)
    results.notice(`\`depends-on\` references set to namespace ${JSON.stringify(config.namespace)}: ${count}`);
}

/** Reports whether a resource is in the new namespace, or is one of the kinds that are in none. */
function isMoved({ namespace }: Resource, { config }: Call<NamespaceChange>): boolean {
  return namespace === '' || namespace === config.namespace;
}

function exactKey(resource: Resource): string {
  return `${targetKey(resource)} ${resource.namespace}`;
}
