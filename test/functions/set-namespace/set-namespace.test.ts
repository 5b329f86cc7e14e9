import assert from 'node:assert/strict';
import { parse } from 'yaml';
import setNamespace from '../../../functions/set-namespace/index.ts';
import { runFunction } from '../../../src/function/index.ts';
import { loaded } from '../../support/probe.ts';
import { withoutResults } from './outcome.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { noticesOf, runList, type Ran } from '../../support/run-list.ts';

const fn = loaded(setNamespace);

const run = (list: string): Promise<Ran> => runList(fn, list);

const config = (data: string, name = 'config'): string => `${resource('v1', 'ConfigMap', name)}data: ${data}\n`;
const own = (fields: string): string => `${resource('fn.kpt.dev/v1alpha1', 'SetNamespace', 'own')}${fields}`;
const inNamespace = (namespace: string): string => `  namespace: ${namespace}\n`;
const dependsOn = (text: string): string => `  annotations:\n    config.kubernetes.io/depends-on: ${text}\n`;
const from = (id: string): string => `  annotations:\n    internal.kpt.dev/upstream-identifier: '${id}'\n`;

const NEW = config('{namespace: new}');
const MATCHED = config('{namespace: new, namespaceMatcher: old}');
const SET = (names: string): string => `info -: namespace "new" is set in ${names}`;
const NONE = 'info -: no resource has a namespace to replace';
const DEPLOYMENT = resource('apps/v1', 'Deployment', 'web', '', inNamespace('old'));
const MOVED = DEPLOYMENT.replace('old', 'new');

interface Row {
  readonly name: string;
  readonly config?: string;
  readonly items: readonly string[];
  /** Expected items. Default: unchanged. */
  readonly want?: readonly string[];
  readonly results: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: 'replaces a namespace, and keeps its quotes and comment',
    items: [resource('v1', 'Pod', 'a', '', '  namespace: "old" # why\n')],
    want: [resource('v1', 'Pod', 'a', '', '  namespace: "new" # why\n')],
    results: [SET('1 resource: Pod new/a')],
  },
  {
    name: 'adds a namespace to kinds of Kubernetes, also to those that the image does not know',
    items: [resource('v1', 'Pod', 'a'), resource('autoscaling/v2', 'HorizontalPodAutoscaler', 'a')],
    want: [
      resource('v1', 'Pod', 'a', '', inNamespace('new')),
      resource('autoscaling/v2', 'HorizontalPodAutoscaler', 'a', '', inNamespace('new')),
    ],
    results: [SET('2 resources: HorizontalPodAutoscaler new/a, Pod new/a')],
  },
  {
    name: 'leaves custom resources without a namespace, and counts those of unknown scope',
    items: [
      resource('example.com/v1', 'Kettle', 'a'),
      resource('example.com/v1', 'Kitchen', 'a'),
      resource(
        'apiextensions.k8s.io/v1',
        'CustomResourceDefinition',
        'kitchens.example.com',
        'spec: {group: example.com, scope: Cluster, names: {kind: Kitchen}}\n',
      ),
    ],
    results: ['info -: no namespace is set in 1 resource: Kettle a, whose scope is not known', NONE],
  },
  {
    name: 'leaves local configuration and cluster-scoped resources',
    items: [
      resource(
        'v1',
        'ConfigMap',
        'a',
        '',
        `${inNamespace('old')}  annotations: {config.kubernetes.io/local-config: "true"}\n`,
      ),
      resource('rbac.authorization.k8s.io/v1', 'ClusterRole', 'a', '', inNamespace('old')),
    ],
    results: [NONE],
  },
  {
    name: 'changes elements of a list, and reads aliases',
    items: [
      `apiVersion: v1\nkind: List\nitems:\n  - apiVersion: v1\n    kind: Pod\n    metadata: {name: a, namespace: old}\n`,
      resource('v1', 'Pod', 'b', '', '  labels: {app: &app old}\n  namespace: *app\n'),
    ],
    want: [
      `apiVersion: v1\nkind: List\nitems:\n  - apiVersion: v1\n    kind: Pod\n    metadata: {name: a, namespace: new}\n`,
      resource('v1', 'Pod', 'b', '', '  labels: {app: &app old}\n  namespace: new\n'),
    ],
    results: [SET('2 resources: Pod new/a, Pod new/b')],
  },
  {
    name: 'changes each reference to a resource that moved',
    items: [
      DEPLOYMENT,
      resource('v1', 'Node', 'n', '', dependsOn('apps/namespaces/old/Deployment/web , /namespaces/old/Secret/s')),
    ],
    want: [
      MOVED,
      resource('v1', 'Node', 'n', '', dependsOn('apps/namespaces/new/Deployment/web , /namespaces/old/Secret/s')),
    ],
    results: [SET('1 resource: Deployment new/web')],
  },
  {
    name: 'takes an unset namespace for the default one in references',
    items: [
      resource('v1', 'Secret', 's', '', dependsOn('/namespaces/default/ConfigMap/c')),
      resource('v1', 'ConfigMap', 'c'),
    ],
    want: [
      resource('v1', 'Secret', 's', '', `${dependsOn('/namespaces/new/ConfigMap/c')}${inNamespace('new')}`),
      resource('v1', 'ConfigMap', 'c', '', inNamespace('new')),
    ],
    results: [SET('2 resources: ConfigMap new/c, Secret new/s')],
  },
  {
    name: 'warns of a reference to a resource of the package in a third namespace',
    items: [DEPLOYMENT, resource('v1', 'Node', 'n', '', dependsOn('apps/namespaces/third/Deployment/web'))],
    want: [MOVED, resource('v1', 'Node', 'n', '', dependsOn('apps/namespaces/third/Deployment/web'))],
    results: [
      'warning metadata.annotations["config.kubernetes.io/depends-on"]: "apps/namespaces/third/Deployment/web" is in namespace "new"',
      SET('1 resource: Deployment new/web'),
    ],
  },
  {
    name: 'warns of resources with the same identity',
    items: [DEPLOYMENT, MOVED],
    want: [MOVED, MOVED],
    results: [
      'warning -: duplicate Resource(apiVersion=apps/v1, kind=Deployment, Namespace=new, Name=web): 2 resources',
      SET('2 resources: Deployment new/web, Deployment new/web'),
    ],
  },
  {
    name: 'replaces only one namespace with a matcher',
    config: MATCHED,
    items: [
      DEPLOYMENT,
      resource('v1', 'Pod', 'a', '', inNamespace('third')),
      resource('v1', 'Pod', 'b'),
      resource('v1', 'Namespace', 'old'),
      resource('v1', 'Namespace', 'third'),
      resource('v1', 'Node', 'n', '', dependsOn('apps/namespaces/old/Deployment/web,/namespaces/third/Pod/a')),
    ],
    want: [
      MOVED,
      resource('v1', 'Pod', 'a', '', inNamespace('third')),
      resource('v1', 'Pod', 'b'),
      resource('v1', 'Namespace', 'new'),
      resource('v1', 'Namespace', 'third'),
      resource('v1', 'Node', 'n', '', dependsOn('apps/namespaces/new/Deployment/web,/namespaces/third/Pod/a')),
    ],
    results: [SET('2 resources: Deployment new/web, Namespace new')],
  },
  {
    name: 'takes an unset namespace for the matched default one',
    config: own('namespace: new\nnamespaceMatcher: default\n'),
    items: [resource('v1', 'Pod', 'a'), DEPLOYMENT],
    want: [resource('v1', 'Pod', 'a', '', inNamespace('new')), DEPLOYMENT],
    results: [SET('1 resource: Pod new/a')],
  },
  {
    name: 'matches the namespace of the upstream resource',
    config: MATCHED,
    items: [
      resource('v1', 'Pod', 'a', '', `${from('|Pod|old|a')}${inNamespace('third')}`),
      resource('v1', 'Namespace', 'third', '', from('|Namespace|~C|old')),
    ],
    want: [
      resource('v1', 'Pod', 'a', '', `${from('|Pod|old|a')}${inNamespace('new')}`),
      resource('v1', 'Namespace', 'new', '', from('|Namespace|~C|old')),
    ],
    results: [SET('2 resources: Namespace new, Pod new/a')],
  },
  {
    name: 'warns of a matcher that matches nothing',
    config: MATCHED,
    items: [resource('v1', 'Pod', 'a', '', inNamespace('third'))],
    results: ['warning data.namespaceMatcher: no resource has the namespace "old" to replace, nor the new one'],
  },
  {
    name: 'warns of keys that it does not read, but not in the package context',
    config: config('{namespace: new, namespaceMatch: old}'),
    items: [DEPLOYMENT],
    want: [MOVED],
    results: [
      'warning data.namespaceMatch: has no effect: the function reads `namespace` and `namespaceMatcher`',
      SET('1 resource: Deployment new/web'),
    ],
  },
  {
    name: 'takes the name of the package context',
    config: config('{name: new, package-path: a}', 'kptfile.kpt.dev'),
    items: [DEPLOYMENT],
    want: [MOVED],
    results: [SET('1 resource: Deployment new/web')],
  },
];

const errors: readonly Row[] = [
  {
    name: 'a namespace of upper case letters',
    config: own('namespace: New\n'),
    items: [DEPLOYMENT],
    results: [
      'error namespace: must be a DNS label (RFC 1123): at most 63 lower case letters, digits and "-", not with "-" at an end; found "New"',
    ],
  },
  {
    name: 'an empty name of the package context',
    config: config('{name: ""}', 'kptfile.kpt.dev'),
    items: [DEPLOYMENT],
    results: ['error data.name: `data.name` should not be empty'],
  },
  {
    name: 'all values of another type',
    items: [
      resource('v1', 'Pod', 'a', '', inNamespace('7')),
      resource('rbac.authorization.k8s.io/v1', 'RoleBinding', 'b', 'subjects: {}\n'),
      'apiVersion: v1\nkind: Namespace\nmetadata: []\n',
    ],
    results: [
      'error metadata.namespace: must be a string',
      'error subjects: must be a list of maps',
      'error metadata: must be a map',
    ],
  },
];

describe('set-namespace', () => {
  for (const { name, config: given = NEW, items, want = items, results } of rows) {
    it(name, async () => {
      const ran = await run(resourceList(items, given));
      assert.equal(ran.list, resourceList(want, given));
      assert.deepEqual(ran.results, results);
      const again = await run(ran.list);
      assert.deepEqual([again.list, again.report], [ran.list, ran.report]);
      assert.deepEqual(await noticesOf(fn, ran.list), []);
    });
  }

  for (const { name, config: given = NEW, items, results } of errors) {
    it(`refuses ${name}`, async () => {
      const ran = await run(resourceList(items, given));
      assert.equal(ran.list, resourceList(items, given));
      assert.deepEqual(ran.results.toSorted(), results.toSorted());
    });
  }

  it('describes what a run changed', async () => {
    const items = [
      resource('v1', 'Pod', 'a'),
      DEPLOYMENT,
      resource('v1', 'Node', 'n', '', dependsOn('apps/namespaces/old/Deployment/web')),
    ];
    assert.deepEqual(await noticesOf(fn, resourceList(items, NEW)), [
      '-: `depends-on` references set to namespace "new": 1',
      '-: namespace "","old" updated to "new", 2 values changed',
    ]);
  });
});

describe('set-namespace in place of the image', () => {
  const inPlace: readonly (readonly [name: string, items: readonly string[], config: string, warning: string])[] = [
    [
      'ignores a matcher',
      [DEPLOYMENT],
      config('{namespace: new, namespaceMatcher: third}'),
      'data.namespaceMatcher: has no effect: version v0.4.1',
    ],
    [
      'leaves a kind that the image does not know',
      [resource('autoscaling/v2', 'HorizontalPodAutoscaler', 'a')],
      NEW,
      'metadata.namespace: not set: the image knows no namespaced kind',
    ],
    [
      'leaves a reference to the core group',
      [
        resource('v1', 'Pod', 'a', '', dependsOn('/namespaces/old/Pod/a')),
        resource('v1', 'Pod', 'b', '', inNamespace('old')),
      ],
      NEW,
      '"/namespaces/old/Pod/a" is in namespace "new"',
    ],
    [
      'adds no Service to a CustomResourceDefinition',
      [resource('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'd', 'spec: {}\n')],
      NEW,
      'spec.conversion.webhook.clientConfig.service: no `spec.conversion.webhook.clientConfig.service` is set',
    ],
    [
      'adds no subjects',
      [resource('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', 'b')],
      NEW,
      'subjects: `subjects` is not set, and stays so',
    ],
    [
      'warns of elements of lists',
      ['apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: Pod, metadata: {name: a}}]\n'],
      NEW,
      'namespace "new" is set in 1 element: the image does not edit elements of lists',
    ],
  ];
  for (const [name, items, given, warning] of inPlace) {
    it(`${name}, with a warning`, async () => {
      const once = await runInPlace(resourceList(items, given));
      assert.equal(await runInPlace(withoutResults(once)), once);
      const { results = [] } = parse(once) as { results?: readonly Reported[] };
      const warnings = results.filter(({ severity }) => severity === 'warning');
      const shown = warnings.map(({ field, message }) => `${field === undefined ? '' : `${field.path}: `}${message}`);
      assert.ok(
        shown.some((text) => text.includes(warning)),
        shown.join('\n'),
      );
    });
  }
});

interface Reported {
  readonly severity: string;
  readonly message: string;
  readonly field?: { readonly path: string };
}

async function runInPlace(list: string): Promise<string> {
  return (await runFunction(fn, new TextEncoder().encode(list), { inPlaceOf: 'v0.4.1' })).stdout;
}
