import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { root } from '../../scripts/functions.ts';
import { configMap, inFolder, kptfile, readFiles, writeFiles, type Files } from '../cli/run-support.ts';
import { packages as drawnPackages } from '../render/generate-package.ts';
import { ownFiles } from '../render/render-both.ts';
import { PROBE } from '../support/probe.ts';
import { hasEnded, needProc, parentOf, until } from '../support/running.ts';
import { locksIn, lockFolderIn } from '../support/lock-runs.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** Packages of a folder: enough for two processes. */
const COUNT = 210;

const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  'the native executable': [join(root, 'dist/krm-variants')],
  'the bundle': [process.execPath, join(root, 'dist/krm-variants.cjs')],
};

const pipeline = (called: string): string => `${kptfile('p')}pipeline:\n  mutators:\n  - ${called}\n`;
const EDIT = pipeline('exec: apply-package-context\n    configMap: {site: oslo}');
const context = configMap('kptfile.kpt.dev', 'data:\n  a: b # kept\n');

/** Packages that fail in a way of their own, print something, or have a subpackage. */
const ODD: readonly Files[] = [
  { Kptfile: EDIT, 'c.yaml': context },
  { Kptfile: EDIT, 'c.yaml': context, 's/Kptfile': EDIT, 's/c.yaml': context },
  { Kptfile: EDIT, 'c.yaml': '__proto__: &a {x: 12345678901234567890}\n---\n' + context },
  { Kptfile: EDIT, 'c.yaml': 'a: [\n' },
  { Kptfile: EDIT, 'c.yaml': new Uint8Array([0xff, 0xfe]) },
  { Kptfile: '' },
  { Kptfile: pipeline('exec: apply-package-contex'), 'c.yaml': context },
  { Kptfile: pipeline('exec: cat'), 'c.yaml': context },
  { Kptfile: pipeline("exec: sh -c 'echo no >&2; exit 3'"), 'c.yaml': context },
  { Kptfile: pipeline('image: nowhere/none:v1'), 'c.yaml': context },
];

/** Command lines, and the files that they make beside the packages. */
const OPTIONS: readonly (readonly string[])[] = [
  ['--allow-exec', '-v', '--diff', '--report', 'json=report.json', '--results-dir', 'results', '--explain'],
  ['--check', '--diff', '--report', 'markdown=report.md'],
  ['--allow-exec', '--record-status'],
  ['--allow-exec', '-o', 'new', '--strict', '--timeout', '10m'],
  ['--policy', 'policy.yaml', '--quiet', '--allow-containers', 'false'],
];

/** Starts `render --all` for the folder `p` in a folder. */
function start([program = '', ...script]: readonly string[], folder: string, options: readonly string[]) {
  const args = [...script, 'render', '--all', 'p', ...options];
  return spawn(program, args, { cwd: folder, env: { ...process.env, TMPDIR: folder } });
}

/** Renders packages with a number of jobs. Returns all that can be seen of it, without times. */
async function outcome(program: readonly string[], files: Files, jobs: number, options: readonly string[]) {
  return await inFolder({ ...files, 'policy.yaml': PROBE }, async (folder) => {
    const child = start(program, folder, ['--jobs', String(jobs), ...options]);
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    assert.deepEqual(locksIn(lockFolderIn(folder)), []);
    const withoutTimes = stderr.replaceAll(/ in [\d.]+m?s$/gm, '');
    return { exitCode: child.exitCode, stdout, stderr: withoutTimes, files: readFiles(folder) };
  });
}

const manyPackages: fc.Arbitrary<Files> = fc
  .array(fc.oneof(fc.constantFrom(...ODD), drawnPackages().map(ownFiles)), { minLength: 20, maxLength: 40 })
  .map((kinds) => packages((index) => kinds[index % kinds.length] ?? {}));

function packages(of: (index: number) => Files): Files {
  const all = Array.from({ length: COUNT }, (_, index) =>
    Object.entries(of(index)).map(
      ([path, content]) => [`p/${String(index).padStart(3, '0')}/${path}`, content] as const,
    ),
  );
  return Object.fromEntries(all.flat());
}

for (const [title, program] of Object.entries(PROGRAMS)) {
  describe(`render --all in several processes, by ${title}`, () => {
    before(function () {
      needProc(this);
    });

    it('has the outcome of one process, whatever fails', () =>
      fc.assert(
        fc.asyncProperty(manyPackages, fc.constantFrom(...OPTIONS), async (files, options) => {
          const one = await outcome(program, files, 1, options);
          for (const jobs of [2, 5]) assert.deepEqual(await outcome(program, files, jobs, options), one);
        }),
        { numRuns: propertyRuns(3) },
      ));

    /** Packages of which one waits for a file, the others are edited. `HANG` stands for the command that waits. */
    const waiting = (folder: string): Files =>
      packages((index) => ({
        Kptfile: index === 150 ? pipeline(`exec: sh ${folder}/hang.sh`) : EDIT,
        'c.yaml': context,
      }));
    const HANG =
      'echo $PPID $$ > "$(dirname "$0")/pids.new"\nmv "$(dirname "$0")/pids.new" "$(dirname "$0")/pids"\nexec sleep 600\n';
    const isEdited = (files: Files): number =>
      Object.values(files).filter((content) => String(content).includes('site: oslo\n')).length;

    /**
     * Starts a rendering that does not end. Returns its process, and the ids of a worker and of the function that it
     * waits for.
     */
    const startHanging = async (folder: string) => {
      writeFiles(folder, { ...waiting(folder), 'hang.sh': HANG });
      const child = start(program, folder, ['--allow-exec', '--jobs', '2']);
      const exit = once(child, 'exit') as Promise<[exitCode: number | null, signal: string | null]>;
      const ended = Promise.all([text(child.stderr), exit]);
      const pids = join(folder, 'pids');
      await until(() => existsSync(pids));
      const [worker = 0, called = 0] = readFileSync(pids, 'utf8').trim().split(' ').map(Number);
      assert.equal(parentOf(worker), child.pid);
      return { child, worker, called, ended };
    };

    it('fails only the packages of a process that is killed, by their names', () =>
      inFolder({}, async (folder) => {
        const { worker, called, ended } = await startHanging(folder);
        process.kill(worker, 'SIGKILL');
        const [stderr, [exitCode]] = await ended;
        assert.equal(exitCode, 1);
        const failed = [...stderr.matchAll(/^\[error\] p\/(\d+): its process was ended by SIGKILL, .*$/gm)];
        const names = failed.map(([, name]) => name);
        assert.ok(names.includes('150') && names.length <= 2, stderr);
        assert.match(stderr, new RegExp(`^${COUNT - names.length} of ${COUNT} packages rendered: `, 'm'));
        const files = readFiles(join(folder, 'p'));
        assert.equal(isEdited(files), COUNT - names.length);
        for (const name of names) assert.equal(files[`${name}/c.yaml`], context);
        // Nothing can end the functions of a killed process.
        process.kill(called, 'SIGKILL');
      }));

    for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const)
      it(`ends with all its processes and functions by ${signal}, and leaves each package old or new`, () =>
        inFolder({}, async (folder) => {
          const { child, worker, called, ended } = await startHanging(folder);
          child.kill(signal);
          assert.deepEqual((await ended)[1], [null, signal]);
          if (signal !== 'SIGKILL') assert.ok(hasEnded(worker));
          await until(() => hasEnded(worker));
          await until(() => hasEnded(called));
          const files = readFiles(join(folder, 'p'));
          const before = packages(() => ({ 'c.yaml': context }));
          for (const path of Object.keys(before).map((each) => each.slice(2)))
            assert.ok([context, `${context}  site: oslo\n`].includes(files[path] ?? ''), path);
          const left = Object.keys(files).filter((path) => path.endsWith('.tmp'));
          if (signal !== 'SIGKILL') assert.deepEqual(left, []);
        }));
  });
}
