import { equalValues, isList, type Path, type Value } from '../yaml/index.ts';
import { elementIndex } from './element-index.ts';
import { readElementName } from './element-name.ts';
import { locate } from './locate.ts';
import { type PatchStep, readPointer, type ValueOperation } from './operation.ts';
import { formatPointer } from './pointer.ts';
import type { Places } from './target.ts';

/** Operation of a patch in its place. */
interface Placed extends ListOperation {
  readonly index: number;
  /** Path of the map or list that the operation edits; undefined if it does not exist before the patch. */
  readonly holder: Path | undefined;
  /** Pointer to the holder; undefined if that is not a list. */
  readonly list: string | undefined;
  readonly tokens: readonly string[];
}

/**
 * Returns the indexes of operations that were all done before: those on a list to which the patch adds, and from which
 * it removes, by index, if the list is as they leave it. Such operations are not repeatable one by one. Lists that the
 * patch also edits elsewhere, inside an element or around the list, are left out, since an index may then mean another
 * element.
 */
export function findDoneOperations(
  places: Places,
  steps: readonly (ValueOperation & PatchStep)[],
): ReadonlySet<number> {
  const placed = steps.map((step, index) => place(places, step, index));
  if (editsNames(steps, placed)) return new Set();
  const onLists = new Map<string, Placed[]>();
  for (const operation of placed) {
    const { list } = operation;
    if (list === undefined) continue;
    const same = onLists.get(list);
    if (same === undefined) onLists.set(list, [operation]);
    else same.push(operation);
  }
  const done = [...onLists.values()].filter((onList) => isDone(places, onList, placed));
  return new Set(done.flat().map(({ index }) => index));
}

function place(places: Places, step: ValueOperation & PatchStep, index: number): Placed {
  const { tokens, elementsByField } = readPointer(step, 'path');
  const found = locate(places, { tokens: tokens.slice(0, -1), elementsByField }, false);
  const holder = 'code' in found ? undefined : found.path;
  const list = holder === undefined || places.length(holder) === undefined ? undefined : formatPointer(holder);
  return { op: step.op, value: step.value ?? null, token: tokens.at(-1) ?? '', index, holder, list, tokens };
}

/**
 * Reports whether an operation may edit a field by which a path names an element: the name may then lead to another.
 */
function editsNames(steps: readonly PatchStep[], placed: readonly Placed[]): boolean {
  const named = placed.filter(({ index }) => steps[index]?.elementsByField === true);
  const fields = new Set(named.flatMap(({ tokens }) => tokens.map((token) => readElementName(token)?.field)));
  return placed.some(({ token }) => fields.has(token));
}

function isDone(places: Places, operations: readonly Placed[], all: readonly Placed[]): boolean {
  const has = (name: ListOperation['op']): boolean => operations.some(({ op }) => op === name);
  const [{ holder: list = [] } = {}] = operations;
  if (!has('add') || !has('remove')) return false;
  const own = new Set(operations);
  if (all.some((other) => !own.has(other) && disturbs(places, other, list))) return false;
  const value = places.value(list);
  return isList(value) && isLeftBy(operations, value);
}

/** Reports whether an operation edits inside an element of a list, replaces the list, or moves it to another index. */
function disturbs(places: Places, { holder, token }: Placed, list: Path): boolean {
  if (holder === undefined) return false;
  const isAround = leadsTo(holder, list) && places.length(holder) !== undefined;
  return isAround || leadsTo([...holder, token], list) || leadsTo(list, holder);
}

/** Reports whether a path leads to another or to a parent of it. */
function leadsTo(path: Path, other: Path): boolean {
  return path.every((step, depth) => step === other[depth]);
}

/** Operation on an element of a list. */
interface ListOperation extends Pick<ValueOperation, 'op' | 'value'> {
  /** Index of the element; `-` is the end, for `add` only. */
  readonly token: string;
}

/** Element that an operation removed or replaced: it may have been any. */
const UNKNOWN = Symbol('unknown element');

type Element = Value | typeof UNKNOWN;

/**
 * Reports whether a list is as operations leave it: undoing them, from the last to the first, finds each value in its
 * place, and at least one element that was added. A list that has had these elements from the start looks the same.
 */
function isLeftBy(operations: readonly ListOperation[], list: readonly Value[]): boolean {
  const elements: Element[] = [...list];
  const found = operations.toReversed().map((operation) => UNDO[operation.op](elements, operation));
  return !found.includes('other') && found.includes('added');
}

/** Finding at the place of an operation: an element that it added, another than it would leave, or neither. */
type Finding = 'added' | 'other' | 'unknown';

const UNDO: Readonly<Record<ListOperation['op'], (elements: Element[], operation: ListOperation) => Finding>> = {
  add(elements, { token, value = null }) {
    const index = elementIndex(token === '-' ? '-1' : token, elements.length);
    if (index === undefined || !canEqual(elements[index], value)) return 'other';
    const [element] = elements.splice(index, 1);
    return element === UNKNOWN ? 'unknown' : 'added';
  },
  replace(elements, { token, value = null }) {
    const index = elementIndex(token, elements.length);
    if (index === undefined || !canEqual(elements[index], value)) return 'other';
    elements[index] = UNKNOWN;
    return 'unknown';
  },
  remove(elements, { token }) {
    const index = elementIndex(token, elements.length + 1);
    if (index === undefined) return 'other';
    elements.splice(index, 0, UNKNOWN);
    return 'unknown';
  },
};

function canEqual(element: Element | undefined, value: Value): boolean {
  return element === UNKNOWN || (element !== undefined && equalValues(element, value));
}
