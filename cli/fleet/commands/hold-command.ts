import type { CommandProgram } from '../../arguments/command.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { showCall } from '../../work/show-call.ts';
import { editFiles, type EditArguments } from './files-job.ts';
import { readAllInputs } from '../store/all-inputs.ts';
import type { FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { readDecisions } from '../../../src/fleet/inputs/decision-files.ts';
import { HOLDS } from '../../../src/fleet/inputs/holds.ts';
import { WorkTree } from '../store/work-tree.ts';
import { endHolds } from './end-holds.ts';
import {
  parseHoldArguments,
  parseUnholdArguments,
  type HeldArguments,
  type HoldArguments,
  type SortedHold,
  type SortedUnhold,
} from './hold-arguments.ts';
import { newHold } from './new-hold.ts';

export { HOLD_OPTIONS, UNHOLD_OPTIONS } from './hold-arguments.ts';

/** Functions that read the inputs of a fleet. */
type Program = Pick<CommandProgram, 'functions'>;

/**
 * Implements `krm-variants fleet hold`: writes a FleetHold. Prints messages to stderr. Returns the exit code. Throws a `UsageError` if the
 * arguments are invalid.
 */
export async function holdCommand(sorted: SortedHold, program: Program): Promise<number> {
  const asked = parseHoldArguments(sorted);
  return await showCall(asked, () => holdVariants(program, asked));
}

/** Implements `krm-variants fleet unhold`, like `holdCommand`: removes FleetHolds, or folders from them. */
export async function unholdCommand(sorted: SortedUnhold, program: Program): Promise<number> {
  const asked = parseUnholdArguments(sorted);
  return await showCall(asked, () => unholdVariants(program, asked));
}

/** Writes a FleetHold of the selected variants. */
export async function holdVariants(program: Program, args: HoldArguments & EditArguments): Promise<FolderOutcome> {
  const tree = WorkTree.around(args.folder);
  return await editFiles(tree.root, args, async () => {
    const holds = readDecisions(tree, HOLDS);
    return newHold(tree.root, { inputs: await inputsOf(program, args, tree), holds }, args);
  });
}

/** Removes the FleetHolds of the selected variants, or the variants from them. */
export async function unholdVariants(program: Program, args: HeldArguments & EditArguments): Promise<FolderOutcome> {
  const tree = WorkTree.around(args.folder);
  return await editFiles(tree.root, args, async () => {
    readDecisions(tree, HOLDS);
    return endHolds(tree.root, await inputsOf(program, args, tree), args);
  });
}

async function inputsOf({ functions }: Program, { folder }: HeldArguments, { root }: WorkTree): Promise<FleetInputs> {
  return await readAllInputs(functions, folder, root);
}
