import { SETS, type ListKeys } from '../../kubernetes-types.ts';
import { endsWith, listKeys, type ResourceType } from '../../pairing/list-keys.ts';
import { isKptfile } from '../../krm/resource.ts';
import { isList, isMap, readStream, YamlError, type Path, type Value } from '../../yaml/index.ts';
import type { MergeSchema } from './place.ts';

/** Schemas of custom resources by group and kind. */
export type CustomSchemas = ReadonlyMap<string, Value>;

/** Returns the schemas of the CustomResourceDefinitions in some texts. The last definition of a kind counts. */
export function customSchemas(texts: Iterable<string>): CustomSchemas {
  const schemas = new Map<string, Value>();
  for (const text of texts)
    if (text.includes('CustomResourceDefinition'))
      for (const definition of definitionsIn(text)) {
        const { group, names, versions } = isMap(definition) ? definition : {};
        const kind = isMap(names) ? names['kind'] : undefined;
        if (typeof group !== 'string' || typeof kind !== 'string' || !isList(versions)) continue;
        const schema = versions.flatMap((version) => schemaOf(version) ?? []).at(-1);
        if (schema !== undefined) schemas.set(`${group}|${kind}`, schema);
      }
  return schemas;
}

function definitionsIn(text: string): readonly Value[] {
  try {
    return readStream(text).documents.flatMap((document) =>
      document.value(['kind']) === 'CustomResourceDefinition' ? (document.value(['spec']) ?? []) : [],
    );
  } catch (error) {
    if (error instanceof YamlError) return [];
    throw error;
  }
}

function schemaOf(version: Value): Value | undefined {
  const schema = isMap(version) ? version['schema'] : undefined;
  return isMap(schema) ? schema['openAPIV3Schema'] : undefined;
}

/** Returns the schema of a kind, from a CustomResourceDefinition or else from Kubernetes' own types. */
export function schemaFor(kind: ResourceType, custom: CustomSchemas): MergeSchema {
  const { group } = kind;
  const schema = custom.get(`${group}|${kind.kind}`);
  return {
    group,
    kind: kind.kind,
    reader: isKptfile(kind) ? 'kpt' : 'kubernetes',
    listKeys(path) {
      if (isSet(kind, path)) return 'set';
      return (schema !== undefined && customKeys(schema, path)) || listKeys(kind, path);
    },
    of: (resource) => schemaFor(resource, custom),
  };
}

function isSet({ group, kind }: ResourceType, path: Path): boolean {
  const keys = path.filter((step) => typeof step === 'string');
  return SETS.some((set) => set.kinds?.includes(`${group}/${kind}`) !== false && endsWith(keys, set.path));
}

function customKeys(schema: Value, path: Path): ListKeys | 'set' | undefined {
  let at: Value | undefined = schema;
  for (const step of path) {
    if (!isMap(at)) return undefined;
    const { properties, additionalProperties, items }: Record<string, Value | undefined> = at;
    if (typeof step === 'number') at = items;
    else at = isMap(properties) && Object.hasOwn(properties, step) ? properties[step] : additionalProperties;
  }
  if (!isMap(at)) return undefined;
  if (at['x-kubernetes-list-type'] === 'set') return 'set';
  const keys = at['x-kubernetes-list-type'] === 'map' ? at['x-kubernetes-list-map-keys'] : undefined;
  if (!isList(keys)) return undefined;
  const properties = isMap(at['items']) ? at['items']['properties'] : undefined;
  const names = keys.filter((key) => typeof key === 'string');
  return Object.fromEntries(names.map((key) => [key, defaultOf(properties, key)]));
}

function defaultOf(properties: Value | undefined, key: string): string | undefined {
  const property = isMap(properties) ? properties[key] : undefined;
  const value = isMap(property) ? property['default'] : undefined;
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}
