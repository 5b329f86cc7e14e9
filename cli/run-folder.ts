import { realpathSync, statSync } from 'node:fs';
import {
  applyFunction,
  arrangeResults,
  formatResult,
  Resources,
  type Resource,
  resultsOf,
  type LoadedFunction,
  type Outcome,
  type Result,
} from '../src/index.ts';
import { formatDiff } from './diff.ts';
import { writeChanges, type FileChange } from './file-changes.ts';
import { fileError, withFile } from './file-error.ts';
import { editedText, readPackageFiles } from './package-file.ts';
import { listPackageFiles } from './package-files.ts';
import { parseRunArguments, UsageError, type RunArguments } from './run-arguments.ts';
import { readFunctionConfig } from './run-config.ts';
import { writeAll } from './stdio.ts';

const USAGE = 'Usage: krm-variants run FUNCTION DIR [--fn-config FILE] [--diff] [--dry-run] [-- key=value ...]\n';

/**
 * `krm-variants run <function>`: applies a function to the files of a folder as `kpt fn eval` does, but keeps every byte
 * outside of the changed lines. A diff goes to stdout, results to stderr. Returns the exit code: 1, and nothing written,
 * where the arguments, a file or the function are in error.
 */
export async function runFolder(fn: LoadedFunction, args: readonly string[]): Promise<number> {
  const { stdout, stderr, exitCode } = await applyToFolder(fn, args);
  writeAll(2, stderr);
  writeAll(1, stdout);
  return exitCode;
}

/** What `runFolder` does, but for its output. */
export async function applyToFolder(fn: LoadedFunction, args: readonly string[]): Promise<Outcome> {
  try {
    return await applyWith(fn, parseRunArguments(args));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const message = formatResult({ severity: 'error', message: error.message });
    return { stdout: '', stderr: `${message}\n${USAGE}`, exitCode: 1 };
  }
}

async function applyWith(fn: LoadedFunction, args: RunArguments): Promise<Outcome> {
  const { changes, results } = await changeFolder(fn, args);
  const lines = arrangeResults(results).map((result) => `${formatResult(result)}\n`);
  return {
    stdout: args.diff ? formatDiff(changes) : '',
    stderr: lines.join(''),
    exitCode: results.some(({ severity }) => severity === 'error') ? 1 : 0,
  };
}

interface Change {
  /** None where there is an error. */
  readonly changes: readonly FileChange[];
  readonly results: readonly Result[];
}

async function changeFolder(fn: LoadedFunction, args: RunArguments): Promise<Change> {
  // What was passed over is told even where the function then fails: it may be the reason.
  const results: Result[] = [];
  try {
    const root = resolveFolder(args.folder);
    const changes = await changeFiles(fn, root, readFunctionConfig(args), results);
    if (!args.dryRun) writeChanges(root, changes);
    return { changes, results };
  } catch (error) {
    return { changes: [], results: [...results, ...resultsOf(error)] };
  }
}

/** The folder itself may be given through a symbolic link. */
function resolveFolder(folder: string): string {
  const root = withFile(folder, () => realpathSync(folder));
  if (!statSync(root).isDirectory()) throw fileError(folder, 'it must be a folder');
  return root;
}

async function changeFiles(
  fn: LoadedFunction,
  root: string,
  functionConfig: Resource | undefined,
  results: Result[],
): Promise<FileChange[]> {
  const { paths, passedOver } = listPackageFiles(root);
  const files = readPackageFiles(root, paths);
  results.push(...passedOver, ...files.flatMap((file) => file.results));
  const resources = new Resources(files.flatMap((file) => file.resources));
  results.push(...(await applyFunction(fn, resources, functionConfig)));
  const changes = files.map((file) => ({ path: file.path, before: file.text, after: editedText(file) }));
  return changes.filter(({ before, after }) => before !== after);
}
