import assert from 'node:assert/strict';
import { applyToFolder } from '../support/apply-to-folder.ts';
import type { Call } from '../../src/function/index.ts';
import type { Resource } from '../../src/krm/index.ts';
import { configMap, inFolder, readFiles, type Files } from '../cli/run-support.ts';
import { probe, PROBE, type ProbeConfig } from '../support/probe.ts';
import { keptAt, resource, resourceList } from '../support/resource-list.ts';
import { runList } from '../support/run-list.ts';

type Act = (call: Call<ProbeConfig>) => void;

const describeResource = ({ apiVersion, kind, name, location }: Resource): string =>
  `${apiVersion} ${kind} ${name}${location.element === undefined ? '' : ` ${location.element.join('.')}`}`;

async function resourcesIn(text: string): Promise<readonly string[]> {
  const seen: string[] = [];
  const fn = probe(({ resources }) => void seen.push(...[...resources].map(describeResource)));
  const { stderr } = await runOn(fn, { 'a.yaml': text });
  assert.doesNotMatch(stderr, /error/);
  return seen;
}

function runOn(fn: ReturnType<typeof probe>, files: Files): Promise<{ stderr: string; files: Files }> {
  return inFolder({ 'probe.yaml': PROBE }, (aside) =>
    inFolder(files, async (folder) => {
      const { stderr } = await applyToFolder(fn, [folder, '--fn-config', `${aside}/probe.yaml`, '-v']);
      return { stderr, files: readFiles(folder) };
    }),
  );
}

/** `want`: resources, each with its position in the list. */
const rows: readonly (readonly [name: string, text: string, want: readonly string[]])[] = [
  [
    'a List of several kinds',
    'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: A, metadata: {name: a}}\n- {apiVersion: v1, kind: B, metadata: {name: b}}\n',
    ['v1 A a 0', 'v1 B b 1'],
  ],
  [
    'a typed list whose kind is at its end, and whose elements have none',
    'apiVersion: rbac.authorization.k8s.io/v1\nitems:\n- metadata:\n    name: a\n- metadata:\n    name: b\nkind: RoleList\n',
    ['rbac.authorization.k8s.io/v1 Role a 0', 'rbac.authorization.k8s.io/v1 Role b 1'],
  ],
  [
    'a typed list with an element of another kind',
    'apiVersion: v1\nkind: ConfigMapList\nitems: [{metadata: {name: a}}, {kind: Secret, metadata: {name: b}}]\n',
    ['v1 ConfigMap a 0', 'v1 Secret b 1'],
  ],
  [
    'a list in a list',
    'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: A, metadata: {name: a}}\n- {apiVersion: v1, kind: PodList, items: [{metadata: {name: b}}]}\n',
    ['v1 A a 0', 'v1 Pod b 1.0'],
  ],
  [
    'JSON',
    '{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "A", "metadata": {"name": "a"}}]}\n',
    ['v1 A a 0'],
  ],
  [
    'a List with a name, which kpt requires',
    'apiVersion: v1\nkind: List\nmetadata: {name: all}\nitems: [{apiVersion: v1, kind: A, metadata: {name: a}}]\n',
    ['v1 A a 0'],
  ],
  [
    'a custom resource whose kind ends like that of a list',
    'apiVersion: example.com/v1\nkind: CheckList\nmetadata: {name: all}\nitems: [{name: a}]\n',
    ['example.com/v1 CheckList all'],
  ],
  [
    'a custom resource without items',
    'apiVersion: example.com/v1\nkind: AllowList\nmetadata: {name: all}\nspec: {}\n',
    ['example.com/v1 AllowList all'],
  ],
];

const LIST = `apiVersion: v1
kind: ConfigMapList
metadata:
  name: all # a name
items:
  # the first
  - metadata:
      name: a
    data: {k: v} # one line
  # the second
  - metadata: # no kind
      name: b
    data:
      k: v
`;

const setAll: Act = ({ resources }) => {
  for (const { document } of resources) document.set(['data', 'k'], 'w');
};

describe('lists of resources', () => {
  for (const [name, text, want] of rows)
    it(`counts as its elements: ${name}`, async () => assert.deepEqual(await resourcesIn(text), want));

  it('reports an element that is not a resource', async () => {
    const list = 'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: A, metadata: {name: a}}\n- {kind: B}\n';
    const { stderr } = await runOn(probe(), { 'list.yaml': list });
    assert.match(
      stderr,
      /^\[info\] \S+\/list\.yaml: skipped `items\[1\]`: a KRM resource must have `apiVersion`, `kind` and `metadata.name`$/m,
    );
  });

  it('edits elements in place, in a file', async () => {
    const { files } = await runOn(probe(setAll), { 'list.yaml': LIST });
    assert.equal(files['list.yaml'], LIST.replaceAll('k: v', 'k: w'));
  });

  it('edits elements in place, in an item from kpt', async () => {
    const item = LIST.replace(
      '# a name\n',
      `\n  annotations:\n${keptAt('list.yaml').replace(/^ {2}annotations:\n/, '')}`,
    );
    const { list, stderr } = await runList(probe(setAll), resourceList([item], PROBE));
    assert.equal(stderr, '');
    assert.equal(list, resourceList([item.replaceAll('k: v', 'k: w')], PROBE));
  });

  it('names an element in results, and its file', async () => {
    const fn = probe(({ resources, results }) => {
      for (const each of resources) results.warning('seen', { code: 'x-test', resource: each, field: ['data'] });
    });
    const { stderr } = await runOn(fn, { 'list.yaml': LIST });
    assert.deepEqual(stderr.match(/\[warning\].*/g)?.length, 2, stderr);
    assert.match(stderr, /list\.yaml.*ConfigMap.*\bb\b|ConfigMap.*\bb\b.*list\.yaml/);
  });

  it('hides the values of an element of a SecretList', async () => {
    const list = 'apiVersion: v1\nkind: SecretList\nitems:\n- metadata: {name: a}\n  data: {k: aHVzaA==}\n';
    const fn = probe(({ resources, results }) => {
      for (const each of resources)
        results.warning('seen', {
          code: 'x-test',
          resource: each,
          field: ['data', 'k'],
          currentValue: each.document.value(['data', 'k']),
        });
    });
    const { stderr } = await runOn(fn, { 'list.yaml': list });
    assert.match(stderr, /seen/);
    assert.doesNotMatch(stderr, /aHVz/);
  });

  it('removes elements, and keeps those that remain with their comments', async () => {
    const remove: Act = ({ resources }) => {
      const others = [...resources].filter(({ name }) => name !== 'b');
      for (const each of others) resources.remove(each);
    };
    const three = `${LIST}  - metadata: {name: c}\n`;
    const { files } = await runOn(probe(remove), { 'list.yaml': three });
    assert.equal(files['list.yaml'], LIST.replace(/ {2}# the first\n(?: .*\n){3}(?= {2}# the second)/, ''));
  });

  it('unlinks a list from the one kpt read when an element is removed: kpt restores comments by their position', async () => {
    const remove: Act = ({ resources }) => {
      const [first] = resources;
      if (first !== undefined) resources.remove(first);
    };
    const id = '  annotations:\n    internal.config.kubernetes.io/id: "3"\n';
    const { list } = await runList(probe(remove), resourceList([LIST.replace('# a name\n', `\n${id}`)], PROBE));
    assert.doesNotMatch(list, /kubernetes\.io\/id/);
    assert.doesNotMatch(list, /name: a\n/);
  });

  it('takes the local configuration of a list for that of its elements', async () => {
    const seen: boolean[] = [];
    const fn = probe(({ resources }) => void seen.push(...[...resources].map(({ isLocalConfig }) => isLocalConfig)));
    const local = LIST.replace('# a name\n', '\n  annotations: {config.kubernetes.io/local-config: "true"}\n');
    await runOn(fn, { 'list.yaml': local });
    assert.deepEqual(seen, [true, true]);
  });

  it('refuses to edit an element that an alias leads to, and writes nothing', async () => {
    const list = `apiVersion: v1\nkind: List\nbase: &base\n- {apiVersion: v1, kind: A, metadata: {name: a}}\nitems: *base\n`;
    const files = { 'list.yaml': list, 'a.yaml': configMap('x') };
    const ran = await runOn(probe(setAll), files);
    assert.match(ran.stderr, /\[error\].*an alias leads here: replace it by a copy of its value first/);
    assert.deepEqual(ran.files, files);
  });

  it('edits an element that is an alias as a copy', async () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n- &a {apiVersion: v1, kind: A, metadata: {name: a}}\n- *a\n`;
    const fn = probe(({ resources }) => {
      const [, second] = resources;
      second?.document.set(['metadata', 'name'], 'b');
    });
    const { files } = await runOn(fn, { 'list.yaml': list });
    assert.match(String(files['list.yaml']), /name: a\}\}\n- .*name: b/);
  });

  it('sorts items before their neighbors by the position in the list', async () => {
    const item = resource('v1', 'List', 'l', 'items:\n- {apiVersion: v1, kind: A, metadata: {name: a}}\n');
    const seen: string[] = [];
    const fn = probe(({ resources }) => void seen.push(...[...resources].map(({ name }) => name)));
    await runList(fn, resourceList([item, resource('v1', 'ConfigMap', 'z')], PROBE));
    assert.deepEqual(seen, ['a', 'z']);
  });
});
