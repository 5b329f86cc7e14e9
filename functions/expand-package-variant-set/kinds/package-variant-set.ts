import {
  labelSelectorSchema,
  objectMeta,
  objectStatus,
  typeMeta,
  type Fitting,
  type Schema,
} from '../../../src/function/index.ts';
import {
  functionSchema,
  packageContextSchema,
  packageVariant,
  pipelineLists,
} from '../../../src/package-variant/index.ts';

const variantFields = packageVariant.schema.properties.spec.properties;

const expression = { type: 'string', description: 'CEL expression for it.' } as const;

/** Entries of a map, computed by expressions (design, `MapExpr`). */
const mapExprs = {
  type: 'array',
  description: 'Entries that override plain ones with the same key; later entries override earlier ones.',
  items: {
    type: 'object',
    description: 'One entry.',
    additionalProperties: false,
    properties: {
      key: { type: 'string', description: 'Its key.' },
      value: { type: 'string', description: 'Its value; empty if neither this nor `valueExpr` is set.' },
      keyExpr: { type: 'string', description: 'CEL expression for its key, instead of `key`.' },
      valueExpr: { type: 'string', description: 'CEL expression for its value, instead of `value`.' },
    },
  },
} as const satisfies Schema;

const packageNames = {
  type: 'array',
  description: 'Packages in each repository. The name of the upstream package if not set.',
  items: { type: 'string', description: 'Name of a package.' },
} as const satisfies Schema;

const functionTemplate = {
  ...functionSchema,
  properties: { ...functionSchema.properties, configMapExprs: mapExprs },
} as const satisfies Schema;

const template = {
  type: 'object',
  description: 'Template of the PackageVariant for a target. Most fields have a plain form and one with expressions.',
  additionalProperties: false,
  properties: {
    downstream: {
      type: 'object',
      description: 'Downstream repository and package, if they differ from those of the target.',
      additionalProperties: false,
      properties: {
        ...variantFields.downstream.properties,
        repoExpr: {
          type: 'string',
          description: 'CEL expression for the repository. `repository` is not available in it.',
        },
        packageExpr: { type: 'string', description: 'CEL expression for the package.' },
      },
    },
    adoptionPolicy: variantFields.adoptionPolicy,
    deletionPolicy: variantFields.deletionPolicy,
    labels: variantFields.labels,
    labelExprs: mapExprs,
    annotations: variantFields.annotations,
    annotationExprs: mapExprs,
    packageContext: {
      ...packageContextSchema,
      properties: {
        ...packageContextSchema.properties,
        dataExprs: mapExprs,
        removeKeyExprs: {
          type: 'array',
          description: 'More keys to remove.',
          items: { type: 'string', description: 'CEL expression for a key.' },
        },
      },
    },
    pipeline: {
      ...variantFields.pipeline,
      properties: {
        validators: { ...pipelineLists.validators, items: functionTemplate },
        mutators: { ...pipelineLists.mutators, items: functionTemplate },
      },
    },
    injectors: {
      ...variantFields.injectors,
      items: {
        ...variantFields.injectors.items,
        required: [],
        properties: { ...variantFields.injectors.items.properties, nameExpr: expression },
      },
    },
  },
} as const satisfies Schema;

const target = {
  type: 'object',
  description: 'Targets, by exactly one of `repositories`, `repositorySelector` and `objectSelector`.',
  additionalProperties: false,
  properties: {
    repositories: {
      type: 'array',
      description: 'Repositories by name.',
      items: {
        type: 'object',
        description: 'A repository, and packages in it.',
        additionalProperties: false,
        properties: { name: { type: 'string', description: 'Name of the Repository.' }, packageNames },
      },
    },
    repositorySelector: {
      ...labelSelectorSchema,
      description: 'Repositories by label: all conditions must hold.',
      properties: { ...labelSelectorSchema.properties, packageNames },
    },
    objectSelector: {
      ...labelSelectorSchema,
      description:
        'Objects of one kind, in the namespace of the set. The default repository has the name of the object.',
      properties: {
        apiVersion: { type: 'string', description: 'API version.' },
        kind: { type: 'string', description: 'Kind.' },
        name: { type: 'string', description: 'Name. Any name if not set.' },
        ...labelSelectorSchema.properties,
        packageNames,
      },
    },
    template,
  },
} as const satisfies Schema;

/**
 * A PackageVariantSet as in Porch and in the design, which has a string as `revision` and `packageNames` in selectors.
 */
export const packageVariantSet = {
  apiVersion: 'config.porch.kpt.dev/v1alpha2',
  kind: 'PackageVariantSet',
  schema: {
    type: 'object',
    description: 'Makes a PackageVariant for each of its targets (Porch).',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('config.porch.kpt.dev/v1alpha2', 'PackageVariantSet'),
      metadata: objectMeta,
      spec: {
        type: 'object',
        description: 'Wanted PackageVariants.',
        additionalProperties: false,
        properties: {
          upstream: variantFields.upstream,
          targets: { type: 'array', description: 'Targets, in the order in which they are listed.', items: target },
        },
      },
      status: objectStatus,
    },
  },
} as const satisfies { readonly apiVersion: string; readonly kind: string; readonly schema: Schema };

/** The `spec` of a set. */
export type SetFields = Fitting<typeof packageVariantSet.schema.properties.spec>;

/** One of its targets. */
export type TargetFields = Fitting<typeof target>;

/** The template of a target. */
export type TemplateFields = Fitting<typeof template>;

/** One entry of a map that is computed by expressions. */
export type MapExpr = Fitting<typeof mapExprs.items>;
