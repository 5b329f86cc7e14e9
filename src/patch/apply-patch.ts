import { equalValues, isList, type Path, type SourceDocument, type SourceNode, type Value } from '../yaml/index.ts';
import { type ElementName, readElementName } from './element-name.ts';
import { type NearKey, PatchError } from './error.ts';
import { evaluatePointer, locate, type Located, type Miss, type PointerOptions, type Tokens } from './locate.ts';
import { nearestKey } from './nearest-key.ts';
import { type Operation, type OperationName, type PatchStep, type Pointer, readPointer } from './operation.ts';
import { fits, PlainDocument } from './plain-document.ts';
import { formatPointer } from './pointer.ts';
import { checkElement, type PatchOutcome, put, putCopy } from './put.ts';
import type { Places, Target, TargetNode } from './target.ts';

/**
 * Moves a value (RFC 6902, section 4.4). Its destination is located as if the value had been removed already, but the
 * value is copied before its removal, since only an existing value can be copied with its text.
 */
function move<Node extends TargetNode>(target: Target<Node>, operation: PatchStep): PatchOutcome {
  const [from, to] = [readPointer(operation, 'from'), readPointer(operation, 'path')];
  refuseOwnChild(from, to);
  const source = find(target, 'move from', from).path;
  const place = find(new WithoutPath(target, source), 'move to', to);
  const path = beforeRemoval(place.path, source);
  if (from.text === to.text) return 'unchanged';
  if (path === undefined || (!place.present && isSame(place.path, source))) return 'unchanged';
  if (!place.present && isSibling(path, source)) target.rename(source, String(path.at(-1)));
  else {
    putCopy(target, { ...place, path }, source);
    const left = afterPut(source, { ...place, path });
    if (left !== undefined) target.remove(left);
  }
  return 'changed';
}

function refuseOwnChild(from: Pointer, to: Pointer): void {
  if (from.tokens.length === 0) {
    throw new PatchError('move', 'unable to move entire document to another path', { pointer: from.text });
  }
  if (to.text.startsWith(`${from.text}/`)) {
    const message = `a value cannot be moved into itself, from ${JSON.stringify(from.text)} to ${JSON.stringify(to.text)}`;
    throw new PatchError('move', message, { pointer: to.text });
  }
}

/** The places that would remain if the value at a path were removed. */
class WithoutPath implements Places {
  readonly #places: Places;
  readonly #removed: Path;

  constructor(places: Places, removed: Path) {
    this.#places = places;
    this.#removed = removed;
  }

  get(path: Path): TargetNode | undefined {
    const before = beforeRemoval(path, this.#removed);
    return before && this.#places.get(before);
  }

  keys(path: Path): readonly string[] | undefined {
    const before = beforeRemoval(path, this.#removed);
    const keys = before && this.#places.keys(before);
    return keys?.filter((key) => !isSame([...path, key], this.#removed));
  }

  length(path: Path): number | undefined {
    const before = beforeRemoval(path, this.#removed);
    const length = before && this.#places.length(before);
    return length !== undefined && isSame(path, this.#removed.slice(0, -1)) ? length - 1 : length;
  }

  /** A collection around the removed value still has it. */
  value(path: Path): Value | undefined {
    const before = beforeRemoval(path, this.#removed);
    return before && this.#places.value(before);
  }
}

/**
 * Returns the path, before `removed` is removed, of the value at `path` afterwards; undefined for a value that no
 * longer exists.
 */
function beforeRemoval(path: Path, removed: Path): Path | undefined {
  const depth = removed.length - 1;
  const [step, gone] = [path[depth], removed[depth]];
  if (step === undefined || !isWithin(path, removed.slice(0, depth))) return path;
  if (typeof step === 'number' && typeof gone === 'number') return step < gone ? path : path.with(depth, step + 1);
  return step === gone ? undefined : path;
}

/**
 * Returns the path of the value formerly at `path` after a value was put at a location, or undefined if it was replaced
 * together with its parent.
 */
function afterPut(path: Path, { path: added, present }: Located): Path | undefined {
  const depth = added.length - 1;
  const [step, at] = [path[depth], added[depth]];
  if (present || typeof at !== 'number') return isWithin(path, added) ? undefined : path;
  const shifts = typeof step === 'number' && step >= at && isWithin(path, added.slice(0, depth));
  return shifts ? path.with(depth, step + 1) : path;
}

function isSibling(a: Path, b: Path): boolean {
  return typeof a.at(-1) === 'string' && isSame(a.slice(0, -1), b.slice(0, -1));
}

function isSame(a: Path, b: Path): boolean {
  return a.length === b.length && isWithin(a, b);
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((step, index) => path[index] === step);
}

/** Results of a patch. */
export interface PatchReport {
  /** Outcome of each operation, in order; of a skipped one, the error that it would be. */
  readonly outcomes: readonly (PatchOutcome | PatchError)[];
}

/** Options of a patch. */
export interface PatchOptions extends PointerOptions {
  /**
   * Counts operations that were done before as done: a removal of an absent value, a move whose value is already in
   * place and no longer at its source, an insertion into a sequence that has an equal element. By the RFC, the first
   * two fail and the third inserts it again. Default: false.
   */
  readonly repeatable?: boolean;
  /** Creates missing parents of values to add. Default: false. */
  readonly ensurePath?: boolean;
  /** Skips operations whose pointer leads to nothing, except a `test`. Default: false. */
  readonly skipMissing?: boolean;
  /**
   * Tries several operations on a copy of the data first, so that a document stays as it was if one does not apply.
   * Without, its content is then undefined. Default: true.
   */
  readonly tried?: boolean;
}

/**
 * Applies a JSON patch (RFC 6902) to a document, or to a view of one: all operations, or none if one does not apply,
 * unless `tried` is false. `move` and `copy` keep the source text, with its comments. As in evanphx/json-patch,
 * elements also have negative indexes, and a missing `value` is null.
 *
 * @throws PatchError if an operation does not apply: nothing has changed then.
 * @throws YamlError if the document cannot be edited there, as under a duplicate key: its content is then undefined.
 */
export function applyPatch(
  document: SourceDocument,
  operations: readonly Operation[],
  options: PatchOptions = {},
): PatchReport {
  // One operation changes nothing if it does not apply; to copy all data for each of many takes quadratic time. Only
  // those that copy data can exceed the limits of the trial.
  if (!operations.every(isAtomic) || (operations.length > 1 && options.tried !== false))
    operateAll(new PlainDocument(document.value([]) ?? null), operations, options);
  return { outcomes: operateAll<SourceNode>(document, operations, options) };
}

/**
 * Reports whether an operation alone is done as a whole or not at all: it copies and moves nothing, and its value fits
 * at its path.
 */
function isAtomic({ op, path, value = null }: Operation): boolean {
  const pointer: unknown = path;
  const isOfOne = op === 'add' || op === 'remove' || op === 'replace' || op === 'test';
  return isOfOne && typeof pointer === 'string' && fits(value, pointer.split('/').length - 1);
}

function operateAll<Node extends TargetNode>(
  target: Target<Node>,
  operations: readonly Operation[],
  options: PatchOptions,
): (PatchOutcome | PatchError)[] {
  return operations.map((operation, index) => {
    try {
      return operateOne(target, operation, options);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      const placed = new PatchError(error.code, error.message, { ...error.place, operation: index });
      if (options.skipMissing && error.code === 'missing' && operation.op !== 'test') return placed;
      throw placed;
    }
  });
}

function operateOne<Node extends TargetNode>(
  target: Target<Node>,
  operation: Operation,
  { repeatable = false, ensurePath = false, elementsByField = false }: PatchOptions,
): PatchOutcome {
  const given = { ...operation, elementsByField };
  const step = ensurePath && operation.op === 'add' ? withParents(target, given) : given;
  return (repeatable ? outcomeBefore(target, step) : undefined) ?? operate(target, step);
}

/**
 * Returns an operation that adds the topmost missing parent of a value, with all in it; the operation itself if the
 * value has its parents. A null is a missing parent. New parents are maps or, before names of elements, sequences.
 */
function withParents<Node extends TargetNode>(target: Target<Node>, operation: PatchStep): PatchStep {
  const { tokens, elementsByField } = readPointer(operation, 'path');
  const before = (depth: number): string => formatPointer(tokens.slice(0, depth));
  const evaluate = (depth: number) => evaluatePointer(target, before(depth), { elementsByField });
  const depth = tokens.findIndex((_, index) => {
    const path = evaluate(index);
    return path === undefined || target.value(path) === null;
  });
  if (depth === -1) return operation;
  const list = depth > 0 && elementsByField ? evaluate(depth - 1) : undefined;
  const isElement = list !== undefined && target.length(list) !== undefined;
  const element = isElement ? readElementName(tokens[depth - 1] ?? '') : undefined;
  const inner = { tokens: tokens.slice(depth), elementsByField };
  return { ...operation, path: before(depth), value: newParent(inner, operation.value ?? null, element) };
}

/**
 * Returns a new value that holds another at tokens, of which there is at least one. `element`: its own name, if any.
 */
function newParent({ tokens, elementsByField = false }: Tokens, value: Value, element?: ElementName): Value {
  const [token = '', ...rest] = tokens;
  const name = elementsByField && element === undefined ? readElementName(token) : undefined;
  const inner = rest.length === 0 ? value : newParent({ tokens: rest, elementsByField }, value, name);
  if (name !== undefined) return [inner];
  return element === undefined ? { [token]: inner } : { [element.field]: element.text, [token]: inner };
}

/**
 * Returns the outcome of an operation that was done before, if doing it again would add an element again or fail.
 * Returns undefined if it is still to be done, or can be repeated without harm.
 */
function outcomeBefore<Node extends TargetNode>(target: Target<Node>, operation: PatchStep): PatchOutcome | undefined {
  if (operation.op === 'remove') return isAbsent(target, readPointer(operation, 'path')) ? 'absent' : undefined;
  return isDone(target, operation) ? 'unchanged' : undefined;
}

function isDone<Node extends TargetNode>(target: Target<Node>, operation: PatchStep): boolean {
  const { op, value = null } = operation;
  if (op === 'add') return isAddedElement(target, operation, value);
  if (op !== 'move' && op !== 'copy') return false;
  const from = readPointer(operation, 'from');
  const source = locate(target, from, false);
  if (op === 'copy') return !('code' in source) && isAddedElement(target, operation, target.value(source.path) ?? null);
  return isAbsent(target, from) && !('code' in locate(target, readPointer(operation, 'path'), false));
}

/** Reports whether there is no value at a pointer, although one could be there. */
function isAbsent(places: Places, pointer: Pointer): boolean {
  const found = locate(places, pointer, false);
  return 'code' in found && found.code === 'missing';
}

/** Reports whether the operation would insert a value, not by its name, into a sequence that has an equal element. */
function isAddedElement<Node extends TargetNode>(target: Target<Node>, operation: PatchStep, value: Value): boolean {
  const place = locate(target, readPointer(operation, 'path'), true);
  if ('code' in place || place.element !== undefined || typeof place.path.at(-1) !== 'number') return false;
  const elements = target.value(place.path.slice(0, -1));
  return elements !== undefined && isList(elements) && elements.some((element) => equalValues(element, value));
}

type Operator = <Node extends TargetNode>(target: Target<Node>, operation: PatchStep) => PatchOutcome;

const OPERATORS: Readonly<Record<OperationName, Operator>> = { add, remove, replace, move, copy, test };

/** Performs one operation. @throws PatchError if it does not apply; nothing has changed then. */
function operate<Node extends TargetNode>(target: Target<Node>, operation: PatchStep): PatchOutcome {
  const { op } = operation;
  if (!Object.hasOwn(OPERATORS, op)) {
    const names = Object.keys(OPERATORS).join(', ');
    throw new PatchError('operation', `unsupported operation ${JSON.stringify(op)}: it must be one of ${names}`);
  }
  return OPERATORS[op](target, operation);
}

function add<Node extends TargetNode>(target: Target<Node>, operation: PatchStep): PatchOutcome {
  return put(target, find(target, 'add', readPointer(operation, 'path')), operation.value ?? null);
}

function remove<Node extends TargetNode>(target: Target<Node>, operation: PatchStep): PatchOutcome {
  const pointer = readPointer(operation, 'path');
  if (pointer.tokens.length === 0) {
    throw new PatchError('operation', 'a whole document cannot be removed', { pointer: pointer.text });
  }
  target.remove(find(target, 'remove', pointer).path);
  return 'changed';
}

function replace<Node extends TargetNode>(target: Target<Node>, operation: PatchStep): PatchOutcome {
  const { path, element } = find(target, 'replace', readPointer(operation, 'path'));
  const value = operation.value ?? null;
  checkElement(value, element);
  if (equalValues(target.value(path) ?? null, value)) return 'unchanged';
  target.set(path, value);
  return 'changed';
}

function copy<Node extends TargetNode>(target: Target<Node>, operation: PatchStep): PatchOutcome {
  const source = find(target, 'copy from', readPointer(operation, 'from'));
  return putCopy(target, find(target, 'copy to', readPointer(operation, 'path')), source.path);
}

function test<Node extends TargetNode>(target: Target<Node>, operation: PatchStep): PatchOutcome {
  const pointer = readPointer(operation, 'path');
  const value = target.value(find(target, 'test', pointer).path) ?? null;
  if (equalValues(value, operation.value ?? null)) return 'tested';
  throw new PatchError('test', `testing value ${pointer.text} failed: test failed`, { pointer: pointer.text });
}

const ADDING: ReadonlySet<Role> = new Set<Role>(['add', 'move to', 'copy to']);

/**
 * Returns the location of a pointer. @throws PatchError if there is none or, for roles that add, if nothing can be
 * added there.
 */
function find(places: Places, role: Role, pointer: Pointer): Located {
  const found = locate(places, pointer, ADDING.has(role));
  if ('code' in found) throw missError(role, pointer.text, found, nearestKey(places, pointer));
  return found;
}

/** Role of a pointer in an operation. */
type Role = 'add' | 'remove' | 'replace' | 'test' | 'move from' | 'move to' | 'copy from' | 'copy to';

interface Wording {
  /** Message if the parent of the value is missing. */
  readonly holder: (pointer: string) => string;
  readonly value: (pointer: string, cause: string) => string;
}

/** Wording of evanphx/json-patch, whose messages people search for. */
const WORDING: Readonly<Record<Role, Wording>> = {
  add: {
    holder: (pointer) => `add operation does not apply: doc is missing path: "${pointer}": missing value`,
    value: (pointer, cause) => `error in add for path: '${pointer}': ${cause}`,
  },
  remove: {
    holder: (pointer) => `remove operation does not apply: doc is missing path: "${pointer}": missing value`,
    value: (pointer, cause) =>
      `error in remove for path: '${pointer}': ${cause.replace('unable to get', 'unable to remove')}`,
  },
  replace: {
    holder: (pointer) => `replace operation does not apply: doc is missing path: ${pointer}: missing value`,
    value: (pointer) => `replace operation does not apply: doc is missing key: ${pointer}: missing value`,
  },
  test: {
    holder: (pointer) => `test operation does not apply: is missing path: ${pointer}: missing value`,
    value: (pointer, cause) => `error in test for path: '${pointer}': ${cause}`,
  },
  'move from': {
    holder: (pointer) => `move operation does not apply: doc is missing from path: ${pointer}: missing value`,
    value: (pointer, cause) => `error in move for path: '${pointer}': ${cause}`,
  },
  'move to': {
    holder: (pointer) => `move operation does not apply: doc is missing destination path: ${pointer}: missing value`,
    value: (pointer, cause) => `error in move for path: '${pointer}': ${cause}`,
  },
  'copy from': {
    holder: (pointer) => `copy operation does not apply: doc is missing from path: "${pointer}": missing value`,
    value: (pointer, cause) => `error in copy for from: '${pointer}': ${cause}`,
  },
  'copy to': {
    holder: (pointer) => `copy operation does not apply: doc is missing destination path: ${pointer}: missing value`,
    value: (_, cause) => `error while adding value during copy: ${cause}`,
  },
};

/**
 * Returns the error for a pointer that leads to nothing: in the words of evanphx/json-patch, where it can have that
 * error, then what is there instead.
 */
function missError(
  role: Role,
  pointer: string,
  { code, noHolder, cause, detail }: Miss,
  near: NearKey | undefined,
): PatchError {
  if (code === 'element') return new PatchError(code, detail, { pointer });
  const { holder, value } = WORDING[role];
  return new PatchError(code, `${noHolder ? holder(pointer) : value(pointer, cause)}; ${detail}`, { pointer, near });
}
