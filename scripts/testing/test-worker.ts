/**
 * Process that runs test files for `scripts/test.ts`: receives one request after the other, and reports each test that
 * starts, then the result of the request. A file can be run once, because Node.js evaluates a module once.
 */
import { relative } from 'node:path';
import Mocha from 'mocha';
import { root } from '../functions.ts';
import { mochaHooks } from '../../test/support/properties.ts';
import { END_OF_OUTPUT, type Failure, type TestRequest, type TestResult, type WorkerMessage } from './test-protocol.ts';

const { EVENT_RUN_END, EVENT_TEST_BEGIN, EVENT_SUITE_BEGIN, EVENT_TEST_FAIL, EVENT_TEST_PENDING } =
  Mocha.Runner.constants;
/** Bytes of memory at which a worker frees what it no longer needs. */
const MUCH_MEMORY = 400e6;

const { NODE_V8_COVERAGE: coverage } = process.env;

process.on('message', (request: TestRequest) => {
  void answer(request).then((result) => {
    sendResult(result);
    // Starting a program takes longer the more memory its parent has, and most tests start some.
    if (process.memoryUsage.rss() > MUCH_MEMORY) globalThis.gc?.();
  });
});
// The process that asked is gone.
process.on('disconnect', () => process.exit());

async function answer(request: TestRequest): Promise<TestResult> {
  // Programs that slow tests start are not part of the coverage: they run the built files.
  if (request.files.some((file) => /^test\/(?:e2e|cluster)\//.test(file))) delete process.env['NODE_V8_COVERAGE'];
  else if (coverage !== undefined) process.env['NODE_V8_COVERAGE'] = coverage;
  try {
    return await runTests(request);
  } catch (error) {
    const failure = { file: request.files.join(' '), title: 'cannot be loaded', error: textOf(error) };
    return { passed: 0, failures: [failure], skipped: [] };
  }
}

async function runTests({ files, titles, listOnly }: TestRequest): Promise<TestResult> {
  const mocha = new Mocha({ reporter: SilentReporter, forbidOnly: true, timeout: 0 });
  mocha.rootHooks(mochaHooks);
  for (const file of files) mocha.addFile(file);
  const pattern = new RegExp(titles);
  mocha.grep(pattern);
  await mocha.loadFilesAsync();
  if (listOnly) return { passed: 0, failures: [], skipped: titlesIn(mocha.suite, pattern) };
  return await new Promise((resolve) => {
    const failures: Failure[] = [];
    const skipped: string[] = [];
    // Removes its listeners of the process.
    const runner = mocha.run(() => mocha.dispose());
    runner.on(EVENT_TEST_BEGIN, (test) => send({ running: test.fullTitle() }));
    // Its hooks come first.
    runner.on(EVENT_SUITE_BEGIN, (suite) => send({ running: suite.fullTitle() }));
    runner.on(EVENT_TEST_PENDING, (test) => skipped.push(test.fullTitle()));
    runner.on(EVENT_TEST_FAIL, (test, error) => {
      const file = relative(root, test.file ?? test.parent?.file ?? files[0] ?? '');
      failures.push({ file, title: test.fullTitle(), error: textOf(error) });
    });
    runner.once(EVENT_RUN_END, () => resolve({ passed: runner.stats?.passes ?? 0, failures, skipped }));
  });
}

function titlesIn(suite: Mocha.Suite, pattern: RegExp): string[] {
  const titles: string[] = [];
  suite.eachTest((test) => void titles.push(test.fullTitle()));
  return titles.filter((title) => pattern.test(title));
}

/** Prints nothing: `scripts/test.ts` reports for all workers. */
class SilentReporter extends Mocha.reporters.Base {}

/** Returns the message of an error, its difference, and its stack, then those of its cause. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, stack = '' } = error;
  const frames = stack.slice(stack.indexOf(message) + message.length).trimEnd();
  const cause = error.cause === undefined ? '' : `\n\nCaused by: ${textOf(error.cause)}`;
  return `${message}${differenceOf(error)}${frames}${cause}`;
}

/** Returns the lines that differ, for an error that has an actual and an expected value. */
function differenceOf(error: Error & { readonly actual?: unknown; readonly expected?: unknown }): string {
  const { actual, expected } = error;
  // The message of other comparisons has it.
  if (typeof actual !== 'string' || typeof expected !== 'string' || actual === expected) return '';
  return `\n${Mocha.reporters.Base.generateDiff(actual, expected).trimEnd()}\n`;
}

/** Sends a result after everything that the tests have printed. */
function sendResult(result: TestResult): void {
  process.stdout.write(END_OF_OUTPUT, () => process.stderr.write(END_OF_OUTPUT, () => send({ result })));
}

function send(message: WorkerMessage): void {
  process.send?.(message);
}
