import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../scripts/functions.ts';
import { configMap, inFolder, kptfile, readFiles, type Files } from '../cli/run-support.ts';

interface Step {
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const { inputs, runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

const INPUT = /\$\{\{ inputs\.([\w-]+) \}\}/g;

/** Runs the steps of the action in a folder with these files, as a runner does. Checks that no file changes. */
function runAction(files: Files, given: Readonly<Record<string, string>>): Promise<Ran> {
  return inFolder(files, (folder) =>
    inFolder({}, (aside) => {
      mkdirSync(join(aside, 'bin'));
      symlinkSync(join(root, 'dist/krm-variants'), join(aside, 'bin/krm-variants'));
      const value = (name: string): string => given[name] ?? inputs[name]?.default ?? '';
      const ran = runs.steps.map(({ run, env = {} }) => {
        const texts = Object.entries(env).map(
          ([name, text]) => [name, text.replaceAll(INPUT, (_, input: string) => value(input))] as const,
        );
        const PATH = `${join(aside, 'bin')}${delimiter}${process.env['PATH']}`;
        const all: NodeJS.ProcessEnv = { ...process.env, ...Object.fromEntries(texts), PATH, GITHUB_ACTION_PATH: root };
        return spawnSync('bash', ['-e', '-o', 'pipefail', '-c', run], { cwd: folder, encoding: 'utf8', env: all });
      });
      assert.deepEqual(readFiles(folder), files);
      const [{ stdout, stderr, status: exitCode } = { stdout: '', stderr: '', status: null }] = ran.toReversed();
      return { stdout, stderr, exitCode };
    }),
  );
}

const files = {
  'shop/Kptfile': kptfile('shop'),
  'shop/package-context.yaml': configMap('kptfile.kpt.dev', 'data:\n  name: x\n'),
};

describe('the GitHub action', function () {
  this.timeout(60_000);

  it('fails if a file would change, with the diff and an annotation for the file', async () => {
    const ran = await runAction(files, { function: 'apply-package-context', paths: 'shop', data: 'region=eu-1\n' });
    assert.equal(ran.exitCode, 4, ran.stderr);
    assert.match(ran.stdout, /^\+ {2}region: eu-1$/m);
    assert.match(
      ran.stdout,
      /^::error file=shop\/package-context\.yaml::would be modified: lines added: 1, removed: 0$/m,
    );
    assert.equal(ran.stderr, 'would change package-context.yaml\n1 file would change\n');
  });

  it('passes if nothing would change', async () => {
    const settled = { ...files, 'shop/package-context.yaml': `${files['shop/package-context.yaml']}  region: eu-1\n` };
    const again = await runAction(settled, { function: 'apply-package-context', paths: 'shop', data: 'region=eu-1' });
    assert.deepEqual([again.exitCode, again.stdout, again.stderr], [0, '', 'no file would change\n']);
  });

  it('annotates errors and warnings at their files, with escaped texts', async () => {
    const broken = { 'a,b/100%.yaml': '{', 'shop/a.yaml': configMap('a') };
    const ran = await runAction(broken, { function: 'strip-transform', paths: 'a,b\nshop', strict: 'true' });
    assert.equal(ran.exitCode, 1);
    assert.match(ran.stdout, /^::error file=a%2Cb\/100%25\.yaml::must be YAML/m);
  });

  it('says why a command line is wrong', async () => {
    const ran = await runAction(files, { function: 'no-such', paths: 'shop' });
    assert.deepEqual([ran.exitCode, ran.stdout], [2, '']);
    assert.match(ran.stderr, /unknown function or command "no-such"/);
  });
});
