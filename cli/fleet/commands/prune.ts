import type { CommandProgram } from '../../arguments/command.ts';
import { MESSAGE_OPTIONS } from '../../arguments/message-arguments.ts';
import type { Option } from '../../arguments/option.ts';
import { FORM_OPTION } from '../../arguments/report-argument.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { UsageError } from '../../arguments/usage-error.ts';
import { parseAnswer } from '../../merge/merge-arguments.ts';
import { parseTake } from '../../merge/take-option.ts';
import { NO_PIPELINES } from '../../render/pipeline-arguments.ts';
import { parsePush, PUSH_OPTIONS } from './commit-arguments.ts';
import {
  CHECK_OPTIONS,
  DIRECTORY_OPTION,
  directoryOf,
  DIFF_OPTION,
  FETCH_OPTION,
  FLEET_REPORT_OPTION,
  parseOutputs,
  parseWriting,
  VARIANT_OPTION,
  variantWords,
} from './fleet-arguments.ts';
import { runTask } from './run-task.ts';
import type { FleetTask } from '../../../src/fleet/plan/fleet-run.ts';
import { planVariant } from '../../../src/fleet/plan/plan-variant.ts';
import { UNDECIDED } from '../../../src/merge/index.ts';
import type { TaskArguments } from '../request.ts';
import { selectNamed } from '../../../src/fleet/request.ts';

/** Options of `krm-variants fleet prune`. */
export const PRUNE_OPTIONS = [
  DIRECTORY_OPTION,
  VARIANT_OPTION,
  {
    name: 'on-conflict',
    value: 'fail|new|local',
    meaning: 'Remove edited folders (new), or keep them (local). Default: fail.',
    group: 'Conflicts',
  },
  {
    name: 'take',
    value: 'FOLDER=new|local',
    isRepeatable: true,
    meaning: 'Version to take for one folder: new removes it, local keeps it.',
    group: 'Conflicts',
  },
  { name: 'yes', meaning: 'Prune more than a tenth of the fleet.', group: 'Checks' },
  { name: 'all', meaning: 'With --yes: prune more than half of the fleet, too.', group: 'Checks' },
  DIFF_OPTION,
  FETCH_OPTION,
  ...PUSH_OPTIONS,
  ...CHECK_OPTIONS,
  FLEET_REPORT_OPTION,
  FORM_OPTION,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

type SortedPrune = SortedArguments<(typeof PRUNE_OPTIONS)[number]>;

/** Removes what is recorded about variants that are gone. */
function pruneTask(agrees: 'usual' | 'most' | undefined): FleetTask {
  return {
    name: 'prune',
    plan: planVariant,
    subject: () => 'Prune the fleet',
    mayWrite: true,
    prunes: { agrees },
  };
}

/**
 * Implements `krm-variants fleet prune`: removes what is recorded about variants that are gone, and their folders where
 * their policy says so.
 */
export async function pruneFleet(sorted: SortedPrune, program: CommandProgram): Promise<number> {
  return await runTask(parsePruneArguments(sorted), program);
}

/** Reads the checked arguments of `krm-variants fleet prune [VARIANT ...]`. Throws a `UsageError`. */
export function parsePruneArguments(sorted: SortedPrune): TaskArguments {
  return {
    ...UNDECIDED,
    ...NO_PIPELINES,
    ...parseOutputs(sorted),
    ...parseWriting(sorted, parsePush(sorted)),
    task: pruneTask(parseConsent(sorted)),
    folder: directoryOf(sorted),
    ...selectNamed(variantWords(sorted.operands, sorted)),
    answer: parseAnswer(sorted),
    takes: sorted.values('take').map(parseTake),
    fetches: sorted.has('fetch'),
  };
}

function parseConsent(sorted: SortedPrune): 'usual' | 'most' | undefined {
  if (sorted.has('all') && !sorted.has('yes')) throw new UsageError('`--all` requires `--yes`');
  if (sorted.has('all')) return 'most';
  return sorted.has('yes') ? 'usual' : undefined;
}
