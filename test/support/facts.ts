import assert from 'node:assert/strict';
import { KrmError, type Result, type ResultCode } from '../../src/krm/index.ts';
import type { Action } from '../../src/fleet/index.ts';
import type { FleetOutcome } from '../../cli/fleet/show/fleet-outcome.ts';
import type { FolderOutcome } from '../../cli/work/report-jobs.ts';

/**
 * Returns what a command found, without its words: severity, code, file and field of each error and warning, such as
 * `warning hold-never-ends .krm-variants/holds/main.yaml spec.until`, in the order of the results.
 */
export function found({ results }: Pick<FolderOutcome, 'results'>): readonly string[] {
  return results.filter(({ severity }) => severity !== 'info').map(fact);
}

/** Returns the facts of all results, infos included. */
export function allFound({ results }: Pick<FolderOutcome, 'results'>): readonly string[] {
  return results.map(fact);
}

/** Returns the results of a command with this code. */
export function withCode({ results }: Pick<FolderOutcome, 'results'>, code: ResultCode): readonly Result[] {
  return results.filter((result) => result.code === code);
}

/** Returns the number of variants of each action in a call of a fleet: `{updated: 1, held: 1}`. */
export function counts({ variants }: Pick<FleetOutcome, 'variants'>): Partial<Record<Action, number>> {
  const counted: Partial<Record<Action, number>> = {};
  for (const { action } of variants) counted[action] = (counted[action] ?? 0) + 1;
  return counted;
}

/** Returns a check, for `assert.throws` and `assert.rejects`, that an error has just these facts, as `found` returns them. */
export function failsWith(...facts: readonly string[]): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof KrmError, String(error));
    assert.deepEqual(found(error), facts, error.message);
    return true;
  };
}

function fact({ severity, code, file, field }: Result): string {
  return [severity, code, file?.path, field?.path].filter((part) => part !== undefined).join(' ');
}
