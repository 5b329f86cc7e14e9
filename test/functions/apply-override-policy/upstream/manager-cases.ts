import { resource } from '../../../support/resource-list.ts';
import type { WrittenPolicy } from '../../../../src/karmada/index.ts';
import { clusterOverridePolicy, overridePolicy, workload, type UpstreamCase } from './upstream-case.ts';

const LABELED = '  labels:\n    testLabel: testLabel\n  annotations:\n    testAnnotation: testAnnotation\n';
const DEPLOYMENT = workload('Deployment', ['nginx:1.19.0'], LABELED);
const ROLE = resource('rbac.authorization.k8s.io/v1', 'ClusterRole', 'test2', 'rules: []\n', LABELED);
const ADDED = ['+    testAddLabel: testAddLabel', '+    testAddAnnotation: testAddAnnotation'];

/** Adds a label and an annotation. */
const adding = (clusterName: string): Pick<WrittenPolicy, 'overrideRules'> => ({
  overrideRules: [
    {
      targetCluster: { clusterNames: [clusterName] },
      overriders: {
        labelsOverrider: [{ operator: 'add', value: { testAddLabel: 'testAddLabel' } }],
        annotationsOverrider: [{ operator: 'add', value: { testAddAnnotation: 'testAddAnnotation' } }],
      },
    },
  ],
});

const WEB = workload('Deployment', ['nginx:1.19.0']);
const selectors = [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }];
const BOTH = { clusterNames: ['cluster1', 'cluster2'] };

/** Returns overriders that show that they were applied, and in which order. */
const overriders = (name: string, value: Readonly<Record<string, string>>) => ({
  labelsOverrider: [{ operator: 'add', value: { [name]: 'applied', last: name } }] as const,
  plaintext: [{ path: '/metadata/annotations', operator: 'add', value }] as const,
});
const first = overriders('first', { foo: 'bar' });
const second = overriders('second', { aaa: 'bbb' });
const third = overriders('third', { hello: 'world' });

const named = overridePolicy('op1', {
  resourceSelectors: selectors,
  overrideRules: [
    { targetCluster: BOTH, overriders: first },
    { targetCluster: { clusterNames: ['cluster2'] }, overriders: second },
  ],
});
const unselective = overridePolicy('op2', { overrideRules: [{ targetCluster: BOTH, overriders: third }] });

const MAP = [{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'test1' }];
const REPLACE = [{ subPath: '/key/key1', operator: 'replace', value: 'updated_value' }] as const;
const target = { clusterNames: ['test1'] };

/** Cases of `overridemanager_test`, with the wanted order where only that is compared there. */
export const managerCases: readonly UpstreamCase[] = [
  {
    title: 'an OverridePolicy adds a label and an annotation',
    policies: [overridePolicy('test1', { resourceSelectors: selectors, ...adding('test1') })],
    item: DEPLOYMENT,
    cluster: 'test1',
    want: ADDED,
  },
  {
    title: 'a ClusterOverridePolicy adds a label and an annotation to a resource without a namespace',
    policies: [
      clusterOverridePolicy('test2', {
        resourceSelectors: [{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', name: 'test2' }],
        ...adding('test2'),
      }),
    ],
    item: ROLE,
    cluster: 'test2',
    want: ADDED,
  },
  {
    title: 'rules, 1: a policy without selectors comes before one that names the resource',
    policies: [named, unselective],
    item: WEB,
    cluster: 'cluster1',
    want: [
      '+  labels:',
      '+    last: first',
      '+    third: applied',
      '+    first: applied',
      '+  annotations:',
      '+    foo: bar',
    ],
  },
  {
    title: 'rules, 2: all rules for the cluster apply, in their order',
    policies: [named, unselective],
    item: WEB,
    cluster: 'cluster2',
    want: [
      '+  labels:',
      '+    last: second',
      '+    third: applied',
      '+    first: applied',
      '+    second: applied',
      '+  annotations:',
      '+    aaa: bbb',
    ],
  },
  {
    title: 'rules, 3: an empty list of selectors selects all resources',
    policies: [
      overridePolicy('op3', { resourceSelectors: [], overrideRules: [{ targetCluster: BOTH, overriders: third }] }),
    ],
    item: WEB,
    cluster: 'cluster2',
    want: ['+  labels:', '+    last: third', '+    third: applied', '+  annotations:', '+    hello: world'],
  },
  {
    title: 'deprecated fields of a ClusterOverridePolicy are one rule',
    policies: [clusterOverridePolicy('old', { targetCluster: { clusterNames: ['cluster1'] }, overriders: third })],
    item: WEB,
    cluster: 'cluster1',
    want: ['+  labels:', '+    last: third', '+    third: applied', '+  annotations:', '+    hello: world'],
  },
  {
    title: 'a fieldOverrider edits YAML; unlike there, the empty line and the blank at the end of a line stay',
    policies: [
      overridePolicy('test1', {
        resourceSelectors: MAP,
        overrideRules: [
          { targetCluster: target, overriders: { fieldOverrider: [{ fieldPath: '/data/test.yaml', yaml: REPLACE }] } },
        ],
      }),
    ],
    item: resource('v1', 'ConfigMap', 'test1', 'data:\n  test.yaml: |\n\n    key: \n      key1: value\n'),
    cluster: 'test1',
    want: ['-      key1: value', '+      key1: updated_value'],
  },
  {
    title: 'a fieldOverrider edits JSON',
    policies: [
      overridePolicy('test1', {
        resourceSelectors: MAP,
        overrideRules: [
          { targetCluster: target, overriders: { fieldOverrider: [{ fieldPath: '/data/test.json', json: REPLACE }] } },
        ],
      }),
    ],
    item: resource('v1', 'ConfigMap', 'test1', `data:\n  test.json: '{"key":{"key1":"value"}}'\n`),
    cluster: 'test1',
    want: [`-  test.json: '{"key":{"key1":"value"}}'`, `+  test.json: '{"key":{"key1":"updated_value"}}'`],
  },
];
