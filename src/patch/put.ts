import { equalValues, type Path, type Value } from '../yaml/index.ts';
import type { Located } from './locate.ts';
import type { Target, TargetNode } from './target.ts';

/**
 * Result of an operation: it changed something, its effect was already present, the value to remove was absent, or it
 * was a `test`.
 */
export type Outcome = 'changed' | 'unchanged' | 'absent' | 'tested';

/**
 * Adds a value by RFC 6902, section 4.1: inserts an element before another, or replaces an existing entry. `source`:
 * the value to write, if it is not the plain one.
 */
export function put<Node extends TargetNode>(
  target: Target<Node>,
  { path, present }: Located,
  value: Value,
  source: Value | Node = value,
): Outcome {
  if (present && equalValues(target.value(path) ?? null, value)) return 'unchanged';
  const last = path.at(-1);
  if (typeof last === 'number') target.insert(path.slice(0, -1), last, source);
  else target.set(path, source);
  return 'changed';
}

/** Adds a copy of the value at a path in the same way, with its source text. */
export function putCopy<Node extends TargetNode>(target: Target<Node>, place: Located, from: Path): Outcome {
  return put(target, place, target.value(from) ?? null, target.get(from));
}
