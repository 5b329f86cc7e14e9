import {
  applyFunction,
  arrangeResults,
  formatResult,
  resultsOf,
  type LoadedFunction,
  type Notice,
  type Outcome,
  type Result,
} from '../src/index.ts';
import { formatDiff } from './diff.ts';
import { writeChanges, type FileChange } from './file-changes.ts';
import { resolveFolder } from './folder-files.ts';
import { PackageFolder } from './package-folder.ts';
import { readers } from './readers.ts';
import { parseRunArguments, type RunArguments } from './run-arguments.ts';
import { readFunctionConfig } from './run-config.ts';
import { writeAll } from './stdio.ts';

/**
 * `krm-variants run <function>`: applies a function to the files of a folder as `kpt fn eval` does, but keeps every byte
 * outside of the changed lines. A diff goes to stdout, results and notices to stderr. Returns the exit code: 1, and nothing written,
 * where a file, the configuration or the function is in error. Throws a `UsageError` where the arguments make no sense.
 */
export async function runFolder(fn: LoadedFunction, args: readonly string[]): Promise<number> {
  const { stdout, stderr, exitCode } = await applyToFolder(fn, args);
  writeAll(2, stderr);
  writeAll(1, stdout);
  return exitCode;
}

/** What `runFolder` does, but for its output. */
export async function applyToFolder(fn: LoadedFunction, args: readonly string[]): Promise<Outcome> {
  const asked = parseRunArguments(args);
  const { changes, results, notices } = await changeFolder(fn, asked);
  const lines = [...arrangeResults(results), ...arrangeResults(notices)].map((each) => `${formatResult(each)}\n`);
  return {
    stdout: asked.diff ? formatDiff(changes) : '',
    stderr: lines.join(''),
    exitCode: results.some(({ severity }) => severity === 'error') ? 1 : 0,
  };
}

interface Change {
  /** None where there is an error. */
  readonly changes: readonly FileChange[];
  readonly results: readonly Result[];
  /** What an orchestrator of functions does not see. */
  readonly notices: readonly Notice[];
}

async function changeFolder(fn: LoadedFunction, args: RunArguments): Promise<Change> {
  // Told even where the function then fails: it may be the reason.
  let passedOver: readonly Result[] = [];
  try {
    const functionConfig = readFunctionConfig(args);
    const root = resolveFolder(args.folder);
    const folder = new PackageFolder(root);
    passedOver = folder.passedOver;
    const { results, notices } = await applyFunction(fn, folder.resources, functionConfig, readers);
    const changes = folder.changes();
    if (!args.dryRun) writeChanges(root, changes);
    return { changes, results: [...passedOver, ...results], notices };
  } catch (error) {
    return { changes: [], results: [...passedOver, ...resultsOf(error)], notices: [] };
  }
}
