import type { Decided } from '../../../src/fleet/index.ts';
import { readStream, YamlError, type Value } from '../../../src/yaml/index.ts';
import { choice } from '../../arguments/choice.ts';
import { MESSAGE_OPTIONS, parseMessageArguments } from '../../arguments/message-arguments.ts';
import type { Option } from '../../arguments/option.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { UsageError } from '../../arguments/usage-error.ts';
import { CONFLICT_OPTIONS } from '../../merge/merge-arguments.ts';
import { parsePipelineArguments, PIPELINE_OPTIONS } from '../../render/pipeline-arguments.ts';
import { PLAN_TASK } from './plan.ts';
import { FETCH_OPTION, parseSelection, SELECTION_OPTIONS, selectorOf } from './fleet-arguments.ts';
import { NO_COMMIT, type TaskArguments } from '../request.ts';
import { parseUntil } from './hold-arguments.ts';
import { UNDECIDED } from '../../../src/merge/index.ts';

const [, ON_DELETE, , POLICY] = CONFLICT_OPTIONS;

/** Options of `krm-variants fleet resolve`. */
export const RESOLVE_OPTIONS = [
  {
    name: 'take',
    value: 'new|local',
    meaning: 'Version to take: new, or local, the one in the folder.',
    group: 'Conflicts',
  },
  {
    name: 'value',
    value: 'VALUE',
    meaning: 'Value of the field, in YAML, in place of both versions. Not for Secrets.',
    group: 'Conflicts',
  },
  { name: 'reason', value: 'TEXT', meaning: 'Reason, for those who review the file.', group: 'Conflicts' },
  {
    name: 'until',
    value: 'REVISION',
    meaning: 'End when a PackageVariant asks for this revision, or for a later version.',
    group: 'Conflicts',
  },
  ...SELECTION_OPTIONS,
  FETCH_OPTION,
  ON_DELETE,
  POLICY,
  ...PIPELINE_OPTIONS,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants fleet resolve`. */
export type SortedResolve = SortedArguments<(typeof RESOLVE_OPTIONS)[number]>;

/** Parsed arguments of `krm-variants fleet resolve`. */
export interface ResolveArguments extends TaskArguments {
  /** Id of a class of conflicts, or its first digits. */
  readonly id: string;
  readonly decided: Decided;
  readonly reason: string | undefined;
  readonly until: string | undefined;
  /** Labels as given; '' if there are none. */
  readonly labels: string;
}

/** Reads the checked arguments of `krm-variants fleet resolve CLASS [VARIANT ...]`. Throws a `UsageError`. */
export function parseResolveArguments(sorted: SortedResolve): ResolveArguments {
  const [id = '', ...variants] = sorted.operands;
  const labels = sorted.value('selector') ?? '';
  const reason = sorted.value('reason')?.trim();
  return {
    ...UNDECIDED,
    ...NO_COMMIT,
    ...parseSelection(variants, sorted),
    ...parsePipelineArguments(sorted),
    ...parseMessageArguments(sorted),
    onDelete: choice(sorted, 'on-delete', ['keep', 'conflict']),
    policies: sorted.values('policy'),
    fetches: sorted.has('fetch'),
    task: PLAN_TASK,
    diff: false,
    check: false,
    writes: false,
    strict: false,
    report: undefined,
    id: id.toLowerCase(),
    decided: parseDecided(sorted),
    reason: reason === '' ? undefined : reason,
    // A date would give other results for the same files, so only a revision ends a decision.
    until: parseUntil(sorted.value('until')),
    labels,
    selector: labels === '' ? undefined : selectorOf(labels),
  };
}

function parseDecided(sorted: SortedResolve): Decided {
  const [take, value] = [sorted.value('take'), sorted.value('value')];
  if ((take === undefined) === (value === undefined))
    throw new UsageError('either `--take new|local` or `--value VALUE` is required');
  if (value !== undefined) return { value: parseValue(value) };
  const found = (['new', 'local'] as const).find((each) => each === take);
  if (found === undefined) throw new UsageError(`\`--take\` must be new or local, not "${take ?? ''}"`);
  return { take: found };
}

function parseValue(text: string): Value {
  try {
    const [document, ...others] = readStream(text).documents;
    const value = others.length === 0 ? document?.value([]) : undefined;
    if (value !== undefined) return value;
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new UsageError(`\`--value\` must be a YAML value: ${error.message}`);
  }
  throw new UsageError(`\`--value\` must be one YAML value, such as 3, '"1.20"' or '[a, b]', not "${text}"`);
}
