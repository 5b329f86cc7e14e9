import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configMap, kptfile, readFiles, writeFiles, type Files } from '../cli/run-support.ts';
import { GitRepository } from '../support/git-repository.ts';
import { GitServer } from '../support/git-server.ts';
import { packageFiles, runInSteps, temporaries, type OnStep } from '../support/in-steps.ts';
import { needTools } from '../support/kpt.ts';
import { get, update } from '../support/package-commands.ts';
import { inUpstream } from '../support/upstream-repository.ts';
import { isTemporary } from '../../src/files/index.ts';

const PROGRAM = fileURLToPath(import.meta.resolve('../support/krm-variants.ts'));

/** Number of files of the package. */
const COUNT = 30;

/** Number of steps before which a process is killed, spread over its life. */
const MOMENTS = 6;

/**
 * Runs `krm-variants` and kills it before one of its steps, or not at all if it has fewer. Returns the number of steps
 * that it took.
 */
async function runUntil(last: number, ...args: readonly string[]): Promise<number> {
  const { steps, exitCode, stderr } = await runInSteps(
    PROGRAM,
    ['apply-package-context', ...args],
    (_, number) => number >= last,
  );
  if (steps < last) assert.ok(exitCode === 0 || exitCode === 3, stderr);
  return steps;
}

function versionFiles(version: string): Files {
  const files = Array.from({ length: COUNT }, (_, index) => [
    `shop/c${index}.yaml`,
    configMap(`c${index}`, `data:\n  v: ${version}\n`),
  ]);
  return { 'shop/Kptfile': kptfile('shop'), ...(Object.fromEntries(files) as Files) };
}

describe('a package command that is killed', function () {
  before(function () {
    needTools(this, 'git');
  });

  it('leaves no package, or a complete one, when get is killed at any step', () =>
    inUpstream(async ({ folder, up }) => {
      up.commit(versionFiles('v1'));
      const mine = join(folder, 'mine');
      const whole = await runUntil(Infinity, 'get', `${up.folder}/shop@main`, mine);
      const complete = readFiles(mine);
      for (let moment = 1; moment <= MOMENTS; moment++) {
        rmSync(mine, { recursive: true, force: true });
        await runUntil(Math.round((whole * moment) / MOMENTS), 'get', `${up.folder}/shop@main`, mine);
        await assertWholeOrNone({ folder, address: `${up.folder}/shop@main` }, complete);
      }
    }));

  it('leaves no package, or a complete one, when get is killed at any step, and the next get removes the rest', () =>
    served(async ({ folder, url }) => {
      const [mine, address] = [join(folder, 'mine'), `${url}/shop@v1`];
      await get(address, mine);
      const complete = readFiles(mine);
      const mirror = (...names: readonly string[]): readonly string[] => namesIn(mirrorIn(folder), ...names);
      const temporary = (): string => namesIn(folder).find(isTemporary) ?? '';
      const steps: Readonly<Record<string, OnStep>> = {
        'while the cache is created': () => namesIn(folder, 'cache/krm-variants/git').length > 0,
        'once the cache is created': () => mirror().includes('HEAD'),
        'once the references are stored': () => mirror().includes('krm-variants-refs'),
        'once the commit is fetched': () => mirror('refs/krm-variants').length > 0,
        'before the first file is written': () => temporary() !== '',
        'while files are written': () => namesIn(folder, temporary()).length > COUNT / 2,
        'once the package is complete': () => existsSync(mine),
      };
      for (const [step, isNow] of Object.entries(steps)) {
        for (const name of ['mine', 'cache']) rmSync(join(folder, name), { recursive: true, force: true });
        await killAt(isNow, 'get', address, mine);
        await assertWholeOrNone({ folder, address }, complete, step);
      }
    }));

  it('leaves no package when get is killed while its git fetches, which goes on alone', () =>
    served(async ({ folder, url }) => {
      const [mine, address] = [join(folder, 'mine'), `${url}/shop@v1`];
      await get(address, mine);
      const complete = readFiles(mine);
      for (const name of ['mine', 'cache']) rmSync(join(folder, name), { recursive: true, force: true });
      const git = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
      const script = `#!/bin/sh\ncase " $* " in *" fetch "*) kill -KILL $PPID ;; esac\nexec ${git} "$@"\n`;
      writeFiles(folder, { 'bin/git': script });
      chmodSync(join(folder, 'bin/git'), 0o755);
      const PATH = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
      const { exitCode } = await runInSteps(PROGRAM, ['apply-package-context', 'get', address, mine], () => {}, {
        PATH,
      });
      assert.equal(exitCode, null);
      assert.ok(!existsSync(mine));
      await assertWholeOrNone({ folder, address }, complete);
    }));

  it('reports what a killed get left, once', () =>
    inUpstream(async ({ folder, up }) => {
      up.commit(versionFiles('v1'));
      const mine = join(folder, 'mine');
      const address = `${up.folder}/shop@main`;
      await killAt(() => namesIn(folder, namesIn(folder).find(isTemporary) ?? 'up').length > 10, 'get', address, mine);
      assert.ok(!existsSync(mine));
      const { stderr } = await get(address, mine, '-v');
      assert.match(stderr, /^\[notice\]: removed \d+ temporary files of a killed run \(pid \d+\)$/m);
      assert.doesNotMatch((await get(address, join(folder, 'other'), '-v')).stderr, /temporary/);
    }));

  it('leaves a package that the next update completes when update is killed at any step', () =>
    inUpstream(async ({ folder, up }) => {
      for (const version of ['v1', 'v2']) {
        up.commit(versionFiles(version));
        up.git('tag', version);
      }
      const mine = join(folder, 'mine');
      const start = async (): Promise<void> => {
        rmSync(mine, { recursive: true, force: true });
        await get(`${up.folder}/shop@v1`, mine);
      };
      await start();
      const [before, whole] = [readFiles(mine), await runUntil(Infinity, 'update', `${mine}@v2`)];
      const after = readFiles(mine);
      assert.notDeepEqual(before, after);
      for (let moment = 1; moment <= MOMENTS; moment++) {
        await start();
        await runUntil(Math.round((whole * moment) / MOMENTS), 'update', `${mine}@v2`);
        await assertCompletes(mine, before, after);
      }
      const textOf = (name: string): string => readFileSync(join(mine, name), 'utf8');
      const steps: Readonly<Record<string, () => boolean>> = {
        'before a file is replaced': () => temporaries(mine).length > COUNT / 2,
        'while files are replaced': () => textOf('c0.yaml') !== before['c0.yaml'],
        'once the Kptfile is replaced': () => textOf('Kptfile') !== before['Kptfile'],
      };
      for (const [step, isNow] of Object.entries(steps)) {
        await start();
        await killAt(isNow, 'update', `${mine}@v2`);
        await assertCompletes(mine, before, after, step);
      }
    }));

  /**
   * Passes a committed package to a test whose update to `v2` has a conflict, and functions that reset it and read its
   * files.
   */
  const inConflict = (act: (setting: ConflictSetting) => Promise<void>): Promise<void> =>
    inUpstream(async ({ folder, up }) => {
      for (const version of ['v1', 'v2']) {
        up.commit({ ...versionFiles(version), 'shop/b.yaml': configMap('b', `data:\n  v: ${version}\n`) });
        up.git('tag', version);
      }
      const mine = join(folder, 'mine');
      await get(`${up.folder}/shop@v1`, mine);
      writeFiles(mine, { 'b.yaml': DECIDED });
      const repository = new GitRepository(mine, folder);
      repository.git('init', '--quiet');
      repository.git('add', '--all');
      repository.git('commit', '--quiet', '-m', 'x');
      const state = join(mine, '.git/krm-variants/update/state.json');
      await act({
        mine,
        isOpen: () => existsSync(state),
        files: () =>
          Object.fromEntries(
            Object.entries(readFiles(mine)).filter(
              ([path]) => !path.startsWith('.git/') && !path.split('/').some(isTemporary),
            ),
          ),
        reset: () => {
          rmSync(state, { force: true });
          repository.git('reset', '--quiet', '--hard');
          repository.git('clean', '--quiet', '--force', '-d');
        },
      });
    });

  it('leaves a package that --abort restores when update --markers is killed at any step', () =>
    inConflict(async ({ mine, files, reset, isOpen }) => {
      const before = files();
      const whole = await runUntil(Infinity, 'update', `${mine}@v2`, '--markers');
      assert.ok(isOpen());
      for (let moment = 1; moment <= MOMENTS; moment++) {
        reset();
        await runUntil(Math.round((whole * moment) / MOMENTS), 'update', `${mine}@v2`, '--markers');
        if (isOpen()) assert.equal((await update(mine, '--abort')).exitCode, 0);
        assert.deepEqual([files(), isOpen()], [before, false]);
      }
    }));

  it('leaves a package that a second --abort or --continue completes when the first is killed at any step', () =>
    inConflict(async ({ mine, files, reset, isOpen }) => {
      const before = files();
      const start = async (): Promise<void> => {
        reset();
        assert.equal((await update(`${mine}@v2`, '--markers')).exitCode, 3);
        writeFiles(mine, { 'b.yaml': DECIDED });
      };
      await start();
      const whole = await runUntil(Infinity, 'update', mine, '--continue');
      const after = files();
      assert.notDeepEqual(after, before);
      for (let moment = 1; moment <= MOMENTS / 2; moment++)
        for (const [ending, want] of [
          ['--abort', before],
          ['--continue', after],
        ] as const) {
          await start();
          await runUntil(Math.round((2 * whole * moment) / MOMENTS), 'update', mine, ending);
          if (isOpen()) assert.equal((await update(mine, ending)).exitCode, 0);
          assert.deepEqual([files(), isOpen()], [want, false], ending);
        }
    }));
});

/** Kills `krm-variants` before the first step at which `isNow` is true, which must come. */
async function killAt(isNow: OnStep, ...args: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await runInSteps(PROGRAM, ['apply-package-context', ...args], isNow);
  assert.equal(exitCode, null, `it ended before the moment: ${stderr}`);
}

/** Asserts that a killed `get` left no package or a complete one, and that the next one leaves nothing else. */
async function assertWholeOrNone(
  { folder, address }: { readonly folder: string; readonly address: string },
  complete: Files,
  step?: string,
): Promise<void> {
  const mine = join(folder, 'mine');
  if (existsSync(mine)) assert.deepEqual(readFiles(mine), complete, step);
  rmSync(mine, { recursive: true, force: true });
  const { stderr, exitCode } = await get(address, mine);
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual([readFiles(mine), namesIn(folder).filter(isTemporary)], [complete, []], step);
  assert.deepEqual(namesIn(folder, 'cache/krm-variants/git').filter(isTemporary), [], step);
}

/** Asserts that each file is of one version after a killed `update`, and that the next one completes it. */
async function assertCompletes(mine: string, before: Files, after: Files, step?: string): Promise<void> {
  const left = packageFiles(mine);
  for (const [path, content] of Object.entries(left))
    assert.ok([before[path], after[path]].includes(String(content)), path);
  if (left['Kptfile'] === after['Kptfile']) assert.deepEqual(left, after, 'the Kptfile is replaced last');
  const { stderr, exitCode } = await update(`${mine}@v2`);
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual([readFiles(mine), temporaries(mine)], [after, []], step);
}

/** Serves a package over HTTP. */
function served(act: (setting: { folder: string; url: string }) => Promise<void>): Promise<void> {
  return inUpstream(async ({ folder, up }) => {
    up.commit(versionFiles('v1'));
    up.git('tag', 'v1');
    up.git('clone', '--quiet', '--bare', '.', join(folder, 'served/up.git'));
    const server = await GitServer.start(join(folder, 'served'));
    try {
      await act({ folder, url: `${server.url}/up.git` });
    } finally {
      await server.stop();
    }
  });
}

/** Returns the path of the only repository in the cache. */
function mirrorIn(folder: string): string {
  const [name = ''] = namesIn(folder, 'cache/krm-variants/git').filter((each) => !isTemporary(each));
  return join(folder, 'cache/krm-variants/git', name);
}

/** Returns the names in a folder; none if there is no such folder. */
function namesIn(...path: readonly string[]): readonly string[] {
  try {
    return readdirSync(join(...path));
  } catch {
    return [];
  }
}

/** Local version of a file that both sides change. */
const DECIDED = configMap('b', 'data:\n  v: mine\n');

/** A committed package whose update has a conflict. */
interface ConflictSetting {
  readonly mine: string;
  readonly files: () => Record<string, string>;
  readonly reset: () => void;
  /** Reports whether an update is unfinished. */
  readonly isOpen: () => boolean;
}
