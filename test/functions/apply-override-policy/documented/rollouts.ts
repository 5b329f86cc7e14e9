import { resource } from '../../../support/resource-list.ts';
import { clusterItem } from '../policy-runs.ts';
import { overridePolicy, type DocumentedPolicy } from './documented-policy.ts';

const APP = resource(
  'apps/v1',
  'Deployment',
  'http-probe-app',
  `spec:
  replicas: 6
  template:
    spec:
      containers:
        - name: http-probe-app
          image: registry.example/probe:v0.5.0
          env:
            - name: ROLLOUT_LABEL
              value: v1 # shown by the probe
`,
);

/** Returns a policy that promotes an application on clusters. */
const promoting = (...names: readonly string[]): string =>
  overridePolicy(`
  resourceSelectors:
    - apiVersion: apps/v1
      kind: Deployment
      name: http-probe-app
  overrideRules:
    - targetCluster:
        clusterNames:
${names.map((name) => `          - ${name}\n`).join('')}      overriders:
        plaintext:
          - path: /spec/template/spec/containers/0/env/0/value
            operator: replace
            value: v2
`);

const promoted = (title: string, names: readonly string[], cluster: string, spared: string): DocumentedPolicy => ({
  title: `${title}: promotes an application on ${names.join(', ')}`,
  policy: promoting(...names),
  items: [APP],
  cluster: clusterItem(cluster),
  want: ['-              value: v1 # shown by the probe', '+              value: v2 # shown by the probe'],
  spared: clusterItem(spared),
});

/** Returns a policy of a rollout in waves, which scales a Deployment on clusters in a list in flow style. */
const scaling = (title: string, name: string, replicas: number): DocumentedPolicy => ({
  title: `docs/resources/tutorials/rollout/progressive/wave-rollout.sh, ${title}: scales a Deployment to ${replicas}`,
  policy: resource(
    'policy.karmada.io/v1alpha1',
    'OverridePolicy',
    title,
    `spec:
  resourceSelectors:
    - apiVersion: apps/v1
      kind: Deployment
      name: ${name}
  overrideRules:
    - targetCluster:
        clusterNames: [member1, member2]
      overriders:
        plaintext:
          - path: /spec/replicas
            operator: replace
            value: ${replicas}
`,
    `  namespace: default\n  labels:\n    wave-role: ${title}\n`,
  ),
  items: [APP, resource('apps/v1', 'Deployment', 'http-probe-app-wave', 'spec:\n  replicas: 1\n')],
  cluster: clusterItem('member2'),
  want: [`-  replicas: ${name === 'http-probe-app' ? 6 : 1}`, `+  replicas: ${replicas}`],
  spared: clusterItem('member3'),
});

const FILES = 'docs/resources/tutorials/rollout/progressive';
const ALL = ['member1', 'member2', 'member3'];

/** Policies of the tutorials on rollouts. */
export const rollouts: readonly DocumentedPolicy[] = [
  promoted('docs/tutorials/rollout/canary.md, demo 1', ['member1'], 'member1', 'member2'),
  promoted('docs/tutorials/rollout/canary.md, demo 2', ['member1'], 'member1', 'member3'),
  promoted('docs/tutorials/rollout/canary.md, demo 2, extended', ['member1', 'member2'], 'member2', 'member3'),
  promoted('docs/tutorials/rollout/canary.md, demo 2, to the end', ALL, 'member3', 'member4'),
  promoted(`${FILES}/canary/http-probe-promote-override-member2.yaml`, ['member2'], 'member2', 'member1'),
  promoted('docs/tutorials/rollout/rolling-upgrade.md', ['member1'], 'member1', 'member2'),
  promoted(`${FILES}/rolling-upgrade, member1-member2.yaml`, ['member1', 'member2'], 'member1', 'member3'),
  promoted(`${FILES}/rolling-upgrade, all.yaml`, ALL, 'member2', 'member4'),
  scaling('base-down', 'http-probe-app', 3),
  scaling('wave-up', 'http-probe-app-wave', 3),
];
