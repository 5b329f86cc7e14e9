import assert from 'node:assert/strict';
import { mergeForDriver, type DriverMerge } from '../../cli/merge/merge-with-markers.ts';
import type { FileContent } from '../../src/merge/index.ts';

/** Three versions of a file, the merged text, and the conflicts, each as `KIND FIELD`. */
interface Row {
  readonly title: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** Undefined where only the conflicts count. */
  readonly want?: string;
  /** Default: none. */
  readonly conflicts?: readonly string[];
}

interface Alert {
  readonly description?: string;
  readonly after?: string;
}

function alerts(...rules: readonly (readonly [name: string, alert?: Alert])[]): string {
  const texts = rules.map(
    ([name, { description = 'as it was', after = '15m' } = {}]) =>
      `    - alert: ${name}\n      annotations:\n        description: ${description}\n      expr: up == 0\n      for: ${after}\n`,
  );
  return `apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nmetadata:\n  name: r\nspec:\n  groups:\n  - name: g\n    rules:\n${texts.join('')}`;
}

interface Rule {
  readonly groups?: readonly string[];
  readonly resources: readonly string[];
  readonly verbs?: readonly string[];
}

function role(...rules: readonly Rule[]): string {
  const list = (key: string, values: readonly string[]): string =>
    `  ${key}:\n${values.map((value) => `  - ${value}\n`).join('')}`;
  const texts = rules.map(({ groups = ['""'], resources, verbs = ['get'] }) =>
    `${list('apiGroups', groups)}${list('resources', resources)}${list('verbs', verbs)}`.replace('  ', '- '),
  );
  return `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: r\nrules:\n${texts.join('')}`;
}

function words(...elements: readonly string[]): string {
  return `apiVersion: v1\nkind: Example\nmetadata:\n  name: e\nlist:\n${elements.map((each) => `- ${each}\n`).join('')}`;
}

function pod(...images: readonly string[]): string {
  const containers = images.map((image) => `  - name: ${image.replace(/:.*/, '')}\n    image: ${image}\n`);
  return `apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n${containers.join('')}`;
}

function map(key: string, c: number): string {
  return `apiVersion: v1\nkind: Example\nmetadata:\n  name: e\nspec:\n  ${key}:\n    a: 1\n    b: 2\n    c: ${c}\n    d: 4\n`;
}

function deployment(apiVersion: string, replicas: number): string {
  return `apiVersion: ${apiVersion}\nkind: Deployment\nmetadata:\n  name: x\nspec:\n  replicas: ${replicas}\n  paused: true\n  revisionHistoryLimit: 3\n`;
}

const ACCOUNT = 'apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: x\n';

function policy(...rules: readonly (readonly string[])[]): string {
  const texts = rules.map((lines) => lines.map((line, n) => `  ${n === 0 ? '-' : ' '} ${line}\n`).join(''));
  return `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata:\n  name: p\nspec:\n  ingress:\n${texts.join('')}`;
}

/** Returns a rule that lets some addresses in on some ports. */
function ingress(address: string, port: number): readonly string[] {
  const from = ['from:', `- ipBlock: {cidr: ${address}}`, '- podSelector: {matchLabels: {app: web}}'];
  return [...from, 'ports:', `- port: ${port}`, '- port: 80', '- port: 443'];
}

/** Returns a `List` of resources, each of which may have comments above it. */
function listOf(...items: readonly (readonly [comments: string, item: string])[]): string {
  const texts = items.map(([comments, item]) => `${comments}- ${item.replaceAll(/\n(?=.)/g, '\n  ')}`);
  return `apiVersion: v1\nkind: List\nitems:\n${texts.join('')}`;
}

/** Returns a Service with three ports, of which no field is unique. */
function dns(...lines: readonly string[]): string {
  const ports = [
    '- port: 53',
    '  protocol: UDP',
    ...lines,
    '- port: 53',
    '  protocol: TCP',
    '- port: 80',
    '  protocol: TCP',
  ];
  return `apiVersion: v1\nkind: Service\nmetadata:\n  name: dns\nspec:\n  ports:\n${ports.map((line) => `  ${line}\n`).join('')}`;
}

function certificate(namespace: string, spec: string): string {
  return `apiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata:\n  name: web\n${namespace}spec:\n  dnsNames:\n  - example.com\n${spec}`;
}

function steps(...names: readonly string[]): string {
  return `on: push\njobs:\n  test:\n    steps:\n${names.map((name) => `    - name: ${name}\n      run: ${name}.sh\n`).join('')}`;
}

/** Returns a Deployment of which a third of the lines has its name, and another third arguments. */
function proxy(name: string, args: readonly string[]): string {
  const head = `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: ${name}\n  labels:\n    app: ${name}\nspec:\n`;
  const selector = `  replicas: 1\n  selector:\n    app: ${name}\n  paused: true\n`;
  return `${head}${selector}  args:\n${args.map((each) => `  - ${each}\n`).join('')}`;
}

function part(name: string): string {
  return `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata:\n  name: ${name}\nspec:\n  interval: 10m\n  path: ./${name}\n  prune: true\n`;
}

/** Returns a list without keys whose elements have an id below other fields. */
function jobs(...ids: readonly string[]): string {
  return `list:\n${ids.map((id) => `- run: same\n  id: ${id}\n  text: t\n`).join('')}`;
}

/** Returns a map of packages, with a comment above each. */
function packages(...names: readonly string[]): string {
  const texts = names.map((name) => `  # ${name.slice(3)}\n  ${name}:\n    dir: ${name.slice(3)}\n`);
  return `packages:\n${texts.join('')}`;
}

const ROWS: readonly Row[] = [
  {
    title: 'places an element of theirs between elements that ours gives other ids',
    base: jobs('a1', 'b1', 'c1', 'd1'),
    ours: jobs('a2', 'b2', 'c2', 'd2'),
    theirs: jobs('a1', 'b1', 'x', 'c1', 'd1'),
    want: jobs('a2', 'b2', 'x', 'c2', 'd2'),
  },
  {
    title: 'places an element of ours between elements that theirs gives other ids',
    base: jobs('a1', 'b1', 'c1', 'd1'),
    ours: jobs('a1', 'b1', 'x', 'c1', 'd1'),
    theirs: jobs('a2', 'b2', 'c2', 'd2'),
    want: jobs('a2', 'b2', 'x', 'c2', 'd2'),
  },
  {
    title: 'places a key of theirs between keys that ours renames',
    base: packages('v1/a', 'v1/b', 'v1/c'),
    ours: packages('v2/a', 'v2/b', 'v2/c'),
    theirs: packages('v1/a', 'v1/x', 'v1/b', 'v1/c'),
    want: packages('v2/a', 'v1/x', 'v2/b', 'v2/c'),
  },
  {
    title: 'places a key of ours between keys that theirs renames',
    base: packages('v1/a', 'v1/b', 'v1/c'),
    ours: packages('v1/a', 'v1/x', 'v1/b', 'v1/c'),
    theirs: packages('v2/a', 'v2/b', 'v2/c'),
    want: packages('v2/a', 'v1/x', 'v2/b', 'v2/c'),
  },
  {
    title: 'is a conflict where both sides change a rule of a NetworkPolicy, whatever the lines say',
    base: policy(ingress('10.0.0.0/8', 8080)),
    ours: policy(['from:', '- namespaceSelector: {}'], ingress('10.1.0.0/16', 8080)),
    theirs: policy(ingress('10.0.0.0/8', 8443)),
    conflicts: ['identity spec.ingress[1]'],
  },
  {
    title:
      'is a conflict where both sides change a rule of a NetworkPolicy in a List, beside a comment that only lines can settle',
    base: listOf(['# note\n', ACCOUNT], ['', policy(ingress('10.0.0.0/8', 8080))]),
    ours: listOf(['# note\n', policy(['from:', '- namespaceSelector: {}'], ingress('10.1.0.0/16', 8080))]),
    theirs: listOf(['# more\n# note\n', ACCOUNT], ['', policy(ingress('10.0.0.0/8', 8443))]),
    conflicts: ['delete/change items[0]', 'identity items[0].spec.ingress[1]'],
  },
  {
    title:
      'is a conflict where both sides change a rule of a Role in a List, beside a comment that only lines can settle',
    base: listOf(
      ['# note\n', ACCOUNT],
      ['', role({ resources: ['pods', 'services', 'nodes'], verbs: ['get', 'list'] })],
    ),
    ours: listOf(['# note\n', role({ resources: ['pods', 'services', 'nodes'], verbs: ['get', 'list', 'delete'] })]),
    theirs: listOf(
      ['# more\n# note\n', ACCOUNT],
      ['', role({ resources: ['secrets', 'pods', 'services', 'nodes'], verbs: ['get', 'list'] })],
    ),
    conflicts: ['delete/change items[0]', 'identity items[0].rules[0]'],
  },
  {
    title: 'pairs the ports of a Service in a List by the keys of the Service',
    base: listOf(['', dns('  targetPort: 1', '  appProtocol: dns')]),
    ours: listOf(['', dns('  targetPort: 2', '  appProtocol: dns')]),
    theirs: listOf(['', dns('  targetPort: 1', '  appProtocol: x')]),
    want: listOf(['', dns('  targetPort: 2', '  appProtocol: x')]),
  },
  {
    title: 'merges an alert that ours edits after one that it inserts',
    base: alerts(['A'], ['C']),
    ours: alerts(['B'], ['A', { description: 'better' }], ['C']),
    theirs: alerts(['A', { after: '30m' }], ['C']),
    want: alerts(['B'], ['A', { description: 'better', after: '30m' }], ['C']),
  },
  {
    title: 'does not grant again what theirs revokes',
    base: role({ resources: ['pods', 'secrets'], verbs: ['get', 'list'] }),
    ours: role({ resources: ['configmaps'] }, { resources: ['pods', 'secrets', 'services'], verbs: ['get', 'list'] }),
    theirs: role({ resources: ['pods'], verbs: ['get', 'list'] }),
    conflicts: ['identity rules[1]'],
  },
  {
    title: 'does not put an edit on a rule that slides over equal lines',
    base: role({ resources: ['secrets'] }),
    ours: role({ resources: ['configmaps'] }, { resources: ['secrets'], verbs: ['get', 'watch'] }),
    theirs: role({ groups: ['""', 'apps'], resources: ['secrets'] }),
    conflicts: ['identity rules[1]'],
  },
  {
    title: 'is a conflict where the verb of one side and the resource of the other would permit what nobody wanted',
    base: role({ resources: ['pods', 'services', 'nodes'], verbs: ['get', 'list'] }),
    ours: role({ resources: ['pods', 'services', 'nodes'], verbs: ['get', 'list', 'delete'] }),
    theirs: role({ resources: ['secrets', 'pods', 'services', 'nodes'], verbs: ['get', 'list'] }),
    conflicts: ['identity rules[0]'],
  },
  {
    title: 'takes the same change of a rule by both sides once',
    base: role({ resources: ['pods'] }, { resources: ['nodes'] }),
    ours: role({ resources: ['pods'], verbs: ['get', 'watch'] }, { resources: ['nodes'] }),
    theirs: role({ resources: ['pods'], verbs: ['get', 'watch'] }, { resources: ['nodes'], verbs: ['list'] }),
    want: role({ resources: ['pods'], verbs: ['get', 'watch'] }, { resources: ['nodes'], verbs: ['list'] }),
  },
  {
    title: 'is a conflict where ours deletes a container whose image theirs changes',
    base: pod('a:1', 'b:1'),
    ours: pod('a:1'),
    theirs: pod('a:1', 'b:2'),
    conflicts: ['delete/change spec.containers[1]'],
  },
  {
    title: 'follows a key that ours renames to what theirs changes below it',
    base: map('one', 3),
    ours: map('uno', 3),
    theirs: map('one', 5),
    want: map('uno', 5),
  },
  {
    title: 'follows a resource that ours gives another group, above a new one of the same name',
    base: deployment('extensions/v1beta1', 1),
    ours: deployment('apps/v1', 1),
    theirs: `${deployment('extensions/v1beta1', 2)}---\n${ACCOUNT}`,
    want: `${deployment('apps/v1', 2)}---\n${ACCOUNT}`,
  },
  {
    title: 'is a conflict where the lines of the new one are beside those of the group',
    base: deployment('extensions/v1beta1', 1),
    ours: deployment('apps/v1', 1),
    theirs: `${ACCOUNT}---\n${deployment('extensions/v1beta1', 2)}`,
    conflicts: ['identity undefined'],
  },
  {
    title: 'follows a resource that ours moves out of its namespace, though theirs removes most of it',
    base: certificate('  namespace: web\n', '  duration: 1h\n  renewBefore: 1m\n  secretName: web\n  revisions: 3\n'),
    ours: certificate('', '  duration: 1h\n  renewBefore: 1m\n  secretName: web\n  revisions: 3\n'),
    theirs: certificate('  namespace: web\n', ''),
    want: certificate('', ''),
  },
  {
    title: 'does not take a new resource for one of several that are equally alike',
    base: `${part('charts')}---\n${part('helm')}---\n${part('github')}---\n${part('discord')}`,
    ours: `${part('charts')}---\n${part('helm')}---\n${part('notifications')}`,
    theirs: `${part('helm')}---\n${part('github')}---\n${part('discord')}`,
    want: `${part('helm')}---\n${part('notifications')}`,
  },
  {
    title: 'follows a resource that theirs renames to what ours rewrites in it',
    base: proxy('web-proxy', ['a', 'b', 'c', 'd']),
    ours: proxy('web-proxy', ['1', '2', '3', '4']),
    theirs: proxy('web', ['a', 'b', 'c', 'd']),
    want: proxy('web', ['1', '2', '3', '4']),
  },
  {
    title: 'keeps the order of ours where theirs adds an element',
    base: words('a', 'b', 'c'),
    ours: words('a', 'c', 'b'),
    theirs: words('a', 'b', 'c', 'd'),
    want: words('a', 'c', 'd', 'b'),
  },
  {
    title: 'keeps the order of ours in a nested list where theirs adds an element',
    base: steps('a', 'b', 'c'),
    ours: steps('b', 'a', 'c'),
    theirs: steps('a', 'b', 'c').replace('name: a', 'name: a\n      if: x'),
    want: steps('b', 'a', 'c').replace('name: a', 'name: a\n      if: x'),
  },
  {
    title: 'is a conflict where theirs deletes a resource to which ours gives another group',
    base: `${deployment('extensions/v1beta1', 1)}---\n${ACCOUNT}`,
    ours: `${deployment('apps/v1', 1)}---\n${ACCOUNT}`,
    theirs: ACCOUNT,
    conflicts: ['delete/change undefined'],
  },
  {
    title: 'is a conflict where theirs comments out elements of a list that ours deletes',
    base: 'kind: Kustomization\npatches:\n- a\n- b\nresources:\n- c\n',
    ours: 'kind: Kustomization\nresources:\n- c\n',
    theirs: 'kind: Kustomization\npatches:\n- a\n# - b\nresources:\n- c\n',
    conflicts: ['delete/change patches'],
  },
  {
    title: 'keeps a key `on` that theirs adds to a map in flow style, which ours changes',
    base: 'kind: Workflow\nspec: {a: 1}\n',
    ours: 'kind: Workflow\nspec: {a: 2}\n',
    theirs: 'kind: Workflow\nspec: {a: 1, on: push}\n',
    want: 'kind: Workflow\nspec: {a: 2, on: push}\n',
  },
  {
    title:
      'writes no "true" for a key `on` that theirs adds to a map in flow style, to which ours gives another layout',
    base: 'kind: Workflow\nspec: {a: 1}\n',
    ours: 'kind: Workflow\nspec: { a: 2 }\n',
    theirs: 'kind: Workflow\nspec: {a: 1, on: push}\n',
    want: 'kind: Workflow\n<<<<<<< ours\nspec: { a: 2 }\n=======\nspec: {a: 1, on: push}\n>>>>>>> theirs\n',
    conflicts: ['invalid undefined'],
  },
  {
    title: 'keeps the text of numbers in a list in flow style that theirs extends, below a comment that ours removes',
    base: 'kind: X\nspec:\n  # one\n  list: [0x1F, ""]\nlast: 1\n',
    ours: 'kind: X\nspec:\n  list: [0x1F, ""]\nlast: 1\n',
    theirs: 'kind: X\nspec:\n  # one\n  list: [0x1F, "", 010] # two\nlast: 1\n',
    want: 'kind: X\nspec:\n  list: [0x1F, "", 010] # two\nlast: 1\n',
  },
  {
    title: 'has the comment above a key once, below a list that ours deletes and theirs extends',
    base: 'kind: X\nspec:\n  list:\n  - a\n  - b\n  - c\n  # of z\n  z: 1\n',
    ours: 'kind: X\nspec:\n  # of z\n  z: 1\n',
    theirs: 'kind: X\nspec:\n  list:\n  - a\n  - b\n  - c\n  - d\n  # of z\n  z: 1\n',
    want: 'kind: X\nspec:\n  list:\n  - d\n  # of z\n  z: 1\n',
  },
  {
    title: 'is a conflict where both change a comment that is a part of the other one',
    base: 'rules:\n- a\n- b\n  # # Lock this down\n  # - c\nother: 1\n',
    ours: 'rules:\n- a\n- b\n  # # Lock this down\n- c\nother: 2\n',
    theirs: 'rules:\n- a\n- b\n  # Lock this down\n- c\nother: 1\n',
    conflicts: ['lines rules[2]'],
  },
  {
    title: 'leaves an empty file where each side removes the resource that the other keeps',
    base: `${ACCOUNT}---\n${part('a')}`,
    ours: ACCOUNT,
    theirs: part('a'),
    want: '',
  },
  {
    title: 'is a conflict where ours empties a file of which theirs changes a resource',
    base: `${ACCOUNT}---\n${part('a')}`,
    ours: '',
    theirs: `${ACCOUNT}automountServiceAccountToken: false\n---\n${part('a')}`,
    conflicts: ['delete/change undefined'],
  },
  {
    title: 'keeps a comment of ours above an element that theirs replaces',
    base: words('a', 'b'),
    ours: words('a', 'b').replace('- b', '# Before\n- b'),
    theirs: words('a', 'c'),
    want: words('a', 'c').replace('- c', '# Before\n- c'),
  },
  {
    title: 'does not bring back a field that ours removes from a file to which both add a kind',
    base: 'metadata:\n  name: p\nspec:\n  version: v1\n  init: a\n  generate: b\n',
    ours: 'apiVersion: v1\nkind: Plugin\nmetadata:\n  name: p\nspec:\n  init: a\n  generate: b\n',
    theirs: 'apiVersion: v1\nkind: Plugin\nmetadata:\n  name: p\nspec:\n  version: v1\n  init: a\n  generate: b\n',
    want: 'apiVersion: v1\nkind: Plugin\nmetadata:\n  name: p\nspec:\n  init: a\n  generate: b\n',
  },
  {
    title: 'merges a template whose name is a map',
    base: '# template\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: {{ x }}\ndata:\n  a: 1\n  b: 2\n  c: 3\n  d: 4\n',
    ours: '# template\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\n  namespace: {{ x }}\ndata:\n  a: 1\n  b: 2\n  c: 3\n  d: 4\n',
    theirs:
      '# template\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: {{ x }}\ndata:\n  a: 1\n  b: 2\n  c: 3\n  d: 5\n',
    want: '# template\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\n  namespace: {{ x }}\ndata:\n  a: 1\n  b: 2\n  c: 3\n  d: 5\n',
  },
  {
    title: 'has an element once that both sides add',
    base: words('a', 'c'),
    ours: words('a', 'b'),
    theirs: words('a', 'b', 'c'),
    want: words('a', 'b'),
  },
  {
    title: 'has it once if the sides are swapped',
    base: words('a', 'c'),
    ours: words('a', 'b', 'c'),
    theirs: words('a', 'b'),
    want: words('a', 'b'),
  },
  {
    title: 'takes a word at another place for another one than the removed one',
    base: words('a', 'b', 'c', 'd'),
    ours: words('a', 'x', 'b', 'c'),
    theirs: words('b', 'c', 'd', 'a'),
    want: words('x', 'b', 'c', 'a'),
  },
  {
    title: 'keeps the words that both sides add elsewhere, where both remove one',
    base: words('a', 'b', 'c', 'd', 'e', 'f'),
    ours: words('a', 'x', 'b', 'd', 'e', 'f'),
    theirs: words('a', 'b', 'd', 'e', 'y', 'f'),
    want: words('a', 'x', 'b', 'd', 'e', 'y', 'f'),
  },
  {
    title: 'takes the only resource of a file for the same, where the lines say so',
    base: setting('old', 'a: 1', 'b: 1', 'c: 1', 'd: 1'),
    ours: setting('new', 'x: 1', 'y: 1', 'z: 1', 'w: 1'),
    theirs: setting('old', 'a: 1', 'b: 1', 'c: 1', 'd: 1').replace('one: 1', 'one: 2'),
    want: setting('new', 'x: 1', 'y: 1', 'z: 1', 'w: 1').replace('one: 1', 'one: 2'),
  },
  {
    title: 'is a conflict where theirs changes what ours rewrites in the only resource of a file',
    base: setting('old', 'a: 1', 'b: 1', 'c: 1', 'd: 1'),
    ours: setting('new', 'x: 1', 'y: 1', 'z: 1', 'w: 1'),
    theirs: setting('old', 'a: 1', 'b: 2', 'c: 1', 'd: 1'),
    conflicts: ['delete/change undefined'],
  },
  {
    title: 'is a conflict where both change a placeholder, which is a key to YAML',
    base: 'kind: A\nspec:\n  a: {{.Values.x}}\n  b: 1\n',
    ours: 'kind: A\nspec:\n  a: {{.Values.y}}\n  b: 1\n',
    theirs: 'kind: A\nspec:\n  a: {{.Values.z}}\n  b: 1\n',
    conflicts: ['lines undefined'],
  },
  {
    title: 'merges the lines around a placeholder',
    base: 'kind: A\nspec:\n  a: {{.Values.x}}\n  b: 1\n  c: 1\n',
    ours: 'kind: A\nspec:\n  a: {{.Values.y}}\n  b: 1\n  c: 1\n',
    theirs: 'kind: A\nspec:\n  a: {{.Values.x}}\n  b: 1\n  c: 2\n',
    want: 'kind: A\nspec:\n  a: {{.Values.y}}\n  b: 1\n  c: 2\n',
  },
  {
    title: 'is a conflict where both change a placeholder in an embedded file',
    base: 'kind: ConfigMap\ndata:\n  a.yaml: |\n    a: {{x}}\n    b: 1\n',
    ours: 'kind: ConfigMap\ndata:\n  a.yaml: |\n    a: {{y}}\n    b: 1\n',
    theirs: 'kind: ConfigMap\ndata:\n  a.yaml: |\n    a: {{z}}\n    b: 1\n',
    conflicts: ['lines data["a.yaml"]'],
  },
  {
    title: 'keeps the change of a duplicate key that does not count',
    base: 'kind: A\na: 1\na: 2\nb: 1\nc: 1\nd: 1\n',
    ours: 'kind: A\na: 1\na: 2\nb: 1\nc: 1\nd: 2\n',
    theirs: 'kind: A\na: 4\na: 2\nb: 1\nc: 1\nd: 1\n',
    want: 'kind: A\na: 4\na: 2\nb: 1\nc: 1\nd: 2\n',
  },
  {
    title: 'is a conflict where both add an element with one key, and differ in another',
    base: 'kind: A\n',
    ours: 'kind: A\nlist:\n- key: a\n  operator: Exists\n',
    theirs: 'kind: A\nlist:\n- key: a\n  operator: In\n  values: [x]\n',
    conflicts: ['add/add list[0].operator'],
  },
  {
    title: 'keeps a resource that ours renames above those that theirs adds below it',
    base: setting('old', 'a: 1', 'b: 1'),
    ours: setting('new', 'x: 1', 'y: 1'),
    theirs: `${setting('old', 'a: 1', 'b: 1')}---\n${part('one')}---\n${part('two')}`,
    want: `${setting('new', 'x: 1', 'y: 1')}---\n${part('one')}---\n${part('two')}`,
  },
  {
    title: 'is as clean when it is repeated, where ours has no line break at the end, and theirs adds blank lines',
    base: 'a: 1\nb:\n  # one\n  c: 1\n  # two\n  d: 1\n',
    ours: 'b:\n  c: 1\n  # one',
    theirs: 'a: 1\nb:\n  # one\n  c: 1\n  # two\n  d: 1\n  # three\n  e: 1\n\n\n',
  },
  {
    title:
      'is a conflict where a comment moves to another entry on one side, and to a third one when it is merged again',
    base: 'a: 1\nlist:\n# one\n- name: a\n  # inside\n  x: 1\n# two\n- name: b\n  x: 2\n',
    ours: 'list:\n# one\n- name: a\n# two\n  # inside\n  x: 1\n# three\n- name: b\n  x: 2\n',
    theirs: 'a: 1\nlist:\n# one\n- name: a\n  # inside\n# two\n- name: b\n  x: 2\n',
    conflicts: ['delete/change list[0].x'],
  },
  {
    title: 'is a conflict where ours deletes a list to whose elements theirs adds a comment',
    base: 'kind: A\nlist:\n# one\n- name: a\n  x: 1\nother: 1\n',
    ours: 'kind: A\nlist:\n# added\n# one\n- name: a\n  x: 1\nother: 1\n',
    theirs: 'kind: A\nlist:\nother: 1\n',
    conflicts: ['delete/change list'],
  },
  {
    title: 'is a conflict where ours deletes arguments to which theirs adds one',
    base: 'spec:\n  containers:\n  - name: a\n    args:\n    - run\n    - --redis\n',
    ours: 'spec:\n  containers:\n  - name: a\n',
    theirs: 'spec:\n  containers:\n  - name: a\n    args:\n    - run\n    - --redis\n    - localhost\n',
    conflicts: ['delete/change spec.containers[0].args'],
  },
  {
    title: 'is a conflict where theirs deletes options to which ours adds one',
    base: 'flags:\n- --redis\n',
    ours: 'flags:\n- --redis\n- localhost\n',
    theirs: 'other: 1\n',
    conflicts: ['delete/change flags'],
  },
  {
    title: 'takes the order of theirs where it has the moves of ours, and an element more',
    base: words('a', 'b'),
    ours: words('b', 'a'),
    theirs: words('b', 'a', 'b'),
    want: words('b', 'a', 'b'),
  },
  {
    title: 'stays the same when it is repeated, where two resources that both sides add resemble one that is gone',
    base: services({ name: 'a' }, { name: 'c', extra: [] }),
    ours: services({ name: 'a', extra: [] }, { name: 'c', extra: [] }, { name: 'd' }),
    theirs: services({ name: 'e' }, { name: 'a' }, { name: 'd', extra: [] }),
    want: services({ name: 'e' }, { name: 'a', extra: [] }, { name: 'd' }),
  },
  {
    title: 'is a conflict where both sides replace one word',
    base: words('a', 'c'),
    ours: words('b', 'c'),
    theirs: words('x', 'c'),
    conflicts: ['edit/edit list[0]'],
  },
];

/** Returns Services that differ in their names and in extra fields. */
function services(...list: readonly { readonly name: string; readonly extra?: readonly string[] }[]): string {
  const fields = '  ports:\n  - port: 80\n    name: http\n    protocol: TCP\n  selector:\n    app: x\n';
  return list
    .map(({ name, extra = ['f1: 1', 'f2: 1'] }) => {
      const lines = extra.map((line) => `  ${line}\n`).join('');
      return `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n  labels:\n    app: x\nspec:\n${fields}${lines}`;
    })
    .join('---\n');
}

/** Returns a resource of a name with lines far above its end. */
function setting(name: string, ...lines: readonly string[]): string {
  return `kind: Setting\nmetadata:\n  name: ${name}\nspec:\n${lines.map((line) => `  ${line}\n`).join('')}  # between\n  # both\n  one: 1\n`;
}

describe('merges in which an edit could be lost', () => {
  for (const { title, base, ours, theirs, want, conflicts = [] } of ROWS)
    it(title, () => {
      const merge = (local: FileContent, other: FileContent): DriverMerge =>
        mergeForDriver({
          path: 'file.yaml',
          base,
          ours: local,
          theirs: other,
          markersOf: () => ({ size: 7, names: { local: 'ours', theirs: 'theirs' } }),
        });
      const merged = merge(ours, theirs);
      assert.deepEqual(
        merged.conflicts.map(({ kind, field }) => `${kind} ${field}`),
        conflicts,
      );
      if (want !== undefined) assert.equal(merged.content, want);
      if (conflicts.length > 0) return;
      for (const side of [ours, theirs]) assert.equal(merge(merged.content, side).content, merged.content);
    });
});
