import type { CommandProgram } from '../../arguments/command.ts';
import { showCall, showDiff } from '../../work/show-call.ts';
import { workerShare } from '../../workers/worker.ts';
import { runFleet } from '../call/run-fleet.ts';
import { CHILD_PROCESSES } from '../call/variant-plans.ts';
import { serveVariants } from '../call/worker-variants.ts';
import type { TaskArguments } from '../request.ts';

/** Size of a variant beside that of the Repository that asks for it. */
const WEIGHT = 10;

/**
 * Runs a command on the variants of a fleet, and prints what it returns. In a child process of such a call, plans for
 * it. Returns the exit code.
 */
export async function runTask(asked: TaskArguments, program: CommandProgram): Promise<number> {
  const jobs = workerShare();
  if (jobs !== undefined) return await serveVariants(program, { ...asked, jobs });
  return await showCall({ ...asked, inputs: [asked.folder], weight: WEIGHT }, () =>
    runFleet(program, { ...asked, processes: CHILD_PROCESSES }, showDiff),
  );
}
