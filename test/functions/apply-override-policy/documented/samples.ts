import { resource } from '../../../support/resource-list.ts';
import { clusterItem } from '../policy-runs.ts';
import { clusterOverridePolicy, overridePolicy, type DocumentedPolicy } from './documented-policy.ts';

const NGINX = resource(
  'apps/v1',
  'Deployment',
  'nginx',
  'spec:\n  replicas: 2 # for now\n',
  '  namespace: default\n  labels:\n    bar: bar # of nginx\n    for: for\n  annotations:\n    bom: bom\n    emma: emma # of nginx\n',
);

const SAMPLE = overridePolicy(`
  resourceSelectors:
    - apiVersion: apps/v1
      kind: Deployment
      name: nginx
  overrideRules:
    - targetCluster:
        clusterNames:
          - member2
      overriders:
        labelsOverrider:
          - operator: add
            value:
              env: skoala-dev
          - operator: add
            value:
              env-stat: skoala-stage
          - operator: remove
            value:
              for: for
          - operator: replace
            value:
              bar: test
    - targetCluster:
        clusterNames:
          - member1
      overriders:
        annotationsOverrider:
          - operator: add
            value:
              env: skoala-stage
          - operator: remove
            value:
              bom: bom
          - operator: replace
            value:
              emma: sophia
`);

const REGISTRIES = overridePolicy(
  `
  resourceSelectors:
    - apiVersion: apps/v1
      kind: Deployment
  overrideRules:
    - targetCluster:
        labelSelector:
          matchLabels:
            location: us
      overriders:
        imageOverrider:
          - component: Registry
            operator: replace
            value: fictional.registry.us
    - targetCluster:
        labelSelector:
          matchLabels:
            location: cn
      overriders:
        imageOverrider:
          - component: Registry
            operator: replace
            value: fictional.registry.cn
`,
  'default',
);

/** Returns a Deployment with the fields of its container. */
const alpine = (fields: string): string =>
  resource(
    'apps/v1',
    'Deployment',
    'shell',
    `spec:\n  template:\n    spec:\n      containers:\n        - name: alpine\n${fields}`,
  );

const located = (location: string): DocumentedPolicy => ({
  title: `artifacts/example/overridepolicy_image.yaml: replaces the registry by that of ${location}`,
  policy: REGISTRIES,
  items: [alpine('          image: registry.example/alpine:3.20 # small\n')],
  cluster: clusterItem('north', '{}', `  labels: {location: ${location}}\n`),
  want: [
    '-          image: registry.example/alpine:3.20 # small',
    `+          image: fictional.registry.${location}/alpine:3.20 # small`,
  ],
  spared: clusterItem('south'),
});

/** Policies among the samples and artifacts of Karmada's repository. */
export const samples: readonly DocumentedPolicy[] = [
  {
    title: 'samples/nginx/overridepolicy.yaml: edits labels by its first rule',
    policy: SAMPLE,
    items: [NGINX],
    cluster: clusterItem('member2'),
    want: [
      '-    bar: bar # of nginx',
      '-    for: for',
      '+    bar: test # of nginx',
      '+    env: skoala-dev',
      '+    env-stat: skoala-stage',
    ],
    spared: clusterItem('member3'),
  },
  {
    title: 'samples/nginx/overridepolicy.yaml: edits annotations by its second rule',
    policy: SAMPLE,
    items: [NGINX],
    cluster: clusterItem('member1'),
    want: ['-    bom: bom', '-    emma: emma # of nginx', '+    emma: sophia # of nginx', '+    env: skoala-stage'],
  },
  {
    title: 'artifacts/example/clusteroverridepolicy.yaml: scales the Deployment of one namespace',
    policy: clusterOverridePolicy(`
  resourceSelectors:
    - apiVersion: apps/v1
      kind: Deployment
      name: nginx
      namespace: default
  overrideRules:
    - targetCluster:
        clusterNames:
          - member1
      overriders:
        plaintext:
          - operator: replace
            path: /spec/replicas
            value: 1
`),
    items: [NGINX, NGINX.replace('namespace: default', 'namespace: other')],
    cluster: clusterItem('member1'),
    want: ['-  replicas: 2 # for now', '+  replicas: 1 # for now'],
    spared: clusterItem('member2'),
  },
  {
    title: 'artifacts/example/overridepolicy_simple.yaml: replaces all annotations',
    policy: overridePolicy(
      `
  resourceSelectors:
    - apiVersion: apps/v1
      kind: Deployment
      name: nginx
  overrideRules:
    - targetCluster:
        clusterNames:
          - member1
      overriders:
        plaintext:
          - path: "/metadata/annotations"
            operator: add
            value:
              foo: bar
`,
      'default',
    ),
    items: [NGINX],
    cluster: clusterItem('member1'),
    want: ['-    bom: bom', '-    emma: emma # of nginx', '+    foo: bar'],
    spared: clusterItem('member2'),
  },
  {
    title: 'artifacts/example/overridepolicy_command.yaml: adds a word to a command',
    policy: overridePolicy(
      `
  resourceSelectors:
    - apiVersion: apps/v1
      kind: Deployment
  overrideRules:
    - targetCluster:
        clusterNames:
          - member1
      overriders:
        commandOverrider:
          - containerName: alpine
            operator: add
            value:
              - test
`,
      'default',
    ),
    items: [alpine('          command: [sh, -c] # a shell\n')],
    cluster: clusterItem('member1'),
    want: ['-          command: [sh, -c] # a shell', '+          command: [sh, -c, test] # a shell'],
    spared: clusterItem('member2'),
  },
  located('us'),
  located('cn'),
];
