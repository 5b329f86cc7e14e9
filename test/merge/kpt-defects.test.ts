import assert from 'node:assert/strict';
import { mergePackages } from '../../src/merge/index.ts';
import type { Files } from '../cli/run-support.ts';

/** Merge that the releases of kpt get wrong, beside the recorded ones. */
interface Row {
  readonly name: string;
  readonly base: Files;
  readonly new: Files;
  /** Default: as base. */
  readonly local?: Files;
  /** Files of the result. Default: those of new without conflicts, else those of local. */
  readonly want?: Files;
  /** Kinds and fields of the conflicts. */
  readonly conflicts?: readonly string[];
  /** Parts of the messages of the warnings. Default: none. */
  readonly warnings?: readonly string[];
}

const deployment = (spec: string): Files => ({
  'a.yaml': `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\nspec:\n  replicas: 1\n${spec}`,
});
const pod = (spec: string): Files => ({ 'a.yaml': `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n${spec}` });
const container = (rest: string): Files => pod(`  containers:\n    - name: c\n      image: i:1\n${rest}`);
const configMap = (name: string, data: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n${data}`;
const data = (text: string): Files => ({ 'a.yaml': configMap('a', text) });
const kptfile = (rest: string): Files => ({
  Kptfile: `apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: a\n${rest}`,
});
const functions = (...lines: readonly string[]): Files =>
  kptfile(`pipeline:\n  mutators:\n${lines.map((line) => `    - ${line}\n`).join('')}`);
const service = (port: string): Files => ({
  'a.yaml': `apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  ports:\n    - port: 80\n${port}`,
});
const rules = (...lines: readonly string[]): Files => ({
  'a.yaml': `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: a\nrules:\n${lines.map((line) => `  - ${line}\n`).join('')}`,
});
const sub = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`sub/${path}`, text]));

const READ = '{apiGroups: [""], resources: [pods], verbs: [get]}';
const LIST = '{apiGroups: [""], resources: [pods], verbs: [get, list]}';
const SECRETS = '{apiGroups: [""], resources: [secrets], verbs: [get]}';
const ODD = 'x: &x {k: 1}\ny: *x\nz: ~\nen: yes\nempty: {}\n';
const TEMPLATE = (port: number): string => `{{ if .Values.x }}\nkind: Service\nport: ${port}\n{{ end }}\n`;

const ROWS: readonly Row[] = [
  // Upstream's change, without a local edit.
  {
    name: 'takes another probe handler, and nothing of the old one',
    base: container('      livenessProbe:\n        httpGet: {path: /, port: 80}\n'),
    new: container('      livenessProbe:\n        tcpSocket: {port: 80}\n'),
  },
  {
    name: 'removes a volume with all its fields',
    base: pod('  volumes:\n    - name: v\n      emptyDir: {}\n    - name: w\n      configMap: {name: w}\n'),
    new: pod('  volumes:\n    - name: v\n      emptyDir: {}\n'),
  },
  {
    name: 'takes a map for a scalar',
    base: deployment('  strategy: Recreate\n'),
    new: deployment('  strategy: {type: Recreate}\n'),
  },
  {
    name: 'puts a variable before the one that refers to it',
    base: container('      env:\n        - {name: A, value: "1"}\n        - {name: B, value: $(X)}\n'),
    new: container(
      '      env:\n        - {name: A, value: "1"}\n        - {name: X, value: "2"}\n        - {name: B, value: $(X)}\n',
    ),
  },
  {
    name: 'puts an init container first',
    base: pod('  initContainers:\n    - name: a\n      image: a\n    - name: b\n      image: b\n'),
    new: pod(
      '  initContainers:\n    - name: first\n      image: f\n    - name: a\n      image: a\n    - name: b\n      image: b\n',
    ),
  },
  {
    name: 'keeps two elements with the same key apart',
    base: container('      env:\n        - {name: A, value: "1"}\n        - {name: A, value: "2"}\n'),
    new: container('      env:\n        - {name: A, value: "1"}\n        - {name: A, value: "3"}\n'),
  },
  {
    name: 'keeps the order of new keys',
    base: data('  m: 1\n'),
    new: data('  z: 1\n  m: 1\n  a: 1\n'),
  },
  { name: 'takes new comments', base: data('  a: 1\n  b: 2\n'), new: data('  # why\n  a: 1 # so\n  b: 2\n') },
  {
    name: 'changes one line of a file in another layout',
    base: data('    a: 1\n\n    b: 0x1F   # hex\n\n    c: 1.10\n    d: 123456789012345678901\n'),
    new: data('    a: 2\n\n    b: 0x1F   # hex\n\n    c: 1.10\n    d: 123456789012345678901\n'),
  },
  {
    name: 'keeps a merge key',
    base: { 'a.yaml': 'l: &l {q: 1}\nm:\n  <<: *l\n  p: 1\n' },
    new: { 'a.yaml': 'l: &l {q: 1}\nm:\n  <<: *l\n  p: 2\n' },
  },
  {
    name: 'keeps a literal block with spaces at the ends of lines',
    base: data('  t: |\n    a \n    b\n'),
    new: data('  t: |\n    a \n    b\n  y: 1\n'),
  },
  { name: 'keeps aliases, nulls and yes', base: { 'a.yaml': ODD }, new: { 'a.yaml': `${ODD}b: 1\n` } },
  {
    name: 'merges files of git itself',
    base: { '.gitignore': 'x\n', '.github/w': 'a\n' },
    new: { '.gitignore': 'y\n', '.github/w': 'b\n', '.gitattributes': 'z\n' },
  },
  {
    name: 'merges a template by lines',
    base: { 't.yaml': TEMPLATE(80) },
    new: { 't.yaml': TEMPLATE(8080) },
    local: { 't.yaml': `# ours\n${TEMPLATE(80)}` },
    want: { 't.yaml': `# ours\n${TEMPLATE(8080)}` },
  },
  { name: 'removes a pipeline', base: functions('{image: a:v1}'), new: kptfile('') },
  {
    name: 'keeps comments and layout of the Kptfile',
    base: kptfile('info: {description:  "d"} # ours\n'),
    new: kptfile('info: {description:  "e"} # ours\n'),
  },
  // Both sides changed something.
  {
    name: 'reports a field that both add',
    base: deployment(''),
    new: deployment('  b: up\n'),
    local: deployment('  b: lo\n'),
    conflicts: ['add/add spec.b'],
  },
  {
    name: 'reports a null for an edited field',
    base: deployment('  b: x\n'),
    new: deployment('  b: null\n'),
    local: deployment('  b: mine\n'),
    conflicts: ['edit/edit spec.b'],
  },
  {
    name: 'reports a removed element that local changed',
    base: container('      env:\n        - {name: A, value: "1"}\n        - {name: B, value: "1"}\n'),
    new: container('      env:\n        - {name: B, value: "1"}\n'),
    local: container('      env:\n        - {name: A, value: "9"}\n        - {name: B, value: "1"}\n'),
    conflicts: ['delete/change spec.containers[0].env[0]'],
  },
  {
    name: 'reports two members of a union',
    base: pod('  volumes:\n    - name: v\n      configMap: {name: a}\n'),
    new: pod('  volumes:\n    - name: v\n      secret: {secretName: a}\n'),
    local: pod('  volumes:\n    - name: v\n      configMap: {name: mine}\n'),
    conflicts: ['union spec.volumes[0]'],
  },
  {
    name: 'reports the image of a mirror',
    base: container(''),
    new: { 'a.yaml': String(container('')['a.yaml']).replace('i:1', 'i:2') },
    local: { 'a.yaml': String(container('')['a.yaml']).replace('i:1', 'mirror/i:1') },
    conflicts: ['edit/edit spec.containers[0].image'],
  },
  {
    name: 'merges lines of a text in a field',
    base: data('  app.conf: |\n    a=1\n    b=1\n    c=1\n'),
    new: data('  app.conf: |\n    a=2\n    b=1\n    c=1\n'),
    local: data('  app.conf: |\n    a=1\n    b=1\n    c=9\n'),
    want: data('  app.conf: |\n    a=2\n    b=1\n    c=9\n'),
  },
  {
    name: "keeps local's comments on changed lines",
    base: data('  # above\n  a: 1 # line\n'),
    new: data('  # above\n  a: 2 # line\n'),
    local: data('  # above MINE\n  a: 1 # line MINE\n'),
    want: data('  # above MINE\n  a: 2 # line MINE\n'),
  },
  {
    name: 'pairs the ports of a Service with the default protocol',
    base: service('      targetPort: 8080\n'),
    new: service('      targetPort: 8080\n      protocol: TCP\n'),
    local: service('      targetPort: 9090\n'),
    want: service('      targetPort: 9090\n      protocol: TCP\n'),
  },
  {
    name: 'renames a port of which local names the default protocol',
    base: service('      name: a\n'),
    new: service('      name: b\n'),
    local: service('      name: a\n      protocol: TCP\n'),
    want: service('      name: b\n      protocol: TCP\n'),
  },
  {
    name: 'merges the rules of a Role',
    base: rules(READ),
    new: rules(LIST),
    local: rules(READ, SECRETS),
    want: rules(LIST, SECRETS),
  },
  {
    name: 'merges the members of a custom resource by name',
    base: { 'a.yaml': 'apiVersion: x.io/v1\nkind: Team\nmetadata:\n  name: a\nmembers:\n  - {name: a, role: dev}\n' },
    new: {
      'a.yaml':
        'apiVersion: x.io/v1\nkind: Team\nmetadata:\n  name: a\nmembers:\n  - {name: a, role: dev}\n  - {name: up, role: dev}\n',
    },
    local: { 'a.yaml': 'apiVersion: x.io/v1\nkind: Team\nmetadata:\n  name: a\nmembers:\n  - {name: a, role: lead}\n' },
    want: {
      'a.yaml':
        'apiVersion: x.io/v1\nkind: Team\nmetadata:\n  name: a\nmembers:\n  - {name: a, role: lead}\n  - {name: up, role: dev}\n',
    },
  },
  // Local deleted something.
  {
    name: 'leaves a deleted field deleted that new changes',
    base: deployment('  b: x\n'),
    new: deployment('  b: y\n'),
    local: deployment(''),
    want: deployment(''),
    warnings: ['stays deleted'],
  },
  {
    name: 'leaves a deleted map deleted that new changes',
    base: deployment('  strategy: {type: Recreate, x: 1}\n'),
    new: deployment('  strategy: {type: RollingUpdate, x: 1}\n'),
    local: deployment(''),
    want: deployment(''),
    warnings: ['stays deleted'],
  },
  {
    name: 'leaves a deleted map deleted to which new adds',
    base: deployment('  nodeSelector: {disk: ssd}\n'),
    new: deployment('  nodeSelector: {disk: ssd, zone: a}\n'),
    local: deployment(''),
    want: deployment(''),
    warnings: ['stays deleted'],
  },
  {
    name: 'leaves a deleted list deleted',
    base: container('      env:\n        - {name: A, value: "1"}\n'),
    new: container('      env:\n        - {name: A, value: "1"}\n      stdin: true\n'),
    local: container(''),
    want: container('      stdin: true\n'),
  },
  {
    name: 'leaves deleted files deleted',
    base: { 'R.md': 'a\n', 'S.md': 'a\n' },
    new: { 'R.md': 'b\n', 'S.md': 'a\n' },
    local: {},
    want: {},
    warnings: ['stays deleted'],
  },
  // Resources and packages.
  {
    name: 'follows a resource that new renames',
    base: data('  a: 1\n  b: 1\n'),
    new: { 'a.yaml': configMap('uno', '  a: 1\n  b: 1\n') },
    local: data('  a: 9\n  b: 1\n'),
    want: { 'a.yaml': configMap('uno', '  a: 9\n  b: 1\n') },
    warnings: ['becomes ConfigMap uno, as in new'],
  },
  {
    name: 'follows a resource to another file, and reports the conflict there',
    base: { 'a.yaml': configMap('one', '  a: 1\n') },
    new: { 'sub/b.yaml': configMap('one', '  a: 2\n') },
    local: { 'a.yaml': configMap('one', '  a: 9\n') },
    want: { 'sub/b.yaml': configMap('one', '  a: 9\n') },
    conflicts: ['edit/edit data.a'],
  },
  {
    name: 'follows one of two resources to another file',
    base: { 'a.yaml': `${configMap('one', '  a: 1\n')}---\n${configMap('two', '  b: 1\n')}` },
    new: { 'a.yaml': configMap('one', '  a: 1\n'), 'b.yaml': configMap('two', '  b: 2\n') },
    local: { 'a.yaml': `${configMap('one', '  a: 1\n')}---\n${configMap('two', '  b: 9\n')}` },
    want: { 'a.yaml': configMap('one', '  a: 1\n'), 'b.yaml': configMap('two', '  b: 9\n') },
    conflicts: ['edit/edit data.b'],
  },
  {
    name: 'follows a resource that becomes another kind',
    base: deployment('  template: {a: 1}\n'),
    new: { 'a.yaml': String(deployment('  template: {a: 1}\n')['a.yaml']).replace('Deployment', 'StatefulSet') },
    local: deployment('  template: {a: 9}\n'),
    want: { 'a.yaml': String(deployment('  template: {a: 9}\n')['a.yaml']).replace('Deployment', 'StatefulSet') },
    warnings: ['becomes StatefulSet a, as in new'],
  },
  {
    name: 'reports a renamed container that local changed',
    base: container(''),
    new: pod('  containers:\n    - name: app\n      image: i:2\n'),
    local: pod('  containers:\n    - name: c\n      image: mine:1\n      env:\n        - {name: X, value: "1"}\n'),
    want: pod(
      '  containers:\n    - name: app\n      image: i:2\n    - name: c\n      image: mine:1\n      env:\n        - {name: X, value: "1"}\n',
    ),
    conflicts: ['delete/change spec.containers[0]'],
  },
  {
    name: 'reports a changed resource that new removes',
    base: { 'a.yaml': configMap('a', '  a: 1\n'), 'b.yaml': configMap('b', '  b: 1\n') },
    new: { 'b.yaml': configMap('b', '  b: 1\n') },
    local: { 'a.yaml': configMap('a', '  a: 9\n'), 'b.yaml': configMap('b', '  b: 1\n') },
    conflicts: ['delete/change'],
  },
  {
    name: 'reports a resource that both sides add in different files',
    base: { 'b.yaml': configMap('b', '  b: 1\n') },
    new: { 'b.yaml': configMap('b', '  b: 1\n'), 'a.yaml': configMap('a', '  a: 1\n') },
    local: { 'b.yaml': configMap('b', '  b: 1\n'), 'mine.yaml': configMap('a', '  a: 9\n') },
    conflicts: ['add/add', 'add/add data.a'],
  },
  {
    name: 'merges a subpackage that both sides add',
    base: { 'a.md': '' },
    new: { 'a.md': '', ...sub({ ...kptfile(''), 'x.md': 'x\n' }) },
    local: { 'a.md': '', ...sub({ ...kptfile(''), 'y.md': 'y\n' }) },
    want: { 'a.md': '', ...sub({ ...kptfile(''), 'x.md': 'x\n', 'y.md': 'y\n' }) },
  },
  {
    name: 'reports a changed file of a subpackage that new removes',
    base: { 'a.md': '', ...sub({ ...kptfile(''), ...data('  a: 1\n') }) },
    new: { 'a.md': '' },
    local: { 'a.md': '', ...sub({ ...kptfile(''), ...data('  a: 9\n') }) },
    conflicts: ['delete/change'],
  },
  // The Kptfile.
  {
    name: "keeps a function that local puts first beside upstream's",
    base: functions('{image: f:v1}', '{image: g:v1}'),
    new: functions('{image: f:v1}', '{image: g:v1}', '{image: up:v1}'),
    local: functions('{name: PackageVariant.pv..0, image: pv:v1}', '{image: f:v1}', '{image: g:v1}'),
    want: functions('{name: PackageVariant.pv..0, image: pv:v1}', '{image: f:v1}', '{image: g:v1}', '{image: up:v1}'),
  },
  {
    name: 'pairs functions of a registry with a port',
    base: functions('{image: "reg:5000/a:v1"}', '{image: "reg:5000/b:v1"}'),
    new: functions('{image: "reg:5000/a:v2"}', '{image: "reg:5000/b:v1"}'),
    local: functions('{image: "reg:5000/a:v1"}', '{image: "reg:5000/b:v9"}'),
    want: functions('{image: "reg:5000/a:v2"}', '{image: "reg:5000/b:v9"}'),
  },
];

describe('merges that kpt gets wrong', () => {
  for (const row of ROWS)
    it(row.name, () => {
      const { base, new: theirs, local = base, conflicts = [], warnings = [] } = row;
      const want = row.want ?? (conflicts.length === 0 ? theirs : local);
      const map = (files: Files): ReadonlyMap<string, string> =>
        new Map(Object.entries(files).map(([path, text]) => [path, String(text)]));
      const merged = mergePackages({ base: map(base), theirs: map(theirs), local: map(local) });
      assert.deepEqual(
        merged.conflicts.map(({ kind, field }) => (field === undefined ? kind : `${kind} ${field}`)),
        conflicts,
      );
      assert.deepEqual(sorted(Object.fromEntries(merged.files) as Files), sorted(want));
      const messages = merged.results.filter(({ severity }) => severity === 'warning').map(({ message }) => message);
      assert.equal(messages.length, warnings.length, messages.join('\n'));
      for (const [index, part] of warnings.entries()) assert.ok(messages[index]?.includes(part), messages.join('\n'));
    });
});

function sorted(files: Files): Files {
  return Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
