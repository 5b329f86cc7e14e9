import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { findFunctions, root } from '../../scripts/functions.ts';
import { configMap, inFolder, kptfile } from '../cli/run-support.ts';
import type { Ended } from '../support/child.ts';
import { describeKpts, needTools, runKpt } from '../support/kpt.ts';

const dist = join(root, 'dist');
const packageContext = configMap('kptfile.kpt.dev', 'data:\n  name: shop\n');
const pipeline = (exec: string): string =>
  `${kptfile('shop')}pipeline:\n  mutators:\n    - exec: ${exec}\n      configMap:\n        region: eu-1\n`;

/** Runs an executable of the build with HOME in a folder, and only the system's folders on the PATH. */
function run(file: string, args: readonly string[], home: string, path: readonly string[] = []): Ended {
  const env = { HOME: home, PATH: [...path, process.env['PATH']].join(delimiter) };
  const { stdout, stderr, status } = spawnSync(file, args, { cwd: home, encoding: 'utf8', env });
  return { stdout, stderr, exitCode: status };
}

describeKpts('krm-variants install', function () {
  for (const name of ['krm-variants', 'krm-variants.cjs']) {
    const program = join(dist, name);

    it(`links every function to ${name} in ~/.local/bin, and leaves the links the next time`, () =>
      inFolder({}, (home) => {
        const bin = join(home, '.local/bin');
        const all = findFunctions().join(', ');
        const linked = `${findFunctions().length} names linked to "${realpathSync(program)}"`;
        assert.deepEqual(run(program, ['install'], home), {
          stdout: '',
          stderr: `[info]: ${linked} in "${bin}": ${all}\n[warning]: "${bin}" must be on the PATH, so that pipelines find the functions\n`,
          exitCode: 0,
        });
        for (const fn of findFunctions()) {
          assert.match(run(join(bin, fn), ['--help'], home).stdout, new RegExp(`^${fn}: `));
        }
        const again = { stdout: '', stderr: `[info]: ${linked} already: ${all}\n`, exitCode: 0 };
        assert.deepEqual(run(program, ['install'], home, [bin]), again);
      }));

    it(`links to the file of ${name} if it is called by a link`, () =>
      inFolder({}, (home) => {
        symlinkSync(program, join(home, 'kv'));
        assert.equal(run(join(home, 'kv'), ['install', 'bin'], home).exitCode, 0);
        assert.equal(realpathSync(join(home, 'bin/edit-pipeline')), realpathSync(program));
      }));

    it(`makes no link to ${name} if a file is in the way, unless --force is given`, () =>
      inFolder({ 'bin/edit-pipeline': 'mine' }, (home) => {
        const { stderr, exitCode } = run(program, ['install', 'bin'], home);
        assert.match(stderr, /^\[error\] \S+\/bin\/edit-pipeline: already exists, and is not a link to this program; /);
        assert.deepEqual([exitCode, readFileSync(join(home, 'bin/edit-pipeline'), 'utf8')], [1, 'mine']);
        assert.equal(run(program, ['install', '--force', 'bin'], home).exitCode, 0);
        assert.equal(realpathSync(join(home, 'bin/edit-pipeline')), realpathSync(program));
      }));

    for (const exec of ['apply-package-context', 'krm-variants apply-package-context']) {
      it(`lets kpt render "exec: ${exec}" with ${name}`, function () {
        needTools(this, 'kpt');
        return inFolder({ 'shop/Kptfile': pipeline(exec), 'shop/context.yaml': packageContext }, (home) => {
          const bin = join(home, 'bin');
          assert.equal(run(program, ['install', bin], home).exitCode, 0);
          symlinkSync(program, join(bin, 'krm-variants'));
          const { stderr, exitCode } = runKpt(['fn', 'render', join(home, 'shop'), '--allow-exec'], { PATH: bin });
          assert.equal(exitCode, 0, stderr);
          const context: unknown = parse(readFileSync(join(home, 'shop/context.yaml'), 'utf8'));
          assert.deepEqual((context as { data: unknown }).data, { name: 'shop', region: 'eu-1' });
        });
      });
    }
  }

  it('refuses to link to a program that cannot be called', () =>
    inFolder({ 'kv.cjs': readFileSync(join(dist, 'krm-variants.cjs')) }, (home) => {
      const { stderr, exitCode } = run(process.execPath, [join(home, 'kv.cjs'), 'install', 'bin'], home);
      assert.match(stderr, /^\[error\] \S+\/kv\.cjs: must be executable, and begin with #!: nothing was linked\n$/);
      assert.equal(exitCode, 1);
    }));
});
