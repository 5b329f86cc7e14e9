import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isTemporary } from '../../cli/package/temporary-file.ts';
import { configMap, kptfile, readFiles, writeFiles, type Files } from '../cli/run-support.ts';
import { GitRepository } from '../support/git-repository.ts';
import { GitServer } from '../support/git-server.ts';
import { interrupt, packageFiles, temporaries } from '../support/interrupt.ts';
import { needTools } from '../support/kpt.ts';
import { get, update } from '../support/package-commands.ts';
import { inTime, needProc } from '../support/running.ts';
import { inUpstream } from '../support/upstream-repository.ts';

const PROGRAM = fileURLToPath(import.meta.resolve('../support/krm-variants.ts'));

/** Enough files that replacing them takes a while. */
const COUNT = 300;

/** Number of moments at which a process is killed, spread over its life. */
const MOMENTS = 6;

/** Runs `krm-variants` and kills it after some milliseconds. Returns the milliseconds that it lived. */
async function runFor(milliseconds: number, ...args: readonly string[]): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [PROGRAM, 'apply-package-context', ...args], { stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
  await once(child, 'exit');
  clearTimeout(timer);
  return performance.now() - start;
}

function versionFiles(version: string): Files {
  const files = Array.from({ length: COUNT }, (_, index) => [
    `shop/c${index}.yaml`,
    configMap(`c${index}`, `data:\n  v: ${version}\n`),
  ]);
  return { 'shop/Kptfile': kptfile('shop'), ...(Object.fromEntries(files) as Files) };
}

describe('a package command that is killed', function () {
  this.timeout(300_000);
  before(function () {
    needTools(this, 'git');
    needProc(this);
  });

  it('leaves no package, or a complete one, when get is killed at any moment', () =>
    inUpstream(async ({ folder, up }) => {
      up.commit(versionFiles('v1'));
      const mine = join(folder, 'mine');
      const whole = await runFor(1_000_000, 'get', `${up.folder}/shop@main`, mine);
      const complete = readFiles(mine);
      for (let moment = 1; moment <= MOMENTS; moment++) {
        rmSync(mine, { recursive: true, force: true });
        await runFor((whole * moment) / MOMENTS, 'get', `${up.folder}/shop@main`, mine);
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
      const steps: Readonly<Record<string, () => boolean>> = {
        'while the cache is created': () => namesIn(folder, 'cache/krm-variants/git').length > 0,
        'once the cache is created': () => mirror().includes('HEAD'),
        'once the references are stored': () => mirror().includes('krm-variants-refs'),
        'while the commit is fetched': () => mirror('objects/pack').length > 0,
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

  it('reports what a killed get left, once', () =>
    inUpstream(async ({ folder, up }) => {
      up.commit(versionFiles('v1'));
      const mine = join(folder, 'mine');
      const address = `${up.folder}/shop@main`;
      await inTime(async () => {
        rmSync(mine, { recursive: true, force: true });
        await killAt(
          () => namesIn(folder, namesIn(folder).find(isTemporary) ?? 'up').length > 10,
          'get',
          address,
          mine,
        );
        return !existsSync(mine);
      });
      const { stderr } = await get(address, mine, '-v');
      assert.match(stderr, /^\[notice\]: removed \d+ temporary files of a killed run \(pid \d+\)$/m);
      assert.doesNotMatch((await get(address, join(folder, 'other'), '-v')).stderr, /temporary/);
    }));

  it('leaves a package that the next update completes when update is killed at any moment', () =>
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
      const [before, whole] = [readFiles(mine), await runFor(1_000_000, 'update', `${mine}@v2`)];
      const after = readFiles(mine);
      assert.notDeepEqual(before, after);
      for (let moment = 1; moment <= MOMENTS; moment++) {
        await start();
        // Reading and merging come first: most moments are while files are replaced.
        await runFor(whole * (0.4 + (0.6 * moment) / MOMENTS), 'update', `${mine}@v2`);
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

  /** Passes a committed package to a test whose update to `v2` has a conflict, and functions that reset it and read its files. */
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

  it('leaves a package that --abort restores when update --markers is killed at any moment', () =>
    inConflict(async ({ mine, files, reset, isOpen }) => {
      const before = files();
      const whole = await runFor(1_000_000, 'update', `${mine}@v2`, '--markers');
      assert.ok(isOpen());
      for (let moment = 1; moment <= MOMENTS; moment++) {
        reset();
        await runFor(whole * (0.4 + (0.6 * moment) / MOMENTS), 'update', `${mine}@v2`, '--markers');
        if (isOpen()) assert.equal((await update(mine, '--abort')).exitCode, 0);
        assert.deepEqual([files(), isOpen()], [before, false]);
      }
    }));

  it('leaves a package that a second --abort or --continue completes when the first is killed at any moment', () =>
    inConflict(async ({ mine, files, reset, isOpen }) => {
      const before = files();
      const start = async (): Promise<void> => {
        reset();
        assert.equal((await update(`${mine}@v2`, '--markers')).exitCode, 3);
        writeFiles(mine, { 'b.yaml': DECIDED });
      };
      await start();
      const whole = await runFor(1_000_000, 'update', mine, '--continue');
      const after = files();
      assert.notDeepEqual(after, before);
      for (let moment = 1; moment <= MOMENTS / 2; moment++)
        for (const [ending, want] of [
          ['--abort', before],
          ['--continue', after],
        ] as const) {
          await start();
          await runFor(whole * (0.4 + (1.2 * moment) / MOMENTS), 'update', mine, ending);
          if (isOpen()) assert.equal((await update(mine, ending)).exitCode, 0);
          assert.deepEqual([files(), isOpen()], [want, false], ending);
        }
    }));
});

/** Kills `krm-variants` at the first moment that `isNow` reports, if it has not ended by then. */
async function killAt(isNow: () => boolean, ...args: readonly string[]): Promise<void> {
  const child = interrupt([process.execPath, PROGRAM, 'apply-package-context', ...args], {}, isNow, 'SIGKILL');
  await once(child, 'close');
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
