import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packagePath } from '../../../src/fleet/index.ts';
import type { Result } from '../../../src/krm/index.ts';
import { counted, unknownName } from '../../../src/wording.ts';
import type { CommandProgram } from '../../arguments/command.ts';
import { fileError } from '../../package/file-error.ts';
import { failure } from '../../process/failure.ts';
import type { RunOutcome } from '../../report/run-outcome.ts';
import type { Findings } from '../../work/job.ts';
import { ReadingJob } from '../../work/reading-job.ts';
import { lockFile } from '../fleet-paths.ts';
import { placeOf } from '../inputs/fleet-place.ts';
import { readInputs } from '../inputs/read-inputs.ts';
import { isNamed, severalNamed } from '../inputs/select-variants.ts';
import { refuseJournal } from '../journal.ts';
import { WorkTree } from '../tree/work-tree.ts';
import { readHistory, type LockHistory, type LockVersion } from './lock-history.ts';
import type { LogArguments } from './log-arguments.ts';
import { formatHistory, historyData } from './log-formats.ts';

/** History of a variant. Reads its locks from git, and derives nothing. */
export class LogJob extends ReadingJob {
  readonly name = 'fleet log';
  readonly #program: Pick<CommandProgram, 'functions' | 'version'>;
  readonly #args: LogArguments;
  #folder = '';
  #history: LockHistory | undefined;

  constructor(program: Pick<CommandProgram, 'functions' | 'version'>, args: LogArguments) {
    super();
    this.#program = program;
    this.#args = args;
  }

  async compute({ results }: Findings): Promise<void> {
    const tree = WorkTree.around(this.#args.folder);
    refuseJournal(tree);
    this.#folder = await this.#folderOf(tree);
    const history = readHistory(tree, this.#folder);
    if (history.versions.length === 0) throw fileError(lockFile(this.#folder), NO_LOCK);
    this.#history = history;
    results.push(...versionResults(history.versions), ...endResults(history));
  }

  /** Returns the folder that the command line names. Throws a `KrmError` if none or several have this name. */
  async #folderOf(tree: WorkTree): Promise<string> {
    const { variant: name } = this.#args;
    const place = placeOf(this.#args.folder, tree.root);
    const inputs = await readInputs(
      this.#program,
      { objects: undefined, context: undefined, writes: false },
      { place, gitDir: tree.gitDir, named: name },
    );
    const all = [...inputs.waves.flat(), ...inputs.failed];
    const named = all.flatMap((each) => (isNamed(each, name) ? (each.folder ?? []) : []));
    const [folder, ...others] = new Set(named);
    if (folder !== undefined && others.length > 0) throw severalNamed(name, [folder, ...others]);
    if (folder !== undefined) return folder;
    // A variant that no PackageVariant asks for any longer has a history, too.
    const path = packagePath(name);
    if (path && hasLock(tree, path)) return path;
    throw failure(
      unknownName(
        'variant',
        name,
        all.map((each) => each.name),
      ),
    );
  }

  protected override conclusion(): string {
    return `${this.#folder}: ${counted(this.#history?.versions.length ?? 0, 'version')}`;
  }

  print({ results, exitCode }: RunOutcome, isDone: boolean): string {
    const history = isDone ? this.#history : undefined;
    if (this.#args.isReport) return historyData(this.#folder, history, { results, exitCode });
    return history === undefined ? '' : formatHistory(history);
  }
}

function hasLock(tree: WorkTree, folder: string): boolean {
  return existsSync(join(tree.root, lockFile(folder))) || readHistory(tree, folder).versions.length > 0;
}

/** Returns a warning about each lock that cannot be read. */
function versionResults(versions: readonly LockVersion[]): readonly Result[] {
  return versions.flatMap(({ number, folder, at, read: { kind } }) => {
    if (kind === 'valid' || kind === 'removed') return [];
    const message = `version ${number} ${REASONS[kind](at?.slice(0, 12) ?? '', lockFile(folder))}`;
    return [{ severity: 'warning' as const, message, file: { path: lockFile(folder), index: 0 } }];
  });
}

const REASONS: Readonly<Record<'damaged' | 'newer' | 'missing', (commit: string, path: string) => string>> = {
  damaged: () => 'cannot be read: it was edited, or merged by git',
  newer: () => 'was written by a later version of krm-variants: use that version, or a later one',
  missing: (commit, path) => `is not in this partial clone: \`git show ${commit}:${path}\` fetches it`,
};

/** Says where a history ends, if it may have begun earlier. */
function endResults({ versions, end }: LockHistory): readonly Result[] {
  const last = versions.at(-1);
  if (last === undefined) return [];
  const file = { path: lockFile(last.folder), index: 0 };
  const commit = last.at === undefined ? 'the work tree' : `commit ${last.at.slice(0, 12)}`;
  if (end.kind === 'cut off') return [{ severity: 'warning', message: `${commit} ${SHALLOW}`, file }];
  const [first] = end.candidates;
  if (first === undefined) return [];
  const others = end.candidates.length > 1 ? ` and ${counted(end.candidates.length - 1, 'other')}` : '';
  const message = `the history ends at ${commit}, which also removed the lock of ${first}${others}: if the variant was moved from there, run \`krm-variants fleet log ${first}\` for its earlier history`;
  return [{ severity: 'warning', message, file }];
}

const SHALLOW = 'is the oldest that this shallow clone has, so the history may be longer: run `git fetch --unshallow`';
const NO_LOCK = 'does not exist, and never did on this branch: `krm-variants fleet apply` makes the variant';
