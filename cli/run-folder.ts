import {
  applyFunction,
  arrangeResults,
  formatResult,
  KrmError,
  resultsOf,
  type LoadedFunction,
  type Notice,
  type Outcome,
  type Result,
} from '../src/index.ts';
import { formatDiff } from './package/diff.ts';
import { writeChanges } from './package/file-changes.ts';
import { resolveFolder } from './package/folder-files.ts';
import { PackageFolder } from './package/folder.ts';
import { readObjects, sources } from './sources.ts';
import { UsageError } from './usage-error.ts';
import { parseRunArguments, type RunArguments } from './package/arguments.ts';
import { readFunctionConfig } from './run-config.ts';
import { showAll, StdioError } from './stdio.ts';

/**
 * Implements `krm-variants run <function>`: applies a function to the files of a folder as `kpt fn eval` does, but
 * keeps every byte outside of the changed lines. Prints a diff to stdout before a file is written, results and notices
 * to stderr. Returns the exit code: 1, and nothing is written, on an error of a file, the configuration, the function
 * or stdout. Throws a `UsageError` if the arguments are invalid.
 */
export async function runFolder(fn: LoadedFunction, args: readonly string[]): Promise<number> {
  const { stderr, exitCode } = await applyToFolder(fn, args, showDiff);
  showAll(2, stderr);
  return exitCode;
}

function showDiff(diff: string): void {
  try {
    showAll(1, diff);
  } catch (error) {
    if (!(error instanceof StdioError)) throw error;
    const message = `writing the diff to stdout failed (${error.code}); no file was written`;
    throw new KrmError([{ severity: 'error', message }]);
  }
}

/** Does the work of `runFolder`, except for its output. `show` receives the diff before a file is written, and may throw. */
export async function applyToFolder(
  fn: LoadedFunction,
  args: readonly string[],
  show: (diff: string) => void = () => {},
): Promise<Outcome> {
  const asked = parseRunArguments(args);
  if (asked.objects !== undefined && fn.definition.takesObjects !== true)
    throw new UsageError(`${fn.definition.name} reads no objects of clusters: \`--objects\` is not an option of it`);
  const { diff, results, notices } = await changeFolder(fn, asked, show);
  const lines = [...arrangeResults(results), ...arrangeResults(notices)].map((each) => `${formatResult(each)}\n`);
  return {
    stdout: diff,
    stderr: lines.join(''),
    exitCode: results.some(({ severity }) => severity === 'error') ? 1 : 0,
  };
}

interface Change {
  /** Empty after an error, or if not requested. */
  readonly diff: string;
  readonly results: readonly Result[];
  /** Notices, which an orchestrator of functions does not see. */
  readonly notices: readonly Notice[];
}

async function changeFolder(fn: LoadedFunction, args: RunArguments, show: (diff: string) => void): Promise<Change> {
  // Reported even if the function fails: it may be the reason.
  let passedOver: readonly Result[] = [];
  try {
    const functionConfig = readFunctionConfig(args);
    const objects = await readObjects(args);
    const root = resolveFolder(args.folder);
    const folder = new PackageFolder(root, { lazy: !args.verify });
    passedOver = folder.passedOver;
    const { results, notices } = await applyFunction(fn, folder.resources, functionConfig, { ...sources, objects });
    const changes = folder.changes();
    const diff = args.diff ? formatDiff(changes) : '';
    show(diff);
    if (!args.dryRun) writeChanges(root, changes);
    return { diff, results: [...passedOver, ...results], notices };
  } catch (error) {
    return { diff: '', results: [...passedOver, ...resultsOf(error)], notices: [] };
  }
}
