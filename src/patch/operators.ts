import { equalValues } from '../yaml/index.ts';
import { PatchError } from './error.ts';
import { find } from './find.ts';
import { move } from './move.ts';
import { readPointer, type OperationName, type PatchStep } from './operation.ts';
import { checkElement, put, putCopy, type PatchOutcome } from './put.ts';
import type { Target, TargetNode } from './target.ts';

type Operator = <Node extends TargetNode>(target: Target<Node>, operation: PatchStep) => PatchOutcome;

const OPERATORS: Readonly<Record<OperationName, Operator>> = { add, remove, replace, move, copy, test };

/** Performs one operation. @throws PatchError if it does not apply; nothing has changed then. */
export function operate<Node extends TargetNode>(target: Target<Node>, operation: PatchStep): PatchOutcome {
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
