import { equalValues, type Path, type Value } from '../yaml/index.ts';
import { hasElementName, requirementOf, type ElementName } from './element-name.ts';
import { PatchError } from './error.ts';
import type { Located } from './locate.ts';
import type { Target, TargetNode } from './target.ts';

/**
 * Result of an operation: it changed something, its effect was already present, the value to remove was absent, or it
 * was a `test`.
 */
export type PatchOutcome = 'changed' | 'unchanged' | 'absent' | 'tested';

/**
 * Adds a value by RFC 6902, section 4.1: inserts an element before another, or replaces an existing entry or the
 * element of a name. `source`: the value to write, if it is not the plain one. @throws PatchError if the value lacks
 * the name.
 */
export function put<Node extends TargetNode>(
  target: Target<Node>,
  { path, present, element }: Located,
  value: Value,
  source: Value | Node = value,
): PatchOutcome {
  checkElement(value, element);
  if (present && equalValues(target.value(path) ?? null, value)) return 'unchanged';
  const last = path.at(-1);
  if (typeof last === 'number' && !present) target.insert(path.slice(0, -1), last, source);
  else target.set(path, source);
  return 'changed';
}

/** Checks the value of an element with a name, which it must keep, since nothing would find it by that name again. */
export function checkElement(value: Value, element: ElementName | undefined): void {
  if (element === undefined || hasElementName(value, element)) return;
  throw new PatchError('element', `the value ${requirementOf(element)}, as in the path`);
}

/** Adds a copy of the value at a path in the same way, with its source text. */
export function putCopy<Node extends TargetNode>(target: Target<Node>, place: Located, from: Path): PatchOutcome {
  return put(target, place, target.value(from) ?? null, target.get(from));
}
