import { longestRise } from '../../longest-rise.ts';
import { isList, isMap, readDocument, type Path, type SourceDocument, type Value } from '../../yaml/index.ts';

/** Maximum number of keys that are moved in a map: the document is read again for each. */
const MAX_MOVED = 50;

/**
 * Reorders the keys of flow-style maps in a document to match its data. A map that has comments or anchors, or would
 * need too many moves keeps its order.
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
  return node?.flow === true && !/[#&*]/.test(document.view(path).text());
}

/** Moves as few keys as possible: each before the one that it should precede. */
function orderKeys(document: SourceDocument, path: Path, keys: readonly string[]): void {
  const places = new Map(document.keys(path)?.map((key, index) => [key, index]));
  const found = keys.flatMap((key) => places.get(key) ?? []);
  const staying = new Set(longestRise(found));
  if (found.length < keys.length || keys.length - staying.size > MAX_MOVED) return;
  let next: string | undefined;
  for (const key of keys.toReversed()) {
    if (!staying.has(places.get(key) ?? -1)) {
      const node = readDocument(document.text()).get([...path, key]);
      if (node === undefined) return;
      document.remove([...path, key]);
      document.set([...path, key], node, next);
    }
    next = key;
  }
}
