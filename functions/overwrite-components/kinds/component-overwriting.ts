import { objectMeta, typeMeta, type Fitting } from '../../../src/function/index.ts';

/** Options of overwriting. */
export interface Options {
  /** Output: the rewritten references, or a condition that describes the result. */
  readonly mode: 'rewrite' | 'status';
  /** Allows version ranges in sources. */
  readonly versionRanges: boolean;
  /** Allows globs as component names in sources. */
  readonly globs: boolean;
}

export const DEFAULTS: Options = { mode: 'rewrite', versionRanges: false, globs: false };

/** The kind of this function: settings that a ComponentVersionOverwrites cannot express. */
export const componentOverwriting = {
  apiVersion: 'krm-variants.dev/v1alpha1',
  kind: 'ComponentOverwriting',
  schema: {
    type: 'object',
    description: 'Sets how the ComponentVersionOverwrites among the items are applied.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('krm-variants.dev/v1alpha1', 'ComponentOverwriting'),
      metadata: objectMeta,
      spec: {
        type: 'object',
        description: 'Options.',
        additionalProperties: false,
        properties: {
          mode: {
            type: 'string',
            enum: ['rewrite', 'status'],
            description:
              'Where the result is written. `rewrite` writes the references. `status` writes a condition that describes the result, as Landscaper does. Defaults to `rewrite`.',
          },
          versionRanges: {
            type: 'boolean',
            description: 'Allows a range in `source.version`, such as `>=1.2.0 <2`. False if not set.',
          },
          globs: {
            type: 'boolean',
            description:
              'Allows a glob in `source.componentName`: `*` within a path segment, `**` across segments. False if not set.',
          },
        },
      },
    },
  },
} as const;

export function readOptions(spec: Fitting<typeof componentOverwriting.schema.properties.spec>): Options {
  return { ...DEFAULTS, ...spec };
}
