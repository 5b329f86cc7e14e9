import { configForm, defineFunction, objectMeta, typeMeta, type Problems } from '../../src/function/index.ts';
import {
  CLUSTER,
  clusterOverridePolicy,
  isCluster,
  overridePolicy,
  readOverridePolicy,
  stagesOf,
  type WrittenPolicy,
} from '../../src/karmada/index.ts';
import { ClusterScopedKinds, rejectDuplicates, type Resource } from '../../src/krm/index.ts';
import { activePolicies } from './active-policies.ts';
import { override } from './application.ts';
import { findCluster } from './cluster.ts';
import { warnOfIdleRules } from './idle-rules.ts';
import { overridePolicyApplication, readApplication } from './kinds/override-policy-application.ts';
import { watchInputs } from './inputs.ts';
import { report } from './report.ts';
import { DEFAULTS, type Settings } from './settings.ts';

const fromOverridePolicy = configForm({
  ...overridePolicy,
  read: ({ metadata, spec }, problems, source): Settings =>
    readPolicy(spec, metadata?.namespace ?? '', problems, source),
});

const fromClusterOverridePolicy = configForm({
  ...clusterOverridePolicy,
  read: ({ spec }, problems, source): Settings => readPolicy(spec, undefined, problems, source),
});

function readPolicy(
  spec: WrittenPolicy,
  namespace: string | undefined,
  problems: Problems,
  source: Resource,
): Settings {
  return { ...DEFAULTS, policies: [{ ...readOverridePolicy(spec, namespace, problems), name: source.name, source }] };
}

const fromApplication = configForm({ ...overridePolicyApplication, read: readApplication });

const fromConfigMap = configForm({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  schema: {
    type: 'object',
    description: 'Names the cluster.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'data'],
    properties: {
      ...typeMeta('v1', 'ConfigMap'),
      metadata: objectMeta,
      data: {
        type: 'object',
        description: 'The cluster.',
        additionalProperties: false,
        required: ['cluster'],
        properties: { cluster: { type: 'string', minLength: 1, description: 'Name of the cluster.' } },
      },
    },
  },
  read: ({ data }, _, resource): Settings => ({
    ...DEFAULTS,
    cluster: { name: data.cluster },
    clusterNamedBy: { resource, field: ['data', 'cluster'] },
  }),
});

/**
 * Applies whole override policies to a package, for one cluster (Karmada's OverridePolicy and ClusterOverridePolicy).
 */
export default defineFunction({
  name: 'apply-override-policy',
  summary: "Applies Karmada's override policies to a package, for one cluster.",
  origin: 'Karmada OverridePolicy',
  configs: [fromOverridePolicy, fromClusterOverridePolicy, fromApplication, fromConfigMap],
  takesObjects: true,
  objectsOf: ({ cluster: { name } }, resources) =>
    name === undefined ? [...resources].filter(isCluster).map((each) => each.name) : [name],
  policies: {
    forms: [fromOverridePolicy, fromClusterOverridePolicy],
    inputs: [CLUSTER],
    combine(given = DEFAULTS, found) {
      return { ...given, policies: given.policies ?? found().flatMap(({ policies = [] }) => policies) };
    },
  },
  async run(call) {
    const { config, resources, results } = call;
    const { policies = [] } = config;
    if (policies.length === 0) results.lackPolicy(NOTHING);
    warnOfIdleRules(policies, results);
    // Karmada's order among policies of one specificity is that of their names.
    for (const kind of [overridePolicy.kind, clusterOverridePolicy.kind]) {
      const ofKind = policies.map(({ source }) => source).filter((source) => source.kind === kind);
      rejectDuplicates(ofKind, results);
    }
    const active = activePolicies(policies, await findCluster(call), results);
    if (results.hasErrors()) return;
    const inputs = watchInputs(call);
    const clusterScoped = new ClusterScopedKinds(resources);
    const application = { ...config, stages: stagesOf(active), clusterScoped, isOnce: call.isOnce };
    const all = [...resources].map((resource) => override(resource, application, results));
    inputs.check(all, clusterScoped);
    if (!results.hasErrors()) report(active, all, clusterScoped, results);
  },
});

const NOTHING = 'no OverridePolicy or ClusterOverridePolicy in the function config or among the items';
