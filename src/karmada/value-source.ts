import { anyValue, type Schema } from '../function/schema.ts';
import type { Value } from '../yaml/index.ts';

/** Source of a value in the package, in our own kinds. */
export const valueSourceSchema = {
  type: 'object',
  description: 'Source of the value in the package: a key of its context, or a field of a resource.',
  additionalProperties: false,
  properties: {
    packageContext: { type: 'string', minLength: 1, description: 'Key of the context of the root package.' },
    resource: {
      type: 'object',
      description: 'Resource with the field `fieldPath`.',
      additionalProperties: false,
      required: ['apiVersion', 'kind', 'name'],
      properties: {
        apiVersion: { type: 'string', description: 'API version, exactly.' },
        kind: { type: 'string', description: 'Kind, exactly.' },
        name: { type: 'string', description: 'Name.' },
        namespace: { type: 'string', description: 'Namespace. Defaults to `default`, as in a resource.' },
      },
    },
    fieldPath: {
      type: 'string',
      description: 'JSON pointer to the field of `resource` (RFC 6901); `[name=main]` names an element of a list.',
    },
    type: {
      type: 'string',
      enum: ['integer', 'number', 'boolean'],
      description: 'Type that a text is converted to, since the values of a package context are texts.',
    },
    default: { ...anyValue, description: 'Value to use if there is none. If not set, a missing value is an error.' },
  },
} as const satisfies Schema;

/** Source of a value, as written. */
export interface ValueSource {
  readonly packageContext?: string;
  readonly resource?: SourceResource;
  readonly fieldPath?: string;
  readonly type?: 'integer' | 'number' | 'boolean';
  readonly default?: unknown;
}

/** Resource whose field is read. */
export interface SourceResource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** Returns what is wrong with the form of a source; undefined if it names one place. */
export function sourceFault({ packageContext, resource, fieldPath }: ValueSource): string | undefined {
  const isField = resource !== undefined && fieldPath !== undefined;
  const isNeither = resource === undefined && fieldPath === undefined;
  if (packageContext === undefined ? isField : isNeither) return undefined;
  return 'must have either `packageContext`, or `resource` and `fieldPath`';
}

/** Converts a value to the type of its source; undefined if it is not of that type. */
export function convertValue(value: Value, type: ValueSource['type']): Value | undefined {
  if (type === undefined) return value;
  if (typeof value === (type === 'boolean' ? 'boolean' : 'number') || typeof value === 'bigint') {
    return type !== 'integer' || Number.isInteger(Number(value)) ? value : undefined;
  }
  return typeof value === 'string' && FORMS[type].test(value) ? (JSON.parse(value) as Value) : undefined;
}

/** Texts of each type, as in JSON. */
const FORMS: Readonly<Record<NonNullable<ValueSource['type']>, RegExp>> = {
  // More digits would lose some.
  integer: /^(?:0|-?[1-9][0-9]{0,14})$/,
  number: /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]+)?$/,
  boolean: /^(?:true|false)$/,
};
