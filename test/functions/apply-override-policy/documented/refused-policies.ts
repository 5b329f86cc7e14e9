import { resource } from '../../../support/resource-list.ts';
import { overridePolicy, type RefusedPolicy } from './documented-policy.ts';

const GUIDE = 'docs/userguide/scheduling/override-policy.md';
const PROPOSAL = 'docs/proposals/structured-configuration/README.md';

const CONFIG = resource('v1', 'ConfigMap', 'example-config');

/** Policies that Karmada's documentation leaves incomplete, or that were not built as proposed. */
export const refusedPolicies: readonly RefusedPolicy[] = [
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
