import assert from 'node:assert/strict';
import { readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import type { Call, LoadedFunction } from '../../src/function/index.ts';
import { Resource, Resources } from '../../src/krm/index.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { applyToFolder } from '../support/apply-to-folder.ts';
import { configMap, diffWithin, inFolder, readFiles, type Files } from '../cli/run-support.ts';
import { probe, PROBE, type ProbeConfig } from '../support/probe.ts';
import { keptAt, resource, resourceList } from '../support/resource-list.ts';
import { runList } from '../support/run-list.ts';

const A = resource('v1', 'ConfigMap', 'a', 'data:\n  x: 1 # one\n', keptAt('a.yaml', '/p/sub'));
const B = resource('v1', 'Secret', 'b', '', keptAt('b.yaml'));
const BOOKKEEPING = "    internal.config.kubernetes.io/id: '7'\n    internal.config.kubernetes.io/seqindent: 'wide'\n";

type Act = (call: Call<ProbeConfig>) => void;

/** Copies the first resource to a location. */
const copyFirst =
  (path = 'new/a.yaml', packagePath?: string): Act =>
  ({ resources }) => {
    const [first] = resources;
    const node = first?.document.get([]);
    if (node !== undefined)
      resources
        .add(node, { path, index: 0, ...(packagePath !== undefined && { packagePath }) })
        .document.set(['metadata', 'name'], 'copy');
  };

const removeFirst: Act = ({ resources }) => {
  const [first] = resources;
  if (first !== undefined) resources.remove(first);
};

async function outputOf(act: Act, ...items: readonly string[]): Promise<string> {
  const { list, stderr } = await runList(probe(act), resourceList(items, PROBE));
  assert.equal(stderr, '');
  return list;
}

const copied = (place: string): string =>
  resource('v1', 'ConfigMap', 'copy', 'data:\n  x: 1 # one\n', `  annotations:\n${place}`);
const PLACE = `    internal.config.kubernetes.io/path: new/a.yaml\n    internal.config.kubernetes.io/index: "0"\n`;

describe('resources that are added and removed', () => {
  it('adds a copy after all items, at its own path, without the annotations that identify the original to kpt', async () => {
    const first = A.replace('\ndata:', `\n${BOOKKEEPING}data:`);
    const want = copied(`    internal.config.kubernetes.io/seqindent: 'wide'\n${PLACE}`);
    assert.equal(await outputOf(copyFirst(), first, B), resourceList([first, B, want], PROBE));
  });

  it('adds a copy to a subpackage', async () => {
    const want = copied(`${PLACE}    internal.config.kubernetes.io/package-path: /p/sub\n`);
    assert.equal(await outputOf(copyFirst('new/a.yaml', '/p/sub'), A), resourceList([A, want], PROBE));
  });

  it('keeps the comment beside the dash in a copy, where kpt writes a comment at the head of a file', async () => {
    const [list, want] = [[A], [A, copied(PLACE)]].map((items) =>
      resourceList(items, PROBE).replaceAll('- apiVersion', '- # head\n  apiVersion'),
    );
    const ran = await runList(probe(copyFirst()), list ?? '');
    assert.equal(ran.list, want);
  });

  it('removes an item', async () => {
    assert.equal(await outputOf(removeFirst, A, B), resourceList([B], PROBE));
  });

  it('removes the only item', async () => {
    assert.equal(await outputOf(removeFirst, A), resourceList([], PROBE));
  });

  it('adds and removes items in one call, and edits a remaining one', async () => {
    const act: Act = (call) => {
      const [, second] = call.resources;
      copyFirst()(call);
      removeFirst(call);
      second?.document.set(['type'], 'Opaque');
      assert.equal(call.resources.length, 2);
    };
    assert.equal(await outputOf(act, A, B), resourceList([`${B}type: Opaque\n`, copied(PLACE)], PROBE));
  });

  it('refuses to change the location of an item after others were added and removed', async () => {
    const act: Act = (call) => {
      removeFirst(call);
      const [second] = call.resources;
      second?.document.set(['metadata', 'annotations', 'internal.config.kubernetes.io/path'], 'c.yaml');
    };
    const { stderr } = await runList(probe(act), resourceList([A, B], PROBE));
    assert.match(stderr, /item 0 would move to another file/);
  });

  it('stores resources without a list nowhere else', () => {
    const resources = new Resources([new Resource(readDocument(A))]);
    const added = resources.add({ kind: 'B' }, { path: 'b.yaml' });
    resources.remove(added);
    assert.deepEqual([added.kind, added.file?.path, resources.length], ['B', 'b.yaml', 1]);
    assert.throws(() => resources.remove(added), /only a resource that is in the list/);
  });
});

interface Ran {
  readonly files: Readonly<Record<string, string>>;
  readonly stdout: string;
  readonly stderr: string;
}

async function runOnFiles(fn: LoadedFunction, files: Files): Promise<Ran> {
  return await inFolder({ 'probe.yaml': PROBE }, (folder) =>
    inFolder(files, async (root) => {
      const { stdout, stderr } = await applyToFolder(fn, [root, '--diff', '--fn-config', `${folder}/probe.yaml`]);
      return { files: readFiles(root), stdout: diffWithin(root, stdout), stderr };
    }),
  );
}

describe('resources that are added and removed, in files', () => {
  const a = configMap('a', 'data:\n  x: 1 # one\n');
  const b = configMap('b');

  it('writes a new file', async () => {
    const { files, stdout } = await runOnFiles(probe(copyFirst()), { 'a.yaml': a });
    const copy = a.replace('name: a', 'name: copy');
    assert.deepEqual(files, { 'a.yaml': a, 'new/a.yaml': copy });
    assert.equal(stdout, `--- /dev/null\n+++ b/new/a.yaml\n@@ -0,0 +1,6 @@\n${copy.replaceAll(/^(?=.)/gm, '+')}`);
  });

  it('writes two resources to one new file', async () => {
    const act: Act = (call) => {
      call.resources.add({ kind: 'B', apiVersion: 'v1', metadata: { name: 'b' } }, { path: 'new/a.yaml', index: 1 });
      copyFirst()(call);
    };
    const { files } = await runOnFiles(probe(act), { 'a.yaml': a });
    const second = 'kind: B\napiVersion: v1\nmetadata:\n  name: b\n';
    assert.equal(files['new/a.yaml'], `${a.replace('name: a', 'name: copy')}---\n${second}`);
  });

  it('removes a file', async () => {
    const { files, stdout } = await runOnFiles(probe(removeFirst), { 'a.yaml': b, 'b.yaml': a });
    assert.deepEqual(files, { 'b.yaml': a });
    assert.match(stdout, /^--- a\/a\.yaml\n\+\+\+ \/dev\/null\n@@ -1,4 \+0,0 @@\n-apiVersion/);
  });

  const rows: readonly (readonly [name: string, before: string, after: string])[] = [
    ['the first of two resources', `${b}---\n${a}`, a],
    ['a resource beside a document that is not a resource', `${b}---\nx: 1\n`, 'x: 1\n'],
  ];
  for (const [name, before, after] of rows) {
    it(`removes ${name}`, async () => {
      const { files } = await runOnFiles(probe(removeFirst), { 'a.yaml': before });
      assert.equal(files['a.yaml'], after);
    });
  }

  it('replaces a file', async () => {
    const act: Act = (call) => {
      copyFirst('a.yaml')(call);
      removeFirst(call);
    };
    const { files } = await runOnFiles(probe(act), { 'a.yaml': a });
    assert.deepEqual(files, { 'a.yaml': a.replace('name: a', 'name: copy') });
  });

  const addLast: Act = ({ resources }) => {
    resources.add({ kind: 'C', apiVersion: 'v1', metadata: { name: 'c' } }, { path: 'a.yaml' });
  };
  const last = 'kind: C\napiVersion: v1\nmetadata:\n  name: c\n';
  const ends: readonly (readonly [name: string, before: string, after: string])[] = [
    ['after the resources of its file', `${a}---\n${b}`, `${a}---\n${b}---\n${last}`],
    ['after a document that is not a resource', `${a}---\nx: 1\n`, `${a}---\nx: 1\n---\n${last}`],
    ['after a text without a line break at its end', a.trimEnd(), `${a}---\n${last}`],
    ['after an end marker', `${a}...\n`, `${a}...\n---\n${last}`],
    ['after comments', `${a}---\n# end\n`, `${a}---\n# end\n---\n${last}`],
    ['in the line breaks of its file', a.replaceAll('\n', '\r\n'), `${a}---\n${last}`.replaceAll('\n', '\r\n')],
  ];
  for (const [name, before, after] of ends) {
    it(`adds a resource without an index ${name}`, async () => {
      assert.deepEqual((await runOnFiles(probe(addLast), { 'a.yaml': before })).files, { 'a.yaml': after });
    });
  }

  const between: readonly (readonly [name: string, indexes: readonly number[], before: string, after: string])[] = [
    ['before the others', [-1], `# head\n${a}---\n${b}`, `${last}---\n# head\n${a}---\n${b}`],
    ['before a marker', [-1], `---\n${a}`, `${last}---\n${a}`],
    ['before comments and an empty document', [-1], `# x\n---\n# y\n${a}`, `${last}---\n# x\n---\n# y\n${a}`],
    ['before and after the others', [7, -1, -5], a, `${last}---\n${last}---\n${a}---\n${last}`],
    ['in the line breaks of its file', [-1], a.replaceAll('\n', '\r\n'), `${last}---\n${a}`.replaceAll('\n', '\r\n')],
    ['before a text without a line break at its end', [-1], a.trimEnd(), `${last}---\n${a.trimEnd()}`],
  ];
  for (const [name, indexes, before, after] of between) {
    it(`adds resources by their indexes: ${name}`, async () => {
      const act: Act = ({ resources }) => {
        const content = { kind: 'C', apiVersion: 'v1', metadata: { name: 'c' } };
        for (const index of indexes) resources.add(content, { path: 'a.yaml', index });
      };
      assert.deepEqual((await runOnFiles(probe(act), { 'a.yaml': before })).files, { 'a.yaml': after });
    });
  }

  it('adds a resource in the place of one that is removed', async () => {
    const act: Act = (call) => {
      copyFirst('a.yaml')(call);
      removeFirst(call);
    };
    const { files } = await runOnFiles(probe(act), { 'a.yaml': `${a}---\n# of b\n${b}` });
    assert.deepEqual(files, { 'a.yaml': `${a.replace('name: a', 'name: copy')}---\n# of b\n${b}` });
  });

  for (const first of ['\uFEFF', '%YAML 1.2\n---\n'])
    it(`adds no resource before ${JSON.stringify(first)}`, async () => {
      const act: Act = ({ resources }) => void resources.add({ kind: 'C' }, { path: 'a.yaml', index: -1 });
      const files = { 'a.yaml': `${first}${a}` };
      const ran = await runOnFiles(probe(act), files);
      assert.deepEqual(ran.files, files);
      assert.match(ran.stderr, /cannot come before a byte order mark or a directive: give it a higher index/);
    });

  it('adds no resource behind a string that would get the line break at its end', async () => {
    const files = { 'a.yaml': `${a}data:\n  k: |\n    x` };
    const ran = await runOnFiles(probe(addLast), files);
    assert.deepEqual(ran.files, files);
    assert.match(ran.stderr, /^\[error\] \S+\/a\.yaml: must end with a line break/m);
  });

  it('adds no resource to a JSON file', async () => {
    const files = { 'a.json': '{"apiVersion": "v1", "kind": "A", "metadata": {"name": "a"}}\n' };
    const act: Act = ({ resources }) => void resources.add({ kind: 'C' }, { path: 'a.json' });
    const ran = await runOnFiles(probe(act), files);
    assert.deepEqual(ran.files, files);
    assert.match(ran.stderr, /^\[error\] \S+\/a\.json: a new resource cannot be added to a JSON file/m);
  });

  for (const [name, path, files] of [
    ['a file that has other resources', 'b.yaml', { 'a.yaml': a, 'b.yaml': b }],
    ['a file outside of the package', 'new/a.txt', { 'a.yaml': a, 'new/a.txt': 'x' }],
    ['a file that a `.krmignore` leaves out', 'new/b.yaml', { 'a.yaml': a, '.krmignore': 'new\n', 'new/b.yaml': b }],
  ] as const) {
    it(`never writes over ${name}`, async () => {
      const ran = await runOnFiles(probe(copyFirst(path)), files);
      assert.deepEqual(ran.files, files);
      assert.match(ran.stderr, /^\[error\] .*(or a file of its own|must be in a file that is read again)/m);
    });
  }

  for (const path of ['../a.yaml', 'new/../../a.yaml', '/tmp/a.yaml', './a.yaml', 'new//a.yaml']) {
    it(`never writes to ${path}, which is not a normalized path in the folder`, async () => {
      const ran = await runOnFiles(probe(copyFirst(path)), { 'a.yaml': a });
      assert.deepEqual(ran.files, { 'a.yaml': a });
      assert.match(ran.stderr, /^\[error\] .*a new file must have a relative path inside the folder/m);
    });
  }

  it('never writes through a symbolic link, and creates no folder there', () =>
    inFolder({ 'p/a.yaml': a, 'outside/.keep': '', 'probe.yaml': PROBE }, async (folder) => {
      symlinkSync(`${folder}/outside`, `${folder}/p/new`);
      const args = [`${folder}/p`, '--fn-config', `${folder}/probe.yaml`];
      const { stderr, exitCode } = await applyToFolder(probe(copyFirst('new/deep/a.yaml')), args);
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /^\[error\] \S+\/p\/new\/deep\/a\.yaml: a new file must be in a folder, but "new" is a symbolic link; no file was written$/m,
      );
      assert.deepEqual(readdirSync(`${folder}/outside`), ['.keep']);
    }));

  it('never writes over a dangling symbolic link', () =>
    inFolder({ 'p/a.yaml': a, 'probe.yaml': PROBE }, async (folder) => {
      symlinkSync(`${folder}/nothing`, `${folder}/p/b.yaml`);
      const args = [`${folder}/p`, '--fn-config', `${folder}/probe.yaml`];
      const { stderr } = await applyToFolder(probe(copyFirst('b.yaml')), args);
      assert.match(
        stderr,
        /^\[error\] \S+\/p\/b\.yaml: a new file must not exist yet, but is a symbolic link; no file was written$/m,
      );
      assert.equal(readlinkSync(`${folder}/p/b.yaml`), `${folder}/nothing`);
    }));
});
