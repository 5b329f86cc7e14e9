import { byteOrder } from '../byte-order.ts';
import type { Problems } from '../function/problems.ts';
import { objectMeta, objectStatus, stringMap, typeMeta, type Schema } from '../function/schema.ts';
import type { Path } from '../yaml/index.ts';

/** `packageContext` of a PackageVariant (design "Package Context Injection"), and the `spec` of a PackageContext. */
export const packageContextSchema = {
  type: 'object',
  description: 'Changes to the package context. This is the ConfigMap `kptfile.kpt.dev` of the package.',
  additionalProperties: false,
  properties: {
    data: { ...stringMap, description: 'Keys to set, and their values. Never `name` or `package-path`.' },
    removeKeys: {
      type: 'array',
      description: 'Keys to remove, after `data` is set. Never `name` or `package-path`.',
      items: { type: 'string', description: 'A key of the package context.' },
    },
  },
} as const satisfies Schema;

/** Fields that name a resource. */
const resourceFields = {
  apiVersion: { type: 'string', description: 'API version.' },
  kind: { type: 'string', description: 'Kind.' },
  name: { type: 'string', description: 'Name.' },
  namespace: { type: 'string', description: 'Namespace.' },
} as const;

/** Fields that name a package. */
const packageFields = {
  repo: { type: 'string', description: 'Repository.' },
  package: { type: 'string', description: 'Package in the repository.' },
} as const;

const selectorsSchema = {
  type: 'array',
  description: 'Resources that match any of these.',
  items: {
    type: 'object',
    description: 'Matches resources that have all of these.',
    additionalProperties: false,
    properties: {
      ...resourceFields,
      labels: { ...stringMap, description: 'Labels.' },
      annotations: { ...stringMap, description: 'Annotations.' },
      resourceFileRegexp: {
        type: 'string',
        description: 'RE2 pattern that a part of the path of the file matches, relative to the package (kpt 1.0).',
      },
    },
  },
} as const satisfies Schema;

/**
 * Function of a pipeline, its fields in the order of kpt's type. Open, since a PipelineEdit may allow fields of a newer
 * kpt.
 */
export const functionSchema = {
  type: 'object',
  description: 'A function, as a Kptfile has it.',
  'x-kubernetes-preserve-unknown-fields': true,
  properties: {
    image: { type: 'string', description: 'Container image.' },
    tag: { type: 'string', description: 'Semantic version constraint for the tag of the image.' },
    exec: { type: 'string', description: 'Executable, instead of an image.' },
    configPath: { type: 'string', description: 'File in the package that has the function config.' },
    configMap: { ...stringMap, description: 'Function config, as the data of a ConfigMap.' },
    configRef: {
      type: 'object',
      description: 'Resource in the package that is the function config.',
      additionalProperties: false,
      properties: resourceFields,
    },
    name: { type: 'string', description: 'Name of the step, without dots.' },
    selectors: selectorsSchema,
    exclude: selectorsSchema,
    when: { type: 'string', description: 'CEL expression: the function runs only if it is true.' },
  },
} as const;

const functionsSchema = {
  type: 'array',
  description: 'Functions in the order in which they run.',
  items: functionSchema,
} as const satisfies Schema;

/** Lists of `pipeline` of a PackageVariant (design "Kptfile Function Pipeline Editing"). */
export const pipelineLists = {
  mutators: { ...functionsSchema, description: 'Functions that change resources. They run in this order.' },
  validators: { ...functionsSchema, description: 'Functions that check resources. They run in this order.' },
} as const;

/** PackageVariant, as in Porch and as in the design, in which `revision` is a string. */
export const packageVariant = {
  apiVersion: 'config.porch.kpt.dev/v1alpha1',
  kind: 'PackageVariant',
  schema: {
    type: 'object',
    description: 'Derives a variant of a package from an upstream package (Porch).',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('config.porch.kpt.dev/v1alpha1', 'PackageVariant'),
      metadata: objectMeta,
      spec: {
        type: 'object',
        description: 'Desired variant.',
        additionalProperties: false,
        properties: {
          upstream: {
            type: 'object',
            description: 'Package to derive the variant from.',
            additionalProperties: false,
            properties: {
              ...packageFields,
              revision: {
                type: ['integer', 'string'],
                description: 'Revision: a number in Porch, a string in the design.',
              },
              workspaceName: { type: 'string', description: 'Workspace, instead of a revision.' },
            },
          },
          downstream: {
            type: 'object',
            description: 'Package to create.',
            additionalProperties: false,
            properties: packageFields,
          },
          adoptionPolicy: { type: 'string', description: 'Policy for adopting an existing package.' },
          deletionPolicy: {
            type: 'string',
            description: 'Action when the PackageVariant is deleted.',
          },
          labels: { ...stringMap, description: 'Labels of the package revision.' },
          annotations: { ...stringMap, description: 'Annotations of the package revision.' },
          packageContext: packageContextSchema,
          pipeline: {
            type: 'object',
            description: 'Functions to insert at the start of the pipeline.',
            additionalProperties: false,
            properties: pipelineLists,
          },
          injectors: {
            type: 'array',
            description: 'Selectors of the objects to inject. They are tried in this order.',
            items: {
              type: 'object',
              description: 'Matches objects that have all of these.',
              additionalProperties: false,
              required: ['name'],
              properties: {
                group: { type: 'string', description: 'API group; `""` is the core group. All groups if not set.' },
                version: { type: 'string', description: 'API version without its group. All versions if not set.' },
                kind: { type: 'string', description: 'Kind. All kinds if not set.' },
                name: { type: 'string', description: 'Name of the object.' },
              },
            },
          },
        },
      },
      status: objectStatus,
    },
  },
} as const satisfies { readonly apiVersion: string; readonly kind: string; readonly schema: Schema };

/** Changes to a package context. */
export interface PackageContextEdit {
  /** Field of the configuration that has both. */
  readonly field: Path;
  readonly data: Readonly<Record<string, string>>;
  readonly removeKeys: readonly string[];
}

/** Keys that kpt and Porch set themselves. */
const RESERVED_KEYS: readonly string[] = ['name', 'package-path'];

/** Reads a packageContext at a field; a reserved key is a problem, in Porch's words. Absent fields are empty. */
export function readPackageContext(
  { data = {}, removeKeys = [] }: Partial<Omit<PackageContextEdit, 'field'>>,
  field: Path,
  problems: Problems,
): PackageContextEdit {
  for (const key of RESERVED_KEYS) {
    const refuse = (name: string, value: string): void =>
      problems.add({ field: [...field, name], message: `Invalid value: ${value}: must not contain the key "${key}"` });
    if (Object.hasOwn(data, key)) refuse('data', sortedJson(data));
    if (removeKeys.includes(key)) refuse('removeKeys', JSON.stringify(removeKeys));
  }
  return { field, data, removeKeys };
}

/** Returns the JSON of a map in Go's order: sorted by key. */
function sortedJson(map: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(map).toSorted(([a], [b]) => byteOrder(a, b))));
}
