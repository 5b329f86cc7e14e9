import { objectMeta, stringMap, typeMeta, type Problems } from '../../../src/index.ts';
import { isIdentifier } from '../identifier.ts';

/** What the function is to do, whichever kind says so. */
export interface Expansion {
  /** The cluster that the package is for; undefined where it is to be found among the items. */
  readonly clusterName: string | undefined;
  /** They go before those that the items supply. */
  readonly properties: Properties;
  readonly missingKey: 'default' | 'zero' | 'error';
  /** The kind of the objects that stand for clusters. */
  readonly inventory: { readonly apiVersion: string; readonly kind: string };
  readonly keepAnnotation: boolean;
  /** The clusters that get a copy of each object; none: the objects themselves are expanded. */
  readonly clusters: readonly Cluster[];
}

export type Properties = Readonly<Record<string, string>>;

/** A cluster that gets copies. */
export interface Cluster {
  readonly name: string;
  readonly properties: Properties;
}

const clusterName = {
  type: 'string',
  // It becomes the name of a folder.
  pattern: '^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$',
} as const;

/** The kind of this function. */
export const templateExpansion = {
  apiVersion: 'krm-variants.dev/v1alpha1',
  kind: 'TemplateExpansion',
  schema: {
    type: 'object',
    description: 'Expands templates in the strings of objects that ask for it.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('krm-variants.dev/v1alpha1', 'TemplateExpansion'),
      metadata: objectMeta,
      spec: {
        type: 'object',
        description: 'For which clusters, and with which properties.',
        additionalProperties: false,
        properties: {
          clusterName: {
            ...clusterName,
            description: 'The cluster that the package is for. If not set: the one inventory object among the items.',
          },
          properties: { ...stringMap, description: 'Properties. They go before those that the items supply.' },
          missingKey: {
            type: 'string',
            enum: ['default', 'zero', 'error'],
            description:
              'What a property that is missing is: `<no value>`, an empty string, or an error. An error if not set.',
          },
          inventory: {
            type: 'object',
            description:
              'The kind of the objects whose labels and annotations are properties. ManagedCluster if not set.',
            additionalProperties: false,
            required: ['apiVersion', 'kind'],
            properties: {
              apiVersion: { type: 'string', description: 'API version.' },
              kind: { type: 'string', description: 'Kind.' },
            },
          },
          keepAnnotation: {
            type: 'boolean',
            description: 'Whether an expanded object keeps the annotation that asks for it. No if not set.',
          },
          clusters: {
            type: 'array',
            description:
              'Clusters that get a copy of each object, in a folder of their name. Then the objects stay as they are.',
            items: {
              type: 'object',
              description: 'A cluster.',
              additionalProperties: false,
              required: ['name'],
              properties: {
                name: { ...clusterName, description: 'Name, as that of its inventory object.' },
                properties: { ...stringMap, description: 'Properties of this cluster. They go before all others.' },
              },
            },
          },
        },
      },
    },
  },
} as const;

interface TemplateExpansionSpec {
  readonly clusterName?: string;
  readonly properties?: Properties;
  readonly missingKey?: Expansion['missingKey'];
  readonly inventory?: Expansion['inventory'];
  readonly keepAnnotation?: boolean;
  readonly clusters?: readonly { readonly name: string; readonly properties?: Properties }[];
}

/** What is done if nothing else is said. */
export const DEFAULTS: Expansion = {
  clusterName: undefined,
  properties: {},
  missingKey: 'error',
  inventory: { apiVersion: 'cluster.open-cluster-management.io/v1', kind: 'ManagedCluster' },
  keepAnnotation: false,
  clusters: [],
};

/** Reads a TemplateExpansion. */
export function readTemplateExpansion(spec: TemplateExpansionSpec, problems: Problems): Expansion {
  const clusters = (spec.clusters ?? []).map(({ name, properties = {} }) => ({ name, properties }));
  readProperties(spec.properties ?? {}, ['spec', 'properties'], problems);
  for (const [index, { name, properties }] of clusters.entries()) {
    const field = ['spec', 'clusters', index];
    readProperties(properties, [...field, 'properties'], problems);
    if (clusters.findIndex((other) => other.name === name) < index)
      problems.add({ field: [...field, 'name'], message: 'must not be given twice', currentValue: name });
  }
  for (const name of ['clusterName', 'keepAnnotation'] as const) {
    if (clusters.length > 0 && spec[name] !== undefined && spec[name] !== false)
      problems.add({ field: ['spec', name], message: 'must not be set beside `clusters`' });
  }
  return { ...DEFAULTS, ...spec, clusters };
}

/** Reads properties at a field: what is no identifier no template can name. */
export function readProperties(
  properties: Properties,
  field: readonly (string | number)[],
  problems: Problems,
): Properties {
  for (const key of Object.keys(properties).filter((name) => !isIdentifier(name)))
    problems.add({ field: [...field, key], message: 'must be an identifier of Go, and no keyword' });
  return properties;
}
