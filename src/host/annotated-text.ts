import { compactText, isMap, readDocument, type SourceDocument } from '../yaml/index.ts';
import { singleQuoted } from './annotation-lines.ts';
import type { KptAnnotations } from './kpt-annotations.ts';

const ANNOTATIONS = ['metadata', 'annotations'] as const;

/** Adds annotations, in this order, to a document in any layout. Returns its text with each list at the column of its key. */
export function annotatedText(body: SourceDocument, annotations: KptAnnotations): string {
  const own = body.value(ANNOTATIONS);
  // kpt drops an empty map of annotations when it reads, and adds its own after the other metadata.
  if (annotations.length > 0 && body.has(ANNOTATIONS) && !(isMap(own) && Object.keys(own).length > 0))
    body.remove(ANNOTATIONS);
  for (const [key, value] of annotations) setQuoted(body, key, value);
  return oneLine(body, laidOut(body));
}

/** Returns the text of a flow-style document on one line, as kpt sends JSON. */
function oneLine(body: SourceDocument, text: string): string {
  if (body.get([])?.flow !== true || text.includes('#')) return text;
  const lines = text.split('\n').map((line) => line.trim());
  return `${lines.filter((line) => line !== '').join(' ')}\n`;
}

function laidOut(body: SourceDocument): string {
  return compactText(readDocument(body.text()));
}

function setQuoted(body: SourceDocument, key: string, value: string): void {
  const node = readDocument(`- ${singleQuoted(value)}\n`).get([0]);
  if (node !== undefined) body.set([...ANNOTATIONS, key], node);
}
