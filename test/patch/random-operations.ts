import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatPointer, type Operation } from '../../src/patch/index.ts';
import type { Value } from '../../src/yaml/index.ts';
import { keyNames, plainValues } from '../yaml/generate.ts';
import { places } from '../yaml/edit/random-edits.ts';
import { plain } from './plain.ts';

/** Numbers that select an operation on the current data. */
const aim = fc.record({
  op: fc.constantFrom<Operation['op']>('add', 'add', 'remove', 'replace', 'move', 'copy', 'test'),
  place: fc.nat(),
  from: fc.nat(),
  /** An additional token, so that the pointer leads to a new place or to nothing. */
  token: fc.option(fc.oneof(keyNames(), fc.constantFrom('-', '0', '1', '2', '9', '01', '1e0', 'length', 'a')), {
    freq: 1,
  }),
  value: plainValues() as fc.Arbitrary<Value>,
  /** True for a `test` that passes. */
  holds: fc.boolean(),
});
export type OperationAim = typeof aim extends fc.Arbitrary<infer T> ? T : never;

/** Lists of operations. */
export function operationAims(): fc.Arbitrary<readonly OperationAim[]> {
  return fc.array(aim, { minLength: 1, maxLength: 6 });
}

/** Returns the operation on the data that an aim selects, or undefined if the oracle misreads its pointers. */
export function operationAt(
  model: Value,
  { op, place, from, token, value, holds }: OperationAim,
): Operation | undefined {
  const all = places(model);
  const target = all[place % all.length];
  const source = all[from % all.length];
  assert.ok(target && source);
  const path = formatPointer(token === null ? target.path : [...target.path, token]);
  const operation = {
    op,
    path,
    from: formatPointer(source.path),
    value: op === 'test' && holds ? target.value : value,
  };
  return isMisread(operation.path) || isMisread(operation.from) ? undefined : operation;
}

/**
 * Reports whether fast-json-patch misreads a pointer: it refuses some names, finds others that the document does not
 * have, and takes an empty index for 0.
 */
function isMisread(pointer: string): boolean {
  return pointer.split('/').some((token, index) => token in Object.prototype || (index > 0 && token === ''));
}

/** Texts of JSON documents, laid out with an indentation. */
export function jsonTexts(indent = 1): fc.Arbitrary<string> {
  return plainValues().map((value) => JSON.stringify(plain({ doc: value, list: [value, 1] }), bigAsNumber, indent));
}

/** A replacer for JSON.stringify, which does not support bigint. */
export function bigAsNumber(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
