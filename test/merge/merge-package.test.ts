import assert from 'node:assert/strict';
import { mergePackages } from '../../src/merge/index.ts';

interface Row {
  readonly name: string;
  /** Texts of the file `a.yaml`; undefined if it is absent. */
  readonly base: string | undefined;
  readonly theirs: string | undefined;
  readonly local: string | undefined;
  readonly want: string | undefined;
  /** Fields of open conflicts; '' for the whole file. Default: none. */
  readonly conflicts?: readonly string[];
  /** Parts of warnings and infos, in their order. Default: none. */
  readonly results?: readonly string[];
}

const service = (name: string): string =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\nspec:\n  ports:\n    - port: 80\n`;

const configMap = (...lines: readonly string[]): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  k: |\n${lines.map((line) => `    ${line}\n`).join('')}`;

const role = (...rules: readonly (readonly [resource: string, verbs: string])[]): string => {
  const texts = rules.map(([resource, verbs]) => `  - resources: [${resource}]\n    verbs: [${verbs}]\n`);
  return `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: r\nrules:\n${texts.join('')}`;
};

const ROWS: readonly Row[] = [
  {
    name: 'takes a first document marker that new adds to a file that local edits',
    base: configMap('a', 'b', 'c'),
    theirs: `---\n${configMap('a', 'b', 'c')}`,
    local: configMap('x', 'b', 'c'),
    want: `---\n${configMap('x', 'b', 'c')}`,
  },
  {
    name: 'leaves a first document marker out that new removes from a file that local edits',
    base: `---\n${configMap('a', 'b', 'c')}`,
    theirs: configMap('a', 'b', 'c'),
    local: `---\n${configMap('x', 'b', 'c')}`,
    want: configMap('x', 'b', 'c'),
  },
  {
    name: 'keeps a first document marker that local removes out',
    base: `---\n${configMap('a', 'b', 'c')}`,
    theirs: `---\n${configMap('x', 'b', 'c')}`,
    local: configMap('a', 'b', 'c'),
    want: configMap('x', 'b', 'c'),
  },
  {
    name: 'leaves a function deleted whose registry new changes',
    base: 'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: p\npipeline:\n  mutators:\n    - image: gcr.io/a/set-labels:v1\n    - image: gcr.io/a/b:v1\n',
    theirs:
      'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: p\npipeline:\n  mutators:\n    - image: ghcr.io/x/set-labels:v1\n    - image: gcr.io/a/b:v2\n',
    local:
      'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: p\npipeline:\n  mutators:\n    - image: gcr.io/a/b:v1\n',
    want: 'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: p\npipeline:\n  mutators:\n    - image: gcr.io/a/b:v2\n',
    results: ['stays deleted, though new changes it'],
  },
  {
    name: 'is a conflict where local changes an option, and new changes its value',
    base: 'args: [--loglevel, info]\n',
    theirs: 'args: [--loglevel, debug]\n',
    local: 'args: [--format, info]\n',
    want: 'args: [--format, info]\n',
    conflicts: ['args'],
  },
  {
    name: 'joins what both add under one name, new in place of another resource',
    base: service('one'),
    theirs: service('two'),
    local: `${service('one')}---\n${service('two').replace('80', '90')}`,
    want: `${service('two')}    - port: 90\n`,
  },
  {
    name: 'joins no lines of two certificates',
    base: configMap('-----BEGIN CERTIFICATE-----', 'aaa', 'bbb', 'ccc', '-----END CERTIFICATE-----'),
    theirs: configMap('-----BEGIN CERTIFICATE-----', 'xxx', 'bbb', 'ccc', '-----END CERTIFICATE-----'),
    local: configMap('-----BEGIN CERTIFICATE-----', 'aaa', 'bbb', 'yyy', '-----END CERTIFICATE-----'),
    want: configMap('-----BEGIN CERTIFICATE-----', 'aaa', 'bbb', 'yyy', '-----END CERTIFICATE-----'),
    conflicts: ['data.k'],
  },
  {
    name: 'joins no lines of base64 in a Secret',
    base: configMap('QUFB', 'QUFB', 'QUFB', 'QUFB').replace('ConfigMap', 'Secret'),
    theirs: configMap('QUJB', 'QUFB', 'QUFB', 'QUFB').replace('ConfigMap', 'Secret'),
    local: configMap('QUFB', 'QUFB', 'QUFB', 'QUJC').replace('ConfigMap', 'Secret'),
    want: configMap('QUFB', 'QUFB', 'QUFB', 'QUJC').replace('ConfigMap', 'Secret'),
    conflicts: ['data.k'],
  },
  {
    name: 'has two elements with one name of a list whose type is unknown once, with a conflict',
    base: 'l:\n  - name: a\n    v: 1\n',
    theirs: 'l:\n  - name: b\n    v: 1\n',
    local: 'l:\n  - name: a\n    v: 1\n  - name: b\n    v: 7\n',
    want: 'l:\n  - name: b\n    v: 7\n',
    conflicts: ['l[1].v'],
    results: ['elements with the same `name`'],
  },
  {
    name: 'warns about elements that both sides move differently',
    base: 'l: [{name: a}, {name: b}, {name: c}]\n',
    theirs: 'l: [{name: b}, {name: a}, {name: c}]\n',
    local: 'l: [{name: a}, {name: c}, {name: b}]\n',
    want: 'l: [{name: a}, {name: c}, {name: b}]\n',
    results: ['elements with the same `name`', 'both sides changed the order: the local order is kept'],
  },
  {
    name: 'warns about a field that is unique in every version, and repeats in the merged list',
    base: 'l:\n  - {name: a, code: 1, level: x}\n  - {name: b, code: 2, level: x}\n  - {name: c, code: 3, level: x}\n',
    theirs:
      'l:\n  - {name: a, code: 1, level: x}\n  - {name: b, code: 2, level: x}\n  - {name: c, code: 3, level: x}\n  - {name: d, code: 4, level: x}\n',
    local:
      'l:\n  - {name: e, code: 4, level: x}\n  - {name: a, code: 1, level: x}\n  - {name: b, code: 2, level: x}\n  - {name: c, code: 3, level: x}\n',
    want: 'l:\n  - {name: e, code: 4, level: x}\n  - {name: a, code: 1, level: x}\n  - {name: b, code: 2, level: x}\n  - {name: c, code: 3, level: x}\n  - {name: d, code: 4, level: x}\n',
    results: ['elements with the same `name`', 'several elements have the same `code`, 4, which is'],
  },
  {
    name: 'warns about a repeated field if each version has two elements',
    base: 'l:\n  - {name: a, code: one}\n  - {name: b, code: two}\n',
    theirs: 'l:\n  - {name: a, code: one}\n  - {name: b, code: three}\n',
    local: 'l:\n  - {name: a, code: three}\n  - {name: b, code: two}\n',
    want: 'l:\n  - {name: a, code: three}\n  - {name: b, code: three}\n',
    results: ['elements with the same `name`', 'several elements have the same `code`, "three", which is'],
  },
  {
    name: 'does not join two ports with one name',
    base: service('s').replace('port: 80', 'name: a\n      port: 80'),
    theirs: `${service('s').replace('port: 80', 'name: a\n      port: 80')}    - name: m\n      port: 90\n`,
    local: `${service('s').replace('port: 80', 'name: a\n      port: 80')}    - name: m\n      port: 91\n`,
    want: `${service('s').replace('port: 80', 'name: a\n      port: 80')}    - name: m\n      port: 91\n`,
    conflicts: ['spec.ports'],
  },
  {
    name: 'is a conflict where both sides change a rule without a key, which is another one in new',
    base: 'rules:\n  - resources: [pods]\n    verbs: [get]\n',
    theirs: 'rules:\n  - resources: [secrets]\n    verbs: [get]\n',
    local: 'rules:\n  - resources: [pods]\n    verbs: [get, delete]\n',
    want: 'rules:\n  - resources: [pods]\n    verbs: [get, delete]\n',
    conflicts: ['rules[0]'],
  },
  {
    name: 'does not give the rights of one rule of a Role to the resource that new puts in its place',
    base: role(['pods', 'get']),
    theirs: role(['secrets', 'get']),
    local: role(['pods', 'get, delete']),
    want: role(['pods', 'get, delete']),
    conflicts: ['rules[0]'],
  },
  {
    name: 'takes what each side changes in another rule of a Role',
    base: role(['pods', 'get'], ['nodes', 'get']),
    theirs: role(['pods', 'get, list'], ['nodes', 'get']),
    local: role(['pods', 'get'], ['nodes', 'get, list']),
    want: role(['pods', 'get, list'], ['nodes', 'get, list']),
  },
  {
    name: 'takes a change of a rule of a Role that both sides make',
    base: role(['pods', 'get']),
    theirs: role(['pods', 'get, list']),
    local: role(['pods', 'get, list']),
    want: role(['pods', 'get, list']),
  },
  {
    name: 'is a conflict where new changes two rules without keys into each other, and local changes one',
    base: 'rules:\n  - resources: [pods]\n    verbs: [get]\n  - resources: [secrets]\n    verbs: [get]\n',
    theirs: 'rules:\n  - resources: [secrets]\n    verbs: [get, list]\n  - resources: [pods]\n    verbs: [get, list]\n',
    local: 'rules:\n  - resources: [pods]\n    verbs: [get, delete]\n  - resources: [secrets]\n    verbs: [get]\n',
    want: 'rules:\n  - resources: [secrets]\n    verbs: [get, list]\n  - resources: [pods]\n    verbs: [get, delete]\n',
    conflicts: ['rules[0]'],
  },
  {
    name: 'is a conflict where local changes two rules without keys into each other, and new changes one',
    base: 'rules:\n  - resources: [pods]\n    verbs: [get]\n  - resources: [secrets]\n    verbs: [get]\n',
    theirs: 'rules:\n  - resources: [pods]\n    verbs: [get, delete]\n  - resources: [secrets]\n    verbs: [get]\n',
    local: 'rules:\n  - resources: [secrets]\n    verbs: [get, list]\n  - resources: [pods]\n    verbs: [get, list]\n',
    want: 'rules:\n  - resources: [secrets]\n    verbs: [get, list]\n  - resources: [pods]\n    verbs: [get, list]\n',
    conflicts: ['rules[1]'],
  },
  {
    name: 'is a conflict where both sides change a rule without a key in lines beside each other',
    base: 'rules:\n  - resources: [pods]\n    verbs: [get]\n  - resources: [secrets]\n    verbs: [get]\n',
    theirs: 'rules:\n  - resources: [pods]\n    verbs: [get, list]\n  - resources: [secrets]\n    verbs: [get, list]\n',
    local: 'rules:\n  - resources: [pods, nodes]\n    verbs: [get]\n  - resources: [secrets]\n    verbs: [get]\n',
    want: 'rules:\n  - resources: [pods, nodes]\n    verbs: [get]\n  - resources: [secrets]\n    verbs: [get, list]\n',
    conflicts: ['rules[0]'],
  },
  {
    name: 'is a conflict where both sides add options with one value at different places of arguments',
    base: 'args: [serve, --x, "0"]\n',
    theirs: 'args: [serve, --a, "1", --x, "0"]\n',
    local: 'args: [serve, --x, "0", --b, "1"]\n',
    want: 'args: [serve, --x, "0", --b, "1"]\n',
    conflicts: ['args'],
  },
  {
    name: 'is a conflict where both sides add options with one value at one place of arguments',
    base: 'args: [serve]\n',
    theirs: 'args: [serve, --a, "1"]\n',
    local: 'args: [serve, --b, "1"]\n',
    want: 'args: [serve, --b, "1"]\n',
    conflicts: ['args'],
  },
  {
    name: 'takes arguments once that both sides add at one place, with others of local beside them',
    base: 'args: [serve]\n',
    theirs: 'args: [serve, --a, "1"]\n',
    local: 'args: [serve, --z, --a, "1", --b]\n',
    want: 'args: [serve, --z, --a, "1", --b]\n',
  },
  {
    name: 'takes no lines of both sides into a file that sops encrypted',
    base: 'a: 1\nb: 1\nc: 1\nd: 1\nsops:\n  mac: x\n',
    theirs: 'a: 2\nb: 1\nc: 1\nd: 1\nsops:\n  mac: x\n',
    local: 'a: 1\nb: 1\nc: 1\nd: 3\nsops:\n  mac: x\n',
    want: 'a: 1\nb: 1\nc: 1\nd: 3\nsops:\n  mac: x\n',
    conflicts: [''],
  },
  {
    name: 'takes a pointer of Git LFS as a whole',
    base: 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nx 1\ny 1\nsize 1\n',
    theirs: 'version https://git-lfs.github.com/spec/v1\noid sha256:2\nx 1\ny 1\nsize 1\n',
    local: 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nx 1\ny 1\nsize 3\n',
    want: 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nx 1\ny 1\nsize 3\n',
    conflicts: [''],
  },
  {
    name: 'removes the entries of a map that new empties with a null, and keeps those of local',
    base: 'metadata:\n  annotations:\n    a: b\n',
    theirs: 'metadata:\n  annotations:\n',
    local: 'metadata:\n  annotations:\n    a: b\n    mine: c\n',
    want: 'metadata:\n  annotations:\n    mine: c\n',
    results: ['keeps what local added'],
  },
  {
    name: 'keeps two resources with different names that both sides add',
    base: undefined,
    theirs: service('theirs'),
    local: service('local'),
    want: `${service('theirs')}---\n${service('local')}`,
  },
  {
    name: 'pairs equal elements that have no scalars',
    base: 'a:\n  - {}\n  - x: []\nb: 1\n',
    theirs: 'a:\n\n  - {}\n  - x: []\nb: 1\n',
    local: 'a:\n  - {}\n  - y\nb: 1\n',
    want: 'a:\n\n  - {}\n  - y\nb: 1\n',
  },
  {
    name: 'keeps the line break at the end of a block scalar, though new removes it from the file',
    base: 'a: 1\nb: 2\n',
    theirs: 'a: 2\nb: 2',
    local: 'a: 1\nb: |\n  one\n  two\n',
    want: 'a: 2\nb: |\n  one\n  two\n',
  },
  {
    name: 'writes no line break twice where new has two kinds of them',
    base: 'a: 1\nb: 2\n',
    theirs: 'a: 2\r\nb: 2\n',
    local: 'a: 1\r\nb: 3\r\n',
    want: 'a: 2\r\nb: 3\r\n',
  },
  {
    name: 'keeps the comment beside a block scalar that new changes',
    base: 'a: |\n  one\n  two\n',
    theirs: 'a: |\n  one\n',
    local: 'a: | # mine\n  one\n  two\nb: 1\n',
    want: 'a: | # mine\n  one\nb: 1\n',
  },
  {
    name: 'takes the comment that new adds above a flow map of several lines, beside data of local',
    base: '{\n a: 1}\n',
    theirs: '# up\n{\n a: 1}\n',
    local: '{\n a: 2}\n',
    want: '# up\n{\n a: 2}\n',
  },
  {
    name: 'reports comments inside a flow map that do not arrive',
    base: 'm: {\n  a: 1 }\n',
    theirs: 'm: { # up\n  a: 1 }\n',
    local: 'm: {\n  a: 1, b: 2 }\n',
    want: 'm: {\n  a: 1, b: 2 }\n',
    results: ['some comments inside it are lost'],
  },
  {
    name: 'keeps a null that new sets over a merge key',
    base: 'd: &d\n  a: 1\nm:\n  <<: *d\n  a: 2\n',
    theirs: 'd: &d\n  a: 1\nm:\n  <<: *d\n  a: null\n',
    local: 'd: &d\n  a: 1\nm:\n  <<: *d\n  a: 2\n  b: 3\n',
    want: 'd: &d\n  a: 1\nm:\n  <<: *d\n  a: null\n  b: 3\n',
  },
  {
    name: 'takes what new sets over a merge key that local writes out',
    base: 'd: &d\n  a: 1\n  b: 2\nm:\n  <<: *d\n  c: 3\n',
    theirs: 'd: &d\n  a: 1\n  b: 2\nm:\n  <<: *d\n  c: 3\n  a: 9\n',
    local: 'd: &d\n  a: 1\n  b: 2\nm:\n  a: 1\n  b: 2\n  c: 4\n',
    want: 'd: &d\n  a: 1\n  b: 2\nm:\n  a: 9\n  b: 2\n  c: 4\n',
  },
  {
    name: 'leaves a value deleted that local deletes with the merge key that supplies it',
    base: 'd: &d\n  a: 1\n  b: 2\nm:\n  <<: *d\n  c: 3\n',
    theirs: 'd: &d\n  a: 1\n  b: 2\nm:\n  <<: *d\n  c: 3\n  b: 9\n',
    local: 'd: &d\n  a: 1\n  b: 2\nm:\n  a: 1\n  c: 3\n',
    want: 'd: &d\n  a: 1\n  b: 2\nm:\n  a: 1\n  c: 3\n',
    results: ['stays deleted, though new changes it'],
  },
  {
    name: 'removes the whole line break at the end, as local, where new has two kinds of them',
    base: 'a: 1\nb: 2\n',
    theirs: 'a: 2\nb: 2\r\n',
    local: 'a: 1\nb: 2',
    want: 'a: 2\nb: 2',
  },
  {
    name: 'reports comments of new that are lost where aliases leave only data to merge',
    base: 'a: &x 1\nb: {c: *x, d: 1}\n',
    theirs: '# up\na: &x 1\nb: {c: *x, d: 2}\n',
    local: '# mine\na: &x 1\nb: {c: *x, d: 1, e: 2}\n',
    want: '# mine\na: &x 1\nb: {c: *x, d: 2, e: 2}\n',
    results: ['some comments inside it are lost'],
  },
  {
    name: 'merges by structure where a block scalar is above the end of a file without a line break',
    base: 'a: |\n  one\nb: 1\nc: 1',
    theirs: 'a: |\n  one\nb: 2\nc: 1',
    local: 'a: |\n  one\nb: 1\nc: 2',
    want: 'a: |\n  one\nb: 2\nc: 2',
  },
  {
    name: 'merges by lines where a file without a line break ends in a block scalar',
    base: 'b: 1\na: |\n  one\n\n  two',
    theirs: 'b: 2\na: |\n  one\n\n  two',
    local: 'b: 1\na: |\n  one\n\n  3',
    want: 'b: 2\na: |\n  one\n\n  3',
  },
  {
    name: 'reports comments that new adds to what local deletes',
    base: 'a: 1\nb: 2\n',
    theirs: '# up\na: 1\nb: 2\n',
    local: 'b: 3\n',
    want: 'b: 3\n',
    results: ['stays deleted, including the comments that new changed'],
  },
];

describe('merge of one file', () => {
  for (const { name, base, theirs, local, want, conflicts = [], results = [] } of ROWS)
    it(name, () => {
      const files = (text: string | undefined): ReadonlyMap<string, string> =>
        new Map(text === undefined ? [] : [['a.yaml', text]]);
      const merged = mergePackages(
        { base: files(base), theirs: files(theirs), local: files(local) },
        { kptfile: 'plain' },
      );
      assert.equal(merged.files.get('a.yaml'), want);
      assert.deepEqual(
        merged.conflicts.map(({ field = '' }) => field),
        conflicts,
      );
      assert.equal(merged.results.length, results.length, JSON.stringify(merged.results));
      for (const [index, part] of results.entries()) assert.ok(merged.results[index]?.message.includes(part));
    });
});
