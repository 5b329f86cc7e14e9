import type { Location, Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';
import { KrmError, type Result } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import { equalValues, isMap, type Value } from '../yaml/index.ts';
import { applyComments, type CommentSource } from './answered-comments.ts';
import { answeredLocation } from './answered-location.ts';
import { idOf, isResource, type ListItem } from './answer.ts';
import { isKptAnnotation, withoutKptAnnotations } from './kpt-annotations.ts';
import { matchItems } from './match-items.ts';
import { splice } from './splice.ts';

/** Items that a function was sent, and those that it printed. */
export interface Exchange {
  readonly sent: readonly ListItem[];
  readonly answered: readonly ListItem[];
  /** True if the function was sent a selection: an id that it was not sent is then an error. */
  readonly isSelective: boolean;
  /** Comments of the function that are taken over. */
  readonly comments: CommentSource;
}

/**
 * Applies to resources the data that a function changed: edits, moves, removals and new resources. `resources`: those that
 * were sent, in this order. Throws a `KrmError` if the function printed what cannot be a resource.
 */
export function applyAnswer(resources: Resources, exchange: Exchange): void {
  const { sent, answered } = exchange;
  const items = [...resources.items];
  const pairs = matchItems(sent, answered);
  checkItems(exchange, pairs);
  const returned = new Set(pairs);
  const gone = items.filter((_, index) => !returned.has(index));
  const added: (() => void)[] = [];
  answered.forEach((item, at) => {
    const index = pairs[at];
    const resource = index === undefined ? undefined : items[index];
    const before = index === undefined ? undefined : sent[index];
    if (resource === undefined || before === undefined) added.push(() => addItem(resources, item));
    else if (item.lines === undefined || item.lines !== before.lines) {
      update(resource, before, item, exchange.comments);
      const location = answeredLocation(item, before);
      if (isSamePlace(location, answeredLocation(before, undefined))) return;
      gone.push(resource);
      added.push(() => void resources.add(resource.document.get([]) ?? null, location));
    }
  });
  for (const resource of gone) resources.removeItem(resource);
  for (const add of added) add();
}

function checkItems({ sent, answered, isSelective }: Exchange, pairs: readonly (number | undefined)[]): void {
  const errors: Result[] = [];
  answered.forEach((item, at) => {
    const index = pairs[at];
    const before = index === undefined ? undefined : sent[index];
    if (!isResource(item) && (before === undefined || isResource(before))) errors.push(wrongItem(at, NO_RESOURCE));
    if (isSelective && index === undefined && isUnknown(idOf(item), sent)) errors.push(wrongItem(at, UNKNOWN_ID));
  });
  if (errors.length > 0) throw new KrmError(errors);
}

/** Reports whether no item with an id was sent. */
function isUnknown(id: string | undefined, sent: readonly ListItem[]): boolean {
  return id !== undefined && !sent.some((item) => idOf(item) === id);
}

const NO_RESOURCE = 'must be a resource, with `apiVersion`, `kind` and `metadata.name`';
const UNKNOWN_ID = 'must not have the id of a resource that the function was not given';

function wrongItem(at: number, message: string): Result {
  return { severity: 'error', message: `item ${at} of the output ${message}` };
}

function isSamePlace(a: Location, b: Location): boolean {
  return a.path === b.path && a.index === b.index && a.packagePath === b.packagePath;
}

/** Edits a resource so that its data are those of an item. */
function update(resource: Resource, sent: ListItem, answered: ListItem, comments: CommentSource): void {
  const { document, group, kind } = resource;
  const before = document.value([]) ?? null;
  if (!equalValues(meant(sent.value, before), before)) throw new Error('a resource was not sent as it is');
  const after = meant(answered.value, before);
  const splicing = splice(document, { group, kind }, { before, after });
  applyComments(resource, { sent, answered, splicing, source: comments });
  if (!equalValues(document.value([]) ?? null, after))
    throw new KrmError([makeResult('error', 'cannot be given the data that the function printed', { resource })]);
}

/** Returns the data that a printed item stands for: annotations of kpt are those of the resource. */
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

/** Adds a new resource, in the text of the function, without the annotations of kpt. */
function addItem(resources: Resources, item: ListItem): void {
  const location = answeredLocation(item, undefined);
  const { document } = item;
  const annotations = document.keys(['metadata', 'annotations']) ?? [];
  for (const key of annotations) if (isKptAnnotation(key)) document.remove(['metadata', 'annotations', key]);
  if (annotations.length > 0 && document.keys(['metadata', 'annotations'])?.length === 0)
    document.remove(['metadata', 'annotations']);
  resources.add(document.get([]) ?? null, location);
}
