import type { Functions, LoadedFunction } from '../../src/function/index.ts';
import type { CommandProgram } from '../arguments/command.ts';
import { findFunction } from '../arguments/find-function.ts';
import type { Input } from '../package/input.ts';
import { STDIN } from '../process/stdio.ts';
import { matchingInputs } from '../where/matching-inputs.ts';
import { checkFolderOutputs } from '../work/check-outputs.ts';
import { runOnFolders } from '../work/folder-job.ts';
import { FunctionWork } from '../work/function-work.ts';
import type { FolderOutcome } from '../work/report-jobs.ts';
import { callOfOwn } from '../work/built-in-function.ts';
import { showCall, showDiff } from '../work/show-call.ts';
import type { ShowDiff } from '../work/start-job.ts';
import { parseRunArguments, type RunArguments, type SortedRun } from './run-arguments.ts';

export { RUN_OPTIONS } from './run-arguments.ts';

/**
 * Implements `krm-variants run FUNCTION`: applies a function to the files of folders as `kpt fn eval` does, but keeps
 * every byte outside of the changed lines. Prints a diff to stdout before a file is written, and messages to stderr, in
 * colors on a terminal. Returns the exit code; nothing is written on an error of a file, the configuration,
 * the function or stdout. Throws a `UsageError` if the arguments are invalid.
 */
export async function runFunctionOnFolders(sorted: SortedRun, program: CommandProgram): Promise<number> {
  const [name = '', ...inputs] = sorted.operands;
  const fn = findFunction(name, program)();
  const asked = parseRunArguments(sorted, inputs);
  return await showCall(asked, () => applyToFolders(fn, asked, { functions: program.functions, show: showDiff }));
}

/** Applies a function to the files of folders, but prints nothing and has no time limit. */
export async function applyToFolders(
  fn: LoadedFunction,
  asked: RunArguments,
  { functions = {}, show }: { readonly functions?: Functions; readonly show?: ShowDiff | undefined } = {},
): Promise<FolderOutcome> {
  checkFolderOutputs(asked);
  const select = (inputs: readonly Input[]): readonly Input[] => matchingInputs(inputs, asked);
  // A ResourceList may have no items, and a chart may have nothing enabled.
  const refusesEmpty = !asked.allowsEmpty && !asked.inputs.includes(STDIN);
  const setting = {
    name: fn.definition.name,
    ...callOfOwn(fn, asked, functions),
    refusesEmpty,
    refusesArrays: true,
    isOnce: asked.output === undefined ? asked.inputs.includes(STDIN) : asked.output !== 'stdout',
    select,
  };
  return await runOnFolders(new FunctionWork(setting, asked), asked, show);
}
