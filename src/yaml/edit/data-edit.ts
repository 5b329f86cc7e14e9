import { isList, isMap, type Path, type Value } from '../tree/value.ts';

/** One edit of a document in terms of its data. The path starts at the top of the document at the time of the edit. */
export type DataEdit =
  | SetEdit
  | { readonly kind: 'insert'; readonly path: Path; readonly index: number; readonly value: Value }
  | { readonly kind: 'remove'; readonly path: Path }
  | { readonly kind: 'rename'; readonly path: Path; readonly key: string }
  /** Comments of the entry at a path were changed, or of the document otherwise; data stay the same. */
  | { readonly kind: 'comment'; readonly path: Path };

/** Sets the value at a path. */
export interface SetEdit {
  readonly kind: 'set';
  readonly path: Path;
  readonly value: Value;
  /** Edits of the text in the value, if it is a literal block of which only these lines changed. */
  readonly within?: readonly NestedEdit[];
}

/** Sets the scalar at a path of keys in a text to another one. */
export interface NestedEdit extends SetEdit {
  readonly path: readonly string[];
  /** New text of its line from the key on, with the line break. */
  readonly line: string;
}

type Holder = Value[] | Record<string, Value>;

/**
 * Applies edits to plain data, independently of any text, and returns the result; undefined means no data. The given
 * data are not modified; parts that no edit reaches are shared. `depth`: number of steps of each path that lead to the
 * data (default: 0). @throws Error if the path of an edit does not exist.
 */
export function applyEdits(value: Value | undefined, edits: readonly DataEdit[], depth = 0): Value | undefined {
  const editor = new DataEditor(value);
  for (const edit of edits) editor.apply(edit, edit.path.slice(depth));
  return editor.top;
}

/** Plain data that copies each map and list once, when it is first edited. */
class DataEditor {
  top: Value | undefined;
  readonly #copies = new Set<Holder>();

  constructor(top: Value | undefined) {
    this.top = top;
  }

  apply(edit: DataEdit, path: Path): void {
    const { kind } = edit;
    if (kind === 'comment') return;
    if (kind === 'insert') {
      const list = this.#valueAt(path);
      if (list === undefined || list === null) this.#set(path, [edit.value]);
      else (this.#holder(path) as Value[]).splice(edit.index, 0, edit.value);
      return;
    }
    if (kind === 'set') {
      this.#set(path, edit.value);
      return;
    }
    const last = path.at(-1);
    if (last === undefined) this.top = kind === 'remove' ? undefined : this.top;
    if (last === undefined || this.#valueAt(path) === undefined) return;
    const holder = this.#holder(path.slice(0, -1));
    if (Array.isArray(holder)) holder.splice(Number(last), 1);
    else {
      const value = holder[last];
      delete holder[last];
      if (kind === 'rename' && value !== undefined) holder[edit.key] = value;
    }
  }

  #set(path: Path, value: Value): void {
    const last = path.at(-1);
    if (last === undefined) this.top = value;
    else put(this.#holder(path.slice(0, -1)), last, value);
  }

  #valueAt(path: Path): Value | undefined {
    let value = this.top;
    for (const step of path) value = value === undefined ? undefined : stepInto(value, step);
    return value;
  }

  /** Returns the map or list at a path for modification. Creates a missing map. */
  #holder(path: Path): Holder {
    let holder = (this.top = this.#own(this.top));
    for (const step of path) {
      const inner = this.#own(stepInto(holder, step));
      put(holder, step, inner);
      holder = inner;
    }
    return holder;
  }

  #own(value: Value | undefined): Holder {
    if (typeof value === 'object' && value !== null && this.#copies.has(value as Holder)) return value as Holder;
    const copy = copyOf(value);
    this.#copies.add(copy);
    return copy;
  }
}

function stepInto(value: Value, step: string | number): Value | undefined {
  if (typeof step === 'number') return isList(value) ? value[step] : undefined;
  return isMap(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function put(holder: Holder, step: string | number, value: Value): void {
  if (Array.isArray(holder)) {
    if (typeof step !== 'number' || step >= holder.length)
      throw new Error('an edit of a list must be at an index of an element');
    holder[step] = value;
  } else if (typeof step === 'number') throw new Error('an edit of a map must be at a key');
  else holder[step] = value;
}

/** Returns a shallow copy without a prototype. */
function copyOf(value: Value | undefined): Holder {
  if (isList(value)) return [...value];
  const map = Object.create(null) as Record<string, Value>;
  if (value === undefined || value === null) return map;
  if (!isMap(value)) throw new Error('a scalar has no parts to edit');
  return Object.assign(map, value);
}
