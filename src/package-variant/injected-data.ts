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

/** Copies the injected fields from a source to a target; equal values keep their formatting. */
export function copyData(source: Resource, target: Resource, results: Results): void {
  const kept = { resource: target, results };
  const before = injectedFields(target).map((field) => [field, textAt(target, field)] as const);
  keepComments(kept, listsIn(target), () => copyFields(source, target));
  for (const [field, text] of before) {
    // kpt might restore a comment into such a line, which YAML does not allow.
    if (COMMENT.test(text) && text !== textAt(target, field) && hasFlow(target.document, [field]))
      forgetComments(kept, [field]);
  }
}

/** Also matches text that only looks like a comment. */
const COMMENT = /(?:^|\s)#/m;

function textAt({ document }: Resource, field: string): string {
  return document.get([field]) === undefined ? '' : document.view([field]).text();
}

function copyFields(source: Resource, target: Resource): void {
  for (const field of injectedFields(target)) {
    // A field that the source lacks would count beside those that it has.
    if (!hasField(source, field)) target.document.remove([field]);
    else if (isJson(source) && !isJson(target)) copyJson(source.document, target.document, field);
    else copyText(source.document, target.document, [field]);
  }
}

function isJson({ document }: Resource): boolean {
  return document.get([])?.flow === true;
}

/** Copies a value as text, with its comments and numbers as written. */
function copyText(source: SourceDocument, target: SourceDocument, path: Path): void {
  const node = source.get(path);
  if (node !== undefined) target.set(path, node);
}

/** Copies a value in block style, with numbers as written, in the layout of the existing text. */
function copyJson(source: SourceDocument, target: SourceDocument, field: string): void {
  const value = source.value([field]) ?? null;
  const old = target.value([field]);
  if (old !== undefined && equalValues(old, value)) return;
  const root = target.get([]);
  if (root === undefined) return;
  // A new document has its own layout; one that is read has that of its text.
  const draft = readDocument(newDocument(root).text());
  if (old !== undefined) draft.rename([field], `${field} before`);
  draft.set([field], null);
  writeBlock(source, draft, [field], value);
  copyText(draft, target, [field]);
}

function writeBlock(source: SourceDocument, target: SourceDocument, path: Path, value: Value): void {
  const steps = isList(value) ? [...value.keys()] : isMap(value) ? Object.keys(value) : [];
  // JSON quotes every string, and its writers escape more than necessary.
  if (typeof value === 'string') target.set(path, value);
  else if (steps.length === 0) copyText(source, target, path);
  else target.set(path, isList(value) ? value.map(() => null) : Object.fromEntries(steps.map((key) => [key, null])));
  for (const step of steps) writeBlock(source, target, [...path, step], childOf(value, step));
}

function childOf(value: Value, step: string | number): Value {
  return (isList(value) ? value[Number(step)] : isMap(value) ? value[step] : undefined) ?? null;
}

/** Returns the lists among the injected fields, except those in other lists. */
function listsIn(resource: Resource): readonly Path[] {
  return injectedFields(resource).flatMap((field) => listsAt(resource.document.value([field]), [field]));
}

function listsAt(value: Value | undefined, path: Path): Path[] {
  if (isList(value)) return [path];
  return isMap(value) ? Object.entries(value).flatMap(([key, item]) => listsAt(item, [...path, key])) : [];
}

/** Reports whether there is a nonempty collection in flow style. */
function hasFlow(document: SourceDocument, path: Path): boolean {
  const node = document.get(path);
  if (node === undefined || node.kind === 'scalar') return false;
  const steps = document.keys(path) ?? [...Array(document.length(path) ?? 0).keys()];
  return (node.flow && steps.length > 0) || steps.some((step) => hasFlow(document, [...path, step]));
}
