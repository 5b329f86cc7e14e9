import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  STRING,
  TIMESTAMP,
  type Type,
  typeOf,
  typeVariable,
  UINT,
} from './types.ts';

/** Overloads of functions and operators, by name. */
export type Functions = ReadonlyMap<string, readonly Overload[]>;

/** Signature of a function. */
export interface Overload {
  /** Types of the operands. For a method, the first one is the target. */
  readonly parameters: readonly Type[];
  readonly result: Type;
  readonly isMethod: boolean;
  /** Set if it compares numbers of different types. */
  readonly isMixed: boolean;
  /** Set if it fails for operands that only another overload of the function accepts. */
  readonly isSeparate: boolean;
}

const A = typeVariable('A');
const B = typeVariable('B');
const NUMBERS = [INT, UINT, DOUBLE];

const ordering = [
  ...[BOOL, ...NUMBERS, STRING, BYTES, TIMESTAMP, DURATION].map((type) => overload([type, type], BOOL)),
  ...NUMBERS.flatMap((one) => NUMBERS.filter((other) => other !== one).map((other) => mixed(one, other))),
];
const sizes = [BYTES, listOf(A), mapOf(A, B), STRING];
const textTest = [method([STRING, STRING], BOOL)];
const datePart = [method([TIMESTAMP], INT), method([TIMESTAMP, STRING], INT)].map(separate);
const timePart = [...datePart, separate(method([DURATION], INT))];

/** Standard functions and operators of CEL, by name. */
export const FUNCTIONS: Functions = new Map([
  ['_?_:_', [overload([BOOL, A, A], A)]],
  ['_&&_', [overload([BOOL, BOOL], BOOL)]],
  ['_||_', [overload([BOOL, BOOL], BOOL)]],
  ['!_', [overload([BOOL], BOOL)]],
  ['@not_strictly_false', [overload([BOOL], BOOL)]],
  ['_==_', [overload([A, A], BOOL)]],
  ['_!=_', [overload([A, A], BOOL)]],
  [
    '_+_',
    [
      ...same(BYTES, DOUBLE, DURATION),
      overload([DURATION, TIMESTAMP], TIMESTAMP),
      overload([TIMESTAMP, DURATION], TIMESTAMP),
      ...same(INT, listOf(A), STRING, UINT),
    ],
  ],
  [
    '_-_',
    [
      ...same(DOUBLE, DURATION, INT),
      overload([TIMESTAMP, DURATION], TIMESTAMP),
      overload([TIMESTAMP, TIMESTAMP], DURATION),
      ...same(UINT),
    ],
  ],
  ['_*_', same(DOUBLE, INT, UINT)],
  ['_/_', same(DOUBLE, INT, UINT)],
  ['_%_', same(INT, UINT)],
  ['-_', [overload([DOUBLE], DOUBLE), overload([INT], INT)]],
  ['_<_', ordering],
  ['_<=_', ordering],
  ['_>_', ordering],
  ['_>=_', ordering],
  ['_[_]', [overload([listOf(A), INT], A), overload([mapOf(A, B), A], B)]],
  ['@in', [overload([A, listOf(A)], BOOL), overload([A, mapOf(A, B)], BOOL)]],
  ['size', sizes.flatMap((type) => [overload([type], INT), method([type], INT)])],
  ['type', [overload([A], typeOf(A))]],
  ['dyn', [overload([A], DYN)]],
  ['bool', conversions(BOOL, BOOL, STRING)],
  ['bytes', conversions(BYTES, BYTES, STRING)],
  ['double', conversions(DOUBLE, DOUBLE, INT, STRING, UINT)],
  ['duration', conversions(DURATION, DURATION, INT, STRING)],
  ['int', conversions(INT, INT, DOUBLE, DURATION, STRING, TIMESTAMP, UINT)],
  ['string', conversions(STRING, STRING, BOOL, BYTES, DOUBLE, DURATION, INT, TIMESTAMP, UINT)],
  ['timestamp', conversions(TIMESTAMP, TIMESTAMP, INT, STRING)],
  ['uint', conversions(UINT, UINT, DOUBLE, INT, STRING)],
  ['contains', textTest],
  ['endsWith', textTest],
  ['startsWith', textTest],
  ['matches', [overload([STRING, STRING], BOOL), ...textTest]],
  ['getFullYear', datePart],
  ['getMonth', datePart],
  ['getDayOfYear', datePart],
  ['getDayOfMonth', datePart],
  ['getDate', datePart],
  ['getDayOfWeek', datePart],
  ['getHours', timePart],
  ['getMinutes', timePart],
  ['getSeconds', timePart],
  ['getMilliseconds', timePart],
]);

export function overload(parameters: readonly Type[], result: Type): Overload {
  return { parameters, result, isMethod: false, isMixed: false, isSeparate: false };
}

export function method(parameters: readonly Type[], result: Type): Overload {
  return { ...overload(parameters, result), isMethod: true };
}

function separate(one: Overload): Overload {
  return { ...one, isSeparate: true };
}

function mixed(one: Type, other: Type): Overload {
  return { ...overload([one, other], BOOL), isMixed: true };
}

function same(...types: readonly Type[]): Overload[] {
  return types.map((type) => overload([type, type], type));
}

function conversions(result: Type, ...from: readonly Type[]): Overload[] {
  return from.map((type) => separate(overload([type], result)));
}
