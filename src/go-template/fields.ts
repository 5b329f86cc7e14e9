import { didYouMean } from '../nearest-name.ts';
import { Failure } from './failure.ts';
import { entryOf, NIL, operandType, unwrap, zeroOf, type Operand } from './operand.ts';
import { quote } from './fmt/quote.ts';
import { decodeLeniently, type GoMap } from './value.ts';

/** Result for an absent key of a map: no value at all, the zero of the map's element type, or an error. */
export type MissingKey = 'default' | 'zero' | 'error';

/**
 * Returns a field of nested values, with one name for each level. Only functions take arguments, and data contain none.
 */
export function fieldOf(
  receiver: Operand,
  names: readonly string[],
  missingKey: MissingKey,
  hasArguments = false,
): Operand {
  let value = receiver;
  for (const [index, name] of names.entries()) {
    value = oneField(value, name, missingKey, hasArguments && index === names.length - 1);
  }
  return value;
}

function oneField(receiver: Operand, name: string, missingKey: MissingKey, hasArguments: boolean): Operand {
  const value = unwrap(receiver);
  if (value.kind === 'nil') return fieldOfNil(receiver, name, missingKey);
  if (value.kind !== 'map') throw new Failure(`can't evaluate field ${name} in type ${operandType(receiver)}`);
  if (hasArguments) throw new Failure(`${name} is not a method but has arguments`);
  const found = entryOf(value, name);
  if (found !== undefined) return found;
  if (missingKey === 'error') throw new Failure(`map has no entry for key ${quote(name)}`, nearestField(value, name));
  return missingKey === 'zero' ? zeroOf(value) : NIL;
}

function nearestField({ entries }: GoMap, name: string): string {
  const names = [...entries.keys()].map(decodeLeniently);
  return didYouMean(decodeLeniently(name), names, { quote: (field) => JSON.stringify(`.${field}`) });
}

function fieldOfNil(receiver: Operand, name: string, missingKey: MissingKey): Operand {
  if (receiver.kind === 'interface') throw new Failure(`nil pointer evaluating interface {}.${name}`);
  if (missingKey === 'error') throw new Failure(`nil data; no entry for key ${quote(name)}`);
  return NIL;
}
