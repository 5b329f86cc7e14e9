import { objectMeta, typeMeta, type Problems } from '../../../src/function/index.ts';
import type { Resource } from '../../../src/krm/index.ts';
import { customTransformSchema } from './custom-transform.ts';
import type { StripConfig } from '../rules.ts';
import { readTransform, type WrittenTransform } from '../transform.ts';

/** The kind of this function: settings that a CustomTransform cannot express. */
export const stripTransform = {
  apiVersion: 'krm-variants.dev/v1alpha1',
  kind: 'StripTransform',
  schema: {
    type: 'object',
    description: 'Removes content that a cluster added to resources, and content that transforms name.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('krm-variants.dev/v1alpha1', 'StripTransform'),
      metadata: objectMeta,
      spec: {
        type: 'object',
        description: 'Content to remove.',
        additionalProperties: false,
        properties: {
          builtIn: {
            type: 'boolean',
            description: 'Removes what KubeStellar always removes. True if not set.',
          },
          transforms: {
            type: 'array',
            description: 'Further removals. Defaults to the CustomTransforms among the items.',
            items: {
              ...customTransformSchema,
              properties: {
                ...customTransformSchema.properties,
                remove: {
                  ...customTransformSchema.properties.remove,
                  items: {
                    type: 'string',
                    description:
                      'JSONPath as in a CustomTransform; also allows `[0]`, `[-1]`, `[*]`, `[?@.name=="x"]` and `[?@=="x"]`.',
                  },
                },
              },
            },
          },
        },
      },
    },
  },
} as const;

interface StripTransformSpec {
  readonly builtIn?: boolean;
  readonly transforms?: readonly WrittenTransform[];
}

export function readStripTransform(
  { builtIn = true, transforms = [] }: StripTransformSpec,
  source: Resource,
  problems: Problems,
): StripConfig {
  const read = transforms.map((transform, index) => {
    const place = { title: `transforms[${index}]`, source, field: ['spec', 'transforms', index], lists: true };
    return readTransform(transform, place, problems);
  });
  return { builtIn, transforms: read };
}
