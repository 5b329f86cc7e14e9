import { resource } from '../../../support/resource-list.ts';
import { clusterItem } from '../policy-runs.ts';
import { clusterOverridePolicy, overridePolicy, type DocumentedPolicy } from './documented-policy.ts';

const network = (member: string, name: string): DocumentedPolicy => ({
  title: `docs/userguide/service/working-with-istio-on-non-flat-network.md: labels a Namespace for ${member}`,
  policy: clusterOverridePolicy(`
  resourceSelectors:
    - apiVersion: v1
      kind: Namespace
      name: istio-system
  overrideRules:
    - targetCluster:
        clusterNames:
          - ${member}
      overriders:
        plaintext:
          - path: "/metadata/labels"
            operator: add
            value:
              topology.istio.io/network: ${name}
`),
  items: [resource('v1', 'Namespace', 'istio-system'), resource('v1', 'Namespace', 'other')],
  cluster: clusterItem(member),
  want: ['+  labels:', `+    topology.istio.io/network: ${name}`],
  spared: clusterItem('member3'),
});

/** Policies of the blog, of the migration guide, and of tutorials that show one each. */
export const blogAndTutorials: readonly DocumentedPolicy[] = [
  {
    title: 'blog/2024-12-23-karmada-v1.12: replaces a port in a text, as a string, unlike the result in the post',
    policy: overridePolicy(`
  resourceSelectors:
    - apiVersion: v1
      kind: ConfigMap
      name: example-configmap
  overrideRules:
    - overriders:
        fieldOverrider:
          - fieldPath: /data/config.yaml
            yaml:
              - subPath: /app/database/port
                operator: replace # add and remove are the others
                value: "3306"
      targetCluster:
        clusterNames:
          - member1
`),
    items: [
      resource(
        'v1',
        'ConfigMap',
        'example-configmap',
        'data:\n  config.yaml: |\n    app:\n      database:\n        port: 5432\n        ip: 127.0.0.1\n        zone: zone1\n',
      ),
    ],
    cluster: clusterItem('member1'),
    want: ['-        port: 5432', '+        port: "3306"'],
    spared: clusterItem('member2'),
  },
  {
    title:
      'docs/tutorials/crd-application.md and samples/guestbook: edits a custom resource, and replaces all annotations',
    policy: overridePolicy(`
  resourceSelectors:
  - apiVersion: webapp.my.domain/v1
    kind: Guestbook
  overrideRules:
  - targetCluster:
      clusterNames:
      - member1
    overriders:
      plaintext:
      - path: /spec/size
        operator: replace
        value: 4
      - path: /metadata/annotations
        operator: add
        value: {"OverridePolicy":"test"}
`),
    items: [
      resource(
        'webapp.my.domain/v1',
        'Guestbook',
        'guestbook-sample',
        'spec:\n  size: 2 # pages\n  configMapName: test\n',
        '  annotations:\n    example.com/owner: books\n',
      ),
    ],
    cluster: clusterItem('member1'),
    want: ['-    example.com/owner: books', '+    OverridePolicy: test', '-  size: 2 # pages', '+  size: 4 # pages'],
    spared: clusterItem('member2'),
  },
  {
    title: 'docs/userguide/cicd/working-with-flux.md: sets the values of a HelmRelease',
    policy: overridePolicy(
      `
  resourceSelectors:
    - apiVersion: helm.toolkit.fluxcd.io/v2
      kind: HelmRelease
      name: podinfo
  overrideRules:
    - targetCluster:
        clusterNames:
          - member1
      overriders:
        plaintext:
          - path: "/spec/values"
            operator: add
            value:
              replicaCount: 2
`,
      'default',
    ),
    items: [
      resource(
        'helm.toolkit.fluxcd.io/v2',
        'HelmRelease',
        'podinfo',
        'spec:\n  interval: 5m # often\n',
        '  namespace: default\n',
      ),
    ],
    cluster: clusterItem('member1'),
    want: ['+  values:', '+    replicaCount: 2'],
    spared: clusterItem('member2'),
  },
  network('member1', 'network1'),
  network('member2', 'network2'),
];
