import { FUNCTIONS, method, overload, type Functions, type Overload } from './functions.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  INT,
  DYN,
  listOf,
  mapOf,
  optionalOf,
  STRING,
  TIMESTAMP,
  type Type,
  typeVariable,
  UINT,
} from './types.ts';

const K = typeVariable('K');
const V = typeVariable('V');
const LIST = listOf(V);
const MAP = mapOf(K, V);
const OPTIONAL = optionalOf(V);
const COMPARABLE = [INT, UINT, DOUBLE, BOOL, DURATION, TIMESTAMP, STRING, BYTES];

/** Optional values: cel-go's `OptionalTypes`. */
const optionals: readonly Entry[] = [
  ['optional.of', [overload([V], OPTIONAL)]],
  ['optional.ofNonZeroValue', [overload([V], OPTIONAL)]],
  ['optional.none', [overload([], OPTIONAL)]],
  ['optional.unwrap', [overload([listOf(OPTIONAL)], LIST)]],
  ['unwrapOpt', [method([listOf(OPTIONAL)], LIST)]],
  ['value', [method([OPTIONAL], V)]],
  ['hasValue', [method([OPTIONAL], BOOL)]],
  ['or', [method([OPTIONAL, OPTIONAL], OPTIONAL)]],
  ['orValue', [method([OPTIONAL, V], V)]],
  ['@values', [overload([OPTIONAL], LIST)]],
  // Value that a macro replaces, of the type of that.
  ['@unset', [overload([], V)]],
  [
    '_[?_]',
    [
      overload([LIST, INT], OPTIONAL),
      overload([optionalOf(LIST), INT], OPTIONAL),
      overload([MAP, K], OPTIONAL),
      overload([optionalOf(MAP), K], OPTIONAL),
    ],
  ],
  [
    '_[_]',
    [
      ...(FUNCTIONS.get('_[_]') ?? []),
      overload([optionalOf(LIST), INT], OPTIONAL),
      overload([optionalOf(MAP), K], OPTIONAL),
    ],
  ],
  ['first', [method([LIST], OPTIONAL)]],
  ['last', [method([LIST], OPTIONAL)]],
];

/** Version 2 of cel-go's `ext.Strings`. */
const strings: readonly Entry[] = [
  ['charAt', [method([STRING, INT], STRING)]],
  ['format', [method([STRING, listOf(DYN)], STRING)]],
  ['indexOf', [method([STRING, STRING], INT), method([STRING, STRING, INT], INT)]],
  ['join', [method([listOf(STRING)], STRING), method([listOf(STRING), STRING], STRING)]],
  ['lastIndexOf', [method([STRING, STRING], INT), method([STRING, STRING, INT], INT)]],
  ['lowerAscii', [method([STRING], STRING)]],
  ['replace', [method([STRING, STRING, STRING], STRING), method([STRING, STRING, STRING, INT], STRING)]],
  ['split', [method([STRING, STRING], listOf(STRING)), method([STRING, STRING, INT], listOf(STRING))]],
  ['strings.quote', [overload([STRING], STRING)]],
  ['substring', [method([STRING, INT], STRING), method([STRING, INT, INT], STRING)]],
  ['trim', [method([STRING], STRING)]],
  ['upperAscii', [method([STRING], STRING)]],
];

/** cel-go's `ext.Sets`, and version 3 of its `ext.Lists`. */
const lists: readonly Entry[] = [
  ['sets.contains', [overload([LIST, LIST], BOOL)]],
  ['sets.equivalent', [overload([LIST, LIST], BOOL)]],
  ['sets.intersects', [overload([LIST, LIST], BOOL)]],
  ['lists.range', [overload([INT], listOf(INT))]],
  ['distinct', [method([LIST], LIST)]],
  ['flatten', [method([listOf(LIST)], LIST), method([listOf(DYN), INT], listOf(DYN))]],
  ['reverse', [method([LIST], LIST)]],
  ['slice', [method([LIST, INT, INT], LIST)]],
  ['sort', COMPARABLE.map((type) => method([listOf(type)], listOf(type)))],
  ['@sort', COMPARABLE.map((type: Type) => overload([LIST, listOf(type)], LIST))],
  ['@insert', [overload([MAP, K, V], MAP), overload([MAP, MAP], MAP)]],
];

type Entry = readonly [name: string, overloads: readonly Overload[]];

/** Functions of the language itself, and of the libraries of cel-go that kpt adds to it. */
export const EXTENDED_FUNCTIONS: Functions = new Map([...FUNCTIONS, ...optionals, ...strings, ...lists]);
