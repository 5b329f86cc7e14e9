import { realpathSync } from '../../process/host-folders.ts';
import { relative } from '../../process/host-paths.ts';
import { reportInside } from '../../../src/fleet/messages/places.ts';
import type { ReportRequest } from '../../arguments/report-argument.ts';
import { UsageError } from '../../arguments/usage-error.ts';
import { writtenPath } from '../../package/same-place.ts';
import { RECORDS_FOLDER } from '../../../src/fleet/inputs/fleet-paths.ts';

/**
 * Throws a `UsageError` if a report would be written to the folder of a variant, where it would be an edit, or to the
 * records of the fleet. `folders`: those of the variants, relative to `root`.
 */
export function checkReportPlace(report: ReportRequest | undefined, root: string, folders: readonly string[]): void {
  if (report?.file === undefined) return;
  const path = relative(realpathSync(root), writtenPath(report.file));
  const around = [...folders, RECORDS_FOLDER].find((folder) => path.startsWith(`${folder}/`));
  if (around !== undefined) throw new UsageError(reportInside(report.file, around, RECORDS_FOLDER));
}
