import { objectMeta, typeMeta, type Problems } from '../../../src/function/index.ts';
import { isDnsLabel, Resource, TIMEOUT_SECONDS, type ClusterAccess } from '../../../src/krm/index.ts';
import {
  injectorsSchema,
  readInjectors,
  type ConfigInjection,
  type InjectionSelector,
} from '../../../src/package-variant/index.ts';

/** Configuration kind of this function. */
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
        description: 'Selection and sources of the injected objects.',
        additionalProperties: false,
        properties: {
          namespace: { type: 'string', description: 'Namespace of the objects. Defaults to `default`.' },
          injectors: injectorsSchema,
          sources: {
            type: 'object',
            description: 'Sources of the objects, used instead of the items. Several sources are combined.',
            additionalProperties: false,
            properties: {
              cluster: {
                type: 'object',
                description: 'Live cluster to read the objects from; `{}` selects the cluster that kubectl would use.',
                additionalProperties: false,
                properties: {
                  kubeconfig: {
                    type: 'string',
                    minLength: 1,
                    description:
                      'Path of a kubeconfig, relative to the working directory. Defaults to `$KUBECONFIG`, then `~/.kube/config`, then the service account of the pod; only these run `exec` plugins.',
                  },
                  context: {
                    type: 'string',
                    minLength: 1,
                    description: 'Name of a context of the kubeconfig. Defaults to its current context.',
                  },
                  timeoutSeconds: {
                    type: 'integer',
                    minimum: 1,
                    maximum: 3600,
                    description:
                      'Time limit in seconds for each request and for a program that supplies credentials. Defaults to 30.',
                  },
                },
              },
              path: {
                type: 'string',
                minLength: 1,
                description:
                  'Folder of YAML or JSON files that contain the objects or Lists of them; relative to the working directory.',
              },
              items: {
                type: 'array',
                description: 'Objects given inline.',
                items: {
                  type: 'object',
                  description: 'A cluster object.',
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

/** An injection and the sources of its objects; without sources, the objects are among the items. */
export interface SourcedInjection extends Omit<ConfigInjection, 'cluster'> {
  readonly sources: Sources;
  /** Resource that holds this configuration, for results about it. */
  readonly resource: Resource;
}

/** Sources of cluster objects. */
interface Sources {
  readonly cluster?: ClusterAccess | undefined;
  readonly path?: string | undefined;
  readonly items?: readonly Resource[] | undefined;
}

/** Reads a ConfigInjection. Its inline objects are views of `source`, so they keep their comments. */
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
  for (const name of missing)
    problems.add({ code: 'missing-field', field: [...field, ...name.split('.')], message: 'must be set' });
  return object;
}
