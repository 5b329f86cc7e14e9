import { isList, isMap, readDocument, type Path, type SourceDocument, type Value } from '../../yaml/index.ts';

/** Maximum number of keys that are moved in a map: the document is read again for each. */
const MAX_MOVED = 50;

/**
 * Reorders the keys of flow-style maps in a document to match its data. A map that spans lines, has comments or anchors, or
 * would need too many moves keeps its order.
 */
export function flowInOrder(text: string, data: Value): string {
  if (!text.includes('{')) return text;
  const document = readDocument(text);
  order(document, [], data);
  return document.text();
}

function order(document: SourceDocument, path: Path, data: Value): void {
  const steps = isList(data) ? [...data.entries()] : isMap(data) ? Object.entries(data) : [];
  for (const [step, each] of steps) if (typeof each === 'object') order(document, [...path, step], each);
  if (isMap(data) && isMovable(document, path)) orderKeys(document, path, Object.keys(data));
}

function isMovable(document: SourceDocument, path: Path): boolean {
  const node = document.get(path);
  return node?.flow === true && !/[\n#&*]/.test(document.view(path).text());
}

/** Moves each key that comes after one that it should precede to the end. */
function orderKeys(document: SourceDocument, path: Path, keys: readonly string[]): void {
  const first = document.keys(path)?.findIndex((key, index) => key !== keys[index]) ?? -1;
  if (first === -1 || keys.length - first > MAX_MOVED) return;
  for (const key of keys.slice(first)) {
    const node = readDocument(document.text()).get([...path, key]);
    if (node === undefined) return;
    document.remove([...path, key]);
    document.set([...path, key], node);
  }
}
