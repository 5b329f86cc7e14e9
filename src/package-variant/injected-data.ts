import { hasField, injectedFields } from './injection-choice.ts';
import { forgetComments, keepComments } from '../krm/kpt-comments.ts';
import type { Resource } from '../krm/resource.ts';
import type { Results } from '../krm/results.ts';
import {
  equalValues,
  isList,
  isMap,
  newDocument,
  readDocument,
  type Path,
  type SourceDocument,
  type Value,
} from '../yaml/index.ts';

/** Copies what is injected from a source to a target; what is equal stays as it is written. */
export function copyData(source: Resource, target: Resource, results: Results): void {
  const kept = { resource: target, results };
  const before = injectedFields(target).map((field) => [field, textAt(target, field)] as const);
  keepComments(kept, listsIn(target), () => copyFields(source, target));
  for (const [field, text] of before) {
    // A comment that kpt puts back into a line of these is one that YAML does not allow.
    if (COMMENT.test(text) && text !== textAt(target, field) && hasFlow(target.document, [field]))
      forgetComments(kept, [field]);
  }
}

/** Text that is no comment may look so, too. */
const COMMENT = /(?:^|\s)#/m;

function textAt({ document }: Resource, field: string): string {
  return document.get([field]) === undefined ? '' : document.view([field]).text();
}

function copyFields(source: Resource, target: Resource): void {
  for (const field of injectedFields(target)) {
    // A field that the source has not would count beside those that it has.
    if (!hasField(source, field)) target.document.remove([field]);
    else if (isJson(source) && !isJson(target)) copyJson(source.document, target.document, field);
    else copyText(source.document, target.document, [field]);
  }
}

function isJson({ document }: Resource): boolean {
  return document.get([])?.flow === true;
}

/** With comments and numbers as they are written. */
function copyText(source: SourceDocument, target: SourceDocument, path: Path): void {
  const node = source.get(path);
  if (node !== undefined) target.set(path, node);
}

/** In block style, with numbers as they are written, and laid out as what is there before. */
function copyJson(source: SourceDocument, target: SourceDocument, field: string): void {
  const value = source.value([field]) ?? null;
  const old = target.value([field]);
  if (old !== undefined && equalValues(old, value)) return;
  const root = target.get([]);
  if (root === undefined) return;
  // A new document has a layout of its own; one that is read has that of its text.
  const draft = readDocument(newDocument(root).text());
  if (old !== undefined) draft.rename([field], `${field} before`);
  draft.set([field], null);
  writeBlock(source, draft, [field], value);
  copyText(draft, target, [field]);
}

function writeBlock(source: SourceDocument, target: SourceDocument, path: Path, value: Value): void {
  const steps = isList(value) ? [...value.keys()] : isMap(value) ? Object.keys(value) : [];
  // JSON quotes every string, and its writers put escapes where none is needed.
  if (typeof value === 'string') target.set(path, value);
  else if (steps.length === 0) copyText(source, target, path);
  else target.set(path, isList(value) ? value.map(() => null) : Object.fromEntries(steps.map((key) => [key, null])));
  for (const step of steps) writeBlock(source, target, [...path, step], childOf(value, step));
}

function childOf(value: Value, step: string | number): Value {
  return (isList(value) ? value[Number(step)] : isMap(value) ? value[step] : undefined) ?? null;
}

/** The lists in what is injected, but for those in other lists. */
function listsIn(resource: Resource): readonly Path[] {
  return injectedFields(resource).flatMap((field) => listsAt(resource.document.value([field]), [field]));
}

function listsAt(value: Value | undefined, path: Path): Path[] {
  if (isList(value)) return [path];
  return isMap(value) ? Object.entries(value).flatMap(([key, item]) => listsAt(item, [...path, key])) : [];
}

/** Whether there is a collection in flow style that has something. */
function hasFlow(document: SourceDocument, path: Path): boolean {
  const node = document.get(path);
  if (node === undefined || node.kind === 'scalar') return false;
  const steps = document.keys(path) ?? [...Array(document.length(path) ?? 0).keys()];
  return (node.flow && steps.length > 0) || steps.some((step) => hasFlow(document, [...path, step]));
}
