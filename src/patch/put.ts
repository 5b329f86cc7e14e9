import type { Path, Value } from '../yaml/index.ts';
import { equal } from './equal.ts';
import type { Place } from './locate.ts';
import type { Target, TargetNode } from './target.ts';

/** What an operation did: it changed something, found what it was to bring about there already, or was a `test`. */
export type Outcome = 'changed' | 'unchanged' | 'tested';

/** Adds a value as RFC 6902, section 4.1 has it: an element before another, or an entry in place of what is there. */
export function put<Node extends TargetNode>(target: Target<Node>, place: Place, value: Value): Outcome {
  return place.present && !isElement(place.path) && equal(target.value(place.path) ?? null, value)
    ? 'unchanged'
    : write(target, place.path, value);
}

/** Adds the value at a path in the same way, as it is written there. */
export function putCopy<Node extends TargetNode>(target: Target<Node>, place: Place, from: Path): Outcome {
  const node = target.get(from);
  if (node === undefined) throw new Error('a place that was found has no node');
  const isThere = place.present && !isElement(place.path);
  return isThere && equal(target.value(place.path) ?? null, target.value(from) ?? null)
    ? 'unchanged'
    : write(target, place.path, node);
}

function write<Node extends TargetNode>(target: Target<Node>, path: Path, value: Value | Node): Outcome {
  const last = path.at(-1);
  if (typeof last === 'number') target.insert(path.slice(0, -1), last, value);
  else target.set(path, value);
  return 'changed';
}

function isElement(path: Path): boolean {
  return typeof path.at(-1) === 'number';
}
