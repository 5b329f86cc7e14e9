import assert from 'node:assert/strict';
import { KrmError, type Result, type ResultCode } from '../../src/krm/index.ts';
import type { Action } from '../../src/fleet/index.ts';
import type { Conflict } from '../../src/merge/index.ts';
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

/** Returns the facts of the results of a command with this code, infos included. */
export function factsOf(outcome: Pick<FolderOutcome, 'results'>, code: ResultCode): readonly string[] {
  return withCode(outcome, code).map(fact);
}

/** Returns the commands that a call proposes to run next. */
export function nextCommands({ stderr }: Pick<FolderOutcome, 'stderr'>): readonly string[] {
  return Array.from(stderr.matchAll(/^next: (.*)$/gm), ([, command = '']) => command);
}

/** Returns the number of variants of each action in a call of a fleet: `{updated: 1, held: 1}`. */
export function counts({ variants }: Pick<FleetOutcome, 'variants'>): Partial<Record<Action, number>> {
  const counted: Partial<Record<Action, number>> = {};
  for (const { action } of variants) counted[action] = (counted[action] ?? 0) + 1;
  return counted;
}

/**
 * Returns the action on each folder in a call of a fleet: `{'clusters/eu': 'update'}`. The key of a variant whose
 * folder is unknown is ''.
 */
export function actions({ variants }: Pick<FleetOutcome, 'variants'>): Readonly<Record<string, Action>> {
  return Object.fromEntries(variants.map(({ folder = '', action }) => [folder, action]));
}

/** Returns the action of a call of a fleet that all its variants have. Fails if they differ, or if there are none. */
export function onlyAction(outcome: Pick<FleetOutcome, 'variants'>): Action {
  const [action, ...others] = Object.keys(counts(outcome)) as Action[];
  assert.ok(action !== undefined && others.length === 0, JSON.stringify(actions(outcome)));
  return action;
}

/**
 * Returns the versions on each folder in a call of a fleet, from and to, with `ID` for commits: `{'clusters/eu': ['v1
 * (ID)', 'v2 (ID)']}`.
 */
export function versions({
  variants,
}: Pick<FleetOutcome, 'variants'>): Readonly<Record<string, readonly (string | undefined)[]>> {
  return Object.fromEntries(
    variants.map(({ folder = '', from, to }) => [
      folder,
      [from, to].map((version) => version?.replace(/\([\da-f]{12}\)$/, '(ID)')),
    ]),
  );
}

/** Returns the values of each open conflict in a call of a fleet. */
export function conflictValues({ conflicts }: Pick<FleetOutcome, 'conflicts'>): readonly Conflict['values'][] {
  return conflicts.flatMap((each) => each.conflicts.map(({ values }) => values));
}

/**
 * Checks that the message of one result with this code names these things, such as a version, a path or a command to
 * run.
 */
export function assertNames(
  outcome: Pick<FolderOutcome, 'results'>,
  code: ResultCode,
  ...things: readonly string[]
): void {
  const messages = withCode(outcome, code).map(({ message }) => message);
  const isNamed = messages.some((message) => things.every((thing) => message.includes(thing)));
  assert.ok(isNamed, `no message of ${code} names ${things.join(' and ')}: ${JSON.stringify(messages)}`);
}

/**
 * Returns a check, for `assert.throws` and `assert.rejects`, that an error has just these facts, as `found` returns
 * them.
 */
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
