import { BLAME_OPTIONS, parseBlameArguments } from '../../cli/blame/blame-arguments.ts';
import { blamePackage } from '../../cli/blame/blame-command.ts';
import { sortArguments } from '../../cli/arguments/sort-arguments.ts';
import { GET_OPTIONS, parseGetArguments } from '../../cli/get/get-arguments.ts';
import { getPackage } from '../../cli/get/get-command.ts';
import { DIFF_OPTIONS, parseDiffArguments } from '../../cli/update/diff-arguments.ts';
import { diffPackage } from '../../cli/update/diff-command.ts';
import { parseUpdateArguments, UPDATE_OPTIONS } from '../../cli/update/update-arguments.ts';
import { updatePackage } from '../../cli/update/update-command.ts';
import type { FolderOutcome } from '../../cli/work/report-jobs.ts';
import { allFunctions } from './all-functions.ts';

/** Functions that pipelines may call. */
const program = { functions: await allFunctions(), version: '0.1.0' };

/** Runs `krm-variants get`, without showing its output. */
export function get(...args: readonly string[]): Promise<FolderOutcome> {
  return getPackage(parseGetArguments(sortArguments(args, GET_OPTIONS)));
}

/** Runs `krm-variants update`, without showing its output. Does not wait for other processes. */
export function update(...args: readonly string[]): Promise<FolderOutcome> {
  return updatePackage(program, { ...parseUpdateArguments(sortArguments(args, UPDATE_OPTIONS)), patience: 0 });
}

/** Runs `krm-variants diff`, without showing its output. */
export function diff(...args: readonly string[]): Promise<FolderOutcome> {
  return diffPackage(program, parseDiffArguments(sortArguments(args, DIFF_OPTIONS)));
}

/** Runs `krm-variants blame`, without showing its output. */
export function blame(...args: readonly string[]): Promise<FolderOutcome> {
  return blamePackage(program, parseBlameArguments(sortArguments(args, BLAME_OPTIONS)));
}
