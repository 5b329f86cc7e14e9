import assert from 'node:assert/strict';
import { join } from 'node:path';
import { runScript, type Ended } from '../../support/child.ts';
import { PROBE } from '../../support/probe.ts';
import { keptAt, resource, resourceList } from '../../support/resource-list.ts';
import { configMap, inFolder, kptfile, readFiles, type Files } from '../run-support.ts';

const EDITING = import.meta.resolve('../../support/editing-function.ts');

interface Run extends Ended {
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Runs the function, which sets `data.k` of every resource. `@` before an argument stands for the folder of the files.
 */
function run(files: Files, input: string | undefined, ...args: readonly string[]): Promise<Run> {
  return inFolder({ ...files, '.config/probe': PROBE }, async (folder) => {
    const config = ['--fn-config', join(folder, '.config/probe')];
    const given = ['run', 'edit', ...args.map((arg) => arg.replaceAll('@', `${folder}/`)), ...config];
    const ended = await runScript(EDITING, given, input);
    const { '.config/probe': _, ...rest } = readFiles(folder);
    return { ...ended, stderr: ended.stderr.replaceAll(`${folder}/`, '@'), files: rest };
  });
}

const edited = (text: string): string => `${text}data:\n  k: v\n`;
const LOCAL = '  annotations:\n    config.kubernetes.io/local-config: "true"\n';

describe('standard input of krm-variants run', () => {
  it('is plain YAML, and comes out as it was but for the edits', async () => {
    const input = `# Source: chart/a.yaml\n${configMap('a')}---\n# Source: chart/b.yaml\n${configMap('b')}# end\n---\n# nothing\n`;
    const ran = await run({}, input, '-');
    assert.deepEqual([ran.exitCode, ran.stderr], [0, '1 file changed in the output\n']);
    assert.equal(
      ran.stdout,
      input.replaceAll(/ {2}name: .\n/g, (name) => `${name}data:\n  k: v\n`),
    );
  });

  it('is a ResourceList, and comes out as one with results', async () => {
    const list = resourceList([resource('v1', 'ConfigMap', 'a', '', keptAt('a.yaml'))]);
    const ran = await run({}, list, '-');
    assert.equal(ran.exitCode, 0, ran.stderr);
    const want = resourceList([edited(resource('v1', 'ConfigMap', 'a', '', keptAt('a.yaml')))]);
    assert.equal(ran.stdout, `${want}results:\n- message: ran\n  severity: info\n`);
  });

  it('is printed as plain YAML with `-o unwrap`, and as a ResourceList with `-o stdout`', async () => {
    const list = resourceList([resource('v1', 'ConfigMap', 'a', '# why\n'), resource('v1', 'Secret', 'b')]);
    const unwrapped = await run({}, list, '-', '-o', 'unwrap');
    assert.equal(
      unwrapped.stdout,
      `${edited(resource('v1', 'ConfigMap', 'a'))}# why\n---\n${edited(resource('v1', 'Secret', 'b'))}`,
    );
    const wrapped = await run({}, configMap('a'), '-', '-o', 'stdout');
    assert.match(
      wrapped.stdout,
      /^apiVersion: config\.kubernetes\.io\/v1\nkind: ResourceList\nitems:\n- apiVersion: v1\n/,
    );
    assert.doesNotMatch(wrapped.stdout, /stdin/);
    assert.match(wrapped.stdout, /\n {4}name: a\n[^]*\n {4}k: v\nresults:\n- message: ran\n/);
  });

  it('is printed only as a diff in a dry run, and not at all with --check', async () => {
    const dry = await run({}, configMap('a'), '-', '--dry-run', '--diff');
    assert.match(dry.stdout, /^--- a\/stdin\n\+\+\+ b\/stdin\n/);
    const check = await run({}, configMap('a'), '-', '--check');
    assert.deepEqual([check.exitCode, check.stdout], [4, '']);
  });

  it('is not printed after an error unless it is a ResourceList, which comes out unchanged with results', async () => {
    const broken = await run({}, `${configMap('a')}---\na: [\n`, '-');
    assert.deepEqual([broken.exitCode, broken.stdout], [1, '']);
    assert.match(broken.stderr, /^\[error\] stdin: must be YAML/);
    const list = resourceList([resource('v1', 'ConfigMap', 'a', 'data: [1]\n')]);
    const failed = await run({}, list, '-');
    assert.equal(failed.exitCode, 1);
    assert.ok(failed.stdout.startsWith(`${list}results:\n- message: `), failed.stdout);
    assert.match(failed.stdout, /\n {2}severity: error\n/);
  });

  it('must not be empty, as it is when the program that writes to it failed', async () => {
    for (const input of ['', '\n \n']) {
      const ran = await run({}, input, '-');
      assert.deepEqual([ran.exitCode, ran.stdout], [1, '']);
      assert.match(ran.stderr, /^\[error\]: standard input is empty/);
    }
  });

  it('is an error if it has documents, but no resource, and a warning if it has only comments', async () => {
    const ran = await run({}, 'a: 1\n', '-');
    assert.deepEqual([ran.exitCode, ran.stdout], [1, '']);
    assert.match(ran.stderr, /^\[error\]: no resource on standard input/m);
    const comment = await run({}, '# nothing is enabled\n', '-');
    assert.deepEqual([comment.exitCode, comment.stdout], [0, '# nothing is enabled\n']);
    assert.match(comment.stderr, /^\[warning\]: no resource on standard input/m);
  });

  it('may be a ResourceList without items', async () => {
    const list = resourceList([]);
    const ran = await run({}, list, '-');
    assert.equal(ran.exitCode, 0);
    assert.ok(ran.stdout.startsWith(list), ran.stdout);
  });

  const misuses: readonly (readonly [args: string, message: RegExp])[] = [
    ['- @a', /standard input \(`-`\) must be the only input/],
    ['- --diff', /the resources and `--diff` cannot both go to stdout/],
    ['- --report json', /the resources and `--report json` cannot both go to stdout/],
    ['- -o @new', /`--output DIR` must be for a folder or files/],
    ['- --no-local-config', /`--no-local-config` requires `-o unwrap`/],
  ];
  for (const [args, message] of misuses) {
    it(`refuses ${args}`, async () => {
      const ran = await run({}, configMap('a'), ...args.split(' '));
      assert.deepEqual([ran.exitCode, ran.stdout], [2, '']);
      assert.match(ran.stderr, message);
    });
  }
});

describe('--output of krm-variants run', () => {
  const files = {
    'p/Kptfile': kptfile('p'),
    'p/a.yaml': configMap('a'),
    'p/b/l.yaml': configMap('l', LOCAL),
    'p/x.txt': 'x',
  };

  it('prints plain YAML, without Kptfiles and local configuration if asked to, and leaves the folder alone', async () => {
    const all = await run(files, undefined, '@p', '--output', 'unwrap');
    assert.equal(all.stdout, [kptfile('p'), configMap('a'), configMap('l', LOCAL)].map(edited).join('---\n'));
    assert.deepEqual(all.files, files);
    const some = await run(files, undefined, '@p', '-o', 'unwrap', '--no-local-config');
    assert.equal(some.stdout, edited(configMap('a')));
  });

  it('prints what is on the line of a marker', async () => {
    const text = `--- # first\n${configMap('a')}data:\n  k: v\n... # end\n--- {apiVersion: v1, kind: ConfigMap, metadata: {name: b}, data: {k: v}}\n`;
    const { stdout, exitCode, stderr } = await run({ 'p/a.yaml': text }, undefined, '@p', '-o', 'unwrap');
    assert.equal(exitCode, 0, stderr);
    assert.equal(
      stdout,
      `# first\n${configMap('a')}data:\n  k: v\n# end\n---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: b}, data: {k: v}}\n`,
    );
  });

  it('prints a list as it is, and without its local configuration as the other elements', async () => {
    const elements = `items:\n- metadata: # one\n    name: a\n  data:\n    k: v\n- metadata:\n    name: l\n    ${LOCAL.trim().replaceAll('\n', '\n    ')}\n  data:\n    k: v\n`;
    const list = `apiVersion: v1\nkind: ConfigMapList\n${elements}`;
    const all = await run({ 'p/list.yaml': list }, undefined, '@p', '-o', 'unwrap');
    assert.equal(all.stdout, list);
    const some = await run({ 'p/list.yaml': list }, undefined, '@p', '-o', 'unwrap', '--no-local-config');
    assert.equal(some.stdout, 'metadata: # one\n  name: a\ndata:\n  k: v\napiVersion: v1\nkind: ConfigMap\n');
  });

  it('prints a ResourceList with the files of the resources', async () => {
    const { stdout } = await run(files, undefined, '@p', '-o', 'stdout');
    assert.match(stdout, /\n {6}internal\.config\.kubernetes\.io\/path: b\/l\.yaml\n/);
    assert.match(stdout, /\nresults:\n- message: ran\n {2}severity: info\n$/);
  });

  it('writes a new folder with all resources, and leaves the input alone', async () => {
    const ran = await run(files, undefined, '@p', '-o', '@out/new');
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.deepEqual(ran.files, {
      ...files,
      'out/new/Kptfile': edited(kptfile('p')),
      'out/new/a.yaml': edited(configMap('a')),
      'out/new/b/l.yaml': edited(configMap('l', LOCAL)),
    });
  });

  it('refuses a folder that exists', async () => {
    const ran = await run({ ...files, 'new/x': '' }, undefined, '@p', '-o', '@new');
    assert.deepEqual([ran.exitCode, ran.files], [1, { ...files, 'new/x': '' }]);
    assert.match(ran.stderr, /^\[error\] @new: already exists: `--output` must name a new folder$/m);
  });

  it('refuses its input, and a folder in it', async () => {
    for (const output of ['@p', '@p/new', '@p/../p/new']) {
      const ran = await run(files, undefined, '@p', '-o', output);
      assert.deepEqual([ran.exitCode, ran.files], [2, files]);
      assert.match(ran.stderr, /`--output` must be outside of the inputs: /);
    }
  });

  it('prints nothing after an error', async () => {
    const ran = await run({ 'p/a.yaml': configMap('a', 'data: [1]\n') }, undefined, '@p', '-o', 'unwrap');
    assert.deepEqual([ran.exitCode, ran.stdout], [1, '']);
  });
});
