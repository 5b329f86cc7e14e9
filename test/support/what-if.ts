import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context } from 'mocha';
import { plannedClasses } from '../../src/fleet/answers/planned-classes.ts';
import type { FleetOutcome } from '../../cli/fleet/show/fleet-outcome.ts';
import { writeFiles, type Files } from '../cli/run-support.ts';
import { inFleet, type GitFleet } from './fleet.ts';
import { needTools } from './kpt.ts';

/** Files to plan with, by the path that they take in the repository: the text of a file, or the files of a folder. */
export type Replacements = Readonly<Record<string, string | Files>>;

/**
 * Plans with other files, and with the same files in a copy of the repository: asserts that both plans and their diffs are the same, and that the
 * first one writes nothing. `prepare`: does more in the copy, such as a tag. Returns the first plan.
 */
export async function planBoth(
  setting: GitFleet,
  replaced: Replacements,
  args: readonly string[] = [],
  prepare: (git: (...words: readonly string[]) => void) => void = () => {},
): Promise<FleetOutcome> {
  return await withPaths(setting, replaced, async (options) => {
    const planned = await untouched(setting, () => setting.run('plan', ...options, ...args, '--diff'));
    await inCopy(setting, async (copy) => {
      for (const [at, files] of Object.entries(replaced)) {
        rmSync(join(copy, at), { recursive: true, force: true });
        writeFiles(copy, typeof files === 'string' ? { [at]: files } : below(at, files));
      }
      prepare((...words) => void setting.fleet.git('-C', copy, ...words));
      assertSamePlan(planned, await setting.run('plan', copy, ...args, '--diff'));
    });
    return planned;
  });
}

/** Asserts that a plan with other files has the same changes as one where these files are. Both have a diff. */
export function assertSamePlan(planned: FleetOutcome, there: FleetOutcome): void {
  assert.deepEqual(rowsOf(planned), rowsOf(there), `${planned.stderr}\n${there.stderr}`);
  assert.equal(planned.exitCode, there.exitCode);
  assert.deepEqual(plannedClasses(planned.changed), plannedClasses(there.changed));
  // The tables follow.
  assert.equal(planned.stdout.slice(0, there.stdout.length), there.stdout);
}

/** Passes a fleet whose variants are applied and committed to all tests of a suite, which must leave it as it is. */
export function sharedFleet(files: Files): () => GitFleet {
  let setting: GitFleet | undefined;
  let close = (): void => {};
  let closed: Promise<unknown> = Promise.resolve();
  before(function (this: Context, done) {
    needTools(this, 'git');
    const end = new Promise<void>((resolve) => (close = resolve));
    closed = inFleet(files, async (opened) => {
      assert.equal((await opened.run('apply')).exitCode, 0);
      opened.fleet.commit({});
      setting = opened;
      done();
      await end;
    });
    closed.catch(done);
  });
  after(async () => {
    close();
    await closed;
  });
  return () => {
    if (setting === undefined) throw new Error('a shared fleet must be used in a test');
    return setting;
  };
}

/** Passes the options `--with` for files outside of the repository. */
export async function withPaths<T>(
  { fleet }: GitFleet,
  replaced: Replacements,
  act: (options: readonly string[]) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(dirname(fleet.folder), 'with-'));
  try {
    const options = Object.entries(replaced).flatMap(([at, files], index) => {
      writeFiles(folder, typeof files === 'string' ? { [`${index}.yaml`]: files } : below(String(index), files));
      const path = join(folder, typeof files === 'string' ? `${index}.yaml` : String(index));
      return ['--with', `${path}=${at}`];
    });
    return await act(options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Asserts that an action changes no file of the repository, also none of git's. */
export async function untouched<T>({ fleet }: GitFleet, act: () => Promise<T>): Promise<T> {
  const before = digestOf(fleet.folder);
  const outcome = await act();
  assert.equal(digestOf(fleet.folder), before, 'nothing is written');
  return outcome;
}

/** Returns a digest of the names, modes and contents of all files of a folder. */
export function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const stats = lstatSync(join(folder, name));
    hash.update(`${name}\0${stats.mode}\0`);
    if (stats.isFile()) hash.update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex');
}

/** Passes a copy of the repository, which is removed afterwards. */
export async function inCopy({ fleet }: GitFleet, act: (copy: string) => Promise<void> | void): Promise<void> {
  const copy = mkdtempSync(join(dirname(fleet.folder), 'copy-'));
  try {
    cpSync(fleet.folder, copy, { recursive: true, preserveTimestamps: true });
    await act(copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** Returns the rows of a plan without the versions of upstreams: in a copy, they have commits. */
function rowsOf({ variants }: FleetOutcome): readonly unknown[] {
  return variants.map((row) => ({ ...row, from: undefined, to: undefined }));
}

function below(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
}
