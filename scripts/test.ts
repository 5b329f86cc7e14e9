/**
 * `npm test` runs the tests of a contributor, `npm test -- --all` those of CI, `npm test -- --long` the same with many
 * more random cases: each tier contains the one before. `npm test -- WORD...` runs the tests whose path and title have
 * these words. `test/tiers.ts` says which tests are in which tier. The last line is `N passed, N failed, N skipped`.
 *
 * `--jobs N`: processes at the same time, one per core by default. `--shuffle SEED`: the files in another order.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { root } from './functions.ts';
import { allTests, firstTier, shuffled, testsWith, type TestGroup } from './testing/choose-tests.ts';
import { runJobs, type Job } from './testing/run-jobs.ts';
import { TestReport } from './testing/test-report.ts';
import { TestWorker } from './testing/test-workers.ts';

/** Factor of the number of cases of each property, by tier. */
const SCALES = { first: 0.25, all: 1, long: 20, words: 1 } as const;

/** Type of a file system in memory, in Linux. */
const TMPFS = 0x01021994;

/** Bytes that temporary files may need: images of containers are the largest. */
const ROOM = 4e9;

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(availableParallelism()) },
    shuffle: { type: 'string' },
  },
});
const tier = words.length > 0 ? 'words' : values.long ? 'long' : values.all ? 'all' : 'first';
const hasCoverage = tier === 'all';
const coverage = join(root, 'coverage');
const report = new TestReport();
const temporary = temporaryFolder();
const env = environment();
const scale = Number(env['PROPERTY_SCALE']);
const slots = Number(values.jobs);
if (!Number.isInteger(slots) || slots < 1) refuse('--jobs must be a number of processes, at least 1');
const workers = Array.from({ length: slots }, () => new TestWorker(env, scale));

process.once('exit', () => {
  for (const worker of workers) worker.end();
  try {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 10 });
  } catch (error) {
    // Mounts of containers stay if their tests were killed.
    console.error(`${temporary} cannot be removed:`, error);
  }
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

if (hasCoverage) rmSync(coverage, { recursive: true, force: true });
await runJobs(await jobs(), slots);
await Promise.all(workers.map((worker) => worker.close()));
if (hasCoverage) await step('coverage', 'npm', ['run', '--silent', 'coverage']).run(0);
process.exit(report.end() ? 0 : 1);

/**
 * Returns the folder for the temporary files of tests: in memory if there is room, since they make a million small
 * files. Its path is short: podman waits 20 s for each container whose socket has a long path.
 */
function temporaryFolder(): string {
  return mkdtempSync(join(isLargeMemory('/dev/shm') ? '/dev/shm' : tmpdir(), 'kv-'));
}

function isLargeMemory(folder: string): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(folder);
    return type === TMPFS && bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}

/** Returns the variables of the processes that run tests. */
function environment(): NodeJS.ProcessEnv {
  const seed = tier === 'long' ? String(Math.trunc(Math.random() * 2 ** 31)) : '1';
  const variables = {
    PROPERTY_SCALE: String(SCALES[tier]),
    PROPERTY_SEED: seed,
    // Fleets in memory must be as those of git.
    ...(tier === 'long' && { REAL_GIT: '1', LONG_TESTS: '1' }),
    // Programs that tests start from their sources start twice as fast with this cache, but then coverage is not exact.
    ...(hasCoverage ? { NODE_V8_COVERAGE: join(coverage, 'tmp') } : { NODE_COMPILE_CACHE: join(temporary, 'cache') }),
    ...process.env,
    TMPDIR: temporary,
  };
  console.log(`Properties: ${variables.PROPERTY_SCALE} of their cases, PROPERTY_SEED=${variables.PROPERTY_SEED}`);
  return variables;
}

async function jobs(): Promise<Job[]> {
  const groups = await chosen();
  const needsBuild = groups.some(isBuilt);
  const hasTier = tier !== 'words';
  return [
    ...(needsBuild ? [step('build', 'node', ['scripts/build.ts', ...otherPlatforms(groups)])] : []),
    ...(groups.some(usesApiServer) ? [step('API server', 'nice', ['node', 'scripts/api-server.ts'])] : []),
    ...(hasTier ? [step('static checks', 'npm', ['run', '--silent', 'check:static'])] : []),
    ...groups.map(testJob),
  ];
}

/** Returns the tests to run. Fails if there are none. */
async function chosen(): Promise<TestGroup[]> {
  const groups = tier === 'words' ? await matching(testsWith(words)) : tier === 'first' ? firstTier() : allTests();
  if (groups.length === 0) refuse(`no test has the words ${words.join(' ')} in its path and title`);
  return values.shuffle === undefined ? groups : shuffled(groups, Number(values.shuffle));
}

/** Returns the groups that have a test whose title has the words which are not in the path. */
async function matching(groups: readonly TestGroup[]): Promise<TestGroup[]> {
  if (groups.every((group) => group.titles === '')) return [...groups];
  const counter = new TestWorker(env, scale);
  const found: TestGroup[] = [];
  for (const group of groups) {
    const { result } = await counter.run({ files: group.files, titles: group.titles, listOnly: true });
    // A file that cannot be loaded fails when it runs.
    if (result.skipped.length > 0 || result.failures.length > 0) found.push(group);
  }
  await counter.close();
  return found;
}

/** Ends the run before any test. */
function refuse(message: string): never {
  console.error(`error: ${message}`);
  process.exit(1);
}

function testJob(group: TestGroup): Job {
  const { name, files, titles, isAlone } = group;
  const needs = [...(isBuilt(group) ? ['build'] : []), ...(usesApiServer(group) ? ['API server'] : [])];
  return {
    name,
    needs,
    isAlone,
    run: async (slot) => {
      const start = performance.now();
      const request = { files, titles, listOnly: false };
      const answer = await workers[slot]?.run(request, (title) => report.running(name, title));
      if (answer === undefined) throw new Error(`there is no process ${slot}`);
      report.ended(name, performance.now() - start, answer.result, answer.output);
    },
  };
}

/** Returns a job that runs a program, whose failure counts as a failed test. */
function step(name: string, program: string, args: readonly string[]): Job {
  return {
    name,
    run: async () => {
      const start = performance.now();
      report.running(name, '');
      const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
      const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
      const isDone = child.exitCode === 0;
      const failure = { file: [program, ...args].join(' '), title: name, error: `${output}${errors}` };
      const failures = isDone ? [] : [failure];
      report.ended(name, performance.now() - start, { passed: 0, failures, skipped: [] }, isDone ? output : '', 'done');
    },
  };
}

/** Returns the options of the build for tests that need another platform's executable, whose runtime it downloads. */
function otherPlatforms(groups: readonly TestGroup[]): readonly string[] {
  const hasIndex = groups.some(({ files }) => files.includes('test/e2e/image-index.test.ts'));
  return hasIndex ? ['--platform', 'linux-arm64'] : [];
}

/** Reports whether tests run what `npm run build` writes. */
function isBuilt({ files }: TestGroup): boolean {
  return files.some((file) => /^test\/(?:e2e|cluster)\//.test(file));
}

function usesApiServer({ files }: TestGroup): boolean {
  return files.some((file) => file.startsWith('test/cluster/'));
}
