import type { WrittenPolicy } from '../../../../src/karmada/index.ts';
import { resource } from '../../../support/resource-list.ts';
import { clusterOverridePolicy, legacy, overridePolicy, rules, workload, type UpstreamCase } from './upstream-case.ts';

const DEPLOYMENTS = [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }];
const PODS = [{ apiVersion: 'v1', kind: 'Pod', name: 'web' }];

const EDITS = [
  { operator: 'replace', value: { foo: 'exist', 'non-exist': 'non-exist' } },
  { operator: 'add', value: { app: 'nginx' } },
  { operator: 'remove', value: { bar: 'bar' } },
] as const;
const EDITED = ['-    foo: foo', '-    bar: bar', '+    foo: exist', '+    app: nginx'];
const keyed = (name: string): string =>
  workload('Deployment', ['nginx:1.19.0'], `  ${name}:\n    foo: foo\n    bar: bar\n`);

const WHOLE = {
  imageOverrider: [
    { component: 'Registry', operator: 'replace', value: 'fictional.registry.us' },
    { component: 'Repository', operator: 'replace', value: 'busybox' },
    { component: 'Tag', operator: 'replace', value: '1.0' },
  ],
} as const;
const AT_PATH = {
  imageOverrider: [
    {
      predicate: { path: '/spec/template/spec/containers/0/image' },
      component: 'Registry',
      operator: 'replace',
      value: 'fictional.registry.us',
    },
  ],
} as const;
const NGINX = workload('Deployment', ['nginx:1.19.0']);
const POD = workload('Pod', ['nginx:1.19.0', 'busybox:1.36.0']);
const swap = (indent: number, from: string, to: string): readonly string[] => [
  `-${' '.repeat(indent)}image: ${from}`,
  `+${' '.repeat(indent)}image: ${to}`,
];
const ALL = 'fictional.registry.us/busybox:1.0';

interface Case extends Omit<UpstreamCase, 'policies' | 'cluster'> {
  readonly spec: WrittenPolicy;
}

const imageCases = [
  ['deprecated fields', legacy],
  ['rules', rules],
] as const;

const cases: readonly Case[] = [
  {
    title: 'edits labels',
    spec: legacy(DEPLOYMENTS, { labelsOverrider: EDITS }),
    item: keyed('labels'),
    want: EDITED,
    faults: ['warning metadata.labels.non-exist: '],
  },
  {
    title: 'edits annotations',
    spec: legacy(DEPLOYMENTS, { annotationsOverrider: EDITS }),
    item: keyed('annotations'),
    want: EDITED,
    faults: ['warning metadata.annotations.non-exist: '],
  },
  ...imageCases.flatMap(([by, policy]): Case[] => [
    {
      title: `replaces all parts of the image of a Deployment, by ${by}`,
      spec: policy(DEPLOYMENTS, WHOLE),
      item: NGINX,
      want: swap(10, 'nginx:1.19.0', ALL),
    },
    {
      title: `replaces all parts of the images of a Pod, by ${by}`,
      spec: policy(PODS, WHOLE),
      item: POD,
      want: [...swap(6, 'nginx:1.19.0', ALL), ...swap(6, 'busybox:1.36.0', ALL)],
    },
    {
      title: `replaces the registry at a path, by ${by}`,
      spec: policy(DEPLOYMENTS, AT_PATH),
      item: NGINX,
      want: swap(10, 'nginx:1.19.0', 'fictional.registry.us/nginx:1.19.0'),
    },
    {
      title: `replaces the registry in all resources, by ${by}`,
      spec: policy([], AT_PATH),
      item: NGINX,
      want: swap(10, 'nginx:1.19.0', 'fictional.registry.us/nginx:1.19.0'),
    },
  ]),
];

const NAMESPACE = rules([{ apiVersion: 'v1', kind: 'Namespace', name: 'web' }], {
  plaintext: [{ path: '/metadata/labels', operator: 'add', value: { hello: 'world' } }],
});

/** Cases of the end-to-end tests. */
export const endToEndCases: readonly UpstreamCase[] = [
  ...cases.map(({ spec, ...rest }) => ({ ...rest, policies: [overridePolicy('web', spec)], cluster: 'member1' })),
  {
    title: 'labels a Namespace by a ClusterOverridePolicy',
    policies: [clusterOverridePolicy('web', NAMESPACE)],
    item: resource('v1', 'Namespace', 'web'),
    cluster: 'member2',
    want: ['+  labels:', '+    hello: world'],
  },
  {
    title: 'replaces the registry in all resources by a ClusterOverridePolicy',
    policies: [clusterOverridePolicy('web', rules([], AT_PATH))],
    item: NGINX,
    cluster: 'member2',
    want: swap(10, 'nginx:1.19.0', 'fictional.registry.us/nginx:1.19.0'),
  },
];
