import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { byteOrder } from '../byte-order.ts';
import { isList, isMap, type Value } from '../yaml/index.ts';

/** JSON Schema in the structural subset of Kubernetes: `enum` for `const`, every field with a `description`. */
export type Schema = JSONSchema;

/**
 * Type of the values that fit a schema. Conditional, so that the compiler waits for the schema and does not try all
 * schemas.
 */
export type Fitting<S> = S extends Schema ? FromSchema<S> : never;

/** Returns the `apiVersion` and `kind` properties of a resource of this one kind, to be spread into `properties`. */
export function typeMeta<const Version extends string, const Kind extends string>(apiVersion: Version, kind: Kind) {
  return {
    apiVersion: { type: 'string', enum: [apiVersion], description: 'Version of this kind.' },
    kind: { type: 'string', enum: [kind], description: 'This kind.' },
  } as const;
}

/** `status` of any kind: not configuration, so anything is allowed. */
export const objectStatus = { type: 'object', description: 'Not read.' } as const satisfies Schema;

/** Map of strings, as labels and ConfigMaps have them. */
export const stringMap = { type: 'object', additionalProperties: { type: 'string' } } as const satisfies Schema;

/** Any JSON value. */
export const anyValue = { 'x-kubernetes-preserve-unknown-fields': true } as const;

/** `metadata` of any kind: ObjectMeta of Kubernetes, also with what the API server adds. */
export const objectMeta = {
  type: 'object',
  description: 'Standard metadata of an object.',
  additionalProperties: false,
  properties: {
    name: { type: 'string', description: 'Name.' },
    generateName: { type: 'string', description: 'Start of a name that the API server completes. Not read.' },
    namespace: { type: 'string', description: 'Namespace.' },
    labels: { ...stringMap, description: 'Labels.' },
    annotations: { ...stringMap, description: 'Annotations.' },
    uid: { ...anyValue, description: 'Set by the API server. Not read.' },
    resourceVersion: { ...anyValue, description: 'Set by the API server. Not read.' },
    generation: { ...anyValue, description: 'Set by the API server. Not read.' },
    creationTimestamp: { ...anyValue, description: 'Set by the API server. Not read.' },
    deletionTimestamp: { ...anyValue, description: 'Set by the API server. Not read.' },
    deletionGracePeriodSeconds: { ...anyValue, description: 'Set by the API server. Not read.' },
    finalizers: { ...anyValue, description: 'Set by controllers. Not read.' },
    ownerReferences: { ...anyValue, description: 'Set by controllers. Not read.' },
    managedFields: { ...anyValue, description: 'Set by the API server. Not read.' },
    selfLink: { ...anyValue, description: 'Set by earlier API servers. Not read.' },
  },
} as const satisfies Schema;

/** Returns the schema of a ConfigMap whose data a function reads. `data`: the schema of these. */
export function configMapSchema<const Text extends string, const Data extends Schema>(description: Text, data: Data) {
  return {
    type: 'object',
    description,
    additionalProperties: false,
    required: ['apiVersion', 'kind'],
    properties: {
      ...typeMeta('v1', 'ConfigMap'),
      metadata: objectMeta,
      data,
      binaryData: { ...stringMap, description: 'Not read.' },
      immutable: { type: 'boolean', description: 'Not read.' },
    },
  } as const;
}

/** Returns the names of the fields in a schema; none if it does not describe a map. */
export function fieldNames(schema: Schema | undefined): string[] {
  return typeof schema === 'object' ? Object.keys(schema.properties ?? {}) : [];
}

/** Returns the schema of a field or an element; undefined if the schema does not describe it. */
export function subschema(schema: Schema | undefined, segment: string | number): Schema | undefined {
  if (typeof schema !== 'object') return undefined;
  if (typeof segment === 'number') return isSchema(schema.items) ? schema.items : undefined;
  const properties = new Map(Object.entries(schema.properties ?? {}));
  return properties.get(segment) ?? schema.additionalProperties;
}

/**
 * Returns a copy of plain data with the keys of maps in the order of their schema, then in alphabetical order,
 * regardless of the order in which they were written. Without a schema, all maps are in alphabetical order.
 */
export function inSchemaOrder(value: unknown, schema?: Schema): Value {
  return ordered(value as Value, schema);
}

function ordered(value: Value, schema: Schema | undefined): Value {
  if (isList(value)) return value.map((element, index) => ordered(element, subschema(schema, index)));
  if (!isMap(value)) return value;
  const names = fieldNames(schema);
  const known = names.filter((name) => Object.hasOwn(value, name));
  const others = Object.keys(value).filter((key) => !names.includes(key));
  const keys = [...known, ...others.toSorted(byteOrder)];
  return Object.fromEntries(keys.map((key) => [key, ordered(value[key] ?? null, subschema(schema, key))]));
}

function isSchema(items: Schema | readonly Schema[] | undefined): items is Schema {
  return !Array.isArray(items);
}
