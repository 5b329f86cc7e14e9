import { resource } from '../../../support/resource-list.ts';
import { overridePolicy, type RefusedPolicy } from './documented-policy.ts';

const GUIDE = 'docs/userguide/scheduling/override-policy.md';
const PROPOSAL = 'docs/proposals/structured-configuration/README.md';

const CONFIG = resource('v1', 'ConfigMap', 'example-config');

/**
 * Policies that Karmada's documentation leaves incomplete, that were not built as proposed, or that Karmada can apply to
 * the original only.
 */
export const refusedPolicies: readonly RefusedPolicy[] = [
  {
    title: `${GUIDE}, PlaintextOverrider, example 2: the variable that it removes by its index differs in a second run`,
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
        - name: region
          value: "region1"
        - name: zone
          value: "zone1"
`,
      ),
    ],
    want: [
      'error spec.template.spec.containers[0].env[2]: `spec.overrideRules[0].overriders.plaintext[3]` ' +
        '(remove "/spec/template/spec/containers/0/env/2"): edits must be repeatable: a second run would change',
    ],
  },
  {
    title: `${GUIDE}, Target Cluster: a rule whose overriders are left out`,
    policy: overridePolicy(`
  overrideRules:
    - targetCluster:
        clusterNames:
          - member1
      overriders:
`),
    items: [CONFIG],
    want: ['error spec.overrideRules[0].overriders: must be set'],
  },
  {
    title: `${PROPOSAL}, fieldOverrider: another group`,
    policy: resource(
      'karmada.io/v1alpha1',
      'OverridePolicy',
      'example-configmap-override',
      `spec:
  resourceSelectors:
    - apiVersion: v1
      kind: ConfigMap
      name: example-config
  overrideRules:
    - overriders:
        fieldOverrider:
          - fieldPath: /data/db-config.yaml
            yaml:
              - subPath: /database/host
                operator: replace
                value: "remote-db.example.com"
              - subPath: /database/port
                operator: replace
                value: "3307"
`,
    ),
    items: [CONFIG],
    want: ['error apiVersion: must be "policy.karmada.io/v1alpha1" for kind OverridePolicy'],
  },
  {
    title: `${PROPOSAL}, an alternative: an overrider that Karmada never had`,
    policy: overridePolicy(
      `
  targetCluster:
    clusterNames:
      - member1
  resourceSelectors:
    - apiVersion: v1
      kind: ConfigMap
      name: example-configmap
      namespace: default
  overrideRules:
    - overriders:
        jsonPlaintextOverrider:
          - path: /data/config.json
            patch:
              - path: /keyA
                operator: test
                value: "valueA"
              - from: /keyD
                path: /keyF
                operator: move
            mergeValue:
              {"keyH": "valueH"}
            mergeRawValue: '{"keyJ": "valueJ"}'
`,
      'default',
    ),
    items: [CONFIG],
    want: [
      'error spec.overrideRules[0].overriders.jsonPlaintextOverrider: unknown field',
      "error spec.targetCluster: overrideRules and targetCluster can't co-exist",
    ],
  },
];
