import type { ConfigForm } from '../src/function/index.ts';
import { structuralSchema, type StructuralSchema } from '../cli/reference/kind-schema.ts';

// Keywords of a structural schema. The API server would refuse any other, so it is refused here first.
const keywords = new Set([
  'anyOf',
  'default',
  'description',
  'enum',
  'format',
  'items',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'pattern',
  'properties',
  'required',
  'type',
  'x-kubernetes-int-or-string',
  'x-kubernetes-preserve-unknown-fields',
]);

/** Returns the CustomResourceDefinition of a kind; its plural is the kind in lower case with an `s`. */
export function crd(form: ConfigForm<unknown>): object {
  const [group, version] = form.apiVersion.split('/');
  const singular = form.kind.toLowerCase();
  const plural = `${singular}s`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind: form.kind, listKind: `${form.kind}List`, plural, singular },
      versions: [{ name: version, served: true, storage: true, schema: { openAPIV3Schema: topLevel(form) } }],
    },
  };
}

/** The API server has its own schema for these three fields, and allows no other. */
const everyResource = { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { type: 'object' } };

function topLevel(form: ConfigForm<unknown>): object {
  const schema = structural(structuralSchema(form));
  return { ...schema, properties: { ...schema.properties, ...everyResource } };
}

/**
 * Returns the schema without `additionalProperties: false`, which the API server refuses beside `properties`: it prunes
 * instead.
 */
function structural(schema: StructuralSchema): StructuralSchema {
  const { additionalProperties, properties, items, ...rest } = schema;
  const unknown = Object.keys(rest).find((keyword) => !keywords.has(keyword));
  if (unknown !== undefined) throw new Error(`a structural schema cannot have "${unknown}"`);
  return {
    ...rest,
    ...(properties && { properties: mapValues(properties, structural) }),
    ...(items && { items: structural(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: structural(additionalProperties) }),
  };
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
