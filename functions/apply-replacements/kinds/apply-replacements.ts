import { objectMeta, typeMeta, type Schema } from '../../../src/function/index.ts';

/** Fields that a source and a selector share: each must be equal, if set. */
const identity = {
  group: { type: 'string', description: 'API group of the resource, such as `apps`. Default: any.' },
  version: { type: 'string', description: 'Version in the API group, such as `v1`. Default: any.' },
  kind: { type: 'string', description: 'Kind of the resource. Default: any.' },
  name: { type: 'string', description: 'Name of the resource. Default: any.' },
  namespace: {
    type: 'string',
    description: 'Namespace of the resource; `default` also selects resources without one. Default: any.',
  },
} as const;

const selector = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...identity,
    labelSelector: {
      type: 'string',
      description: 'Conditions on labels, as for `kubectl --selector`: `app=web,tier in (a, b),!legacy`.',
    },
    annotationSelector: { type: 'string', description: 'Conditions on annotations, in the same form.' },
  },
} as const;

const options = {
  type: 'object',
  additionalProperties: false,
  properties: {
    delimiter: { type: 'string', description: 'Text that divides the value into parts.' },
    index: {
      type: 'integer',
      description:
        'Part to take or replace, counted from 0. In a target, a negative index adds a part in front, and one beyond the parts adds a part at the end.',
    },
    encoding: { type: 'string', description: 'Not read, as in Kustomize.' },
    create: {
      type: 'boolean',
      description: 'Creates fields of a target that are missing. Not read in a source.',
    },
  },
} as const;

/** Replacements of Kustomize, as the function of the same name in kpt's catalog reads them. */
export const applyReplacements = {
  apiVersion: 'fn.kpt.dev/v1alpha1',
  kind: 'ApplyReplacements',
  instead: {
    path: 'the replacements of that file, written here',
    sourceValue: '`source`, with the resource that has the value',
    apiVersion: '`group` and `version`',
  },
  schema: {
    type: 'object',
    description: 'Copies values from fields of resources to fields of others (Kustomize `replacements`).',
    additionalProperties: false,
    required: ['apiVersion', 'kind'],
    properties: {
      ...typeMeta('fn.kpt.dev/v1alpha1', 'ApplyReplacements'),
      metadata: objectMeta,
      replacements: {
        type: 'array',
        description: 'Replacements, applied in this order.',
        items: {
          type: 'object',
          description: 'Copies one value.',
          additionalProperties: false,
          required: ['source', 'targets'],
          properties: {
            source: {
              type: 'object',
              description: 'Field with the value. Exactly one resource must match.',
              additionalProperties: false,
              properties: {
                ...identity,
                fieldPath: { type: 'string', description: 'Path of the field. Default: `metadata.name`.' },
                options: { ...options, description: 'Part of the value to take. Default: the whole value.' },
              },
            },
            targets: {
              type: 'array',
              description: 'Fields that get the value, in this order.',
              items: {
                type: 'object',
                description: 'Fields in the resources that match.',
                additionalProperties: false,
                required: ['select'],
                properties: {
                  select: { ...selector, description: 'Resources to change. If it is empty, all resources.' },
                  reject: {
                    type: 'array',
                    description: 'Resources to leave out of those selected.',
                    items: {
                      ...selector,
                      description:
                        'Leaves out resources whose identity matches, and also those whose labels and annotations match.',
                    },
                  },
                  fieldPaths: {
                    type: 'array',
                    description: 'Paths of the fields. Default: `metadata.name`.',
                    items: { type: 'string', description: 'Path of a field.' },
                  },
                  options: { ...options, description: 'Part of the field to replace. Default: the whole field.' },
                },
              },
            },
          },
        },
      },
    },
  },
} as const satisfies {
  readonly apiVersion: string;
  readonly kind: string;
  readonly instead: Readonly<Record<string, string>>;
  readonly schema: Schema;
};
