import { objectMeta, typeMeta, type Fitting } from '../../../src/index.ts';

/** How references are overwritten. */
export interface Options {
  /** What is written: the references themselves, or a condition that says what they become. */
  readonly mode: 'rewrite' | 'status';
  /** Whether versions in sources are ranges. */
  readonly versionRanges: boolean;
  /** Whether component names in sources are globs. */
  readonly globs: boolean;
}

/** What counts where nothing is said. */
export const DEFAULTS: Options = { mode: 'rewrite', versionRanges: false, globs: false };

/** The kind of this function: what a ComponentVersionOverwrites cannot say. */
export const componentOverwriting = {
  apiVersion: 'krm-variants.dev/v1alpha1',
  kind: 'ComponentOverwriting',
  schema: {
    type: 'object',
    description: 'Says how the ComponentVersionOverwrites among the items are applied.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('krm-variants.dev/v1alpha1', 'ComponentOverwriting'),
      metadata: objectMeta,
      spec: {
        type: 'object',
        description: 'How they are applied.',
        additionalProperties: false,
        properties: {
          mode: {
            type: 'string',
            enum: ['rewrite', 'status'],
            description:
              'What is written: `rewrite`, the references; `status`, a condition that says what they become, as Landscaper does. `rewrite` if not set.',
          },
          versionRanges: {
            type: 'boolean',
            description: 'Whether `source.version` may be a range, as `>=1.2.0 <2`. False if not set.',
          },
          globs: {
            type: 'boolean',
            description:
              'Whether `source.componentName` may be a glob: `*` within a part of the path, `**` across. False if not set.',
          },
        },
      },
    },
  },
} as const;

/** Reads a ComponentOverwriting. */
export function readOptions(spec: Fitting<typeof componentOverwriting.schema.properties.spec>): Options {
  return { ...DEFAULTS, ...spec };
}
