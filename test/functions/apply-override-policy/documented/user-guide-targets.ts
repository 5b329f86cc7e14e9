import { resource } from '../../../support/resource-list.ts';
import { clusterItem } from '../policy-runs.ts';
import { overridePolicy, type DocumentedPolicy } from './documented-policy.ts';

const PAGE = 'docs/userguide/scheduling/override-policy.md';

const deployment = (name: string, metadata = ''): string =>
  resource('apps/v1', 'Deployment', name, 'spec:\n  replicas: 1 # as drawn\n', metadata);
const WEB = deployment('web');

/** The page leaves out the overriders of each of these policies: they scale. */
const SCALED = ['-  replicas: 1 # as drawn', '+  replicas: 3 # as drawn'];

/** Returns a policy with a rule for a `targetCluster`. */
const targeting = (target: string): string =>
  overridePolicy(`
  overrideRules:
    - targetCluster:
        ${target.replaceAll('\n', '\n        ')}
      overriders:
        plaintext:
          - path: /spec/replicas
            operator: replace
            value: 3
`);

/** Returns a condition on a field of clusters. */
const field = (key: string, value: string): string =>
  `fieldSelector:
  matchExpressions:
    - key: ${key}
      operator: In
      values:
        - ${value}`;

/** Policies of the user guide that select resources and clusters. */
export const userGuideTargets: readonly DocumentedPolicy[] = [
  {
    title: `${PAGE}, Resource Selector, example 1: selects Deployments of a namespace by their labels`,
    policy: overridePolicy(
      `
  resourceSelectors:
    - apiVersion: apps/v1
      kind: Deployment
      namespace: test
      labelSelector:
        matchLabels:
          app: nginx
  overrideRules:
    - overriders:
        plaintext:
          - {path: /spec/replicas, operator: replace, value: 3}
`,
      'test',
    ),
    items: [
      deployment('labelled', '  namespace: test\n  labels:\n    app: nginx\n'),
      deployment('bare', '  namespace: test\n'),
      deployment('far', '  labels:\n    app: nginx\n'),
    ],
    cluster: clusterItem('member1'),
    want: SCALED,
  },
  {
    title: `${PAGE}, Resource Selector, example 1: changes nothing as it is on the page, without rules`,
    policy: overridePolicy(
      `
  resourceSelectors:
    - apiVersion: apps/v1
      kind: Deployment
      namespace: test
      labelSelector:
        matchLabels:
          app: nginx
  overrideRules:
`,
      'test',
    ),
    items: [deployment('labelled', '  namespace: test\n  labels:\n    app: nginx\n')],
    cluster: clusterItem('member1'),
    want: [],
    faults: ['warning spec.overrideRules: has no rules, so it edits nothing'],
  },
  {
    title: `${PAGE}, Resource Selector, example 2: selects two kinds by name, and edits both`,
    policy: overridePolicy(
      `
  resourceSelectors:
    - apiVersion: apps/v1
      kind: Deployment
      name: nginx
    - apiVersion: v1
      kind: Service
      name: nginx-svc
  overrideRules:
    - overriders:
        labelsOverrider:
          - operator: add
            value:
              stage: edge
`,
      'test',
    ),
    items: [
      deployment('nginx', '  namespace: test\n'),
      resource('v1', 'Service', 'nginx-svc', '', '  namespace: test\n'),
      resource('v1', 'Service', 'other', '', '  namespace: test\n'),
    ],
    cluster: clusterItem('member1'),
    want: ['+  labels:', '+    stage: edge', '+  labels:', '+    stage: edge'],
  },
  {
    title: `${PAGE}, Target Cluster, labelSelector: selects clusters by a label`,
    policy: targeting('labelSelector:\n  matchLabels:\n    cluster: member1'),
    items: [WEB],
    cluster: clusterItem('north', '{}', '  labels: {cluster: member1}\n'),
    want: SCALED,
    spared: clusterItem('south', '{}', '  labels: {cluster: member2}\n'),
  },
  {
    title: `${PAGE}, Target Cluster, fieldSelector: selects clusters by their region`,
    policy: targeting(field('region', 'cn-north-1')),
    items: [WEB],
    cluster: clusterItem('north', '{region: cn-north-1}'),
    want: SCALED,
    spared: clusterItem('south', '{region: cn-south-1}'),
  },
  {
    title: `${PAGE}, Target Cluster, fieldSelector: selects clusters by their provider`,
    policy: targeting(field('provider', 'aws')),
    items: [WEB],
    cluster: clusterItem('north', '{provider: aws}'),
    want: SCALED,
    spared: clusterItem('south', '{}'),
  },
  {
    title: `${PAGE}, Target Cluster, fieldSelector: selects clusters by one of their zones`,
    policy: targeting(field('zone', 'us')),
    items: [WEB],
    cluster: clusterItem('north', '{zones: [eu, us]}'),
    want: SCALED,
    spared: clusterItem('south', '{zones: [eu]}'),
  },
  {
    title: `${PAGE}, Target Cluster, fieldSelector: selects clusters by the deprecated zone`,
    policy: targeting(field('zone', 'us')),
    items: [WEB],
    cluster: clusterItem('north', '{zone: us}'),
    want: SCALED,
    spared: clusterItem('south', '{zone: eu}'),
  },
  {
    title: `${PAGE}, Target Cluster, clusterNames: selects a cluster by its name`,
    policy: targeting('clusterNames:\n  - member1'),
    items: [WEB],
    cluster: clusterItem('member1'),
    want: SCALED,
    spared: clusterItem('member2'),
  },
  {
    title: `${PAGE}, Target Cluster, exclude: selects all clusters but one`,
    policy: targeting('exclude:\n  - member1'),
    items: [WEB],
    cluster: clusterItem('member2'),
    want: SCALED,
    spared: clusterItem('member1'),
  },
];
