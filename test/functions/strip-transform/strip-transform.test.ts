import assert from 'node:assert/strict';
import stripTransform from '../../../functions/strip-transform/index.ts';
import { loaded } from '../../support/probe.ts';
import { keptAt, resource, resourceList } from '../../support/resource-list.ts';
import { noticesOf, runList, type Ran } from '../../support/run-list.ts';

const fn = loaded(stripTransform);

const run = (items: readonly string[], config?: string): Promise<Ran> => runList(fn, resourceList(items, config));

const custom = (group: string, name: string, remove: readonly string[], called = 'edge'): string =>
  resource(
    'control.kubestellar.io/v1alpha1',
    'CustomTransform',
    called,
    `spec: {apiGroup: "${group}", resource: ${name}, remove: ${JSON.stringify(remove)}}\n`,
  );
const own = (spec: string): string =>
  resource('krm-variants.dev/v1alpha1', 'StripTransform', 'edge', `spec: ${spec}\n`);
const ownPaths = (group: string, name: string, remove: readonly string[], builtIn = true): string =>
  own(
    `{builtIn: ${builtIn}, transforms: [{apiGroup: "${group}", resource: ${name}, remove: ${JSON.stringify(remove)}}]}`,
  );

/** One call, then a second one that must change nothing. */
async function strip(item: string, config?: string): Promise<{ readonly text: string; readonly ran: Ran }> {
  const ran = await run([item], config);
  const again = await runList(fn, ran.list);
  assert.deepEqual([again.list, again.report], [ran.list, ran.report], 'a second run changes nothing');
  const [from, to] = [ran.list.indexOf('\n- ') + 3, ran.list.indexOf('\nfunctionConfig:')];
  const text = ran.list.slice(from, to === -1 ? undefined : to + 1).replaceAll(/^ {2}/gm, '');
  return { text, ran };
}

const ADDRESSED = '{clusterIP: 1.2.3.4, clusterIPs: [1.2.3.4, "::1"], ports: [{nodePort: 1}]}';

type BuiltInRow = readonly [name: string, item: string, want: string];

const builtIn: readonly BuiltInRow[] = [
  [
    'removes metadata of the cluster and the status',
    `apiVersion: example.com/v1
kind: A
status:
  ready: true
metadata:
  name: a
  uid: x # of the cluster
  UID: y
  managedFields:
  - manager: kubectl
  # Who waits.
  finalizers: [a]
  generation: 1
  ownerReferences: []
  selfLink: null
  resourceVersion: "1"
  generateName: a-
  creationTimestamp: "2024-01-01T00:00:00Z" # stays
  deletionTimestamp: null
`,
    `apiVersion: example.com/v1
kind: A
metadata:
  name: a
  creationTimestamp: "2024-01-01T00:00:00Z" # stays
  deletionTimestamp: null
`,
  ],
  [
    'removes the annotation of kubectl and the emptied annotations',
    resource(
      'v1',
      'A',
      'a',
      'spec: {}\n',
      '  annotations:\n    # by kubectl\n    kubectl.kubernetes.io/last-applied-configuration: "{}"\n',
    ),
    resource('v1', 'A', 'a', 'spec: {}\n'),
  ],
  [
    'removes the annotation of kubectl beside other annotations',
    resource('v1', 'A', 'a', '', '  annotations: {kubectl.kubernetes.io/last-applied-configuration: "{}", a: b}\n'),
    resource('v1', 'A', 'a', '', '  annotations: {a: b}\n'),
  ],
  [
    'keeps a map that was empty before',
    resource('v1', 'A', 'a', 'spec: {}\n', '  annotations: {}\n  labels: {}\n  uid: x\n'),
    resource('v1', 'A', 'a', 'spec: {}\n', '  annotations: {}\n  labels: {}\n'),
  ],
  [
    'removes the fields that a cluster sets in a Service',
    resource(
      'v1',
      'Service',
      's',
      `spec:
  ipFamilies: [IPv4]
  externalTrafficPolicy: Local
  internalTrafficPolicy: Local
  ipFamilyPolicy: SingleStack
  sessionAffinity: None
  sessionAffinityConfig: {}
  healthCheckNodePort: 1
  clusterIP: ""
  clusterIPs: []
  ports:
  - port: 1
    nodePort: 30001
  - nodePort: null
    port: 2
  - port: 3
`,
    ),
    resource(
      'v1',
      'Service',
      's',
      `spec:
  sessionAffinityConfig: {}
  healthCheckNodePort: 1
  ports:
  - port: 1
  - port: 2
  - port: 3
`,
    ),
  ],
  [
    'keeps a Service without addresses',
    resource('v1', 'Service', 's', 'spec: {clusterIP: None, clusterIPs: [None]}\n'),
    resource('v1', 'Service', 's', 'spec: {clusterIP: None, clusterIPs: [None]}\n'),
  ],
  [
    'removes the addresses beside None',
    resource('v1', 'Service', 's', 'spec: {clusterIP: none, clusterIPs: [1.2.3.4, None, "::1"]}\n'),
    resource('v1', 'Service', 's', 'spec: {clusterIPs: [None]}\n'),
  ],
  [
    'removes an address that is null',
    resource('v1', 'Service', 's', 'spec: {clusterIP: null, type: ClusterIP}\n', '  uid: 1\n'),
    resource('v1', 'Service', 's', 'spec: {type: ClusterIP}\n'),
  ],
  [
    'removes authored values, but not the fields that depend on them',
    resource(
      'v1',
      'Service',
      's',
      `spec:
  sessionAffinity: ClientIP
  sessionAffinityConfig: {clientIP: {timeoutSeconds: 60}}
  externalTrafficPolicy: Local
  internalTrafficPolicy: Local
  ipFamilyPolicy: PreferDualStack
  ipFamilies: [IPv6, IPv4]
  healthCheckNodePort: 31777
`,
    ),
    resource(
      'v1',
      'Service',
      's',
      `spec:
  sessionAffinityConfig: {clientIP: {timeoutSeconds: 60}}
  healthCheckNodePort: 31777
`,
    ),
  ],
  [
    'removes a list of addresses that is null',
    resource('v1', 'Service', 's', 'spec: {clusterIPs: null}\n'),
    resource('v1', 'Service', 's', 'spec: {}\n'),
  ],
  [
    'keeps addresses that are not a list of strings',
    resource('v1', 'Service', 's', 'spec: {clusterIPs: [1, None]}\n'),
    resource('v1', 'Service', 's', 'spec: {clusterIPs: [1, None]}\n'),
  ],
  ...['control.kubestellar.io/preserve', 'kubestellar.io/annotations/preserve'].map(
    (key) =>
      [
        `keeps the node ports if ${key} lists them`,
        resource(
          'v1',
          'Service',
          's',
          'spec: {clusterIP: 1.2.3.4, ports: [{nodePort: 1}]}\n',
          `  annotations: {${key}: nodeport}\n`,
        ),
        resource('v1', 'Service', 's', 'spec: {ports: [{nodePort: 1}]}\n', `  annotations: {${key}: nodeport}\n`),
      ] as const,
  ),
  ...[
    ['nodeport,clusterip', ADDRESSED, ADDRESSED],
    ['clusterip nodeport', ADDRESSED, ADDRESSED],
    [' other, nodeport', ADDRESSED, '{ports: [{nodePort: 1}]}'],
    ['clusterip', ADDRESSED, '{clusterIP: 1.2.3.4, clusterIPs: [1.2.3.4, "::1"], ports: [{}]}'],
    ['nodeports,ClusterIP', ADDRESSED, '{ports: [{}]}'],
  ].map(([value, spec, want]): BuiltInRow => {
    const metadata = `  annotations: {control.kubestellar.io/preserve: "${value}"}\n`;
    return [
      `removes the values that the annotation value "${value}" does not list`,
      resource('v1', 'Service', 's', `spec: ${spec}\n`, metadata),
      resource('v1', 'Service', 's', `spec: ${want}\n`, metadata),
    ];
  }),
  [
    'removes a node port if the annotation lists an unknown name',
    resource(
      'v1',
      'Service',
      's',
      'spec: {ports: [{nodePort: 1}]}\n',
      '  annotations: {control.kubestellar.io/preserve: NodePort}\n',
    ),
    resource(
      'v1',
      'Service',
      's',
      'spec: {ports: [{}]}\n',
      '  annotations: {control.kubestellar.io/preserve: NodePort}\n',
    ),
  ],
  [
    'removes the fields that a cluster sets in a Job',
    `apiVersion: batch/v1
kind: Job
metadata:
  name: j
  annotations:
    batch.kubernetes.io/job-tracking: ""
  labels:
    controller-uid: x
    batch.kubernetes.io/controller-uid: x
    job-name: j
spec:
  selector: {matchLabels: {controller-uid: x}}
  suspend: false
  suspended: true
  template:
    metadata:
      labels:
        controller-uid: x # gone
        batch.kubernetes.io/controller-uid: x
    spec: {}
`,
    `apiVersion: batch/v1
kind: Job
metadata:
  name: j
  labels:
    job-name: j
spec:
  template:
    metadata: {}
    spec: {}
`,
  ],
  ...['serving.knative.dev/v1', 'v2'].map(
    (version) =>
      [
        `keeps a Service of ${version}`,
        resource(version, 'Service', 's', 'spec: {clusterIP: 1.2.3.4}\n'),
        resource(version, 'Service', 's', 'spec: {clusterIP: 1.2.3.4}\n'),
      ] as const,
  ),
  [
    'keeps a Job in a CronJob, and a Job of another version',
    resource('batch/v1', 'CronJob', 'c', 'spec: {jobTemplate: {spec: {suspend: true}}, suspend: true}\n'),
    resource('batch/v1', 'CronJob', 'c', 'spec: {jobTemplate: {spec: {suspend: true}}, suspend: true}\n'),
  ],
  ...[
    resource('kpt.dev/v1', 'Kptfile', 'k', 'status: {}\n', '  uid: x\n'),
    resource(
      'v1',
      'Service',
      's',
      'spec: {clusterIP: 1}\n',
      '  annotations: {config.kubernetes.io/local-config: "true"}\n',
    ),
    resource('config.porch.kpt.dev/v1alpha1', 'PackageVariant', 'p', 'status: {}\n'),
    resource('krm-variants.dev/v1alpha1', 'PackageContext', 'p', 'status: {}\n'),
  ].map((item) => [`keeps a resource that no cluster receives, of ${item.split('\n')[1]}`, item, item] as const),
  ['keeps an item that is not a resource', '- [status]\n', '- [status]\n'],
  [
    'removes fields from JSON',
    '{"apiVersion": "v1", "kind": "A", "metadata": {"uid": 1, "name": "a"}, "status": {}}\n',
    '{"apiVersion": "v1", "kind": "A", "metadata": {"name": "a"}}\n',
  ],
];

describe('strip-transform: built-in rules', () => {
  for (const [name, item, want] of builtIn) {
    it(name, async () => {
      const { text, ran } = await strip(item);
      assert.equal(text, want);
      assert.equal(ran.stderr, '');
      assert.ok(ran.results.some((result) => result.startsWith('info -: all resources: ')));
      const warnings = ran.results.filter((result) => result.startsWith('warning'));
      assert.ok(
        warnings.every((warning) => warning.includes(': unknown name "')),
        warnings.join('\n'),
      );
    });
  }

  it('reports removals by rule in notices', async () => {
    const items = [
      resource(
        'v1',
        'Service',
        'a',
        'spec: {clusterIP: 1.2.3.4, ports: [{nodePort: 1}, {nodePort: 2}]}\nstatus: {}\n',
        '  uid: x\n',
      ),
      resource('v1', 'Service', 'b', 'spec: {clusterIP: 1.2.3.5}\n', '  uid: x\n'),
      resource('batch/v1', 'Job', 'c'),
    ];
    const ran = await run(items);
    assert.deepEqual(ran.results, [
      'info -: Jobs: nothing is left to remove',
      'info -: Services: nothing is left to remove',
      'info -: all resources: nothing is left to remove',
    ]);
    assert.deepEqual(await noticesOf(fn, resourceList(items)), [
      '-: Services: removed 4 fields from 2 resources: $.spec.ports[*].nodePort (2), $.spec.clusterIP (2)',
      '-: all resources: removed 3 fields from 2 resources: $.metadata.uid (2), $.status (1)',
    ]);
    assert.deepEqual(await noticesOf(fn, ran.list), []);
  });

  it('keeps the annotations of kpt', async () => {
    const annotations = (more: string): string => keptAt('a.yaml') + more;
    const last = '    kubectl.kubernetes.io/last-applied-configuration: "{}"\n';
    const { text } = await strip(resource('v1', 'A', 'a', '', annotations(last)));
    assert.equal(text, resource('v1', 'A', 'a', '', annotations('')));
  });

  it('can be disabled', async () => {
    const item = resource('v1', 'Service', 'a', 'spec: {clusterIP: 1.2.3.4}\nstatus: {}\n');
    const { text, ran } = await strip(item, ownPaths('', 'services', ['$.spec.clusterIP'], false));
    assert.equal(text, resource('v1', 'Service', 'a', 'spec: {}\nstatus: {}\n'));
    assert.deepEqual(ran.results, [
      'info -: transforms[0] (services): absent as configured: $.spec.clusterIP; in 1 resource: Service a',
    ]);
  });

  it('warns if there are neither built-in rules nor transforms', async () => {
    const { results, stderr } = await run([resource('v1', 'A', 'a', 'status: {}\n')], own('{builtIn: false}'));
    assert.deepEqual(results, [
      'warning -: no transform in the function config or among the items, and `builtIn` is false',
    ]);
    assert.equal(stderr, '');
  });
});

interface AuthoredRow {
  readonly name: string;
  readonly kind: 'Service' | 'Job';
  readonly spec: string;
  readonly metadata?: string;
  /** Fields, and the values that a notice shows. */
  readonly want: readonly (readonly [field: string, value: string])[];
}

const authored: readonly AuthoredRow[] = [
  {
    name: 'values that differ from the defaults of the API, whatever their origin',
    kind: 'Service',
    spec: '{externalTrafficPolicy: Local, internalTrafficPolicy: Local, ipFamilyPolicy: PreferDualStack, sessionAffinity: ClientIP}',
    metadata: '  uid: x\n',
    want: [
      ['externalTrafficPolicy', ' "Local"'],
      ['internalTrafficPolicy', ' "Local"'],
      ['ipFamilyPolicy', ' "PreferDualStack"'],
      ['sessionAffinity', ' "ClientIP"'],
    ],
  },
  {
    name: 'no defaults of the API, and no empty values',
    kind: 'Service',
    spec: '{externalTrafficPolicy: Cluster, internalTrafficPolicy: Cluster, ipFamilyPolicy: SingleStack, sessionAffinity: None, clusterIP: "", clusterIPs: [], ipFamilies: ~, ports: [{nodePort: 0}]}',
    want: [],
  },
  {
    name: 'addresses and ports of a Service that no cluster has held',
    kind: 'Service',
    spec: '{clusterIP: 10.0.0.7, clusterIPs: [10.0.0.7], ipFamilies: [IPv6], ports: [{nodePort: 30001}, {}]}',
    want: [
      ['clusterIP', ' "10.0.0.7"'],
      ['clusterIPs', ''],
      ['ipFamilies', ''],
      ['ports[0].nodePort', ' "30001"'],
    ],
  },
  ...['uid', 'resourceVersion', 'generation'].map((key): AuthoredRow => ({
    name: `no addresses and ports of a Service that has ${key} from a cluster`,
    kind: 'Service',
    spec: '{clusterIP: 10.0.0.7, clusterIPs: [10.0.0.7], ipFamilies: [IPv6], ports: [{nodePort: 30001}]}',
    metadata: `  ${key}: x\n`,
    want: [],
  })),
  {
    name: 'no values that the annotation keeps',
    kind: 'Service',
    spec: '{clusterIP: 10.0.0.7, ports: [{nodePort: 30001}]}',
    metadata: '  annotations: {control.kubestellar.io/preserve: "nodeport,clusterip"}\n',
    want: [],
  },
  { name: 'the suspension of a Job', kind: 'Job', spec: '{suspend: true}', want: [['suspend', ' "true"']] },
  { name: 'no Job that is not suspended', kind: 'Job', spec: '{suspend: false}', want: [] },
  {
    name: 'a selector that the author of a Job wrote',
    kind: 'Job',
    spec: '{manualSelector: true, selector: {matchLabels: {a: b}}}',
    metadata: '  uid: x\n',
    want: [['selector', '']],
  },
  {
    name: 'no selector that a cluster generated',
    kind: 'Job',
    spec: '{selector: {matchLabels: {controller-uid: b}}}',
    metadata: '  uid: x\n',
    want: [],
  },
];

describe('strip-transform: notices of authored values', () => {
  for (const { name, kind, spec, metadata, want } of authored) {
    it(`name ${name}`, async () => {
      const list = resourceList([
        resource(kind === 'Job' ? 'batch/v1' : 'v1', kind, 'a', `spec: ${spec}\n`, metadata ?? ''),
      ]);
      const found = (await noticesOf(fn, list)).filter((notice) => notice.includes('authored'));
      const remedy = 'to keep it, use a StripTransform with `builtIn: false`';
      assert.deepEqual(
        found,
        want.map(([field, value]) => `spec.${field}: removed the authored value${value}; ${remedy}`),
      );
      assert.deepEqual(await noticesOf(fn, (await runList(fn, list)).list), []);
    });
  }
});

const paths: readonly (readonly [name: string, rest: string, remove: readonly string[], want: string])[] = [
  ['removes a field', 'spec: {a: 1, b: 2}\n', ['$.spec.a'], 'spec: {b: 2}\n'],
  ['removes a field that is null', 'spec: {a: null}\n', ['$.spec.a'], 'spec: {}\n'],
  ['removes a field whose name has dots', 'data:\n  a.b: 1\n  c: 2\n', ['$.data["a.b"]'], 'data:\n  c: 2\n'],
  ['removes a map with its fields', 'data:\n  c: 2 # c\n# spec\nspec:\n  a: 1\n', ['$.spec'], 'data:\n  c: 2 # c\n'],
  [
    'removes a map even if another path names a field in it',
    'spec: {a: {b: 1}, c: 1}\n',
    ['$.spec.a.b', '$.spec.a'],
    'spec: {c: 1}\n',
  ],
  [
    'removes a field of an alias, and keeps the anchor',
    'p: &x {a: 1, b: 2}\nq: *x\n',
    ['$.q.a'],
    'p: &x {a: 1, b: 2}\nq: {b: 2}\n',
  ],
  [
    'removes nothing if the path leads through a list',
    'spec: [{a: 1}]\n',
    ['$.spec.a', '$.spec["0"]'],
    'spec: [{a: 1}]\n',
  ],
  [
    'removes emptied labels, only below metadata',
    'spec:\n  template:\n    metadata:\n      labels: {a: b}\n  selector:\n    labels: {a: b}\n',
    ['$.spec.template.metadata.labels.a', '$.spec.selector.labels.a'],
    'spec:\n  template:\n    metadata: {}\n  selector:\n    labels: {}\n',
  ],
];

const listPaths: typeof paths = [
  ['removes an element by its index', 'l: [a, b, c]\n', ['$.l[2]'], 'l: [a, b]\n'],
  ['removes the last element by index -1', 'l: [a]\n', ['$.l[-1]'], 'l: []\n'],
  ['removes all elements by a wildcard', 'l:\n- a\n- b\n', ['$.l[*]'], 'l: []\n'],
  [
    'removes elements by name, the last one first',
    'l:\n# first\n- name: x\n- name: y\n# third\n- name: x\n- name: z # z\n',
    ['$.l[?@.name=="x"]'],
    'l:\n- name: y\n- name: z # z\n',
  ],
  ['removes strings from a list', 'l: [a, b, a]\n', ['$.l[?@=="a"]'], 'l: [b]\n'],
  [
    'removes a field of all elements',
    'l: [{a: 1, b: 2}, {b: 2}, 3, {a: 1}]\n',
    ['$.l[*].a'],
    'l: [{b: 2}, {b: 2}, 3, {}]\n',
  ],
  [
    'removes elements that several paths name',
    'l: [{k: a, x: 1}, {k: b, x: 2}, {k: c, x: 3}]\n',
    ['$.l[?@.k=="b"]', '$.l[*].x', '$.l[?@.k=="a"].k'],
    'l: [{}, {k: c}]\n',
  ],
  [
    'removes nothing if the path needs a list and finds a map',
    'l: {a: 1}\n',
    ['$.l[*]', '$.l[0]', '$.l[?@=="a"]'],
    'l: {a: 1}\n',
  ],
];

describe('strip-transform: paths', () => {
  for (const [name, rest, remove, want] of paths) {
    it(name, async () => {
      const { text, ran } = await strip(
        resource('example.com/v1', 'Lamp', 'a', rest),
        custom('example.com', 'lamps', remove),
      );
      assert.equal(text, resource('example.com/v1', 'Lamp', 'a', want));
      assert.equal(ran.stderr, '');
    });
  }

  for (const [name, rest, remove, want] of listPaths) {
    it(`${name}, of a StripTransform`, async () => {
      const { text, ran } = await strip(
        resource('example.com/v1', 'Lamp', 'a', rest),
        ownPaths('example.com', 'lamps', remove),
      );
      assert.equal(text, resource('example.com/v1', 'Lamp', 'a', want));
      assert.equal(ran.stderr, '');
    });
  }

  it('remove all annotations but those of kpt', async () => {
    const item = resource(
      'v1',
      'Pod',
      'a',
      '',
      `${keptAt('a.yaml')}    a: b # c\n    config.kubernetes.io/path: a.yaml\n`,
    );
    const { text, ran } = await strip(item, custom('', 'pods', ['$.metadata.annotations']));
    assert.equal(text, item.replace('    a: b # c\n', ''));
    assert.equal(
      ran.results[0],
      'info -: CustomTransform "edge" (pods): absent as configured: $.metadata.annotations; in 1 resource: Pod a',
    );
  });

  it('remove all annotations if none are of kpt', async () => {
    const { text } = await strip(
      resource('v1', 'Pod', 'a', '', '  annotations: {a: b}\n'),
      custom('', 'pods', ['$.metadata.annotations']),
    );
    assert.equal(text, resource('v1', 'Pod', 'a'));
  });

  it('touch local configuration of their kind', async () => {
    const local = (rest: string): string =>
      resource('v1', 'Pod', 'a', `${rest}status: {}\n`, '  annotations: {config.kubernetes.io/local-config: "true"}\n');
    const { text } = await strip(local('spec: {a: 1}\n'), custom('', 'pods', ['$.spec.a']));
    assert.equal(text, local('spec: {}\n'));
  });

  it('show nothing of a Secret', async () => {
    const item = resource(
      'v1',
      'Secret',
      's',
      'data: {a: aGlkZGVu, b: aGlkZGVu}\nstringData: {c: hidden, d: &hidden {e: hidden}, f: *hidden}\n',
    );
    const config = custom('', 'secrets', ['$.data.a', '$.stringData.c', '$.stringData["d"]', '$.data.none']);
    const { text, ran } = await strip(item, config);
    assert.equal(text, resource('v1', 'Secret', 's', 'data: {b: aGlkZGVu}\nstringData: {f: {e: hidden}}\n'));
    const notices = (await noticesOf(fn, resourceList([item], config))).join('\n');
    assert.match(notices, /removed 3 fields[^]*anchor "hidden"/);
    assert.doesNotMatch(ran.report + notices.replace('value of anchor "hidden"', ''), /aGlk|hidden/);
  });
});

const errors: readonly (readonly [name: string, config: string, want: readonly string[]])[] = [
  [
    'reports every invalid path of a CustomTransform',
    custom('', 'services', ['$.spec', 'a', '$..a', '$', '$.l[0]', '$.kind', '']),
    [
      'error spec.remove[1]: syntax error at 0: missing root identifier (dollar sign)',
      "error spec.remove[2]: syntax error at 2: expected member-name-shorthand, got '.'",
      'error spec.remove[3]: it identifies the whole object',
      "error spec.remove[4]: syntax error at 4: expected open quote, got '0'; paths into lists must be in a StripTransform",
      'error spec.remove[5]: must not remove `kind`',
      'error spec.remove[6]: EOF: a path begins with a dollar sign',
    ],
  ],
  [
    'reports every invalid path of a StripTransform',
    own(
      '{transforms: [{apiGroup: "", resource: pods, remove: ["$.l[a]"]}, {apiGroup: "", resource: pods, remove: ["$.l[-1]", "x"]}]}',
    ),
    [
      "error spec.transforms[0].remove[0]: syntax error at 4: expected open quote, index, `*` or `?`, got 'a'",
      'error spec.transforms[1].remove[1]: syntax error at 0: missing root identifier (dollar sign)',
    ],
  ],
  [
    'rejects paths to the identity of a resource and to annotations of kpt',
    custom('', 'pods', [
      '$.apiVersion',
      '$["kind"]',
      '$.metadata',
      '$.metadata.name',
      '$.metadata.annotations["config.kubernetes.io/path"]',
      '$.metadata.annotations["internal.config.kubernetes.io/x"].y',
      '$.metadata.namespace',
    ]),
    [
      'error spec.remove[0]: must not remove `apiVersion`',
      'error spec.remove[1]: must not remove `kind`',
      'error spec.remove[2]: must not remove `metadata.name`',
      'error spec.remove[3]: must not remove `metadata.name`',
      'error spec.remove[4]: must not name an annotation of kpt',
      'error spec.remove[5]: must not name an annotation of kpt',
    ],
  ],
  [
    'reports an invalid path if the resource is named like a property of JavaScript objects',
    custom('', 'constructor', ['$.kind', '$.spec']),
    ['error spec.remove[0]: must not remove `kind`'],
  ],
  [
    'rejects paths to the configuration of this function',
    own(
      '{transforms: [{apiGroup: control.kubestellar.io, resource: customtransforms, remove: ["$.spec.remove", "$.spec", "$.status"]}, {apiGroup: apiextensions.k8s.io, resource: customresourcedefinitions, remove: ["$.spec.names.plural", "$.spec", "$.spec.versions"]}, {apiGroup: krm-variants.dev, resource: striptransforms, remove: ["$.spec.transforms[*]"]}]}',
    ),
    [
      'error spec.transforms[0].remove[0]: must not remove `spec` or a part of it: a second run would behave differently',
      'error spec.transforms[0].remove[1]: must not remove `spec` or a part of it: a second run would behave differently',
      'error spec.transforms[1].remove[0]: must not remove `spec.names` or a part of it: a second run would behave differently',
      'error spec.transforms[1].remove[1]: must not remove `spec.group` or a part of it: a second run would behave differently',
      'error spec.transforms[2].remove[0]: must not remove `spec` or a part of it: a second run would behave differently',
    ],
  ],
  [
    'reports unknown and missing fields of a CustomTransform',
    resource(
      'control.kubestellar.io/v1alpha1',
      'CustomTransform',
      'x',
      'spec: {resource: pods, removes: [a], remove: [3]}\n',
    ),
    [
      'error spec.apiGroup: must be set',
      'error spec.remove[0]: must be a string, not a number',
      'error spec.removes: unknown field; did you mean `remove`?',
    ],
  ],
];

describe('strip-transform: errors', () => {
  for (const [name, config, want] of errors) {
    it(name, async () => {
      const items = [resource('v1', 'Pod', 'a', 'status: {}\n')];
      const ran = await run(items, config);
      assert.deepEqual(ran.results, want);
      assert.equal(ran.list, resourceList(items, config));
    });
  }

  it('reports an invalid path for a kind without items', async () => {
    const items = [custom('batch', 'jobs', ["$.spec['x']"], 'a'), resource('v1', 'Pod', 'a', 'status: {}\n')];
    const ran = await run(items);
    assert.deepEqual(ran.results, ["error spec.remove[0]: syntax error at 7: expected open quote, got '\\''"]);
    assert.equal(ran.list, resourceList(items));
  });

  it('reports every invalid path of the CustomTransforms among the items', async () => {
    const items = [
      custom('', 'pods', ['a'], 'a'),
      custom('', 'pods', ['$.status', '$.kind'], 'b'),
      resource('v1', 'Pod', 'a', 'status: {}\n'),
    ];
    const ran = await run(items);
    assert.deepEqual(ran.results, [
      'error spec.remove[0]: syntax error at 0: missing root identifier (dollar sign)',
      'error spec.remove[1]: must not remove `kind`',
    ]);
    assert.equal(ran.list, resourceList(items));
  });

  it('reports an element that a second run would remove, too', async () => {
    const item = resource('v1', 'Pod', 'a', 'l: [{a: 1}, {a: 2}]\nstatus: {}\n', keptAt('a.yaml'));
    const config = ownPaths('', 'pods', ['$.l[0]']);
    const ran = await run([item], config);
    assert.equal(ran.list, resourceList([item], config));
    assert.deepEqual(ran.results, [
      'error l[0]: a second run would remove this by `$.l[0]`, so nothing was changed: the index would match another element',
    ]);
    assert.ok(ran.stderr.startsWith('[error] a.yaml v1/Pod/a l[0]: '), ran.stderr);
  });

  const keepers: readonly (readonly [key: string, value: string, rest: string, field: string])[] = [
    ['control.kubestellar.io/preserve', 'nodeport', 'spec: {ports: [{nodePort: 1}]}\n', 'spec.ports[0].nodePort'],
    ['control.kubestellar.io/preserve', 'clusterip', 'spec: {clusterIP: 1.2.3.4}\n', 'spec.clusterIP'],
    ['config.kubernetes.io/local-config', '"true"', 'status: {}\n', 'status'],
  ];
  for (const [key, value, rest, field] of keepers) {
    it(`rejects the annotation ${key}: ${value}, which keeps a field`, async () => {
      const item = (text: string): string =>
        resource('v1', 'Service', 's', text, `  annotations: {${key}: ${value}}\n`);
      const config = custom('', 'services', ['$.metadata.annotations']);
      const { results, list } = await run([item(rest)], config);
      assert.equal(list, resourceList([item(rest)], config));
      assert.equal(results.length, 1);
      assert.ok(results[0]?.startsWith(`error ${field}: a second run would remove this`), results[0]);
      assert.equal((await strip(item(''), config)).text, resource('v1', 'Service', 's'));
    });
  }

  it('reports a duplicate key in every resource that has one', async () => {
    const items = ['a', 'b'].map((name) =>
      resource('v1', 'Pod', name, 'status: {}\nstatus: {}\n', keptAt(`${name}.yaml`)),
    );
    const { results, list, stderr } = await run(items);
    assert.equal(list, resourceList(items));
    assert.equal(
      results.filter((result) => result.startsWith('error status: duplicate key "status" in lines')).length,
      2,
    );
    assert.match(stderr, /a\.yaml.*\n.*b\.yaml/);
  });
});

describe('strip-transform: effective transforms', () => {
  const pod = (rest: string): string => resource('v1', 'Pod', 'a', `spec: ${rest}\n`);
  const all = pod('{a: 1, b: 1}');

  it('are those among the items without a function config', async () => {
    const { list } = await run([custom('', 'pods', ['$.spec.a']), all]);
    assert.ok(list.includes('spec: {b: 1}'), list);
  });

  it('are those among the items if a StripTransform has none', async () => {
    for (const spec of ['{}', '{transforms: []}', '{builtIn: false}']) {
      const { list } = await run([custom('', 'pods', ['$.spec.a']), all], own(spec));
      assert.ok(list.includes('spec: {b: 1}'), list);
    }
  });

  it('are only those of the function config if it has any', async () => {
    const items = [custom('', 'pods', ['bad path']), all];
    for (const config of [custom('', 'pods', ['$.spec.b']), ownPaths('', 'pods', ['$.spec.b'])]) {
      const { list } = await run(items, config);
      assert.ok(list.includes('spec: {a: 1}'), list);
    }
  });

  it('are all those for one kind, with a warning on each', async () => {
    const items = [
      custom('', 'pods', ['$.spec.a'], 'x'),
      custom('', 'pods', ['$.spec.b'], 'w'),
      custom('apps', 'deployments', []),
      all,
    ];
    const { list, results } = await run(items);
    assert.ok(list.includes('spec: {}'), list);
    const warning =
      'warning -: multiple CustomTransform objects specify the same GroupResource; their names are "w", "x" (pods)';
    assert.equal(results.filter((result) => result === warning).length, 2, results.join('\n'));
  });

  it('are named in part if there are very many', async () => {
    const names = Array.from({ length: 2000 }, (_, index) => `t${String(index).padStart(4, '0')}`);
    const { report } = await run(names.map((name) => custom('', 'pods', ['$.spec.a'], name)));
    assert.match(report, /names are "t0000", .*, "t0009", and 1990 more \(pods\)/);
    assert.ok(report.length < 1_000_000, String(report.length));
  });
});

const warnings: readonly (readonly [name: string, config: string, want: string])[] = [
  [
    'warn of a transform without a path',
    custom('', 'pods', []),
    'warning spec: removes nothing: `remove` lists no path',
  ],
  [
    'warn of a kind that no item has',
    custom('apps', 'deployments', ['$.spec']),
    'warning spec.resource: no item is a Deployment ("deployments" in group "apps")',
  ],
  [
    'warn of a wrong group and suggest the right one',
    ownPaths('', 'deployments', ['$.spec']),
    'warning spec.transforms[0].resource: unknown resource "deployments" in the core group: not in Kubernetes, a CRD or a kind among the items; did you mean "deployments" in group "apps"?',
  ],
  [
    'warn of a wrong resource name and suggest the right one',
    custom('', 'pod', ['$.spec']),
    'warning spec.resource: unknown resource "pod" in the core group: not in Kubernetes, a CRD or a kind among the items; did you mean "pods" in the core group?',
  ],
  [
    'warn of a kind in place of a resource name in the wrong group',
    custom('', 'Deployment', ['$.spec']),
    'warning spec.resource: unknown resource "Deployment" in the core group: not in Kubernetes, a CRD or a kind among the items; did you mean "deployments" in group "apps"?',
  ],
  [
    'warn of an unknown resource name',
    custom('none.com', 'trees', ['$.spec']),
    'warning spec.resource: unknown resource "trees" in group "none.com": not in Kubernetes, a CRD or a kind among the items',
  ],
];

describe('strip-transform: warnings', () => {
  for (const [name, config, want] of warnings) {
    it(name, async () => {
      const { results, stderr } = await run([resource('v1', 'Pod', 'a', 'spec: {a: 1}\n')], config);
      assert.deepEqual(
        results.filter((result) => result.startsWith('warning')),
        [want],
      );
      assert.equal(stderr, '');
    });
  }

  it('omit a path that no resource has, since a second run could not know why', async () => {
    const { results } = await run(
      [resource('v1', 'Pod', 'a', 'spec: {a: 1}\n')],
      custom('', 'pods', ['$.spec', '$.x.y']),
    );
    assert.deepEqual(results, [
      'info -: CustomTransform "edge" (pods): absent as configured: $.spec, $.x.y; in 1 resource: Pod a',
      'info -: all resources: nothing is left to remove',
    ]);
  });

  it('omit values that earlier rules also removed', async () => {
    const items = [resource('batch/v1', 'Job', 'j', 'spec: {suspend: true}\n')];
    const config = custom('batch', 'jobs', ['$.spec.suspend']);
    assert.deepEqual((await run(items, config)).results, [
      'info -: CustomTransform "edge" (jobs.batch): absent as configured: $.spec.suspend; in 1 resource: Job j',
      'info -: Jobs: nothing is left to remove',
      'info -: all resources: nothing is left to remove',
    ]);
    assert.deepEqual(await noticesOf(fn, resourceList(items, config)), [
      '-: CustomTransform "edge" (jobs.batch): removed 1 field from 1 resource: $.spec.suspend (1); already removed by earlier rules: 1',
      '-: Jobs: removed 1 field from 1 resource: $.spec.suspend (1)',
    ]);
  });
});

describe('strip-transform: comments that kpt would put back', () => {
  const ids = "  annotations:\n    internal.config.kubernetes.io/id: '3'\n    config.k8s.io/id: '3'\n    a: b\n";
  const deployment = (containers: string, metadata: string): string =>
    resource('apps/v1', 'Deployment', 'd', `spec:\n  l:\n${containers}`, metadata);
  const config = ownPaths('apps', 'deployments', ['$.spec.l[?@.name=="one"]']);

  it('drops the ids by which kpt restores comments if an element with one is removed', async () => {
    const before = deployment('  - name: one # first\n  - name: two\n', ids);
    const { text, ran } = await strip(before, config);
    assert.equal(text, deployment('  - name: two\n', '  annotations:\n    a: b\n'));
    assert.doesNotMatch(ran.report, /comment/);
    const notices = await noticesOf(fn, resourceList([before], config));
    assert.match(notices.join('\n'), /^spec\.l: a comment moved with its list element/m);
  });

  it('keeps them if no comment would move to another element', async () => {
    const before = deployment('  - name: one\n  - name: two\n', ids);
    const { text } = await strip(before, config);
    assert.equal(text, deployment('  - name: two\n', ids));
  });
});
