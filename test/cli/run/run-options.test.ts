import assert from 'node:assert/strict';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import { UsageError } from '../../../cli/arguments/usage-error.ts';
import { PROBE, probe } from '../../support/probe.ts';
import { configMap, inFolder, kptfile, readFiles, shortened, type Files } from '../run-support.ts';

/** Sets `data.tier` of every ConfigMap, and warns of those with the name `odd`. */
const setTier = probe(({ resources, results }) => {
  for (const resource of resources) {
    if (resource.kind !== 'ConfigMap') continue;
    resource.document.set(['data', 'tier'], 'gold');
    if (resource.name === 'odd') results.warning('is odd', { code: 'x-test', resource });
  }
  results.info('tier set', { code: 'x-test' });
});

const tin = (name: string): string => configMap(name, 'data:\n  tier: tin\n');
const gold = (name: string): string => configMap(name, 'data:\n  tier: gold\n');

interface Run extends FolderOutcome {
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Runs a function in a folder with these files and a config. `@` before an argument, and in what is printed or written,
 * stands for the folder.
 */
function run(before: Files, ...args: readonly string[]): Promise<Run> {
  return inFolder({ ...before, 'config/probe.yaml': PROBE }, async (folder) => {
    const given = args.map((arg) => arg.replaceAll('@', `${folder}/`));
    const configured = given.includes('--fn-config')
      ? given
      : [...given, '--fn-config', join(folder, 'config/probe.yaml')];
    const outcome = await applyToFolder(setTier, configured);
    const { 'config/probe.yaml': _, ...rest } = readFiles(folder);
    const files = Object.entries(rest).map(([path, text]) => [path, shortened(folder, text)]);
    return {
      ...outcome,
      printed: shortened(folder, outcome.printed),
      stderr: shortened(folder, outcome.stderr),
      files: Object.fromEntries(files) as Readonly<Record<string, string>>,
    };
  });
}

describe('options of krm-variants run', () => {
  describe('--check', () => {
    it('exits with 4 and writes nothing if a file would change', async () => {
      const files = { 'p/a.yaml': tin('a') };
      const ran = await run(files, '@p', '--check', '--diff');
      assert.equal(ran.exitCode, 4);
      assert.match(ran.stdout, /^\+ {2}tier: gold$/m);
      assert.deepEqual(ran.files, files);
    });

    it('exits with 0 if nothing would change', async () => {
      const ran = await run({ 'p/a.yaml': gold('a') }, '@p', '--check');
      assert.deepEqual([ran.exitCode, ran.stderr], [0, 'no file would change\n']);
    });

    it('exits with 1 on an error', async () => {
      assert.equal((await run({ 'p/a.yaml': '[' }, '@p', '--check')).exitCode, 1);
    });
  });

  describe('--strict', () => {
    it('fails on a warning and writes nothing', async () => {
      const files = { 'p/a.yaml': tin('odd') };
      const ran = await run(files, '@p', '--strict', '--diff');
      assert.deepEqual([ran.exitCode, ran.stdout, ran.files], [1, '', files]);
      assert.match(ran.stderr, /^\[warning\] @p\/a\.yaml .*: is odd$/m);
      assert.match(ran.stderr, /^\[error\]: with `--strict`, a warning is an error: nothing was written$/m);
    });

    it('writes without a warning', async () => {
      const ran = await run({ 'p/a.yaml': tin('a') }, '@p', '--strict');
      assert.deepEqual([ran.exitCode, ran.files], [0, { 'p/a.yaml': gold('a') }]);
    });

    it('reads every file to its end', async () => {
      const broken = `${tin('a').replace('ConfigMap', 'Secret')}  more: [\n`;
      assert.equal((await run({ 'p/a.yaml': broken }, '@p')).exitCode, 0);
      assert.equal((await run({ 'p/a.yaml': broken }, '@p', '--strict')).exitCode, 1);
    });
  });

  describe('inputs', () => {
    it('are folders and files, written together', async () => {
      const ran = await run(
        { 'p/a.yaml': tin('a'), 'q/b.yaml': tin('b'), 'q/c.yaml': tin('c') },
        '@p',
        '@q/b.yaml',
        '--diff',
      );
      assert.equal(ran.exitCode, 0);
      assert.deepEqual(ran.files, { 'p/a.yaml': gold('a'), 'q/b.yaml': gold('b'), 'q/c.yaml': tin('c') });
      assert.match(ran.stdout, /^--- a\/.*\/p\/a\.yaml$/m);
      assert.match(ran.stdout, /^--- a\/.*\/q\/b\.yaml$/m);
    });

    it('stay unchanged if one of them fails, and the errors of all are reported', async () => {
      const files = { 'p/a.yaml': tin('a'), 'q/b.yaml': '[', 'r/c.yaml': '{' };
      const ran = await run(files, '@p', '@q', '@r');
      assert.deepEqual([ran.exitCode, ran.files], [1, files]);
      assert.match(ran.stderr, /^\[error\] @q\/b\.yaml: must be YAML/m);
      assert.match(ran.stderr, /^\[error\] @r\/c\.yaml: must be YAML/m);
      assert.doesNotMatch(ran.stderr, /tier set/);
    });

    it('have the errors of the configuration once', async () => {
      const files = { 'p/a.yaml': tin('a'), 'q/b.yaml': tin('b'), 'c/probe.yaml': PROBE.replace('names', 'nmaes') };
      const ran = await run(files, '@p', '@q', '--fn-config', '@c/probe.yaml');
      assert.equal(ran.exitCode, 1);
      assert.equal(ran.stderr.match(/must be set/g)?.length, 1, ran.stderr);
    });

    it('must not be parts of each other', async () => {
      for (const args of [
        ['@p', '@p/sub'],
        ['@p/sub/a.yaml', '@p'],
        ['@p', '@p'],
      ]) {
        await assert.rejects(run({ 'p/sub/a.yaml': tin('a') }, ...args), (error) => {
          return error instanceof UsageError && error.message.includes(' is part of ');
        });
      }
    });

    it('name the file that does not exist', async () => {
      const ran = await run({ 'p/a.yaml': tin('a') }, '@p', '@nowhere');
      assert.deepEqual([ran.exitCode, ran.stderr], [1, '[error] @nowhere: does not exist\n1 error\n']);
    });
  });

  it('warns of a glob that excludes nothing in any package, or has no folder to exclude from', async () => {
    const files = { 'p/Kptfile': kptfile('p'), 'p/a.yaml': tin('a') };
    const warning = (glob: string): RegExp => new RegExp(`^\\[warning\\]: .--exclude ${glob}. has no effect`, 'm');
    const ran = await run(files, '@p', '--exclude', 'none', '--exclude', 'Kptfile');
    assert.match(ran.stderr, warning('none'));
    assert.doesNotMatch(ran.stderr, warning('Kptfile'));
    assert.match((await run(files, '@p/Kptfile', '--exclude', 'Kptfile')).stderr, warning('Kptfile'));
  });

  it('excludes files and folders by glob, in all packages', async () => {
    const files = { 'p/a.yaml': tin('a'), 'p/charts/t.yaml': '{{ x', 'p/sub/Kptfile': 'a: [', 'p/sub/b.json': '[' };
    const ran = await run(files, '@p', '--exclude', 'charts/', '--exclude', 'Kptfile', '--exclude=**/*.json');
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.deepEqual(ran.files, { ...files, 'p/a.yaml': gold('a') });
  });

  it('leaves files alone that are not YAML, with --skip-invalid', async () => {
    const latin = Uint8Array.from([0x61, 0x3a, 0xff]);
    const files = { 'p/a.yaml': tin('a'), 'p/t.yaml': '{{ if .x }}\na: 1\n{{ end }}\n', 'p/u.yaml': latin };
    assert.match((await run(files, '@p')).stderr, /or pass `--exclude GLOB`; with `--skip-invalid`/);
    const ran = await run(files, '@p', '--skip-invalid');
    assert.equal(ran.exitCode, 0);
    assert.equal(ran.files['p/a.yaml'], gold('a'));
    assert.match(ran.stderr, /^\[warning\] @p\/t\.yaml: skipped: must be YAML/m);
    assert.match(ran.stderr, /^\[warning\] @p\/u\.yaml: skipped: /m);
  });

  it('refuses to edit a file that sops encrypted', async () => {
    const files = { 'p/a.yaml': `${tin('a')}sops:\n  mac: x\n`, 'p/b.yaml': tin('b') };
    const ran = await run(files, '@p');
    assert.deepEqual([ran.exitCode, ran.files], [1, files]);
    assert.match(ran.stderr, /^\[error\] @p\/a\.yaml: is encrypted by sops, and cannot be edited/m);
  });

  it('warns of a folder without a resource', async () => {
    const ran = await run({ 'p/readme.txt': 'x', 'q/a.yaml': tin('a') }, '@p', '@q');
    assert.equal(ran.exitCode, 0);
    assert.match(ran.stderr, /^\[warning\]: no resource in "@p": looked for `apiVersion`/m);
  });

  describe('--fn-config FILE#NAME', () => {
    const several = `${PROBE}---\n${PROBE.replace('name: p', 'name: q')}`;
    const files = { 'p/a.yaml': tin('a'), 'c/all.yaml': several };

    it('takes the configuration of that name', async () => {
      const ran = await run(files, '@p', '--fn-config', '@c/all.yaml#q');
      assert.deepEqual([ran.exitCode, ran.files['p/a.yaml']], [0, gold('a')]);
    });

    it('lists the names without one, and with a wrong one', async () => {
      const without = await run(files, '@p', '--fn-config', '@c/all.yaml');
      assert.match(
        without.stderr,
        /must have exactly one document, not 2: add `#NAME` to the path, where NAME is "p" or "q"/,
      );
      const wrong = await run(files, '@p', '--fn-config', '@c/all.yaml#r');
      assert.match(wrong.stderr, /has no configuration with the name "r": use "p" or "q"/);
    });

    it('is a file with a # in its name, if that exists', async () => {
      const ran = await run({ 'p/a.yaml': tin('a'), 'c/a#b': PROBE }, '@p', '--fn-config', '@c/a#b');
      assert.equal(ran.exitCode, 0);
    });
  });

  describe('--report', () => {
    it('prints JSON with results, files and counts', async () => {
      const ran = await run({ 'p/a.yaml': tin('odd'), 'p/b.yaml': gold('b') }, '@p', '--report', 'json');
      const report = JSON.parse(ran.printed) as Record<string, unknown>;
      assert.deepEqual(
        { ...report, results: undefined, notices: undefined },
        {
          version: 1,
          function: 'probe',
          exitCode: 0,
          counts: { resources: 2, files: 1, errors: 0, warnings: 1, infos: 1 },
          files: [{ path: '@p/a.yaml', change: 'modified', added: 1, removed: 1 }],
          results: undefined,
          notices: undefined,
        },
      );
      assert.deepEqual(report['results'], [
        {
          message: 'is odd',
          severity: 'warning',
          code: 'x-test',
          resourceRef: { apiVersion: 'v1', kind: 'ConfigMap', name: 'odd' },
          file: { path: '@p/a.yaml', index: 0 },
        },
        { message: 'tier set', severity: 'info', code: 'x-test' },
      ]);
    });

    it('reports errors, and no file', async () => {
      const ran = await run({ 'p/a.yaml': '[' }, '@p', '--report', 'json');
      const { exitCode, files, counts } = JSON.parse(ran.stdout) as Record<string, unknown>;
      assert.deepEqual([exitCode, files], [1, []]);
      assert.deepEqual(counts, { resources: 0, files: 0, errors: 1, warnings: 0, infos: 1 });
    });

    it('writes Markdown to a file, beside a diff, with the changes and their origins, and without infos', async () => {
      const ran = await run({ 'p/a.yaml': tin('odd') }, '@p', '--diff', '--report', 'markdown=@r/report.md');
      assert.match(ran.stdout, /^--- a\/.*\/p\/a\.yaml$/m);
      assert.doesNotMatch(ran.stderr, /a\.yaml:6/);
      assert.equal(
        ran.files['r/report.md']?.replaceAll(/^((?:---|\+\+\+) [ab])@/gm, '$1/'),
        '### p (probe): 1 file changed, 1 warning\n\n- \\[warning\\] @p/a.yaml v1/ConfigMap/odd: is odd\n\n' +
          '<details><summary>Changes</summary>\n\n' +
          '```diff\n--- a/p/a.yaml\n+++ b/p/a.yaml\n@@ -3,4 +3,4 @@\n metadata:\n   name: odd\n data:\n-  tier: tin\n+  tier: gold\n```\n\n</details>\n\n' +
          '<details><summary>Policy and rule of each line</summary>\n\n```text\n@p/a.yaml:6: Probe p\n```\n\n</details>\n',
      );
    });

    const headings: readonly (readonly [files: Files, args: readonly string[], want: string])[] = [
      [
        { 'p/a.yaml': tin('a'), 'p/Kptfile': kptfile('my_shop') },
        ['@p', '--check'],
        'my\\_shop (probe): 1 file would change',
      ],
      [{ 'p/a.yaml': tin('a') }, ['@p', '--dry-run'], 'p (probe): 1 file would change'],
      [{ 'p/a.yaml': gold('a') }, ['@p', '--check'], 'p (probe): no file would change'],
      [{ 'p/a.yaml': tin('a'), 'q/b.yaml': tin('b') }, ['@p', '@q'], 'p, q (probe): 2 files changed'],
      [{ 'p/a.yaml': '[' }, ['@p', '--check'], 'p (probe): 1 error'],
      [{ 'p/a.yaml': gold('a') }, ['@p/a.yaml'], 'a.yaml (probe): no file changed'],
    ];
    for (const [files, args, want] of headings)
      it(`has the Markdown heading "${want}"`, async () => {
        const { stdout } = await run(files, ...args, '--report', 'markdown');
        assert.equal(stdout.split('\n')[0], `### ${want}`);
      });

    it('cuts long lists in Markdown, and says that there is more', async () => {
      const many = Array.from(
        { length: 400 },
        (_, index) => [`p/a-long-name-of-a-file-${index}.yaml`, tin('a')] as const,
      );
      const { stdout } = await run(Object.fromEntries(many), '@p', '--check', '--report', 'markdown');
      assert.match(stdout, /\n```\n\n<\/details>\n\nThere is more: run the command for the rest\.\n$/);
      assert.ok(stdout.length < 65_536, `${stdout.length} characters`);
    });

    it('fences a diff with backticks, and escapes Markdown in messages', async () => {
      const text = `${tin('odd')}  other: "\`\`\`\`"\n`;
      const ran = await run({ 'p/a_b.yaml': text }, '@p', '--report', 'markdown');
      assert.match(ran.stdout, /^`{5}diff$/m);
      assert.match(ran.stdout, /a\\_b\.yaml/);
    });

    it('fails if its file cannot be written', async () => {
      const ran = await run({ 'p/a.yaml': gold('a'), file: 'x' }, '@p', '--report', 'json=@file/r.json');
      assert.equal(ran.exitCode, 1);
      assert.match(ran.stderr, /^\[error\] @file\/r\.json: (?:already exists|a part of the path is not a folder)$/m);
    });
  });

  it('writes the results as kpt does, with --results-dir', async () => {
    const ran = await run({ 'p/a.yaml': tin('odd') }, '@p', '--results-dir', '@out/results');
    assert.deepEqual(parse(ran.files['out/results/results.yaml'] ?? ''), {
      apiVersion: 'kpt.dev/v1',
      kind: 'FunctionResultList',
      metadata: { name: 'fnresults' },
      exitCode: 0,
      items: [
        {
          exec: 'probe',
          exitCode: 0,
          results: [
            {
              message: 'is odd',
              severity: 'warning',
              resourceRef: { apiVersion: 'v1', kind: 'ConfigMap', name: 'odd' },
              file: { path: 'a.yaml' },
            },
            { message: 'tier set', severity: 'info' },
          ],
        },
      ],
    });
  });
});
