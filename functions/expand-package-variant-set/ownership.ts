import { namespacedName, keepComments, type Resource, type Results } from '../../src/krm/index.ts';
import { equalValues, isList, isMap, type SourceDocument, type Value } from '../../src/yaml/index.ts';
import type { Variant } from './expand-set.ts';
import { packageVariantSet } from './kinds/package-variant-set.ts';
import type { VariantSet } from './variant-set.ts';

/** Annotation that names the set that made a PackageVariant. */
const MARK = 'krm-variants.dev/package-variant-set';

/** Porch's mark: the uid of the set. */
const UID_LABEL = 'config.porch.kpt.dev/packagevariantset';

/**
 * Returns the mark of the set that made a PackageVariant; undefined without a mark. Porch marks it by the uid alone.
 */
export function madeBy(variant: Resource): string | undefined {
  return variant.annotation(MARK) ?? variant.texts(['metadata', 'labels']).get(UID_LABEL);
}

/**
 * Returns the namespaced name of the set that made a PackageVariant, by our mark or Porch's owner reference; undefined
 * without either.
 */
export function setOf(variant: Resource): string | undefined {
  const owners = variant.document.value(['metadata', 'ownerReferences']);
  const owner = (isList(owners) ? owners : []).find((reference) => isMap(reference) && reference['kind'] === KIND);
  const name = isMap(owner) ? owner['name'] : undefined;
  return variant.annotation(MARK) ?? (typeof name === 'string' ? namespacedName(variant.namespace, name) : undefined);
}

/** Returns the marks by which a set recognizes its PackageVariants. */
export function marksOf({ source }: VariantSet): readonly string[] {
  return [idOf(source), uidOf(source) ?? []].flat();
}

/** Returns a new PackageVariant, its fields in the order of the types of Kubernetes and Porch. */
export function newVariant({ set: { source }, name, spec }: Variant): Value {
  const uid = uidOf(source);
  const { namespace } = source;
  return {
    apiVersion: 'config.porch.kpt.dev/v1alpha1',
    kind: 'PackageVariant',
    metadata: {
      name,
      ...(namespace !== '' && { namespace }),
      ...(uid !== undefined && { labels: { [UID_LABEL]: uid } }),
      annotations: { [MARK]: idOf(source) },
      ...(uid !== undefined && { ownerReferences: [ownerReference(source, uid)] }),
    },
    spec,
  };
}

/** Updates an earlier PackageVariant of a set, and leaves the rest untouched. Reports whether it changed. */
export function updateVariant(resource: Resource, { set: { source }, spec }: Variant, results: Results): boolean {
  const { document, namespace } = resource;
  const before = document.text();
  if (!equalValues(document.value(['spec']) ?? null, spec))
    keepComments({ resource, results }, LISTS, () => document.set(['spec'], spec));
  if (namespace === '' && source.namespace !== '') document.set(['metadata', 'namespace'], source.namespace);
  document.set(['metadata', 'annotations', MARK], idOf(source));
  const uid = uidOf(source);
  if (uid !== undefined) {
    document.set(['metadata', 'labels', UID_LABEL], uid);
    setOwner(document, ownerReference(source, uid));
  }
  return document.text() !== before;
}

const LISTS = ['injectors', 'packageContext.removeKeys', 'pipeline.mutators', 'pipeline.validators'].map((list) => [
  'spec',
  ...list.split('.'),
]);

/** Replaces an earlier reference to the set in place. */
function setOwner(document: SourceDocument, reference: Readonly<Record<string, Value>>): void {
  const path = ['metadata', 'ownerReferences'];
  const owners = document.value(path);
  const list = isList(owners) ? owners : [];
  const index = list.findIndex(
    (owner) => isMap(owner) && owner['kind'] === KIND && owner['name'] === reference['name'],
  );
  if (index === -1) document.append(path, reference);
  else document.set([...path, index], reference);
}

function ownerReference({ name }: Resource, uid: string): Readonly<Record<string, Value>> {
  return { apiVersion: packageVariantSet.apiVersion, kind: KIND, name, uid, controller: true };
}

const KIND = packageVariantSet.kind;

function uidOf({ document }: Resource): string | undefined {
  const uid = document.value(['metadata', 'uid']);
  return typeof uid === 'string' && uid !== '' ? uid : undefined;
}

function idOf({ namespace, name }: Resource): string {
  return namespacedName(namespace, name);
}
