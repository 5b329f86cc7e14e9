import assert from 'node:assert/strict';
import { readFolderFiles } from '../../../cli/package/folder-files.ts';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import injectConfig from '../../../functions/inject-config/index.ts';
import { runFunction, type Outcome } from '../../../src/function/index.ts';
import { KrmError } from '../../../src/krm/index.ts';
import { inFolder, readFiles, writeFiles, type Files } from '../../cli/run-support.ts';
import { loaded } from '../../support/probe.ts';
import { keptAt, resource, resourceList } from '../../support/resource-list.ts';

const fn = loaded(injectConfig);
const POINT = resource(
  'v1',
  'ConfigMap',
  'c',
  'data: {}\n',
  `${keptAt('c.yaml')}    kpt.dev/config-injection: required\n`,
);
const KPTFILE = resource('kpt.dev/v1', 'Kptfile', 'p', '', keptAt('Kptfile'));

const config = (path: string, rest = ''): string =>
  resource(
    'krm-variants.dev/v1alpha1',
    'ConfigInjection',
    'i',
    `spec: {injectors: [{name: north}], sources: {path: ${path}${rest}}}\n`,
  );
const north = (value: string): string => resource('v1', 'ConfigMap', 'north', `data:\n  x: ${value} # kept\n`);

async function inject(files: Files, rest = ''): Promise<Outcome & { readonly folder: string }> {
  return await inFolder(files, async (folder) => {
    const list = resourceList([KPTFILE, POINT], config(folder, rest));
    return { ...(await runFunction(fn, Buffer.from(list), { readFolder: readFolderFiles })), folder };
  });
}

describe('inject-config: sources.path', () => {
  const found: readonly (readonly [name: string, files: Files])[] = [
    ['a file', { 'a.yaml': north('here') }],
    [
      'one of several documents in a subfolder',
      { 'b/c.yml': `# none\n---\nkind: A\napiVersion: v1\nmetadata: {name: a}\n---\n${north('here')}` },
    ],
    [
      'a List',
      { 'a.yaml': `apiVersion: v1\nkind: List\nitems:\n- ${north('here').replaceAll('\n', '\n  ').trim()}\n` },
    ],
  ];
  for (const [name, files] of found) {
    it(`finds the object in ${name}`, async () => {
      const { stdout, stderr, exitCode } = await inject(files);
      assert.deepEqual({ stderr, exitCode }, { stderr: '', exitCode: 0 });
      assert.ok(stdout.includes('  data:\n    x: here # kept\n'), stdout);
    });
  }

  it('finds the object in JSON', async () => {
    const json = JSON.stringify({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'north' },
      data: { x: 'here' },
    });
    const { stdout } = await inject({ 'a.json': `{"apiVersion": "v1", "kind": "ConfigMapList", "items": [${json}]}` });
    assert.match(stdout, / {2}data:\n {4}x: "?here"?\n/);
  });

  it('is combined with the items of the configuration', async () => {
    const items = `, items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: north}, data: {}}]`;
    const { stderr, exitCode } = await inject({ 'a.yaml': north('here') }, items);
    assert.equal(exitCode, 1);
    assert.match(stderr, /duplicate cluster object/);
  });

  it('is read by `krm-variants run`', () =>
    inFolder({ 'p/Kptfile': KPTFILE, 'p/c.yaml': POINT, 'cluster/a.yaml': north('here') }, async (folder) => {
      writeFiles(folder, { 'config.yaml': config(`${folder}/cluster`) });
      const ran = await applyToFolder(fn, [`${folder}/p`, '--fn-config', `${folder}/config.yaml`]);
      assert.equal(ran.exitCode, 0, ran.stderr);
      assert.match(readFiles(`${folder}/p`)['c.yaml'] ?? '', /data:\n {2}x: here # kept\n/);
    }));

  const wrong: readonly (readonly [name: string, files: Files, want: RegExp])[] = [
    [
      'a file that is not YAML',
      { 'a.yaml': 'a: [', 'b.yaml': 'c: [' },
      /a\.yaml: must be YAML: .*\n.*b\.yaml: must be YAML: /,
    ],
    [
      'a document that is not an object',
      { 'a.yaml': 'a: 1\n' },
      /a\.yaml.*an object must have `apiVersion`, `kind` and `metadata\.name`/,
    ],
    ['a document that is a list', { 'a.yaml': '- a\n' }, /a\.yaml.*an object must have/],
    [
      'an object in a List without a name',
      { 'a.yaml': 'kind: List\nitems: [{kind: A}]\n' },
      /a\.yaml.*an object must have/,
    ],
  ];
  for (const [name, files, want] of wrong) {
    it(`reports an error for ${name}`, async () => {
      const { stdout, stderr, exitCode, folder } = await inject(files);
      assert.ok(stdout.startsWith(resourceList([KPTFILE, POINT], config(folder))));
      assert.equal(exitCode, 1);
      assert.match(stderr, want);
    });
  }

  it('reports an error if the folder does not exist or there is no folder reader', async () => {
    const list = Buffer.from(resourceList([KPTFILE, POINT], config('/nowhere/at/all')));
    assert.throws(() => readFolderFiles('/nowhere/at/all'), KrmError);
    assert.match(
      (await runFunction(fn, list, { readFolder: readFolderFiles })).stderr,
      /\/nowhere\/at\/all: does not exist/,
    );
    assert.match(
      (await runFunction(fn, list)).stderr,
      /sources\.path: is read only for a configuration that is given with `--fn-config`: pass it there, or pass the folder with `--objects`/,
    );
  });
});
