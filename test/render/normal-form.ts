import { isCollection, isScalar, isSeq, parseAllDocuments, visit, type Document, type YAMLMap } from 'yaml';

/**
 * Returns YAML in one layout, without what kpt restores by position: without comments, and with the keys of maps in
 * lists in order. Annotations are last in their map, since kpt adds its own while functions run, and so makes a place
 * for them. The order of all other keys, and the style of scalars, stay.
 */
export function normalForm(text: string): string {
  return parseAllDocuments(text)
    .map((document) => normalized(document as Document))
    .join('---\n');
}

function normalized(document: Document): string {
  document.comment = null;
  document.commentBefore = null;
  visit(document, {
    Node: (_, node) => {
      if (!isScalar(node) && !isCollection(node)) return;
      node.comment = null;
      node.commentBefore = null;
      node.spaceBefore = false;
    },
  });
  visit(document, {
    Map: (_, map, ancestors) => {
      if (ancestors.some((each) => isSeq(each))) sortKeys(map);
      const at = map.items.findIndex(({ key }) => String(key) === 'annotations');
      if (at !== -1) map.items.push(...map.items.splice(at, 1));
    },
  });
  return document.toString({ lineWidth: 0 });
}

function sortKeys({ items }: YAMLMap): void {
  items.sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1));
}
