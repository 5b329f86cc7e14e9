import type { Comprehension, Expr } from './expr.ts';
import {
  accumulation,
  accumulator,
  call,
  collection,
  macro,
  MACROS,
  quantifiers,
  variableOf,
  type Loop,
  type Macros,
} from './macros.ts';

/**
 * Macros of the language itself, of optional values (`optMap`), of cel-go's `ext.Lists` (`sortBy`), and those with two
 * variables of its `ext.TwoVarComprehensions`.
 */
export const EXTENDED_MACROS: Macros = new Map([
  ...MACROS,
  ...Object.entries({
    ...quantifiers(2),
    'transformList 3': macro(2, (loop, [value]) => collection(loop, value)),
    'transformList 4': macro(2, (loop, [test, value]) => collection(loop, value, test)),
    'transformMap 3': macro(2, (loop, [value]) => insertion(loop, [variableOf(loop), value])),
    'transformMap 4': macro(2, (loop, [test, value]) => insertion(loop, [variableOf(loop), value], test)),
    'transformMapEntry 3': macro(2, (loop, [map]) => insertion(loop, [map])),
    'transformMapEntry 4': macro(2, (loop, [test, map]) => insertion(loop, [map], test)),
    'optMap 2': macro(1, (loop, [value]) => ifPresent(loop, value, (result) => call(loop, 'optional.of', result))),
    'optFlatMap 2': macro(1, (loop, [value]) => ifPresent(loop, value, (result) => result)),
    'sortBy 2': macro(1, sortBy),
  }),
]);

/** Inserts a key and a value, or the entries of a map, for each element, or for those that pass a test, into a map. */
function insertion(loop: Loop, inserted: readonly (Expr | undefined)[], test?: Expr): Comprehension {
  const init: Expr = { at: loop.at, kind: 'map', entries: [] };
  return accumulation(loop, init, call(loop, '@insert', accumulator(loop), ...inserted), test);
}

/**
 * Computes a result for the value of an optional one, or returns none. `optionalOf`: makes an optional value of the
 * result.
 */
function ifPresent(loop: Loop, result: Expr | undefined, optionalOf: (result: Expr) => Expr): Comprehension {
  const { at, range } = loop;
  const optional = accumulator(loop);
  const value = { ...loop, range: call(loop, '@values', optional) };
  const computed = accumulation(value, call(loop, '@unset'), result ?? optional);
  const test: Expr = { at, kind: 'call', name: 'hasValue', target: optional, args: [] };
  return bound(loop, range, call(loop, '_?_:_', test, optionalOf(computed), call(loop, 'optional.none')));
}

/** Sorts a list by the values of an expression. */
function sortBy(loop: Loop, [key]: readonly Expr[]): Comprehension {
  const list = accumulator(loop);
  return bound(loop, loop.range, call(loop, '@sort', list, collection({ ...loop, range: list }, key)));
}

/** Evaluates a value once for a result, in which it is the accumulated one: a loop over nothing. */
function bound(loop: Loop, value: Expr, result: Expr): Comprehension {
  const nothing = { ...loop, range: { at: loop.at, kind: 'list', elements: [] } as const };
  return { ...accumulation(nothing, value, accumulator(loop)), result };
}
