import { equalValues, isList, type Value } from '../yaml/index.ts';
import { locate } from './locate.ts';
import { readPointer, type Pointer, type PatchStep } from './operation.ts';
import type { PatchOutcome } from './put.ts';
import type { Places, Target, TargetNode } from './target.ts';

/**
 * Returns the outcome of an operation that was done before, if doing it again would add an element again or fail.
 * Returns undefined if it is still to be done, or can be repeated without harm.
 */
export function outcomeBefore<Node extends TargetNode>(
  target: Target<Node>,
  operation: PatchStep,
): PatchOutcome | undefined {
  if (operation.op === 'remove') return isAbsent(target, readPointer(operation, 'path')) ? 'absent' : undefined;
  return isDone(target, operation) ? 'unchanged' : undefined;
}

function isDone<Node extends TargetNode>(target: Target<Node>, operation: PatchStep): boolean {
  const { op, value = null } = operation;
  if (op === 'add') return isElement(target, operation, value);
  if (op !== 'move' && op !== 'copy') return false;
  const from = readPointer(operation, 'from');
  const source = locate(target, from, false);
  if (op === 'copy') return !('code' in source) && isElement(target, operation, target.value(source.path) ?? null);
  return isAbsent(target, from) && !('code' in locate(target, readPointer(operation, 'path'), false));
}

/** Reports whether there is no value at a pointer, although one could be there. */
function isAbsent(places: Places, pointer: Pointer): boolean {
  const found = locate(places, pointer, false);
  return 'code' in found && found.code === 'missing';
}

/** Reports whether the operation would insert a value, not by its name, into a sequence that has an equal element. */
function isElement<Node extends TargetNode>(target: Target<Node>, operation: PatchStep, value: Value): boolean {
  const place = locate(target, readPointer(operation, 'path'), true);
  if ('code' in place || place.element !== undefined || typeof place.path.at(-1) !== 'number') return false;
  const elements = target.value(place.path.slice(0, -1));
  return elements !== undefined && isList(elements) && elements.some((element) => equalValues(element, value));
}
