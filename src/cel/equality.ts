import type { CelList, CelMap, CelValue } from '@bufbuild/cel';
import { spend, spendOnCharacters } from './budget.ts';
import { compareNumbers } from './ordering.ts';
import { kindOf, lookUp } from './values.ts';

/**
 * Reports whether two values are equal. Numbers of different types can be equal; other values of different types
 * cannot.
 */
export function isEqual(one: CelValue, other: CelValue): boolean {
  spend(1);
  const left = kindOf(one);
  const right = kindOf(other);
  if (left.kind === 'null' || left.kind === 'other') return left.kind === right.kind;
  if (left.kind === 'number') return right.kind === 'number' && compareNumbers(left.value, right.value) === 0;
  if (left.kind === 'list') return right.kind === 'list' && areListsEqual(left.value, right.value);
  if (left.kind === 'map') return right.kind === 'map' && areMapsEqual(left.value, right.value);
  if (left.kind === 'bytes') return right.kind === 'bytes' && areBytesEqual(left.value, right.value);
  if (left.kind === 'optional') return right.kind === 'optional' && areContentsEqual(left.content, right.content);
  if (left.kind === 'type') return right.kind === 'type' && left.value.name === right.value.name;
  if (left.kind === 'string') spendOnCharacters(left.value.length);
  return left.kind === right.kind && left.value === right.value;
}

function areContentsEqual(left: CelValue | undefined, right: CelValue | undefined): boolean {
  return left === undefined || right === undefined ? left === right : isEqual(left, right);
}

function areListsEqual(left: CelList, right: CelList): boolean {
  if (left.size !== right.size) return false;
  const others = right[Symbol.iterator]();
  for (const element of left) {
    const other = others.next();
    if (other.done === true || !isEqual(element, other.value)) return false;
  }
  return true;
}

function areMapsEqual(left: CelMap, right: CelMap): boolean {
  if (left.size !== right.size) return false;
  for (const [key, value] of left) {
    const other = lookUp(right, key);
    if (other === undefined || !isEqual(value, other)) return false;
  }
  return true;
}

function areBytesEqual(left: Uint8Array, right: Uint8Array): boolean {
  spendOnCharacters(left.length);
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
