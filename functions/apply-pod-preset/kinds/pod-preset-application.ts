import { objectMeta, typeMeta, type Fitting, type Path, type Problems, type Resource } from '../../../src/index.ts';

/** A kind that holds a pod template. */
export interface TemplateRule {
  readonly apiVersion: string;
  readonly kind: string;
  /** Of the template in such an object. */
  readonly path: Path;
  /** The configuration that names the kind, and where in it. */
  readonly source: Resource;
  readonly field: Path;
}

/** How presets are applied. */
export interface Options {
  /** Beside the kinds of Kubernetes. */
  readonly templates: readonly TemplateRule[];
  /** What is left out where there is a conflict: all presets of the pod, or the one that has it. */
  readonly conflictUnit: 'pod' | 'preset';
  readonly onConflict: 'fail' | 'skip' | 'keep' | 'override';
  /** Whether what presets have injected that are gone is taken out. */
  readonly prune: boolean;
  /** Whether objects are annotated with what was injected. Without it, all that is there counts as written by hand. */
  readonly record: boolean;
}

/** What counts where nothing is said. */
export const DEFAULTS: Options = { templates: [], conflictUnit: 'pod', onConflict: 'fail', prune: false, record: true };

/** The kind of this function: what a PodPreset cannot say. */
export const podPresetApplication = {
  apiVersion: 'krm-variants.dev/v1alpha1',
  kind: 'PodPresetApplication',
  schema: {
    type: 'object',
    description: 'Says how the PodPresets among the items are applied.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('krm-variants.dev/v1alpha1', 'PodPresetApplication'),
      metadata: objectMeta,
      spec: {
        type: 'object',
        description: 'How PodPresets are applied.',
        additionalProperties: false,
        properties: {
          templates: {
            type: 'array',
            description: 'More kinds that hold pod templates, beside those of Kubernetes.',
            items: {
              type: 'object',
              description: 'A kind, and where its pod template is. One that has several is given several times.',
              additionalProperties: false,
              required: ['apiVersion', 'kind', 'path'],
              properties: {
                apiVersion: { type: 'string', minLength: 1, description: 'API version, exactly.' },
                kind: { type: 'string', minLength: 1, description: 'Kind, exactly.' },
                path: { type: 'string', description: 'Names joined by dots, as `spec.template`.' },
              },
            },
          },
          conflictUnit: {
            type: 'string',
            enum: ['pod', 'preset'],
            description:
              'What a conflict keeps out of a pod: `pod`, all its presets, or `preset`, the one with the conflict. `pod` if not set.',
          },
          onConflict: {
            type: 'string',
            enum: ['fail', 'skip', 'keep', 'override'],
            description:
              'What a conflict is: `fail`, an error; `skip`, a warning, and what `conflictUnit` says stays out; `keep`: the pod keeps what it has; `override`: it gets what the preset has. `fail` if not set.',
          },
          prune: {
            type: 'boolean',
            description: 'Whether what was injected by presets that are gone is taken out. False if not set.',
          },
          record: {
            type: 'boolean',
            description:
              'Whether objects are annotated with what was injected. Without it, a preset that changes conflicts with what it injected earlier, and `prune` removes nothing. True if not set.',
          },
        },
      },
    },
  },
} as const;

type OptionFields = Fitting<typeof podPresetApplication.schema.properties.spec>;

/** Reads a PodPresetApplication. */
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
    problems.add({ field, message: 'must be names joined by dots, as `spec.template`', currentValue: path });
  return names;
}
