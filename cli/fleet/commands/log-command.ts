import type { VariantFolder } from '../../../src/fleet/answers/value-table.ts';
import { packagePath } from '../../../src/fleet/index.ts';
import { allVariants, type DownstreamVariants } from '../../../src/fleet/inputs/downstream-variants.ts';
import { lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { noneNamed, onlyMeantBy } from '../../../src/fleet/inputs/named-variants.ts';
import {
  historyCutOff,
  historyUncertain,
  NEVER_LOCKED,
  type UnreadableKind,
  versionUnreadable,
} from '../../../src/fleet/messages/versions.ts';
import type { LockHistory, LockVersion, Tree } from '../../../src/fleet/ports.ts';
import { fileError, fileWarning, type Result, type ResultCode } from '../../../src/krm/index.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';
import { counted } from '../../../src/wording.ts';
import { choice } from '../../arguments/choice.ts';
import type { CommandProgram } from '../../arguments/command.ts';
import { MESSAGE_OPTIONS, type MessageArguments, parseMessageArguments } from '../../arguments/message-arguments.ts';
import type { Option } from '../../arguments/option.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import type { RunOutcome } from '../../report/run-outcome.ts';
import { type Findings, NO_OUTPUTS } from '../../work/job.ts';
import { ReadingJob } from '../../work/reading-job.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { showCall } from '../../work/show-call.ts';
import { runJob } from '../../work/start-job.ts';
import type { FleetProgram, FleetStore } from '../fleet-store.ts';
import { formatHistory, historyData } from '../show/log-formats.ts';
import { placedError, placedIn } from '../show/repository-paths.ts';
import { shownFolder } from '../show/table.ts';
import { fleetPlace, groupOf, wordsFrom } from '../store/fleet-place.ts';
import { inDownstream } from '../store/in-downstream.ts';
import { KnownPlaces } from '../store/known-places.ts';
import { readInputs } from '../store/read-inputs.ts';
import { openStore } from '../store/work-tree.ts';
import { DIRECTORY_OPTION, directoryOf, FETCH_OPTION } from './fleet-arguments.ts';

/**
 * Implements `krm-variants fleet log`: prints the history of a variant to stdout. Returns the exit code. Throws a
 * `UsageError` if the arguments are invalid.
 */
export async function logCommand(sorted: SortedLog, program: CommandProgram): Promise<number> {
  const asked = parseLogArguments(sorted);
  return await showCall(asked, () => logOf(program, asked));
}

/** Reads the history of a variant. */
export async function logOf(program: FleetProgram, args: LogArguments): Promise<FolderOutcome> {
  return await runJob(new LogJob(program, args), { ...args, ...NO_OUTPUTS, strict: false, writes: false });
}

/** Folder whose history is read. */
interface LoggedFolder extends VariantFolder {
  readonly tree: Tree;
}

/** History of a variant. Reads its locks from git, and derives nothing. */
class LogJob extends ReadingJob {
  readonly name = 'fleet log';
  readonly #program: FleetProgram;
  readonly #args: LogArguments;
  #place: VariantFolder = { repository: undefined, folder: '' };
  #history: LockHistory | undefined;

  constructor(program: FleetProgram, args: LogArguments) {
    super();
    this.#program = program;
    this.#args = args;
  }

  async compute({ results }: Findings): Promise<void> {
    const tree = openStore(this.#program, this.#args.folder);
    tree.refuseHalfWritten();
    const { folder, group } = await this.#find(tree);
    if (group === undefined) results.push(...this.#read({ tree, folder, repository: undefined }));
    else
      await inDownstream(group, this.#args, (other) => {
        results.push(...this.#read({ ...other, folder }).map((result) => placedIn(other.repository, result)));
      });
  }

  #read({ tree, repository, folder }: LoggedFolder): readonly Result[] {
    this.#place = { repository, folder };
    const history = tree.lockHistory(folder);
    if (history.versions.length === 0)
      throw placedError(repository, fileError(lockFile(folder), 'lock-missing', NEVER_LOCKED));
    this.#history = history;
    return [...versionResults(history.versions), ...endResults(history)];
  }

  /** Returns the folder that the command line names. Throws a `KrmError` if none or several have this name. */
  async #find(tree: FleetStore): Promise<{ readonly folder: string; readonly group: DownstreamVariants | undefined }> {
    const { variant: name } = this.#args;
    const word = wordsFrom(tree.root, this.#args.folder)(name);
    const place = fleetPlace(this.#args.folder, tree);
    const inputs = await readInputs(
      this.#program,
      { objects: undefined, context: undefined, writes: false },
      { place, records: tree.records, named: word },
    );
    const all = [...allVariants(inputs), ...inputs.failed];
    const first = onlyMeantBy(word, all);
    if (first?.folder !== undefined)
      return { folder: first.folder, group: 'labels' in first ? groupOf(inputs.elsewhere, first) : undefined };
    // A variant that no PackageVariant asks for any longer has a history, too.
    const path = [word.fromHere, packagePath(name)].find((each) => each && hasLock(tree, each));
    if (path !== undefined) return { folder: path, group: undefined };
    const known = [
      ...inputs.elsewhere.map((each) => each.place),
      ...inputs.unused,
      ...new KnownPlaces(tree.records).read(),
    ];
    for (const each of known) {
      const start = `${withoutCredentials(each.url)}/`;
      if (name.startsWith(start)) return { folder: name.slice(start.length), group: { place: each, variants: [] } };
    }
    throw noneNamed(word, all, (each) => tree.has(each));
  }

  protected override conclusion(): string {
    return `${shownFolder(this.#place)}: ${counted(this.#history?.versions.length ?? 0, 'version')}`;
  }

  print({ results, exitCode }: RunOutcome, isDone: boolean): string {
    const history = isDone ? this.#history : undefined;
    if (this.#args.isReport) return historyData(this.#place, history, { results, exitCode });
    return history === undefined ? '' : formatHistory(history);
  }
}

function hasLock(tree: Tree, folder: string): boolean {
  return tree.has(lockFile(folder)) || tree.lockHistory(folder).versions.length > 0;
}

/** Returns a warning about each lock that cannot be read. */
function versionResults(versions: readonly LockVersion[]): readonly Result[] {
  return versions.flatMap(({ number, folder, at, read: { kind } }) => {
    if (kind === 'valid' || kind === 'removed') return [];
    const lock = lockFile(folder);
    return [fileWarning(lock, CODES[kind], versionUnreadable(number, kind, { commit: at?.slice(0, 12) ?? '', lock }))];
  });
}

const CODES: Readonly<Record<UnreadableKind, ResultCode>> = {
  joined: 'lock-joined',
  damaged: 'lock-damaged',
  newer: 'lock-newer',
  missing: 'version-missing',
};

/** Says where a history ends, if it may have begun earlier. */
function endResults({ versions, end }: LockHistory): readonly Result[] {
  const last = versions.at(-1);
  if (last === undefined) return [];
  const path = lockFile(last.folder);
  const commit = last.at?.slice(0, 12);
  if (end.kind === 'cut off') return [fileWarning(path, 'history-incomplete', historyCutOff(commit))];
  return end.candidates.length === 0
    ? []
    : [fileWarning(path, 'history-incomplete', historyUncertain(commit, end.candidates))];
}

/** Options of `krm-variants fleet log`. */
export const LOG_OPTIONS = [
  DIRECTORY_OPTION,
  { name: 'report', value: 'json', meaning: 'Print a report.', group: 'Output' },
  FETCH_OPTION,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants fleet log`. */
type SortedLog = SortedArguments<(typeof LOG_OPTIONS)[number]>;

/** Parsed arguments of `krm-variants fleet log`. */
interface LogArguments extends MessageArguments {
  /** Name of the variant, as given. */
  readonly variant: string;
  /** Folder with the PackageVariants, as given. */
  readonly folder: string;
  /** True for a report in JSON. */
  readonly isReport: boolean;
  /** True to fetch the git repository of the variant. */
  readonly fetches: boolean;
}

/** Reads the checked arguments of `krm-variants fleet log VARIANT`. Throws a `UsageError`. */
export function parseLogArguments(sorted: SortedLog): LogArguments {
  const [variant = ''] = sorted.operands;
  const folder = directoryOf(sorted);
  const report = sorted.value('report') === undefined ? undefined : choice(sorted, 'report', ['json']);
  const fetches = sorted.has('fetch');
  return { variant, folder, isReport: report !== undefined, fetches, ...parseMessageArguments(sorted) };
}
