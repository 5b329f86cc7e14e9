import { objectMeta, typeMeta, type Fitting, type Problems } from '../../../src/function/index.ts';
import type { Resource } from '../../../src/krm/index.ts';
import type { Path } from '../../../src/yaml/index.ts';

/** A kind that holds a pod template. */
export interface TemplateRule {
  readonly apiVersion: string;
  readonly kind: string;
  /** Path of the template in such an object. */
  readonly path: Path;
  /** Configuration that names the kind. */
  readonly source: Resource;
  readonly field: Path;
}

/** Options for applying presets. */
export interface Options {
  /** Kinds in addition to those of Kubernetes. */
  readonly templates: readonly TemplateRule[];
  /** Scope of a conflict: excludes all presets of the pod, or only the preset that conflicts. */
  readonly conflictUnit: 'pod' | 'preset';
  readonly onConflict: 'fail' | 'skip' | 'keep' | 'override';
  /** Removes elements injected by presets that no longer exist. */
  readonly prune: boolean;
  /** Annotates objects with the injected elements. Without the record, every existing element counts as handwritten. */
  readonly record: boolean;
}

export const DEFAULTS: Options = { templates: [], conflictUnit: 'pod', onConflict: 'fail', prune: false, record: true };

/** Configuration kind of this function, for options that a PodPreset cannot express. */
export const podPresetApplication = {
  apiVersion: 'krm-variants.dev/v1alpha1',
  kind: 'PodPresetApplication',
  schema: {
    type: 'object',
    description: 'Configures how the PodPresets among the items are applied.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('krm-variants.dev/v1alpha1', 'PodPresetApplication'),
      metadata: objectMeta,
      spec: {
        type: 'object',
        description: 'Options for applying PodPresets.',
        additionalProperties: false,
        properties: {
          templates: {
            type: 'array',
            description: 'Other kinds with pod templates, such as custom kinds.',
            items: {
              type: 'object',
              description: 'A kind and the path of its pod template. List a kind once for each of its templates.',
              additionalProperties: false,
              required: ['apiVersion', 'kind', 'path'],
              properties: {
                apiVersion: { type: 'string', minLength: 1, description: 'API version, matched exactly.' },
                kind: { type: 'string', minLength: 1, description: 'Kind, matched exactly.' },
                path: {
                  type: 'string',
                  description: 'Path of the template: field names joined by dots, such as `spec.template`.',
                },
              },
            },
          },
          conflictUnit: {
            type: 'string',
            enum: ['pod', 'preset'],
            description:
              'Scope of a conflict: `pod` excludes all presets of the pod, `preset` only the preset that conflicts. Defaults to `pod`.',
          },
          onConflict: {
            type: 'string',
            enum: ['fail', 'skip', 'keep', 'override'],
            description:
              'Handling of conflicts: `fail` reports an error; `skip` reports a warning and excludes the presets in the scope of `conflictUnit`; `keep` keeps the element of the pod; `override` replaces it with the element of the preset. Defaults to `fail`.',
          },
          prune: {
            type: 'boolean',
            description: 'Removes elements injected by presets that no longer exist. Defaults to false.',
          },
          record: {
            type: 'boolean',
            description:
              'Annotates objects with the injected elements. Without the record, a changed preset conflicts with its earlier elements, and `prune` removes nothing. Defaults to true.',
          },
        },
      },
    },
  },
} as const;

type OptionFields = Fitting<typeof podPresetApplication.schema.properties.spec>;

export function readOptions(spec: OptionFields, source: Resource, problems: Problems): Options {
  const { templates = [], ...others } = spec;
  return {
    ...DEFAULTS,
    ...others,
    templates: templates.map(({ apiVersion, kind, path }, index) => {
      const field = ['spec', 'templates', index];
      return { apiVersion, kind, path: readPath(path, [...field, 'path'], problems), source, field };
    }),
  };
}

function readPath(path: string, field: Path, problems: Problems): Path {
  const names = path.split('.');
  if (names.includes(''))
    problems.add({ field, message: 'must be names joined by dots, such as `spec.template`', currentValue: path });
  return names;
}
