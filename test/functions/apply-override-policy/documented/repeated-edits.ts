import { resource } from '../../../support/resource-list.ts';
import { clusterItem } from '../policy-runs.ts';
import { overridePolicy, type DocumentedPolicy } from './documented-policy.ts';

/** Policies whose entries build on each other, so that they must not apply anew to their own result. */
export const repeatedEdits: readonly DocumentedPolicy[] = [
  {
    title:
      'docs/administrator/migration/migration-from-kubefed.md: sets the tag, whatever its place, replicas and annotations',
    policy: overridePolicy(
      `
  resourceSelectors:
    - apiVersion: apps/v1
      kind: Deployment
      name: nginx
  overrideRules:
    - targetCluster:
        clusterNames:
          - cluster2
      overriders:
        plaintext:
          - path: "/spec/replicas"
            operator: replace
            value: 5
          - path: "/metadata/annotations"
            operator: add
            value:
              foo: bar
          - path: "/metadata/annotations/foo"
            operator: remove
        imageOverrider:
          - component: Tag
            operator: replace
            value: 1.17.0-alpine
`,
      'default',
    ),
    items: [
      resource(
        'apps/v1',
        'Deployment',
        'nginx',
        'spec:\n  replicas: 3\n  template:\n    spec:\n      containers:\n      - image: nginx # official\n        name: nginx\n',
      ),
    ],
    cluster: clusterItem('cluster2'),
    want: [
      '+  annotations: {}',
      '-  replicas: 3',
      '+  replicas: 5',
      '-      - image: nginx # official',
      '+      - image: nginx:1.17.0-alpine # official',
    ],
    spared: clusterItem('cluster1'),
  },
  {
    title: 'artifacts/example/example-override.yaml: sets an image, and removes an annotation that it has added',
    policy: overridePolicy(
      `
  # Deployments
  resourceSelectors:
    - apiVersion: apps/v1
      kind: Deployment
      name: nginx # the labels do not count
      labelSelector:
        matchLabels:
          image: nginx
  # of two clusters
  overrideRules:
    - targetCluster:
        clusterNames:
          - dc-1-cluster-1
          - dc-1-cluster-2
        labelSelector:
          matchLabels:
            failuredomain.kubernetes.io/region: dc1
      overriders:
        plaintext:
        - path: "/spec/template/spec/containers/0/image"
          operator: replace
          value: "dc-1.registry.io/nginx:1.17.0-alpine"
        - path: "/metadata/annotations"
          operator: add
          value:
            foo: bar
        - path: "/metadata/annotations/foo"
          operator: remove
`,
      'default',
    ),
    items: [
      resource(
        'apps/v1',
        'Deployment',
        'nginx',
        'spec:\n  template:\n    spec:\n      containers:\n        - image: nginx # official\n          name: nginx\n',
        '  annotations:\n    bom: bom\n',
      ),
    ],
    cluster: clusterItem('dc-1-cluster-2', '{}', '  labels: {failuredomain.kubernetes.io/region: dc1}\n'),
    want: [
      '-  annotations:',
      '-    bom: bom',
      '+  annotations: {}',
      '-        - image: nginx # official',
      '+        - image: dc-1.registry.io/nginx:1.17.0-alpine # official',
    ],
    spared: clusterItem('dc-1-cluster-2', '{}', '  labels: {failuredomain.kubernetes.io/region: dc2}\n'),
    faults: [
      'warning -: OverridePolicy "example": the selector of Deployment (apps/v1) "nginx" has a name: its `labelSelector` is ignored',
    ],
  },
  {
    title: 'docs/userguide/scheduling/override-policy.md, PlaintextOverrider, example 2: edits a list by its indexes',
    policy: overridePolicy(`
  overrideRules:
    - overriders:
        plaintext:
          - path: /spec/template/spec/containers/0/env/-
            operator: add
            value:
              name: cluster
              value: "cluster1"
          - path: /spec/template/spec/containers/0/env/0
            operator: add
            value:
              name: provider
              value: "provider1"
          - path: /spec/template/spec/containers/0/env/1
            operator: replace
            value:
              name: region
              value: "region2"
          - path: /spec/template/spec/containers/0/env/2
            operator: remove
`),
    items: [
      resource(
        'apps/v1',
        'Deployment',
        'myapp',
        `spec:
  template:
    spec:
      containers:
      - env:
        - name: region # of the cluster
          value: "region1"
        - name: zone
          value: "zone1"
`,
      ),
    ],
    cluster: clusterItem('member1'),
    want: [
      '+        - name: provider',
      '+          value: provider1',
      '-          value: "region1"',
      '-        - name: zone',
      '-          value: "zone1"',
      '+          value: "region2"',
      '+        - name: cluster',
      '+          value: cluster1',
    ],
  },
];
