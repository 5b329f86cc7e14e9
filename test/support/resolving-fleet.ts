import assert from 'node:assert/strict';
import { sortArguments } from '../../cli/arguments/sort-arguments.ts';
import { parseResolveArguments, RESOLVE_OPTIONS } from '../../cli/fleet/commands/resolve-arguments.ts';
import { resolveConflicts } from '../../cli/fleet/commands/resolve-command.ts';
import type { FolderOutcome } from '../../cli/work/report-jobs.ts';
import { programFor, type FleetSetting } from './fleet.ts';
import type { VariantRow } from '../../src/fleet/index.ts';

/** Class of conflicts, as the JSON report has it. */
export interface ReportedClass {
  readonly id: string;
  readonly kind: string;
  readonly resource?: { readonly kind: string; readonly name: string };
  readonly file?: string;
  readonly path?: string;
  readonly base?: unknown;
  readonly new?: unknown;
  readonly variants: readonly string[];
}

/** Open conflict, as the JSON report has it. */
export interface ReportedConflict {
  readonly file: { readonly path: string };
  readonly resource?: { readonly kind: string; readonly name: string };
  readonly field?: string;
  readonly keyedField?: string;
}

/** JSON report of a plan or apply. */
interface FleetReport {
  readonly exitCode: number;
  readonly variants: readonly VariantRow[];
  readonly conflicts: readonly ReportedConflict[];
  readonly conflictClasses: readonly ReportedClass[];
}

/** Runs `krm-variants fleet resolve` in a fleet, without showing its output. */
export async function resolve(
  { fleet }: Pick<FleetSetting, 'fleet'>,
  [id = '', ...options]: readonly string[],
): Promise<FolderOutcome> {
  const asked = parseResolveArguments(sortArguments([id, '-C', fleet.folder, ...options], RESOLVE_OPTIONS));
  return await resolveConflicts(await programFor(fleet), asked);
}

/** Returns the JSON report of a plan. */
export async function reportOf({ run }: FleetSetting, ...args: readonly string[]): Promise<FleetReport> {
  const { stdout, stderr } = await run('plan', '--report', 'json', ...args);
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout) as FleetReport;
}

/** Returns the only class of conflicts, or that of a path or file. */
export async function classIn(setting: FleetSetting, place?: string): Promise<ReportedClass> {
  const { conflictClasses } = await reportOf(setting);
  const [found, ...others] = conflictClasses.filter(
    ({ path, file, resource }) => place === undefined || [path, file, resource?.name].includes(place),
  );
  assert.ok(found !== undefined && others.length === 0, JSON.stringify(conflictClasses));
  return found;
}
