import {
  celFunc,
  celList,
  celMethod,
  CelScalar,
  listType,
  type CelFunc,
  type CelList,
  type CelValue,
} from '@bufbuild/cel';
import { Failure } from './failure.ts';
import { FIRST_NANOSECOND } from './instant.ts';
import { isOptional, NONE, OPTIONAL_TYPE, someOf, valueIn } from './optional.ts';
import { kindOf, typeName } from './values.ts';

const { BOOL, DYN } = CelScalar;
const LIST = listType(DYN);

/** Functions of optional values. Names that begin with @ cannot be written in an expression. */
export const OPTIONAL_FUNCTIONS: readonly CelFunc[] = [
  celFunc('optional.of', [DYN], OPTIONAL_TYPE, someOf),
  celFunc('optional.ofNonZeroValue', [DYN], OPTIONAL_TYPE, (value) => (isZero(value) ? NONE : someOf(value))),
  celFunc('optional.none', [], OPTIONAL_TYPE, () => NONE),
  celFunc('optional.unwrap', [LIST], LIST, unwrapped),
  celMethod('unwrapOpt', LIST, [], LIST, function unwrapOpt() {
    return unwrapped(this);
  }),
  celMethod('value', OPTIONAL_TYPE, [], DYN, function value() {
    return contentOf(this);
  }),
  celMethod('hasValue', OPTIONAL_TYPE, [], BOOL, function hasValue() {
    return this !== NONE;
  }),
  celMethod('first', LIST, [], OPTIONAL_TYPE, function first() {
    return elementOf(this, 0);
  }),
  celMethod('last', LIST, [], OPTIONAL_TYPE, function last() {
    return elementOf(this, this.size - 1);
  }),
  // The left operand of `or` and `orValue`: cel-go returns one that is not optional as it is.
  celFunc('@has_value', [DYN], BOOL, (value) => value !== NONE),
  celFunc('@value', [DYN], DYN, contentOf),
  celFunc('@unset', [], DYN, () => null),
];

/** Returns the value in an optional one; any other value as it is. Throws a Failure if there is none. */
function contentOf(value: CelValue): CelValue {
  const content = isOptional(value) ? valueIn(value) : value;
  if (content === undefined) throw new Failure('an optional value without a value has no value()');
  return content;
}

function elementOf(list: CelList, index: number): typeof NONE {
  const element = list.get(index);
  return element === undefined ? NONE : someOf(element);
}

function unwrapped(list: CelList): CelList {
  return celList(
    [...list].flatMap((value) => {
      if (!isOptional(value)) throw new Failure(`the list must have optional values only, found '${typeName(value)}'`);
      return value === NONE ? [] : [contentOf(value)];
    }),
  );
}

/** Reports whether a value is the zero value of its type, as in Go. */
function isZero(value: CelValue): boolean {
  const kind = kindOf(value);
  if (kind.kind === 'null') return true;
  if (kind.kind === 'number') return Number(kind.value) === 0;
  if (kind.kind === 'string' || kind.kind === 'bytes') return kind.value.length === 0;
  if (kind.kind === 'list' || kind.kind === 'map') return kind.value.size === 0;
  if (kind.kind === 'timestamp') return kind.value === FIRST_NANOSECOND;
  return (kind.kind === 'bool' && !kind.value) || (kind.kind === 'duration' && kind.value === 0n);
}
