import { objectMeta, stringMap, typeMeta, type Problems } from '../../../src/function/index.ts';
import {
  OWN_KIND,
  ownOverridersSchema,
  ownResourceSelectorsSchema,
  PackageValues,
  readOverridePolicy,
  takeValues,
  targetClusterSchema,
  type OwnOverriders,
  type ResourceSelector,
  type ValueSource,
  type WrittenRule,
} from '../../../src/karmada/index.ts';
import type { Resource, Resources } from '../../../src/krm/index.ts';
import { DEFAULTS, type Settings } from '../settings.ts';

const clusterSchema = {
  type: 'object',
  description: 'Cluster that the package is for. Parts that are not set are those of the Cluster object of that name.',
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, description: 'Name. Defaults to that of the only Cluster among the items.' },
    labels: { ...stringMap, description: 'Labels.' },
    provider: { type: 'string', description: 'Provider.' },
    region: { type: 'string', description: 'Region.' },
    zones: { type: 'array', description: 'Zones.', items: { type: 'string', description: 'A zone.' } },
  },
} as const;

/** The kind of this function: the cluster, and rules that apply in place of policies. */
export const overridePolicyApplication = {
  apiVersion: 'krm-variants.dev/v1alpha1',
  kind: 'OverridePolicyApplication',
  schema: {
    type: 'object',
    description: 'Configures how override policies are applied.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('krm-variants.dev/v1alpha1', 'OverridePolicyApplication'),
      metadata: objectMeta,
      spec: {
        type: 'object',
        description: 'The cluster, the rules, and options.',
        additionalProperties: false,
        properties: {
          cluster: clusterSchema,
          clusterFrom: {
            type: 'object',
            description: 'Source of the name of the cluster. `cluster.name` overrides it.',
            additionalProperties: false,
            required: ['packageContext'],
            properties: {
              packageContext: { type: 'string', minLength: 1, description: 'Key of the context of the root package.' },
            },
          },
          resourceSelectors: ownResourceSelectorsSchema,
          overrideRules: {
            type: 'array',
            description: 'Rules, in their order. They replace the policies among the items.',
            items: {
              type: 'object',
              description: 'One rule.',
              additionalProperties: false,
              required: ['overriders'],
              properties: { targetCluster: targetClusterSchema, overriders: ownOverridersSchema },
            },
          },
          scope: {
            type: 'string',
            enum: ['all', 'original'],
            description:
              'Containers in which images and commands are edited: `all`, or only the regular containers of the kinds that Karmada knows. Defaults to `all`.',
          },
          record: {
            type: 'boolean',
            description:
              "Records the applied overriders in each resource. The record is in Karmada's annotations. Defaults to false.",
          },
        },
      },
    },
  },
} as const;

interface OwnRule extends Omit<WrittenRule, 'overriders'> {
  readonly overriders: OwnOverriders;
}

interface ApplicationSpec {
  readonly cluster?: Settings['cluster'];
  readonly clusterFrom?: { readonly packageContext: string };
  readonly resourceSelectors?: readonly ResourceSelector[];
  readonly overrideRules?: readonly OwnRule[];
  readonly scope?: Settings['scope'];
  readonly record?: boolean;
}

/** Reads an OverridePolicyApplication. Its rules select in all namespaces. */
export function readApplication(
  { spec }: { readonly spec: ApplicationSpec },
  problems: Problems,
  source: Resource,
  items: Resources,
): Settings {
  const { cluster = {}, clusterFrom, resourceSelectors = [], overrideRules, ...options } = spec;
  const values = new PackageValues(items);
  if (resourceSelectors.length > 0 && overrideRules === undefined)
    problems.add({
      code: 'missing-field',
      field: ['spec', 'overrideRules'],
      message: 'must be set together with `resourceSelectors`',
    });
  const name = cluster.name ?? (clusterFrom && readClusterName(clusterFrom, values, problems));
  const rules = overrideRules?.map(({ overriders: written, ...rule }, index) => {
    const field = ['spec', 'overrideRules', index, 'overriders'];
    return { ...rule, overriders: takeValues(written, field, { values, problems }) };
  });
  const policy =
    rules && readOverridePolicy({ resourceSelectors, overrideRules: rules }, undefined, problems, OWN_KIND);
  return {
    ...DEFAULTS,
    ...options,
    cluster: { ...cluster, ...(name !== undefined && { name }) },
    clusterNamedBy: {
      resource: source,
      field: ['spec', ...(cluster.name === undefined ? FROM_CONTEXT : ['cluster', 'name'])],
    },
    policies: policy && [{ ...policy, name: source.name, source }],
    checkValues: (results) => values.checkUnedited(source, results),
  };
}

const FROM_CONTEXT = ['clusterFrom', 'packageContext'];

function readClusterName(from: ValueSource, values: PackageValues, problems: Problems): string | undefined {
  const field = ['spec', 'clusterFrom'];
  const name = values.take({ ...from, default: '' }, field, problems);
  if (typeof name === 'string' && name !== '') return name;
  const message = 'must be a key of the ConfigMap `kptfile.kpt.dev` of the root package, with the name of the cluster';
  problems.add({ field: [...field, 'packageContext'], message, currentValue: from.packageContext ?? null });
  return undefined;
}
