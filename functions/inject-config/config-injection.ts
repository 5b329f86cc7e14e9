import {
  injectorsSchema,
  objectMeta,
  readInjectors,
  Resource,
  type ConfigInjection,
  type InjectionSelector,
  type Problems,
} from '../../src/index.ts';

/** The kind of this function. */
export const configInjection = {
  apiVersion: 'krm-variants.dev/v1alpha1',
  kind: 'ConfigInjection',
  schema: {
    type: 'object',
    description: 'Injects objects of a cluster into the injection points of a package.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      apiVersion: { type: 'string', enum: ['krm-variants.dev/v1alpha1'], description: 'Version of this kind.' },
      kind: { type: 'string', enum: ['ConfigInjection'], description: 'This kind.' },
      metadata: objectMeta,
      spec: {
        type: 'object',
        description: 'What is injected.',
        additionalProperties: false,
        properties: {
          namespace: { type: 'string', description: 'Namespace of the objects. `default` if not set.' },
          injectors: injectorsSchema,
          sources: {
            type: 'object',
            description: 'Where the objects are, if not among the items.',
            additionalProperties: false,
            properties: {
              path: {
                type: 'string',
                minLength: 1,
                description:
                  'Folder of YAML or JSON files with the objects, or Lists of them; relative to where the program is called.',
              },
              items: {
                type: 'array',
                description: 'The objects themselves.',
                items: {
                  type: 'object',
                  description: 'An object of a cluster.',
                  'x-kubernetes-preserve-unknown-fields': true,
                },
              },
            },
          },
        },
      },
    },
  },
} as const;

interface ConfigInjectionSpec {
  readonly namespace?: string;
  readonly injectors?: readonly InjectionSelector[];
  readonly sources?: { readonly path?: string; readonly items?: readonly unknown[] };
}

/** An injection whose objects may also be in a folder. */
export interface FolderInjection extends ConfigInjection {
  readonly path?: string | undefined;
}

/** Reads a ConfigInjection. `source`: the resource, in which its objects keep their comments. */
export function readConfigInjection(
  { namespace = '', injectors = [], sources }: ConfigInjectionSpec,
  problems: Problems,
  source: Resource,
): FolderInjection {
  return {
    namespace,
    injectors: readInjectors(injectors, ['spec', 'injectors'], problems),
    objects: sources?.items?.map((_, index) => readObject(index, problems, source)),
    path: sources?.path,
  };
}

function readObject(index: number, problems: Problems, source: Resource): Resource {
  const field = ['spec', 'sources', 'items', index];
  const object = new Resource(source.document.view(field));
  const missing = [
    ['apiVersion', object.apiVersion],
    ['kind', object.kind],
    ['metadata.name', object.name],
  ].flatMap(([name = '', value]) => (value === '' ? [name] : []));
  for (const name of missing) problems.add({ field: [...field, ...name.split('.')], message: 'must be set' });
  return object;
}
