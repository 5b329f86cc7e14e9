import { inSchemaOrder } from '../../src/function/index.ts';
import { attributeEdits, keepComments, removeField, type Resource, type Results } from '../../src/krm/index.ts';
import { shortName } from '../../src/short-hash.ts';
import type { NewValue, Path, SourceDocument } from '../../src/yaml/index.ts';
import type { ListEdit, Wanted } from './list-merge.ts';
import type { PodMerge } from './pod-merge.ts';
import { podPreset } from './kinds/pod-preset.ts';
import type { Pod } from './pods.ts';

/** Applies the edits of a merge to a pod, and annotates it with its presets. Reports whether the document changes. */
export function inject({ resource, root }: Pod, { edits, applied, withdrawn }: PodMerge, results: Results): boolean {
  const { document } = resource;
  const before = document.text();
  const lists = edits.map(({ list }) => list.path);
  keepComments({ resource, results }, lists, () => edits.forEach((edit) => editList(resource, edit)));
  const annotations = [...root, 'metadata', 'annotations'];
  for (const { name, version, source } of applied)
    attributeEdits({ resource: source }, resource, () => document.set([...annotations, annotationKey(name)], version));
  for (const name of withdrawn)
    attributeEdits(WITHDRAWN, resource, () => removeAnnotation(document, root, annotationKey(name)));
  return document.text() !== before;
}

const WITHDRAWN = { title: 'PodPreset that does not apply any more' };

function editList(resource: Resource, { list: { path }, changed, removed, added }: ListEdit): void {
  const { document } = resource;
  const put = (wanted: Wanted, edit: () => void): void =>
    attributeEdits({ resource: wanted.preset.source, field: wanted.element.path }, resource, edit);
  // Set as data, so that the unchanged parts keep their comments.
  for (const [index, wanted] of changed) put(wanted, () => document.set([...path, index], dataOf(wanted)));
  attributeEdits(WITHDRAWN, resource, () => {
    for (const index of removed.toSorted((a, b) => b - a)) document.remove([...path, index]);
    if (removed.length > 0 && document.length(path) === 0 && added.length === 0) document.remove(path);
  });
  for (const wanted of added) put(wanted, () => document.append(path, contentOf(wanted)));
}

/** Returns the lines of the element with their comments, or its data if it is in flow style or JSON, which has none. */
function contentOf(wanted: Wanted): NewValue {
  const { preset, element } = wanted;
  const node = preset.source.document.get(element.path);
  return node === undefined || node.flow ? dataOf(wanted) : node;
}

/** Returns the value of the element with keys in the order of Kubernetes' types. */
function dataOf({ element: { list, value } }: Wanted): NewValue {
  return inSchemaOrder(value, ELEMENTS[list].items);
}

const ELEMENTS = podPreset.schema.properties.spec.properties;

/** Removes an annotation, and the metadata if nothing else remains in it. */
function removeAnnotation(document: SourceDocument, root: Path, key: string): void {
  const metadata = [...root, 'metadata'];
  const annotation = [...metadata, 'annotations', key];
  if (!document.has(annotation)) return;
  removeField(document, annotation);
  if (document.keys(metadata)?.length === 0) document.remove(metadata);
}

/** Maximum length in characters of the name of an annotation. */
const MOST = 63;

/** Returns the annotation key of a preset; a name that is too long is truncated and ends with a hash. */
function annotationKey(preset: string): string {
  return `podpreset.admission.kubernetes.io/${shortName(`podpreset-${preset}`, MOST, preset)}`;
}
