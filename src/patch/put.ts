import { equalValues, type Path, type Value } from '../yaml/index.ts';
import type { Located } from './locate.ts';
import type { Target, TargetNode } from './target.ts';

/** What an operation did: it changed something, found what it was to bring about there already, found nothing to remove, or was a `test`. */
export type Outcome = 'changed' | 'unchanged' | 'absent' | 'tested';

/**
 * Adds a value as RFC 6902, section 4.1 has it: an element before another, or an entry in place of what is there. `source`
 * is what is written, where that is not the plain value.
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

/** Adds the value at a path in the same way, as it is written there. */
export function putCopy<Node extends TargetNode>(target: Target<Node>, place: Located, from: Path): Outcome {
  return put(target, place, target.value(from) ?? null, target.get(from));
}
