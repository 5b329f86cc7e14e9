import type { FleetTask } from '../../../src/fleet/plan/fleet-run.ts';
import { planVariant } from '../../../src/fleet/plan/plan-variant.ts';
import type { CommandProgram } from '../../arguments/command.ts';
import type { Option } from '../../arguments/option.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { UsageError } from '../../arguments/usage-error.ts';
import { NO_COMMIT, type TaskArguments, type WithArgument } from '../request.ts';
import { repeatedWords } from '../show/next-commands.ts';
import { parseWhole, WHOLE_OPTIONS } from './fleet-arguments.ts';
import { runTask } from './run-task.ts';

/** Option to plan with another file or folder than the repository has. */
const WITH_OPTION = {
  name: 'with',
  value: 'PATH[=REPLACED]',
  isRepeatable: true,
  meaning: 'Plan with a file or folder in place of one in the repository.',
  group: 'Input',
} as const satisfies Option;

/** Parses a value of `--with`. Throws a `UsageError`. */
export function parseWith(text: string): WithArgument {
  const [path = '', ...rest] = text.split('=');
  const replaced = rest.length === 0 ? undefined : rest.join('=');
  if (path !== '' && replaced !== '') return { path, replaced };
  throw new UsageError(`\`--with\` must be PATH or PATH=REPLACED, such as op.yaml=policies/op.yaml, not "${text}"`);
}

/** Options of `krm-variants fleet plan`. */
export const PLAN_OPTIONS = [...WHOLE_OPTIONS, WITH_OPTION] as const satisfies readonly Option[];

type SortedPlan = SortedArguments<(typeof PLAN_OPTIONS)[number]>;

/** Plans all variants, and shows what would change. */
export const PLAN_TASK: FleetTask = {
  name: 'plan',
  plan: planVariant,
  isShared: true,
  subject: () => 'Plan the fleet',
  checksDecisions: true,
  shows: 'changes and revisions',
  showsDrift: true,
  namesNext: true,
};

/**
 * Implements `krm-variants fleet plan`: derives the packages that PackageVariants ask for, and shows what a merge into
 * their folders would change. Prints a table, the diff or a report to stdout, changed files, conflicts and other
 * messages to stderr. Returns the exit code. Throws a `UsageError` if the arguments are invalid.
 */
export async function planFleet(sorted: SortedPlan, program: CommandProgram): Promise<number> {
  return await runTask(parsePlanArguments(sorted), program);
}

/** Reads the checked arguments of `krm-variants fleet plan [VARIANT ...]`. Throws a `UsageError`. */
export function parsePlanArguments(sorted: SortedPlan): TaskArguments {
  const repeats = repeatedWords(sorted, WHOLE_OPTIONS);
  const replaces = sorted.values('with').map(parseWith);
  return { ...parseWhole(sorted), task: PLAN_TASK, repeats, replaces, ...NO_COMMIT, writes: false };
}
