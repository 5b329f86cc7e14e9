import { isList, type Path } from '../yaml/index.ts';
import { readElementName } from './element-name.ts';
import { locate } from './locate.ts';
import { readPointer, type PatchStep, type ValueOperation } from './operation.ts';
import { formatPointer } from './pointer.ts';
import type { Places } from './target.ts';
import { isLeftBy, type ListOperation } from './undo.ts';

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
 * Returns the indexes of operations that were all done before: those on a list to which the patch adds, and from which it
 * removes, by index, if the list is as they leave it. Such operations are not repeatable one by one. Lists that the patch
 * also edits elsewhere, inside an element or around the list, are left out, since an index may then mean another element.
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

/** Reports whether an operation may edit a field by which a path names an element: the name may then lead to another. */
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
