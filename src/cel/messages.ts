import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  nullable,
  STRING,
  TIMESTAMP,
  type Type,
  UINT,
} from './types.ts';

/** Kind of message: the type of its literals, and its fields. */
export interface MessageKind {
  readonly type: Type;
  readonly fields: ReadonlyMap<string, Type>;
}

const WRAPPED: readonly (readonly [string, Type])[] = [
  ['Bool', BOOL],
  ['Bytes', BYTES],
  ['Double', DOUBLE],
  ['Float', DOUBLE],
  ['Int32', INT],
  ['Int64', INT],
  ['String', STRING],
  ['UInt32', UINT],
  ['UInt64', UINT],
];

const TIME = { seconds: INT, nanos: INT };
const JSON_MAP = mapOf(STRING, DYN);
const JSON_LIST = listOf(DYN);

const VALUE = {
  null_value: INT,
  number_value: DOUBLE,
  string_value: STRING,
  bool_value: BOOL,
  struct_value: JSON_MAP,
  list_value: JSON_LIST,
};

/** Messages known to every CEL, by name. */
export const MESSAGES: ReadonlyMap<string, MessageKind> = new Map([
  ...WRAPPED.map(([name, type]) => message(`${name}Value`, nullable(type), { value: type })),
  message('Any', DYN, { type_url: STRING, value: BYTES }),
  message('Duration', DURATION, TIME),
  message('Timestamp', TIMESTAMP, TIME),
  message('ListValue', JSON_LIST, { values: JSON_LIST }),
  message('Struct', JSON_MAP, { fields: JSON_MAP }),
  message('Value', DYN, VALUE),
]);

/** Types that an expression can use as values, by name. */
export const VALUE_TYPE_NAMES: ReadonlyMap<string, Type> = new Map([
  ...[BOOL, BYTES, DOUBLE, INT, STRING, UINT].map((type) => [type.name, type] as const),
  ['list', JSON_LIST],
  ['map', mapOf(DYN, DYN)],
  ['null_type', NULL],
  ['type', { name: 'type', parameters: [] }],
  ['google.protobuf.Duration', DURATION],
  ['google.protobuf.Timestamp', TIMESTAMP],
]);

/** The same types, and the names of the other messages. */
export const TYPE_NAMES: ReadonlyMap<string, Type> = new Map([
  ...VALUE_TYPE_NAMES,
  ...Array.from(MESSAGES, ([name, { type }]) => [name, type] as const),
]);

/** Values of enums, by their full names. */
export const ENUM_VALUES: ReadonlyMap<string, bigint> = new Map([['google.protobuf.NullValue.NULL_VALUE', 0n]]);

function message(name: string, type: Type, fields: Readonly<Record<string, Type>>): readonly [string, MessageKind] {
  return [`google.protobuf.${name}`, { type, fields: new Map(Object.entries(fields)) }];
}
