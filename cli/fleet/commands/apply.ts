import type { CommandProgram } from '../../arguments/command.ts';
import type { Option } from '../../arguments/option.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { parsePublish, PUBLISH_OPTIONS } from './commit-arguments.ts';
import { parseWhole, parseWriting, WHOLE_OPTIONS } from './fleet-arguments.ts';
import { runTask } from './run-task.ts';
import type { FleetTask } from '../../../src/fleet/plan/fleet-run.ts';
import { repeatedWords } from '../show/next-commands.ts';
import { planVariant } from '../../../src/fleet/plan/plan-variant.ts';
import type { TaskArguments } from '../request.ts';
import { byteOrder } from '../../../src/byte-order.ts';
import { askedRevision, type VariantPlace } from '../../../src/fleet/index.ts';
import { firstNames } from '../../../src/wording.ts';

/** Options of `krm-variants fleet apply`. */
export const APPLY_OPTIONS = [...WHOLE_OPTIONS, ...PUBLISH_OPTIONS] as const satisfies readonly Option[];

type SortedApply = SortedArguments<(typeof APPLY_OPTIONS)[number]>;

/** Plans all variants, and writes those without a conflict. */
const APPLY_TASK: FleetTask = {
  name: 'apply',
  plan: planVariant,
  isShared: true,
  subject: appliedVersions,
  mayWrite: true,
  needsVariants: true,
  checksDecisions: true,
  shows: 'changes',
  namesNext: true,
};

/** Names the packages and the versions that variants are made of, as they ask for them: `Apply shop@v2`. */
function appliedVersions(variants: readonly VariantPlace[]): string {
  const versions = variants.map((variant) => {
    const { place, package: path } = variant.upstream;
    const revision = askedRevision(variant);
    return `${path || place.name}${revision === undefined ? '' : `@${revision}`}`;
  });
  return `Apply ${firstNames([...new Set(versions)].toSorted(byteOrder), (each) => each)}`;
}

/** Implements `krm-variants fleet apply`, like `planFleet`: it also writes the folders. */
export async function applyFleet(sorted: SortedApply, program: CommandProgram): Promise<number> {
  return await runTask(parseApplyArguments(sorted), program);
}

/** Reads the checked arguments of `krm-variants fleet apply [VARIANT ...]`. Throws a `UsageError`. */
export function parseApplyArguments(sorted: SortedApply): TaskArguments {
  // What a call has decided is no conflict of the next one.
  const repeats = repeatedWords(
    sorted,
    WHOLE_OPTIONS.filter(({ name }) => name !== 'take'),
  );
  return { ...parseWhole(sorted), ...parseWriting(sorted, parsePublish(sorted)), task: APPLY_TASK, repeats };
}
