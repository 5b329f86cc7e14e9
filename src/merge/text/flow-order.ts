import { isList, isMap, readDocument, type Path, type SourceDocument, type Value } from '../../yaml/index.ts';

/** Largest number of keys that are moved in a map: for each, the document is read again. */
const MAX_MOVED = 50;

/**
 * Returns the text of a document whose maps in flow style have the keys in the order of its data. A map with several
 * lines, comments, anchors or very many keys keeps its own.
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

/** Moves each key to the end that stands after one that it is to precede. */
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
