import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { stringify } from 'yaml';
import { root } from '../../scripts/functions.ts';
import { configMap, inFolder, kptfile } from '../cli/run-support.ts';
import { needTools } from '../support/kpt.ts';

const KPTFILE = `${kptfile('pkg')}pipeline:
  mutators:
  - exec: apply-package-context
    configMap: {region: eu-1}
`;
const CONTEXT = configMap('kptfile.kpt.dev', 'data:\n  name: shop\n');

describe('the hooks of pre-commit', function () {
  before(function () {
    needTools(this, 'pre-commit', 'git');
  });

  /** Commits a package in a repository that has these hooks, and returns the output and the exit code. */
  function commit(
    context: string,
    ...hooks: readonly { readonly id: string; readonly args?: readonly string[] }[]
  ): Promise<readonly [exitCode: number | null, output: string]> {
    return inFolder({ 'hooks/a': '', 'shop/a': '', 'bin/a': '', 'home/a': '' }, (folder) => {
      symlinkSync(join(root, 'dist/krm-variants'), join(folder, 'bin/krm-variants'));
      const PATH = `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`;
      const env = { ...process.env, PATH, HOME: join(folder, 'home'), GIT_CONFIG_NOSYSTEM: '1' };
      const call = (where: string, command: string, ...rest: readonly string[]) => {
        const cwd = join(folder, where);
        const { status, stdout, stderr } = spawnSync(command, rest, { cwd, encoding: 'utf8', env });
        return { status, output: `${stdout}${stderr}` };
      };
      const must = (where: string, command: string, ...rest: readonly string[]): string => {
        const { status, output } = call(where, command, ...rest);
        assert.equal(status, 0, output);
        return output.trim();
      };
      must('', 'git', 'config', '--global', 'user.email', 'a@example.com');
      must('', 'git', 'config', '--global', 'user.name', 'a');
      copyFileSync(join(root, '.pre-commit-hooks.yaml'), join(folder, 'hooks/.pre-commit-hooks.yaml'));
      for (const repository of ['hooks', 'shop']) must(repository, 'git', 'init', '-q');
      must('hooks', 'git', 'add', '.');
      must('hooks', 'git', 'commit', '-qm', 'hooks');
      const rev = must('hooks', 'git', 'rev-parse', 'HEAD');
      const repos = [{ repo: join(folder, 'hooks'), rev, hooks }];
      writeFileSync(join(folder, 'shop/.pre-commit-config.yaml'), stringify({ repos }));
      mkdirSync(join(folder, 'shop/pkg'));
      writeFileSync(join(folder, 'shop/pkg/Kptfile'), KPTFILE);
      writeFileSync(join(folder, 'shop/pkg/package-context.yaml'), context);
      must('shop', 'pre-commit', 'install');
      must('shop', 'git', 'add', '.');
      const { status, output } = call('shop', 'git', 'commit', '-qm', 'package');
      assert.equal(readFileSync(join(folder, 'shop/pkg/package-context.yaml'), 'utf8'), context);
      return [status, output];
    });
  }

  const hooks = {
    'the function': {
      id: 'krm-variants',
      args: ['apply-package-context', 'pkg', '--check', '--diff', '--', 'region=eu-1'],
    },
    'the pipeline': { id: 'krm-variants-render' },
  };
  for (const [maker, hook] of Object.entries(hooks)) {
    it(`refuses a commit of a package that ${maker} would change, with the diff`, async () => {
      const [exitCode, output] = await commit(CONTEXT, hook);
      assert.equal(exitCode, 1, output);
      assert.match(output, /^\+ {2}region: eu-1$/m);
      assert.match(output, /^would change .*package-context\.yaml$/m);
    });

    it(`accepts a commit of a package that is as ${maker} makes it`, async () => {
      const [exitCode, output] = await commit(`${CONTEXT}  region: eu-1\n`, hook);
      assert.equal(exitCode, 0, output);
    });
  }
});
