import type { Conflict } from '../../../src/merge/index.ts';
import type { Option } from '../../arguments/option.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { takeFor } from '../../merge/take-option.ts';
import { LOCK_FOLDER, lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { fleetCommand, inDirectory } from '../../../src/fleet/inputs/fleet-command.ts';
import type { VariantRow } from '../../../src/fleet/index.ts';
import type { FleetStore } from '../fleet-store.ts';
import { shellWord } from '../../../src/shell-word.ts';
import { counted } from '../../../src/wording.ts';

/** Formats the commands that come next, one in a line; '' for none. `quiet`: true to show none. */
export function nextCommands(commands: readonly string[], { quiet }: { readonly quiet: boolean }): string {
  return quiet ? '' : [...new Set(commands)].map((command) => `next: ${command}\n`).join('');
}

/** Adds what a command is for, as a comment of the shell. */
function withAim(command: string, aim: string): string {
  return `${command} # ${aim}`;
}

/** Groups of options that select variants, or say what they are made of. */
const REPEATED: readonly Option['group'][] = ['Selection', 'Conflicts', 'Programs and images', 'Input'];

/** Returns the words of a command line that the next command needs, too: variants, and options of these groups. */
export function repeatedWords(
  { operands, given }: Pick<SortedArguments, 'operands' | 'given'>,
  options: readonly Option[],
): readonly string[] {
  const repeated = options.filter(({ group, name }) => REPEATED.includes(group) || name === 'require-ready');
  const words = repeated.flatMap(({ name, short, value }) => {
    const written = short === undefined ? `--${name}` : `-${short}`;
    return (given.get(name) ?? []).flatMap((each) => (value === undefined ? written : [written, each]));
  });
  return [...operands, ...words];
}

/** State of a fleet from which the next commands follow. */
interface PlannedFleet {
  readonly variants: readonly VariantRow[];
  /** Open conflicts. */
  readonly conflicts: readonly Conflict[];
  /** Command that decides the first conflict, if `apply` with `--take` does not in all runs. */
  readonly decision: string | undefined;
  /** Words to repeat of the command line. */
  readonly repeats: readonly string[];
  /** Folder with the PackageVariants, as given. */
  readonly folder: string;
  /** Git repository of the fleet. */
  readonly store: Pick<FleetStore, 'isWithoutLock' | 'tracked'>;
  /** Locks to move, and their folders, which are neither to be adopted nor to be pruned. */
  readonly left: { readonly commands: readonly string[]; has(folder: string): boolean } | undefined;
}

/**
 * Returns the commands that come after a plan: to decide a conflict or to write, to take over folders, and to prune.
 */
export function afterPlan(fleet: PlannedFleet): readonly string[] {
  const { repeats, folder, store, left } = fleet;
  const variants = fleet.variants.filter((row) => row.repository !== undefined || left?.has(row.folder ?? '') !== true);
  const has = (...actions: readonly VariantRow['action'][]): boolean =>
    variants.some(({ action }) => actions.includes(action));
  const isForeign = ({ action, repository, folder: own, upstream }: VariantRow): boolean =>
    action === 'error' &&
    repository === undefined &&
    upstream !== undefined &&
    own !== undefined &&
    store.isWithoutLock(own);
  const foreign = withoutTrackedLock(
    store,
    variants.filter(isForeign).flatMap((row) => row.folder ?? []),
  );
  const place = inDirectory(folder);
  const push = pushOptions({ ...fleet, variants });
  const pending = variants.filter(({ action }) => action === 'create' || action === 'adopt' || action === 'update');
  const apply = fleetCommand('apply', ...repeats, ...push);
  return [
    ...afterConflict(fleet, push),
    ...(pending.length === 0
      ? []
      : [!has('conflict') ? apply : withAim(apply, `for the other ${counted(pending.length, 'variant')} alone`)]),
    ...(left?.commands ?? []),
    ...(foreign[0] === undefined ? [] : [fleetCommand('adopt', foreign[0], ...place)]),
    ...(has('gone') ? [fleetCommand('prune', ...place, '--check')] : []),
  ];
}

/** Returns the commands that come after `apply`: to commit, and to decide a conflict. `isLeft`: some of it is not. */
export function afterApply(fleet: PlannedFleet, isLeft: boolean): readonly string[] {
  const decisions = afterConflict(fleet, pushOptions(fleet));
  const commit = commitCommand(fleet.folder);
  const commits = isLeft ? [decisions.length === 0 ? commit : withAim(commit, 'or first decide:')] : [];
  return [...commits, ...decisions];
}

/** Returns the options that write to other git repositories, if there are variants in some. */
function pushOptions({ variants }: PlannedFleet): readonly string[] {
  const isElsewhere = variants.some(({ repository, action }) => repository !== undefined && action !== 'gone');
  return isElsewhere ? ['--commit', '--push'] : [];
}

/** Returns the command that commits what was written. `folder`: as given. */
function commitCommand(folder: string): string {
  const git = folder === '.' ? 'git' : `git -C ${shellWord(folder)}`;
  return `${git} add --all && ${git} commit`;
}

/** Returns the command that decides the conflicts. `push`: options to publish what it writes. */
function afterConflict({ conflicts, decision, repeats }: PlannedFleet, push: readonly string[]): readonly string[] {
  if (decision !== undefined) return [decision];
  if (conflicts.length === 0) return [];
  // Thousands of variants may have the same conflict.
  const places = new Map(conflicts.map((each) => [`${each.resource?.apiVersion ?? ''} ${takeFor(each)}`, each]));
  const distinct = [...places.values()];
  const takes = [...new Set(distinct.map((each) => takeFor(each, distinct)))];
  // A command for some of the conflicts would leave their variants as they are.
  const answers = takes.length > MAX_TAKES ? ['--on-conflict', 'local'] : takes.flatMap((take) => ['--take', take]);
  const command = fleetCommand('apply', ...repeats, ...push, ...answers);
  return [takes.length < 2 ? command : withAim(command, 'or new for each')];
}

/** Number of conflicts up to which a command names each. */
const MAX_TAKES = 3;

/** Leaves out folders whose locks git tracks, but that are not checked out. */
function withoutTrackedLock(store: Pick<FleetStore, 'tracked'>, folders: readonly string[]): readonly string[] {
  if (folders.length === 0) return [];
  const tracked = store.tracked(LOCK_FOLDER);
  return folders.filter((folder) => !tracked.has(lockFile(folder)));
}
