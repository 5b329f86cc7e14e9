import { formatFieldPath } from '../krm/field-path.ts';
import type { Location, Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';
import { KrmError, type Notice, type Result } from '../krm/result.ts';
import { makeNotice, makeResult } from '../krm/results.ts';
import { splice, type Splicing } from '../krm/splice.ts';
import {
  equalValues,
  isList,
  isMap,
  type LostPart,
  lostParts,
  newDocument,
  type NewValue,
  type Path,
  readDocument,
  type SourceDocument,
  type Value,
} from '../yaml/index.ts';
import { idOf, isResource, type ListItem } from './answer.ts';
import { applyComments, type CommentExchange, type CommentSource, type LeftOut } from './answered-comments.ts';
import { changedFields, fieldsOf } from './fields.ts';
import { isKptAnnotation, KPT, withoutKptAnnotations } from './kpt-annotations.ts';
import { matchItems } from './match-items.ts';
import {
  ITEM_NOT_EDITED,
  ITEM_NO_ANNOTATIONS,
  ITEM_NO_RESOURCE,
  ITEM_OTHER_ID,
  ITEM_UNKNOWN_ID,
  annotationsDiffer,
  indexNoNumber,
  itemWrong,
} from '../messages/function-output.ts';

/** Sent and printed items of a function. */
export interface Exchange {
  /** Name of the function in messages. */
  readonly name: string;
  /** Sent resources, in order. */
  readonly given: readonly Resource[];
  readonly sent: readonly ListItem[];
  readonly answered: readonly ListItem[];
  /** True if the function has selectors: an id that was not sent is then an error. */
  readonly isSelective: boolean;
  /** Comments of the function to apply. */
  readonly comments: CommentSource;
}

/** Outcome of applying an answer. */
export interface Applied {
  /** Items in the order of the output. */
  readonly order: readonly Resource[];
  /** Warnings about items that were matched despite a wrong id. */
  readonly warnings: readonly Result[];
  /** Comments that the function added at places that cannot have any. */
  readonly notices: readonly Notice[];
}

/**
 * Applies the data that a function changed to resources: edits, moves, removals and additions. Throws a `KrmError` if
 * the output has an item that is not a valid resource.
 */
export function applyAnswer(resources: Resources, exchange: Exchange): Applied {
  const { name, given, sent, answered } = exchange;
  const { pairs, misnumbered } = matchItems(sent, answered);
  checkItems(exchange, pairs);
  const returned = new Set(pairs);
  const gone = given.filter((_, index) => !returned.has(index));
  const updates: CommentExchange[] = [];
  // Removals precede additions, since a new resource may take the place of a removed one.
  const places = answered.map((item, at) => {
    const index = pairs[at];
    const resource = index === undefined ? undefined : given[index];
    const before = index === undefined ? undefined : sent[index];
    if (resource === undefined || before === undefined) return () => addItem(resources, item);
    if (isUnchanged(item, before)) return () => resource;
    updates.push({ resource, sent: before, answered: item, splicing: update(resource, before, item) });
    const location = answeredLocation(item, before);
    if (isSamePlace(location, answeredLocation(before, undefined))) return () => resource;
    gone.push(resource);
    return () => moveTo(resources, documents.get(resource) ?? resource.document, { ...location, isMoved: true });
  });
  const warnings = misnumbered.map((at) =>
    makeResult('warning', itemWrong(name, at, ITEM_OTHER_ID), {
      code: 'function-output',
      resource: given[pairs[at] ?? 0] as Resource,
    }),
  );
  const notices = [...doubtful(updates), ...applyComments(updates, exchange.comments).map(leftOut)];
  // After its removal, a part of a document can no longer be found.
  const documents = new Map(gone.filter(isPart).map((resource) => [resource, ownDocument(resource)]));
  removeAll(resources, gone);
  const order = new Set(places.map((place) => place().item));
  return { order: [...order], warnings, notices };
}

/** Removes list elements before items, since `removeItem` discards the resources among which elements are found. */
function removeAll(resources: Resources, gone: readonly Resource[]): void {
  for (const resource of gone) if (resource.list !== undefined) resources.remove(resource);
  for (const resource of gone) if (resource.list === undefined) resources.removeItem(resource);
}

/** Moves a resource to another location, with all its comments. */
function moveTo(resources: Resources, document: SourceDocument, location: Location): Resource {
  const added = resources.add(document.get([]) ?? null, location);
  const [last, text] = [lastComments(document.text()), added.document.text()];
  if (last !== '' && !text.endsWith(`\n${last}`)) added.document.rewrite(`${text}${last}`);
  return added;
}

function isPart({ document }: Resource): boolean {
  return document.whole.path.length > 0;
}

/** Returns a list element as a document, with its comments and the fields that it inherits from the list. */
function ownDocument({ document, defaults }: Resource): SourceDocument {
  const own = readDocument(document.ownText(true));
  for (const [field, text] of defaults) if (!own.has([field])) own.set([field], text);
  return own;
}

/**
 * Returns the comment lines at column 0 after the last other line of a document, with a final line break; '' if none.
 */
function lastComments(text: string): string {
  const lines = text.trimEnd().split(/\r?\n/);
  const before = lines.findLastIndex((line) => line !== '' && !line.startsWith('#'));
  const last = lines.slice(before + 1);
  while (last[0] === '') last.shift();
  return last.length === 0 ? '' : `${last.join('\n')}\n`;
}

function checkItems({ name, sent, answered, isSelective }: Exchange, pairs: readonly (number | undefined)[]): void {
  const errors: Result[] = [];
  const ids = new Set(isSelective ? sent.map(idOf) : []);
  answered.forEach((item, at) => {
    const index = pairs[at];
    const before = index === undefined ? undefined : sent[index];
    if (isUnchanged(item, before)) return;
    // A new item must be completely readable.
    const data = before === undefined ? item.value : item.head;
    if (!isResource(data) && (before === undefined || isResource(before.head)))
      errors.push(wrongItem(name, at, ITEM_NO_RESOURCE));
    else if (!hasAnnotations(data)) errors.push(wrongItem(name, at, ITEM_NO_ANNOTATIONS));
    errors.push(...unwritable(item, before).map((message) => wrongItem(name, at, message)));
    const id = isSelective && index === undefined ? idOf(item) : undefined;
    if (id !== undefined && !ids.has(id)) errors.push(wrongItem(name, at, ITEM_UNKNOWN_ID));
  });
  if (errors.length > 0) throw new KrmError(errors);
}

/** Reports whether annotations are readable, since they include kpt's. */
function hasAnnotations(data: Value): boolean {
  const metadata = isMap(data) ? data['metadata'] : undefined;
  const annotations = isMap(metadata) ? (metadata['annotations'] ?? null) : null;
  return annotations === null || isMap(annotations);
}

/** Reports whether an item was printed as it was sent. */
function isUnchanged(item: ListItem, before: ListItem | undefined): boolean {
  return item.lines !== undefined && item.lines === before?.lines;
}

function wrongItem(name: string, at: number, message: string): Result {
  return { severity: 'error', code: 'function-output', message: itemWrong(name, at, message) };
}

function isSamePlace(a: Location, b: Location): boolean {
  return a.path === b.path && a.index === b.index && a.packagePath === b.packagePath;
}

/**
 * Edits a resource to have the data of an item. Both are read as kpt reads them. Keeps a scalar that differs for kpt
 * but not for Kubernetes, such as `yes` instead of `true`. Does not read fields whose lines are equal.
 */
function update(resource: Resource, sent: ListItem, answered: ListItem): Splicing {
  const { document, group, kind } = resource;
  const fields = resource.defaults.size > 0 ? undefined : changedFields(document, sent, answered);
  const current = (): Value => withDefaults(fieldsOf(document, fields), resource);
  const before = current();
  if (!equalValues(meant(fieldsOf(sent.document, fields, sent.scan), before), before))
    throw new Error('a resource was not sent as it is');
  const after = meant(
    fields === undefined ? answered.value : fieldsOf(answered.document, fields, answered.scan),
    before,
  );
  const isSame = (path: Path): boolean => {
    const [written, printed] = [document.value(path), answered.document.value(path)];
    return written !== undefined && printed !== undefined && equalValues(written, printed);
  };
  const written = (path: Path, value: Value): NewValue => writtenIn(answered, path, value);
  const splicing = splice(document, { group, kind }, { before, after, isSame, written });
  if (!isMeant(current(), after, isSame))
    throw new KrmError([
      makeResult('error', ITEM_NOT_EDITED, {
        code: 'edit-failed',
        resource,
      }),
    ]);
  return splicing;
}

/** Returns data with the fields that a list element inherits from its list. */
function withDefaults(data: Value, { defaults }: Resource): Value {
  return defaults.size === 0 || !isMap(data) ? data : { ...Object.fromEntries(defaults), ...data };
}

/** Returns notices about comments of list elements that the function did not print, if their element is uncertain. */
function doubtful(updates: readonly CommentExchange[]): readonly Notice[] {
  return updates.flatMap(({ resource, answered, splicing }) =>
    splicing.doubtful.flatMap(({ path, comments, isKept }) =>
      comments.split('\n').flatMap((comment): readonly Notice[] => {
        if (answered.lines?.includes(comment) === true) return [];
        const which = resource.kind === 'Secret' ? 'a comment' : `the comment ${JSON.stringify(comment)}`;
        const what = isKept ? 'stays with the most similar element' : 'was removed with its element';
        return [makeNotice(`${which} ${what}: the list has no keys`, { resource, field: path })];
      }),
    ),
  );
}

function leftOut({ resource, field, comment }: LeftOut): Notice {
  const isShown = comment !== undefined && resource.kind !== 'Secret';
  const which = isShown ? `the comment ${JSON.stringify(comment)}` : 'a comment';
  return makeNotice(`${which} of the function was dropped: there is no place for it`, {
    resource,
    ...(field.length > 0 && { field }),
  });
}

/** Returns data with the scalars as an item writes them, which keeps quotes and the form of numbers. */
function writtenIn(item: Pick<ListItem, 'document'>, path: Path, value: Value): NewValue {
  if (isList(value)) return value.map((each, index) => writtenIn(item, [...path, index], each));
  if (isMap(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, writtenIn(item, [...path, key], each)]));
  const node = item.document.get(path, 'kpt');
  if (node?.kind !== 'scalar' || item.document.value(path, 'kpt') !== value) return value;
  const text = typeof value === 'string' ? newDocument(node).text() : '';
  if (typeof value === 'string' && node.isQuoted && node.tag === undefined && !SURROGATE.test(text)) return node;
  // A plain scalar may be a different value for other readers, so a new one is quoted if necessary.
  return typeof value === 'string' && (!/^["']/.test(text) || SURROGATE.test(text)) ? value : node;
}

/** JSON escape of a surrogate, which go-yaml refuses. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

/** Reports whether written data equal the intended data, apart from scalars with the same meaning. */
function isMeant(written: Value, after: Value, isSame: (path: Path) => boolean, path: Path = []): boolean {
  if (equalValues(written, after)) return true;
  const inner = (step: string | number, a: Value | undefined, b: Value | undefined): boolean =>
    isMeant(a ?? null, b ?? null, isSame, [...path, step]);
  if (isList(written) && isList(after))
    return written.length === after.length && written.every((each, index) => inner(index, each, after[index]));
  if (!isMap(written) || !isMap(after)) return isSame(path);
  const keys = Object.keys(written);
  if (keys.length !== Object.keys(after).length || !keys.every((key) => Object.hasOwn(after, key))) return false;
  return keys.every((key) => inner(key, written[key], after[key]));
}

/** Returns the data of a printed item with kpt's annotations replaced by those of the resource. */
function meant(printed: Value, original: Value): Value {
  const value = withoutKptAnnotations(printed);
  if (!isMap(value) || !isMap(original)) return value;
  const { metadata = {}, ...others } = value;
  if (!isMap(metadata)) return value;
  const { annotations = null, ...rest } = metadata;
  const before = isMap(original['metadata']) ? original['metadata']['annotations'] : undefined;
  const kept = Object.entries(isMap(before) ? before : {}).filter(([key]) => isKptAnnotation(key));
  const own = { ...(isMap(annotations) ? annotations : {}), ...Object.fromEntries(kept) };
  const isEmpty = Object.keys(own).length === 0;
  const wasEmpty = before !== undefined && !(isMap(before) && Object.keys(before).length > 0);
  const shown = isEmpty ? (wasEmpty ? { annotations: before } : {}) : { annotations: own };
  const all = { ...rest, ...shown };
  const hasMetadata = Object.keys(all).length > 0 || original['metadata'] !== undefined;
  if (!hasMetadata) return others;
  const isNull = Object.keys(all).length === 0 && !isMap(original['metadata']);
  return { ...others, metadata: isNull ? (original['metadata'] ?? null) : all };
}

/** Adds a new resource as the function printed it, without kpt's annotations. */
function addItem(resources: Resources, item: ListItem): Resource {
  const location = answeredLocation(item, undefined);
  const { document } = item;
  const annotations = document.keys(['metadata', 'annotations']) ?? [];
  for (const key of annotations) if (isKptAnnotation(key)) document.remove(['metadata', 'annotations', key]);
  if (annotations.length > 0 && document.keys(['metadata', 'annotations'])?.length === 0)
    document.remove(['metadata', 'annotations']);
  if (SURROGATE.test(document.text())) writeOut(document, [], document.value([], 'kpt') ?? null);
  return resources.add(document.get([]) ?? null, location);
}

/** Replaces escaped surrogate pairs in strings by their characters. */
function writeOut(document: SourceDocument, path: Path, value: Value): void {
  if (isList(value)) value.forEach((each, index) => writeOut(document, [...path, index], each));
  if (isMap(value)) for (const [key, each] of Object.entries(value)) writeOut(document, [...path, key], each);
  const node = typeof value === 'string' ? document.get(path, 'kpt') : undefined;
  if (node?.isQuoted !== true || !SURROGATE.test(newDocument(node).text())) return;
  document.set(path, null);
  document.set(path, value);
}

/**
 * Returns the location that a function gives to an item. There are two annotations for the path and two for the index;
 * the changed one counts. `sent`: the item as it was sent; undefined for a new one. Throws a `KrmError` if both changed
 * to different texts, or if an index is not a number.
 */
function answeredLocation(item: ListItem, sent: ListItem | undefined): Location {
  const path = changed(item, sent, [KPT.internalPath, KPT.path]);
  const index = changed(item, sent, [KPT.internalIndex, KPT.index]);
  const packagePath = changed(item, sent, [KPT.packagePath]);
  if (index !== undefined && !/^-?\d{1,9}$/.test(index)) throw wrong(indexNoNumber(KPT.index, JSON.stringify(index)));
  return {
    ...(path !== undefined && { path }),
    ...(index !== undefined && { index: Number(index) }),
    ...(packagePath !== undefined && { packagePath }),
  };
}

function changed(item: ListItem, sent: ListItem | undefined, keys: readonly string[]): string | undefined {
  const before = keys.flatMap((key) => sent?.annotation(key) ?? [])[0];
  const texts = new Set(keys.flatMap((key) => item.annotation(key) ?? []));
  texts.delete(before ?? '');
  const [text, other] = texts;
  if (other !== undefined) throw wrong(annotationsDiffer(keys, [text, other]));
  return text ?? before;
}

function wrong(message: string): KrmError {
  return new KrmError([{ severity: 'error', code: 'function-output', message }]);
}

/** Characters that kpt refuses, or reads as line breaks. */
const REFUSED = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\u2028\u2029\uFFFE\uFFFF]/g;

/**
 * Returns the parts of a printed item that kpt refuses, or that its data lack: one sentence each, without a subject.
 * Ignores what the item had when it was sent. `before`: the sent item; undefined for a new one.
 */
function unwritable(item: ListItem, before: ListItem | undefined): readonly string[] {
  const [text, old] = [itemText(item), before === undefined ? '' : itemText(before)];
  const characters = new Set(text.match(REFUSED)?.filter((each) => !old.includes(each)));
  const known = countsOf(before === undefined ? [] : lostParts(before.document, old));
  const parts = lostParts(item.document, text).filter((part) => {
    const key = partKey(part);
    const left = known.get(key) ?? 0;
    known.set(key, left - 1);
    return left <= 0;
  });
  return [...Array.from(characters, characterMessage), ...parts.map(partMessage)];
}

function itemText({ lines, document }: ListItem): string {
  return lines ?? document.text();
}

function countsOf(parts: readonly LostPart[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(partKey(part), (counts.get(partKey(part)) ?? 0) + 1);
  return counts;
}

/** Returns a text that is equal for two parts if an edit of one keeps the other: elements of lists may have moved. */
function partKey({ path, tag = '', value }: LostPart): string {
  const data = JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
  return JSON.stringify([path.filter((step) => typeof step === 'string'), tag, data]);
}

function characterMessage(character: string): string {
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
  return `must not have the character U+${code} as it is: print it as an escape in double quotes`;
}

function partMessage({ path, tag }: LostPart): string {
  const place = path.length === 0 ? '' : ` in \`${formatFieldPath(path)}\``;
  return tag === undefined
    ? `must not have a map or a list as a key${place}: Kubernetes has no such keys`
    : `must not have the tag ${JSON.stringify(tag)}${place}, which Kubernetes does not know: print the value without it`;
}
