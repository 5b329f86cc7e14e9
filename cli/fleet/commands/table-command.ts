import type { CommandProgram } from '../../arguments/command.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { checkOutputs } from '../../work/check-outputs.ts';
import { NO_OUTPUTS } from '../../work/job.ts';
import { showCall } from '../../work/show-call.ts';
import { runJob } from '../../work/start-job.ts';
import { parseTableArguments, type SortedTable, type TableArguments } from './table-arguments.ts';
import type { FleetProgram } from '../fleet-store.ts';
import { TableJob } from './table-job.ts';

export { TABLE_OPTIONS } from './table-arguments.ts';

/**
 * Implements `krm-variants fleet table`: prints the values of fields in the folders of a fleet, grouped by value.
 * Returns the exit code. Throws a `UsageError` if the arguments are invalid.
 */
export async function tableCommand(sorted: SortedTable, program: CommandProgram): Promise<number> {
  const asked = parseTableArguments(sorted);
  return await showCall(asked, () => tableOf(program, asked));
}

/** Reads the values of fields over a fleet. */
export async function tableOf(program: FleetProgram, args: TableArguments): Promise<FolderOutcome> {
  checkOutputs({ report: args.report }, [args.folder]);
  const outputs = { ...NO_OUTPUTS, report: args.report };
  return await runJob(new TableJob(program, args), { ...args, ...outputs, strict: false, writes: false });
}
