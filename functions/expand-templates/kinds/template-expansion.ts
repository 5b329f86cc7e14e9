import { objectMeta, stringMap, typeMeta, type Problems } from '../../../src/function/index.ts';
import { isIdentifier } from '../identifier.ts';

/** Settings of the function, independent of the kind that configures it. */
export interface Expansion {
  /** Cluster that the package is for; undefined to find it among the items. */
  readonly clusterName: string | undefined;
  /** Override properties that the items supply. */
  readonly properties: Properties;
  readonly missingKey: 'default' | 'zero' | 'error';
  /** Kind of the inventory objects, which represent clusters. */
  readonly inventory: { readonly apiVersion: string; readonly kind: string };
  readonly keepAnnotation: boolean;
  /** Clusters that get a copy of each object. If empty, the objects themselves are expanded. */
  readonly clusters: readonly TemplateCluster[];
}

export type Properties = Readonly<Record<string, string>>;

/** A cluster that gets copies. */
export interface TemplateCluster {
  readonly name: string;
  readonly properties: Properties;
}

const clusterName = {
  type: 'string',
  // Becomes the name of a folder.
  pattern: '^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$',
} as const;

/** The kind of this function. */
export const templateExpansion = {
  apiVersion: 'krm-variants.dev/v1alpha1',
  kind: 'TemplateExpansion',
  schema: {
    type: 'object',
    description: 'Expands templates in the strings of annotated objects.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('krm-variants.dev/v1alpha1', 'TemplateExpansion'),
      metadata: objectMeta,
      spec: {
        type: 'object',
        description: 'Clusters to expand for, and their properties.',
        additionalProperties: false,
        properties: {
          clusterName: {
            ...clusterName,
            description: 'Cluster that the package is for. Defaults to the only inventory object among the items.',
          },
          properties: { ...stringMap, description: 'Properties. They override those that the items supply.' },
          missingKey: {
            type: 'string',
            enum: ['default', 'zero', 'error'],
            description:
              'Treatment of a missing property: `<no value>`, an empty string, or an error. An error if not set.',
          },
          inventory: {
            type: 'object',
            description:
              'Kind of objects that have properties. Their labels and annotations are properties. Defaults to ManagedCluster.',
            additionalProperties: false,
            required: ['apiVersion', 'kind'],
            properties: {
              apiVersion: { type: 'string', description: 'API version.' },
              kind: { type: 'string', description: 'Kind.' },
            },
          },
          keepAnnotation: {
            type: 'boolean',
            description: 'Keeps the annotation that requests expansion. False if not set.',
          },
          clusters: {
            type: 'array',
            description:
              'Clusters that get a copy of each object. The copies are in a folder named after the cluster. The objects themselves stay unchanged.',
            items: {
              type: 'object',
              description: 'A cluster.',
              additionalProperties: false,
              required: ['name'],
              properties: {
                name: { ...clusterName, description: 'Name of the cluster and of its inventory object.' },
                properties: { ...stringMap, description: 'Properties of this cluster. They override all others.' },
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

export const DEFAULTS: Expansion = {
  clusterName: undefined,
  properties: {},
  missingKey: 'error',
  inventory: { apiVersion: 'cluster.open-cluster-management.io/v1', kind: 'ManagedCluster' },
  keepAnnotation: false,
  clusters: [],
};

export function readTemplateExpansion(spec: TemplateExpansionSpec, problems: Problems): Expansion {
  const clusters = (spec.clusters ?? []).map(({ name, properties = {} }) => ({ name, properties }));
  readProperties(spec.properties ?? {}, ['spec', 'properties'], problems);
  for (const [index, { name, properties }] of clusters.entries()) {
    const field = ['spec', 'clusters', index];
    readProperties(properties, [...field, 'properties'], problems);
    if (clusters.findIndex((other) => other.name === name) < index)
      problems.add({ field: [...field, 'name'], message: 'must be unique', currentValue: name });
  }
  for (const name of ['clusterName', 'keepAnnotation'] as const) {
    if (clusters.length > 0 && spec[name] !== undefined && spec[name] !== false)
      problems.add({
        code: 'exclusive-fields',
        field: ['spec', name],
        message: 'must not be set together with `clusters`',
      });
  }
  return { ...DEFAULTS, ...spec, clusters };
}

/**
 * Reads properties at a field. Adds a problem for each key that is not an identifier, since no template can name it.
 */
export function readProperties(
  properties: Properties,
  field: readonly (string | number)[],
  problems: Problems,
): Properties {
  for (const key of Object.keys(properties).filter((name) => !isIdentifier(name)))
    problems.add({ field: [...field, key], message: 'must be a Go identifier and not a keyword' });
  return properties;
}
