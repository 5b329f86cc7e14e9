import {
  injectorsSchema,
  isDnsLabel,
  objectMeta,
  readInjectors,
  Resource,
  typeMeta,
  type ClusterAccess,
  type ConfigInjection,
  type InjectionSelector,
  type Problems,
} from '../../../src/index.ts';

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
      ...typeMeta('krm-variants.dev/v1alpha1', 'ConfigInjection'),
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
            description: 'Where the objects are, if not among the items: all that are named here count.',
            additionalProperties: false,
            properties: {
              cluster: {
                type: 'object',
                description: 'The live cluster that has them; with `{}` the one that kubectl would take.',
                additionalProperties: false,
                properties: {
                  kubeconfig: {
                    type: 'string',
                    minLength: 1,
                    description:
                      'Path of a kubeconfig, relative to where the program is called. If not set: `$KUBECONFIG`, `~/.kube/config`, or in a pod its service account.',
                  },
                  context: {
                    type: 'string',
                    minLength: 1,
                    description: 'Name of a context of the kubeconfig. Its current context if not set.',
                  },
                  timeoutSeconds: {
                    type: 'integer',
                    minimum: 1,
                    maximum: 3600,
                    description:
                      'How long one request may take, or a program that gives credentials, in seconds. 30 if not set.',
                  },
                },
              },
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
  readonly sources?: {
    readonly cluster?: Partial<ClusterAccess>;
    readonly path?: string;
    readonly items?: readonly unknown[];
  };
}

/** An injection, and where its objects are; without any source they are among the items. */
export interface SourcedInjection extends Omit<ConfigInjection, 'cluster'> {
  readonly sources: Sources;
  /** What says so, for results about it. */
  readonly resource: Resource;
}

/** Where objects of a cluster may be. */
interface Sources {
  readonly cluster?: ClusterAccess | undefined;
  readonly path?: string | undefined;
  readonly items?: readonly Resource[] | undefined;
}

/** An answer takes less than a second: what takes longer than this hangs. */
const TIMEOUT_SECONDS = 30;

/** Reads a ConfigInjection. `source`: the resource, in which its objects keep their comments. */
export function readConfigInjection(
  { namespace = '', injectors = [], sources = {} }: ConfigInjectionSpec,
  problems: Problems,
  source: Resource,
): SourcedInjection {
  const { cluster, path, items } = sources;
  if (cluster !== undefined && namespace !== '' && !isDnsLabel(namespace))
    problems.add({ field: ['spec', 'namespace'], message: 'must be the name of a namespace', currentValue: namespace });
  return {
    namespace,
    injectors: readInjectors(injectors, ['spec', 'injectors'], problems),
    sources: {
      cluster: cluster && { timeoutSeconds: TIMEOUT_SECONDS, ...cluster },
      path,
      items: items?.map((_, index) => readObject(index, problems, source)),
    },
    resource: source,
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
