import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Context } from 'mocha';
import { plannedClasses } from '../../src/fleet/answers/planned-classes.ts';
import type { FleetOutcome } from '../../cli/fleet/show/fleet-outcome.ts';
import { below, inFolder, writeFiles, type Files } from '../cli/run-support.ts';
import { settingOf, type FleetSetting, type InFleet } from './fleet.ts';
import type { FleetFolder } from './fleet-folder.ts';
import { GitRepository } from './git-repository.ts';
import { needTools } from './kpt.ts';
import { MemoryRepository } from './memory-repository.ts';

/** Files to plan with, by the path that they take in the repository: the text of a file, or the files of a folder. */
export type Replacements = Readonly<Record<string, string | Files>>;

/**
 * Plans with other files, and with the same files in a copy of the repository: asserts that both plans and their diffs
 * are the same, and that the first one writes nothing. `prepare`: does more in the copy, such as a tag. Returns the
 * first plan.
 */
export async function planBoth(
  setting: FleetSetting,
  replaced: Replacements,
  args: readonly string[] = [],
  prepare: (copy: FleetFolder) => void = () => {},
): Promise<FleetOutcome> {
  return await withPaths(replaced, async (options) => {
    const planned = await untouched(setting, () => setting.run('plan', ...options, ...args, '--diff'));
    await inCopy(setting, async (copy) => {
      for (const [at, files] of Object.entries(replaced)) {
        if (copy.fleet.has(at)) copy.fleet.remove(at);
        copy.fleet.write(typeof files === 'string' ? { [at]: files } : below(at, files));
      }
      prepare(copy.fleet);
      assertSamePlan(planned, await copy.run('plan', ...args, '--diff'));
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

/**
 * Passes a fleet whose variants are applied and committed to all tests of a suite, which must leave it as it is.
 * `inThis`: `inMemoryFleet` or `inFleet`.
 */
export function sharedFleet<Setting extends FleetSetting>(inThis: InFleet<Setting>, files: Files): () => Setting {
  let setting: Setting | undefined;
  let close = (): void => {};
  let closed: Promise<unknown> = Promise.resolve();
  before(function (this: Context, done) {
    needTools(this, 'git');
    const end = new Promise<void>((resolve) => (close = resolve));
    closed = inThis(files, async (opened) => {
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
  replaced: Replacements,
  act: (options: readonly string[]) => Promise<T>,
): Promise<T> {
  return await inFolder({}, async (folder) => {
    const options = Object.entries(replaced).flatMap(([at, files], index) => {
      writeFiles(folder, typeof files === 'string' ? { [`${index}.yaml`]: files } : below(String(index), files));
      const path = join(folder, typeof files === 'string' ? `${index}.yaml` : String(index));
      return ['--with', `${path}=${at}`];
    });
    return await act(options);
  });
}

/** Asserts that an action changes no file of the repository, also none of git's. */
export async function untouched<T>({ fleet }: FleetSetting, act: () => Promise<T>): Promise<T> {
  const before = fleet.digest();
  const outcome = await act();
  assert.equal(fleet.digest(), before, 'nothing is written');
  return outcome;
}

/** Passes a copy of the repository, which is removed afterwards. */
async function inCopy({ fleet }: FleetSetting, act: (copy: FleetSetting) => Promise<void> | void): Promise<void> {
  if (fleet instanceof MemoryRepository) return await act(await settingOf(fleet.copied()));
  assert.ok(fleet instanceof GitRepository);
  await inFolder({}, async (folder) => await act(await settingOf(fleet.copiedTo(folder))));
}

/** Returns the rows of a plan without the versions of upstreams: in a copy, they have commits. */
function rowsOf({ variants }: FleetOutcome): readonly unknown[] {
  return variants.map((row) => ({ ...row, from: undefined, to: undefined }));
}
