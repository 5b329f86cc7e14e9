import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../../scripts/functions.ts';
import { configMap, inFolder, kptfile, readFiles, type Files } from '../cli/run-support.ts';
import { inFleet, packageVariant, repository, web } from '../support/fleet.ts';
import type { GitRepository } from '../support/git-repository.ts';
import { needTools } from '../support/kpt.ts';
import { hasEnded, needProc, parentOf, until } from '../support/running.ts';

/** Variants of a package: enough for two processes. */
const COUNT = 410;

const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  'the native executable': [join(root, 'dist/krm-variants')],
  'the bundle': [process.execPath, join(root, 'dist/krm-variants.cjs')],
};

const COMMANDS: readonly (readonly string[])[] = [
  ['apply', '--on-conflict', 'new', '--report', 'json'],
  ['plan', '--diff', '--check'],
  ['plan', '--with', 'new/web.txt=packages/shop/web.yaml', '--report', 'json'],
  ['plan', '--take', 'Deployment/web:spec.replicas=local', '--take', 'Deployment/none:spec.replicas=local'],
  ['apply', '--strict', '--commit'],
];

const nameOf = (index: number): string => `v${String(index).padStart(3, '0')}`;

/** Files of a fleet. `rest`: more fields of the PackageVariant with an index. */
function fleetFiles(rest: (index: number) => string = () => ''): Files {
  const variants = Array.from({ length: COUNT }, (_, index) =>
    packageVariant(
      nameOf(index),
      index === 7 ? 'blueprints/none' : 'blueprints/shop',
      `all/${nameOf(index)}`,
      rest(index),
    ),
  );
  return {
    'packages/shop/Kptfile': kptfile('shop'),
    'packages/shop/web.yaml': web(1),
    'packages/shop/config.yaml': configMap('c', 'data: {a: b}\n'),
    'new/web.txt': web(3, 'web:2'),
    'inputs/repositories.yaml': [repository('blueprints', 'packages'), repository('all', 'all')].join('---\n'),
    'inputs/variants.yaml': [...variants, packageVariant('copy', 'all/v003', 'all/copy')].join('---\n'),
  };
}

/** Commits a new version of the package, with edits of which one is in conflict with it. */
function upgrade(fleet: GitRepository): void {
  fleet.commit({
    'packages/shop/web.yaml': web(2, 'web:2'),
    [`all/${nameOf(5)}/web.yaml`]: web(9),
    [`all/${nameOf(6)}/config.yaml`]: configMap('c', 'data: {a: b, mine: "1"}\n'),
    [`all/${nameOf(8)}/web.yaml`]: `${web(1)}---\na: [\n`,
  });
}

function start([command = '', ...args]: readonly string[], cwd: string, more: readonly string[]) {
  return spawn(command, [...args, 'fleet', ...more], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function outcome(program: readonly string[], from: string, args: readonly string[]) {
  return await inFolder({}, async (folder) => {
    cpSync(from, folder, { recursive: true, preserveTimestamps: true });
    const child = start(program, folder, args);
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    const files = Object.entries(readFiles(folder)).filter(([path]) => !path.startsWith('.git/'));
    // The next command has the options of this one.
    const withoutJobs = stderr.replaceAll(/ --jobs \d+/g, '');
    return {
      exitCode: child.exitCode,
      stdout,
      stderr: withoutJobs.replaceAll(folder, ''),
      files: Object.fromEntries(files),
    };
  });
}

for (const [title, program] of Object.entries(PROGRAMS))
  describe(`fleet in several processes, by ${title}`, function () {
    before(function () {
      needTools(this, 'git');
      needProc(this);
    });

    it('has the outcome of one process, to the byte', () =>
      inFleet(fleetFiles(), async ({ fleet }) => {
        for (const isNew of [true, false]) {
          if (!isNew) {
            const applied = start(program, fleet.folder, ['apply', '--jobs', '1']);
            await Promise.all([text(applied.stdout), text(applied.stderr), once(applied, 'close')]);
            upgrade(fleet);
          }
          for (const args of isNew ? COMMANDS.slice(0, 1) : COMMANDS) {
            const [one, two] = [
              await outcome(program, fleet.folder, [...args, '--jobs', '1']),
              await outcome(program, fleet.folder, [...args, '--jobs', '2']),
            ];
            assert.deepEqual(two, one, args.join(' '));
            assert.match(one.stderr, /failed/);
          }
        }
      }));

    it('fails only the variants of a process that is killed, by their names', () =>
      inFolder(
        {
          'hang.sh':
            'echo $PPID $$ > "$(dirname "$0")/pids.new"\nmv "$(dirname "$0")/pids.new" "$(dirname "$0")/pids"\nexec sleep 600\n',
        },
        (folder) =>
          inFleet(
            fleetFiles((index) => (index === 150 ? `  pipeline: {mutators: [{exec: sh ${folder}/hang.sh}]}\n` : '')),
            async ({ fleet }) => {
              const child = start(program, fleet.folder, ['apply', '--allow-exec', '--jobs', '2']);
              child.stdout.resume();
              const exit = once(child, 'exit') as Promise<[exitCode: number | null]>;
              const ended = Promise.all([text(child.stderr), exit]);
              const pids = join(folder, 'pids');
              await until(() => existsSync(pids));
              const [worker = 0, called = 0] = readFileSync(pids, 'utf8').trim().split(' ').map(Number);
              assert.equal(parentOf(worker), child.pid);
              process.kill(worker, 'SIGKILL');
              const [stderr, [exitCode]] = await ended;
              assert.equal(exitCode, 1);
              const names = [...stderr.matchAll(/^\[error\] all\/(v\d+): its process was ended by SIGKILL, .*$/gm)].map(
                ([, name]) => name,
              );
              assert.ok(names.includes('v150') && names.length <= 2, stderr.slice(-2000));
              for (const name of names) assert.ok(!existsSync(join(fleet.folder, 'all', name ?? '')), name);
              assert.match(stderr, new RegExp(`^${COUNT - names.length} created, ${names.length + 1} failed: `, 'm'));
              // Nothing can end the functions of a killed process.
              process.kill(called, 'SIGKILL');
              await until(() => hasEnded(called));
            },
          ),
      ));
  });
