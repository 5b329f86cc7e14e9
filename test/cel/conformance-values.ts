import {
  celList,
  celMap,
  celUint,
  isCelList,
  isCelMap,
  isCelType,
  isCelUint,
  type CelInput,
  type CelValue,
} from '@bufbuild/cel';
import { kindOf } from '../../src/cel/values.ts';
import { formatFixed } from '../../src/cel/decimal.ts';
import { formatTimestamp } from '../../src/cel/timestamp-text.ts';
import * as types from '../../src/cel/types.ts';
import { parseDuration } from '../../src/cel/duration-text.ts';
import { durationOf, SECOND, timestampOf } from '../../src/cel/instant.ts';

/** Value as in the JSON of `cel.expr.Value`. */
export type JsonValue = Readonly<Record<string, unknown>>;

interface JsonEntry {
  readonly key: JsonValue;
  readonly value: JsonValue;
}

/** Converts a JSON value for a binding. */
export function readValue(json: JsonValue): CelInput {
  const [[kind, value]] = Object.entries(json) as [[string, unknown]];
  if (kind === 'int64Value') return BigInt(value as string);
  if (kind === 'uint64Value') return celUint(BigInt(value as string));
  if (kind === 'bytesValue') return Buffer.from(value as string, 'base64');
  if (kind === 'listValue') return celList(((value as { values?: JsonValue[] }).values ?? []).map(readValue));
  if (kind === 'mapValue') return celMap(new Map(((value as { entries?: JsonEntry[] }).entries ?? []).map(readEntry)));
  if (kind === 'doubleValue') return Number(value);
  if (kind === 'objectValue') return durationOf(parseDuration(String((value as JsonValue)['value'])));
  if (kind === 'stringValue' || kind === 'boolValue' || kind === 'nullValue') return value as string | boolean | null;
  throw new Error(`a value of the kind ${kind} cannot be bound`);
}

function readEntry({ key, value }: JsonEntry): [string, CelInput] {
  return [readValue(key) as string, readValue(value)];
}

/** Returns a canonical text of a value: equal values have equal texts, except for the order of maps. */
export function show(value: CelValue): string {
  if (typeof value === 'bigint') return `int ${value}`;
  if (isCelUint(value)) return `uint ${value.value}`;
  if (typeof value === 'number') return `double ${Object.is(value, -0) ? 0 : value}`;
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`;
  if (isCelList(value)) return `[${Array.from(value, show).join(', ')}]`;
  if (isCelMap(value))
    return `{${Array.from(value, ([key, one]) => `${show(key)}: ${show(one)}`)
      .toSorted()
      .join(', ')}}`;
  if (isCelType(value)) return `type ${value.name}`;
  const kind = kindOf(value);
  if (kind.kind === 'duration') return `duration ${formatFixed(Number(kind.value) / Number(SECOND))}s`;
  if (kind.kind === 'timestamp') return `timestamp ${formatTimestamp(timestampOf(kind.value))}`;
  return JSON.stringify(value);
}

/** Returns the canonical text of a value in JSON. */
export function showJson(json: JsonValue): string {
  const { objectValue, typeValue } = json as { readonly objectValue?: JsonValue; readonly typeValue?: string };
  if (typeValue !== undefined) return `type ${typeValue}`;
  if (objectValue === undefined) return showPlain(json);
  const name = String(objectValue['@type']).split('.').at(-1)?.toLowerCase();
  return `${name} ${String(objectValue['value'])}`;
}

function showPlain(json: JsonValue): string {
  const { listValue, mapValue } = json as {
    readonly listValue?: { values?: JsonValue[] };
    readonly mapValue?: { entries?: JsonEntry[] };
  };
  if (listValue !== undefined) return `[${(listValue.values ?? []).map(showJson).join(', ')}]`;
  if (mapValue === undefined) return show(readValue(json) as CelValue);
  const entries = (mapValue.entries ?? []).map(({ key, value }) => `${showJson(key)}: ${showJson(value)}`);
  return `{${entries.toSorted().join(', ')}}`;
}

const PRIMITIVES: Readonly<Record<string, types.Type>> = {
  BOOL: types.BOOL,
  BYTES: types.BYTES,
  DOUBLE: types.DOUBLE,
  INT64: types.INT,
  STRING: types.STRING,
  UINT64: types.UINT,
};

/** Converts a type from the JSON of `cel.expr.Type`; undefined for a type that Porch does not use. */
export function readType(json: JsonValue): types.Type | undefined {
  const [[kind, value]] = Object.entries(json) as [[string, never]];
  if (kind === 'primitive') return PRIMITIVES[value];
  if (kind === 'null') return types.NULL;
  if (kind === 'dyn') return types.DYN;
  if (kind === 'listType') return compound(types.listOf, value['elemType']);
  if (kind === 'mapType') return compound(types.mapOf, value['keyType'], value['valueType']);
  if (kind === 'wellKnown')
    return value === 'TIMESTAMP' ? types.TIMESTAMP : value === 'DURATION' ? types.DURATION : undefined;
  return kind === 'messageType' && value === 'google.protobuf.Duration' ? types.DURATION : undefined;
}

function compound(
  make: (...parts: [types.Type, types.Type]) => types.Type,
  ...parts: readonly JsonValue[]
): types.Type | undefined {
  const [first, second = first] = parts.map(readType);
  return first === undefined || second === undefined ? undefined : make(first, second);
}
