import type { Value } from '../yaml/index.ts';
import { readElementName, type ElementName } from './element-name.ts';
import { evaluatePointer, type Tokens } from './locate.ts';
import { readPointer, type PatchStep } from './operation.ts';
import { formatPointer } from './pointer.ts';
import type { Target, TargetNode } from './target.ts';

/**
 * Returns an operation that adds the topmost missing parent of a value, with all in it; the operation itself if the
 * value has its parents. A null is a missing parent. New parents are maps or, before names of elements, sequences.
 */
export function withParents<Node extends TargetNode>(target: Target<Node>, operation: PatchStep): PatchStep {
  const { tokens, elementsByField } = readPointer(operation, 'path');
  const before = (depth: number): string => formatPointer(tokens.slice(0, depth));
  const find = (depth: number) => evaluatePointer(target, before(depth), { elementsByField });
  const depth = tokens.findIndex((_, index) => {
    const path = find(index);
    return path === undefined || target.value(path) === null;
  });
  if (depth === -1) return operation;
  const list = depth > 0 && elementsByField ? find(depth - 1) : undefined;
  const isElement = list !== undefined && target.length(list) !== undefined;
  const element = isElement ? readElementName(tokens[depth - 1] ?? '') : undefined;
  const inner = { tokens: tokens.slice(depth), elementsByField };
  return { ...operation, path: before(depth), value: newParent(inner, operation.value ?? null, element) };
}

/** Returns a new value that holds another at tokens, of which there is at least one. `element`: its own name, if any. */
function newParent({ tokens, elementsByField = false }: Tokens, value: Value, element?: ElementName): Value {
  const [token = '', ...rest] = tokens;
  const name = elementsByField && element === undefined ? readElementName(token) : undefined;
  const inner = rest.length === 0 ? value : newParent({ tokens: rest, elementsByField }, value, name);
  if (name !== undefined) return [inner];
  return element === undefined ? { [token]: inner } : { [element.field]: element.text, [token]: inner };
}
