import { Failure } from './failure.ts';
import { sprintf } from './fmt/format.ts';
import { NIL, type Operand } from './operand.ts';
import type { GoValue } from './value.ts';

/** Index or key, and element, of one iteration of a range. */
export type Iteration = readonly [index: Operand, element: Operand];

/** Returns the iterations of a range over a value, with that many variables. */
export function iterationsOf(value: GoValue, variables: number): Iterator<Iteration> {
  if (value.kind === 'nil') return [][Symbol.iterator]();
  if (value.kind === 'map') return entriesOf(value.entries, value.element === 'any');
  if (value.kind === 'slice') return itemsOf(value.items);
  if (value.kind !== 'int' && value.kind !== 'uint8')
    throw new Failure(sprintf("range can't iterate over %v", [value]));
  if (variables > 1) throw new Failure(`can't use ${value.value} to iterate over more than one variable`);
  return countUp(value.kind, value.value);
}

function* countUp(kind: 'int' | 'uint8', end: bigint): Generator<Iteration> {
  for (let value = 0n; value < end; value++) yield [NIL, { kind, value }];
}

function* entriesOf(entries: ReadonlyMap<string, GoValue>, inInterface: boolean): Generator<Iteration> {
  for (const [key, value] of entries) {
    yield [{ kind: 'string', value: key }, inInterface ? { kind: 'interface', value } : value];
  }
}

function* itemsOf(items: readonly GoValue[]): Generator<Iteration> {
  for (const [index, value] of items.entries()) {
    yield [
      { kind: 'int', value: BigInt(index) },
      { kind: 'interface', value },
    ];
  }
}
