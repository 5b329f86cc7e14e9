import { joinPath } from '../../../src/files/index.ts';
import { editedFiles, neededFor, pruning, type VariantState } from '../../../src/fleet/index.ts';
import { KrmError, type Result, fileError } from '../../../src/krm/index.ts';
import type { Answer, Conflict } from '../../../src/merge/index.ts';
import { firstNames } from '../../../src/wording.ts';
import type { RootedChange } from '../../package/file-changes.ts';
import type { Findings, Job, JobFacts } from '../../work/job.ts';
import { baseFolder } from '../inputs/fleet-paths.ts';
import { PRUNE_EDIT_UNCOMMITTED, PRUNE_LOCK_DAMAGED, PRUNE_LOCK_JOINED } from '../../../src/fleet/messages/apply.ts';
import { shownPath, type FleetRun } from './fleet-run.ts';
import { readLockState } from './lock-state.ts';
import { takenPath } from './variant-options.ts';
import { leftWarnings } from './prune-left.ts';
import { upstreamText } from './variant-record.ts';
import { type VariantChanges, isUncommitted } from '../ports.ts';
import { writeVariant } from './fleet-session.ts';

const NOTHING: VariantChanges = { bases: [], folder: [], lock: [], derived: new Map() };

/** Removes what is recorded about a variant that is gone and, if its policy says so, its folder. */
export class PruneJob implements Job {
  readonly name = 'fleet';
  readonly locked = [];
  readonly folder: string;
  readonly conflicts: Conflict[] = [];
  readonly #run: FleetRun;
  readonly #others: readonly string[];
  #changes = NOTHING;
  #from: string | undefined;

  /** `others`: other folders with locks. */
  constructor(folder: string, run: FleetRun, others: readonly string[]) {
    this.folder = folder;
    this.#run = run;
    this.#others = others;
  }

  get state(): VariantState {
    return { isAskedFor: false, isPruned: true, conflicts: this.conflicts.length };
  }

  /** Version of the upstream that the folder was made of. */
  get from(): string | undefined {
    return this.#from;
  }

  /** Removed files, relative to the folder. */
  get files(): readonly string[] {
    return this.#changes.folder.map(({ path }) => path.slice(this.folder.length + 1));
  }

  get isHeld(): boolean {
    return this.conflicts.length > 0;
  }

  compute({ results }: Findings): void {
    const { tree } = this.#run;
    const state = readLockState(tree, this.folder);
    if (state === undefined) throw new Error('a variant that is gone must have a lock');
    if (state.read.kind === 'joined') throw fileError(state.path, 'lock-joined', PRUNE_LOCK_JOINED);
    if (state.read.kind === 'damaged') throw fileError(state.path, 'lock-damaged', PRUNE_LOCK_DAMAGED);
    const { lock } = state.read;
    this.#from = upstreamText(lock.upstream);
    const local = tree.package(
      this.folder,
      lock.files.map(({ path }) => path),
    );
    const edited = editedFiles(lock.files, local.stored).flatMap(({ path, change }) =>
      change === 'deleted' ? [] : path,
    );
    const isEdited = edited.length > 0;
    const answer = isEdited && lock.deletionPolicy === 'delete' ? this.#answer() : undefined;
    const decision = pruning({ policy: lock.deletionPolicy, isEdited, answer });
    if (decision === 'conflict') this.conflicts.push(conflictOf(this.folder, edited));
    if (decision === 'conflict') return;
    const isRemoved = decision === 'remove';
    if (isRemoved) this.#checkRemoval(edited);
    const isRegular = (path: string): boolean => !tree.isLink(path);
    const removed = (path: string): RootedChange => ({ ...this.#removal(path), isRecord: true });
    this.#changes = {
      bases: tree.entriesBelow(baseFolder(this.folder)).filter(isRegular).map(removed),
      folder: isRemoved ? [...local.onDisk.keys()].map((path) => this.#removal(joinPath(this.folder, path))) : [],
      lock: [removed(state.path)],
      derived: NOTHING.derived,
    };
    if (isRemoved) results.push(...leftWarnings(tree, this.folder, local.onDisk));
  }

  /** Returns the answer to the conflict about this folder: of a `--take` that names it, or of `--on-conflict`. */
  #answer(): Answer | undefined {
    const { args, session } = this.#run;
    const rule = args.takes.find((take) => takenPath(this.#run, take.rule) === this.folder)?.rule;
    if (rule === undefined) return args.answer;
    session.use([rule]);
    return rule.take === 'local' ? 'local' : 'theirs';
  }

  #removal(path: string): RootedChange {
    const { tree } = this.#run;
    const before = tree.contentAt(path);
    return { root: tree.root, ...shownPath(this.#run, path), before, after: undefined };
  }

  /** Throws a `KrmError` if another variant needs the folder, or if edits would be lost that no commit has. */
  #checkRemoval(edited: readonly string[]): void {
    const { tree, variants } = this.#run;
    const needed = neededFor(this.folder, variants, this.#others);
    if (needed !== undefined) throw fileError(this.folder, 'folder-needed', needed);
    const entries = tree.filesBelow(this.folder);
    const lost = edited.filter((path) => {
      const entry = entries.get(path);
      return entry === undefined || isUncommitted(entry);
    });
    const errors = lost.map((path): Result => {
      return {
        severity: 'error',
        code: 'changes-uncommitted',
        message: PRUNE_EDIT_UNCOMMITTED,
        file: { path: joinPath(this.folder, path), index: 0 },
      };
    });
    if (errors.length > 0) throw new KrmError(errors);
  }

  changes(): readonly RootedChange[] {
    return [...this.#changes.folder, ...this.#changes.lock, ...this.#changes.bases];
  }

  write(): void {
    const { session } = this.#run;
    writeVariant(session.writer, this.#changes);
    const { bases, folder, lock } = this.#changes;
    session.write([...bases, ...folder, ...lock].map(({ path }) => path));
  }

  facts(): JobFacts {
    return { steps: undefined, resources: undefined, explanations: undefined, packages: () => [this.folder] };
  }
}

function conflictOf(folder: string, edited: readonly string[]): Conflict {
  const local = `local edits in ${firstNames(edited, (path) => path)}`;
  return {
    kind: 'delete/change',
    file: { path: folder, index: 0 },
    values: { base: 'folder as the last apply made it', theirs: undefined, local },
  };
}
