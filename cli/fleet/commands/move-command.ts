import type { CommandProgram } from '../../arguments/command.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { showCall } from '../../work/show-call.ts';
import { editFiles, type EditArguments } from './files-job.ts';
import { readAllInputs } from '../store/all-inputs.ts';
import { WorkTree } from '../store/work-tree.ts';
import { checkMove } from './check-move.ts';
import { parseMoveArguments, type MoveArguments, type SortedMove } from './move-arguments.ts';
import { movedDecisions } from './moved-decisions.ts';
import { movedLock } from './moved-lock.ts';
import { movePaths, partsOf, stagedChanges, stagePaths } from './moved-paths.ts';
import { nextSteps } from './next-steps.ts';

export { MOVE_OPTIONS } from './move-arguments.ts';

/**
 * Implements `krm-variants fleet move`: moves a variant to another folder. Prints messages to stderr. Returns the exit code. Throws a
 * `UsageError` if the arguments are invalid.
 */
export async function moveCommand(sorted: SortedMove, program: Pick<CommandProgram, 'functions'>): Promise<number> {
  const asked = parseMoveArguments(sorted);
  return await showCall(asked, () => moveVariant(program, asked));
}

/** Moves the folder of a variant, its lock and its kept bases, and names the field that must change. */
export async function moveVariant(
  { functions }: Pick<CommandProgram, 'functions'>,
  args: MoveArguments & EditArguments,
): Promise<FolderOutcome> {
  const tree = WorkTree.around(args.folder);
  const { from, to } = args;
  return await editFiles(tree.root, args, async () => {
    checkMove(tree, args);
    const decisions = movedDecisions(tree, args);
    const lock = movedLock(tree.root, args);
    const staged = stagedChanges(tree.root, { lock, decisions }, args);
    const inputs = await readAllInputs(functions, args.folder, tree.root);
    return {
      first: () => movePaths(tree.root, partsOf(from, to)),
      changes: [...lock, ...decisions],
      last: () => stagePaths(tree.root, staged),
      results: nextSteps(tree.root, inputs, args),
      conclusion: `moved ${from} to ${to}, with its lock`,
    };
  });
}
