import { ElementIndexes, MAX_DEPTH, isList, isMap, type Path, type Value } from '../yaml/index.ts';
import { PatchError } from './error.ts';
import type { Target, TargetNode } from './target.ts';

/**
 * Maximum number of values that one patch may copy and move: a few operations that copy a document into itself fill any
 * memory.
 */
const MAX_COPIED = 1_000_000;

type Plain = null | boolean | number | bigint | string | Plain[] | PlainMap;
type PlainMap = { [key: string]: Plain };

/** A value in plain data. */
class PlainNode implements TargetNode {
  readonly value: Plain;

  constructor(value: Plain) {
    this.value = value;
  }

  get kind(): 'map' | 'seq' | 'scalar' {
    if (isList(this.value)) return 'seq';
    return isMap(this.value) ? 'map' : 'scalar';
  }
}

/** Plain data on which to try a patch: a copy of the given value. Edits throw a PatchError if they exceed a limit. */
export class PlainDocument implements Target<PlainNode> {
  #root: Plain;
  #copied = 0;
  readonly #indexes = new ElementIndexes();

  constructor(value: Value) {
    this.#root = clone(value, 0);
  }

  get(path: Path): PlainNode | undefined {
    const value = this.value(path);
    return value === undefined ? undefined : new PlainNode(value);
  }

  value(path: Path): Plain | undefined {
    let value: Plain | undefined = this.#root;
    for (const step of path) value = child(value, step);
    return value;
  }

  keys(path: Path): readonly string[] | undefined {
    const value = this.value(path);
    return isPlainMap(value) ? Object.keys(value) : undefined;
  }

  length(path: Path): number | undefined {
    const value = this.value(path);
    return Array.isArray(value) ? value.length : undefined;
  }

  indexesOf(path: Path, field: string, text: string): readonly number[] {
    const read = (index: number): Plain | undefined => this.value([...path, index, field]);
    return this.#indexes.find({ path, field, length: this.length(path) ?? 0, read }, text);
  }

  set(path: Path, value: Value | PlainNode): void {
    const plain = this.#copy(value, path.length);
    this.#indexes.edited({ kind: 'set', path, value: plain });
    const last = path.at(-1);
    const holder = this.value(path.slice(0, -1));
    if (last === undefined) this.#root = plain;
    else if (Array.isArray(holder)) holder[Number(last)] = plain;
    else if (isPlainMap(holder)) holder[last] = plain;
  }

  insert(path: Path, index: number, value: Value | PlainNode): void {
    const holder = this.value(path);
    if (!Array.isArray(holder)) return;
    const plain = this.#copy(value, path.length + 1);
    this.#indexes.edited({ kind: 'insert', path, index, value: plain });
    holder.splice(index, 0, plain);
  }

  remove(path: Path): boolean {
    this.#indexes.edited({ kind: 'remove', path });
    const last = path.at(-1) ?? '';
    const holder = this.value(path.slice(0, -1));
    if (Array.isArray(holder)) return holder.splice(Number(last), 1).length > 0;
    return isPlainMap(holder) && delete holder[last];
  }

  rename(path: Path, key: string): void {
    const holder = this.value(path.slice(0, -1));
    const value = this.value(path);
    if (!isPlainMap(holder) || value === undefined) return;
    this.#indexes.edited({ kind: 'rename', path, key });
    holder[key] = value;
    this.remove(path);
  }

  #copy(value: Value | PlainNode, depth: number): Plain {
    if (!(value instanceof PlainNode)) return clone(value, depth);
    return clone(value.value, depth, () => {
      if (++this.#copied <= MAX_COPIED) return;
      throw new PatchError('limit', `a patch must not copy or move more than ${MAX_COPIED} values`);
    });
  }
}

/** Reports whether a value does not nest too deep in `depth` collections. */
export function fits(value: Value, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  if (isList(value)) return value.every((item) => fits(item, depth + 1));
  return !isMap(value) || Object.values(value).every((item) => fits(item, depth + 1));
}

function child(value: Plain | undefined, step: string | number): Plain | undefined {
  if (Array.isArray(value)) return typeof step === 'number' ? value[step] : undefined;
  return isPlainMap(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function isPlainMap(value: Plain | undefined): value is PlainMap {
  return value !== undefined && isMap(value);
}

/**
 * Returns a copy with maps that have no prototype, so that no key is special. `visit` is called for each value in it.
 */
function clone(value: Value, depth: number, visit?: () => void): Plain {
  visit?.();
  if (depth > MAX_DEPTH) throw new PatchError('limit', `a document must not nest more than ${MAX_DEPTH} deep`);
  if (isList(value)) return value.map((item) => clone(item, depth + 1, visit));
  if (!isMap(value)) return value;
  const map = Object.create(null) as PlainMap;
  for (const [key, item] of Object.entries(value)) map[key] = clone(item, depth + 1, visit);
  return map;
}
