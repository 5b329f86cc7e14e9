import assert from 'node:assert/strict';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Ended } from '../../support/child.ts';
import { runHere } from '../../support/run-here.ts';
import { below, configMap, inFolder, kptfile, readFiles, type Files } from '../run-support.ts';

const CONTEXT = 'package-context.yaml';
const PIPELINE = 'pipeline:\n  mutators:\n  - exec: apply-package-context\n    configMap: {site: oslo}\n';
const PACKAGE: Files = {
  Kptfile: `${kptfile('app')}${PIPELINE}`,
  [CONTEXT]: configMap('kptfile.kpt.dev', 'data: {}\n'),
};
const FILES: Files = { ...below('app', PACKAGE), 'beside/x': '' };

/** Commands on a folder, before its name. */
const COMMANDS: readonly (readonly [name: string, before: readonly string[], after: readonly string[]])[] = [
  ['run', ['run', 'apply-package-context'], ['--', 'site=oslo']],
  ['eval', ['eval', '--function', 'apply-package-context', '--type', 'mutator'], ['--', 'site=oslo']],
  ['render', ['render'], []],
  ['render --all', ['render', '--all'], []],
];

/** Folders of the package as they are given, with where, and the start of the paths of its files. */
const FOLDERS: readonly (readonly [given: string, from: string, shown: string])[] = [
  ['app', '.', 'app/'],
  ['./app/', '.', 'app/'],
  ['../app', 'beside', '../app/'],
  ['.', 'app', ''],
];

interface Report {
  readonly files: readonly { readonly path: string }[];
  readonly results: readonly { readonly file?: { readonly path: string } }[];
  readonly steps?: readonly { readonly results: Report['results'] }[];
}

/** Returns the paths of the files that results name. */
function pathsOf(results: Report['results'] = []): readonly string[] {
  return [...new Set(results.flatMap(({ file }) => file?.path ?? []))];
}

/** Runs a command on a folder of these files. `@` in arguments stands for the folder that holds all of them. */
function run(files: Files, from: string, args: readonly string[]): Promise<Ended & { readonly files: Files }> {
  return inFolder(files, async (folder) => {
    const given = args.map((arg) => arg.replaceAll('@', `${folder}/`));
    const ended = await runHere(join(folder, from), given);
    return { ...ended, files: readFiles(folder) };
  });
}

describe('paths in messages and reports', () => {
  for (const [name, before, after] of COMMANDS)
    for (const [given, from, shown] of FOLDERS) {
      it(`of ${name} begin with the folder as given: ${given}`, async () => {
        const [options, path] = [['--explain', '-v'], `${shown}${CONTEXT}`];
        const { stderr, exitCode, files } = await run(FILES, from, [...before, given, ...options, ...after]);
        assert.equal(exitCode, 0, stderr);
        assert.match(String(files[`app/${CONTEXT}`]), /site: oslo/);
        const lines = stderr.split('\n');
        assert.ok(lines.includes(`changed ${path}`), stderr);
        assert.ok(
          lines.some((line) => line.startsWith(`${path}:5-6: `)),
          stderr,
        );
        assert.ok(
          lines.some((line) => line.startsWith(`[notice] ${path} v1/ConfigMap/`)),
          stderr,
        );
      });

      it(`of ${name} are those of the JSON report: ${given}`, async () => {
        const args = [...before, given, '--check', '--report', 'json', ...after];
        const report = JSON.parse((await run(FILES, from, args)).stdout) as Report;
        const want = [`${shown}${CONTEXT}`];
        assert.deepEqual([report.files.map(({ path }) => path), pathsOf(report.results)], [want, want]);
        for (const { results } of report.steps ?? []) assert.deepEqual(pathsOf(results), want);
      });

      it(`of ${name} begin with the folder in errors: ${given}`, async () => {
        const broken = { ...FILES, [`app/${CONTEXT}`]: '{' };
        const { stderr, exitCode } = await run(broken, from, [...before, given, ...after]);
        assert.equal(exitCode, 1);
        assert.ok(stderr.startsWith(`[error] ${shown}${CONTEXT}: must be YAML: `), stderr);
      });

      it(`of ${name} are relative to the package in results.yaml: ${given}`, async () => {
        const { files, stderr } = await run(FILES, from, [...before, given, '--results-dir', '@out', ...after]);
        const list = parse(String(files['out/results.yaml'])) as { items: readonly Pick<Report, 'results'>[] };
        assert.deepEqual(
          list.items.map(({ results }) => pathsOf(results)),
          [[CONTEXT]],
          stderr,
        );
      });
    }

  it('are relative to the package in a printed ResourceList', async () => {
    const args = ['run', 'apply-package-context', 'app', '-o', 'stdout', '--', 'site=oslo'];
    const { stdout } = await run(FILES, '.', args);
    assert.deepEqual(pathsOf((parse(stdout) as Report).results), [CONTEXT]);
  });

  it('are absolute for an absolute folder', () =>
    inFolder(FILES, async (folder) => {
      const { stderr } = await runHere(folder, ['render', join(folder, 'app'), '--check']);
      assert.equal(stderr.split('\n')[0], `would change ${join(folder, 'app', CONTEXT)}`);
    }));

  it('tell a named file from one of the package with the same path', async () => {
    const policy = (name: string, more: string): string =>
      `apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: ${name}}\nspec:\n  overrideRules: []\n${more}`;
    const files = { 'p.yaml': policy('named', 'speck: {}\n'), 'app/p.yaml': configMap('a') };
    const args = ['run', 'apply-override-policy', 'app', '--fn-config', 'p.yaml', '--', 'cluster=x'];
    const { stderr } = await run(files, '.', args);
    assert.match(stderr, /^\[error\] p\.yaml:\d+:\d+ \S+ speck: /m);
    const own = { ...files, 'p.yaml': policy('named', ''), 'app/p.yaml': '{' };
    assert.match((await run(own, '.', args)).stderr, /^\[error\] app\/p\.yaml: must be YAML/m);
  });

  it('are relative to the package in the failure that --record-status records', async () => {
    for (const all of [[], ['--all']]) {
      const files = { ...FILES, 'app/b.yaml': '{' };
      const ran = await run(files, '.', ['render', 'app', ...all, '--record-status']);
      assert.match(ran.stderr, /^\[error\] app\/b\.yaml: must be YAML/m);
      assert.match(ran.stderr, /^changed app\/Kptfile$/m);
      assert.match(String(ran.files['app/Kptfile']), /\[error\] b\.yaml: must be YAML/);
    }
  });

  it('name the version of a merge that a file is in', () =>
    inFolder(
      { 'base/a.txt': '1\n', 'new/a.txt': '2\n', 'new/b.yaml': 'a: 1\n', 'local/a.txt': '3\n' },
      async (folder) => {
        const merge = ['merge', 'base', 'new', 'local', '--in-place'];
        const { stderr, stdout } = await runHere(folder, [...merge, '--report', 'json']);
        assert.match(stderr, /^\[error\] local\/a\.txt: conflict /m);
        assert.match(stderr, /`--take 'a\.txt=local'`/);
        const { conflicts } = JSON.parse(stdout) as { conflicts: Report['results'] };
        assert.deepEqual(pathsOf(conflicts), ['local/a.txt']);
        const decided = await runHere(folder, [...merge, '--take', 'a.txt=local']);
        assert.equal(decided.stderr, 'added local/b.yaml\n1 file changed\n');
        assert.equal(readFiles(folder)['local/b.yaml'], 'a: 1\n');
      },
    ));
});
