import type { Path, Value } from '../yaml/index.ts';
import { PatchError } from './error.ts';
import { find } from './find.ts';
import type { Located } from './locate.ts';
import { readPointer, type Pointer, type PatchStep } from './operation.ts';
import { putCopy, type PatchOutcome } from './put.ts';
import type { Places, Target, TargetNode } from './target.ts';

/**
 * Moves a value (RFC 6902, section 4.4). Its destination is located as if the value had been removed already, but the
 * value is copied before its removal, since only an existing value can be copied with its text.
 */
export function move<Node extends TargetNode>(target: Target<Node>, operation: PatchStep): PatchOutcome {
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
  const [step, put] = [path[depth], added[depth]];
  if (present || typeof put !== 'number') return isWithin(path, added) ? undefined : path;
  const shifts = typeof step === 'number' && step >= put && isWithin(path, added.slice(0, depth));
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
