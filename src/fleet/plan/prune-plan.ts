import { joinPath } from '../../files/index.ts';
import { groupBy } from '../../group-by.ts';
import { fileError, fileWarning, KrmError, type Result } from '../../krm/index.ts';
import type { Conflict } from '../../merge/index.ts';
import type { RootedChange } from '../../package/index.ts';
import { firstNames } from '../../wording.ts';
import { editedFiles, foldersAround, neededFor, pruning } from '../index.ts';
import { baseFolder } from '../inputs/fleet-paths.ts';
import { filesLeft, PRUNE_EDIT_UNCOMMITTED, PRUNE_LOCK_DAMAGED, PRUNE_LOCK_JOINED } from '../messages/apply.ts';
import { isUncommitted, specialKind, type Tree, type VariantChanges } from '../ports.ts';
import { type FleetRun, shownPath } from './fleet-run.ts';
import { readLockState } from './lock-state.ts';
import { takenAnswer } from './variant-options.ts';
import { upstreamText } from './variant-record.ts';

/** Changes of a plan that removes nothing. */
export const NOTHING: VariantChanges = { bases: [], folder: [], lock: [], derived: new Map() };

/** Plan of removing what is recorded about a variant that is gone and, if its policy says so, its folder. */
export interface PrunePlan {
  readonly changes: VariantChanges;
  /** Conflicts that prevent it. */
  readonly conflicts: readonly Conflict[];
  /** Version of the upstream that the folder was made of. */
  readonly from: string;
  readonly results: readonly Result[];
  /**
   * Error that prevents it: another variant needs the folder, or edits would be lost that no commit has. Default: none.
   */
  readonly refusal?: KrmError | undefined;
}

/**
 * Plans to prune a variant. `others`: other folders with locks. Throws a `KrmError` if its lock is damaged.
 */
export function prunePlan(folder: string, run: FleetRun, others: readonly string[]): PrunePlan {
  const { tree } = run;
  const state = readLockState(tree, folder);
  if (state === undefined) throw new Error('a variant that is gone must have a lock');
  if (state.read.kind === 'joined') throw fileError(state.path, 'lock-joined', PRUNE_LOCK_JOINED);
  if (state.read.kind === 'damaged') throw fileError(state.path, 'lock-damaged', PRUNE_LOCK_DAMAGED);
  const { lock } = state.read;
  const from = upstreamText(lock.upstream);
  const local = tree.package(
    folder,
    lock.files.map(({ path }) => path),
  );
  const edited = editedFiles(lock.files, local.stored).flatMap(({ path, change }) =>
    change === 'deleted' ? [] : path,
  );
  const isEdited = edited.length > 0;
  const answer = isEdited && lock.deletionPolicy === 'delete' ? takenAnswer(folder, run) : undefined;
  const decision = pruning({ policy: lock.deletionPolicy, isEdited, answer });
  if (decision === 'conflict') return { changes: NOTHING, conflicts: [conflictOf(folder, edited)], from, results: [] };
  const isRemoved = decision === 'remove';
  const refusal = isRemoved ? refusalOf(folder, run, { edited, others }) : undefined;
  if (refusal !== undefined) return { changes: NOTHING, conflicts: [], from, results: [], refusal };
  const isRegular = (path: string): boolean => !tree.isLink(path);
  const removed = (path: string): RootedChange => ({ ...removal(path, run), isRecord: true });
  const changes = {
    bases: tree.entriesBelow(baseFolder(folder)).filter(isRegular).map(removed),
    folder: isRemoved ? [...local.onDisk.keys()].map((path) => removal(joinPath(folder, path), run)) : [],
    lock: [removed(state.path)],
    derived: NOTHING.derived,
  };
  return { changes, conflicts: [], from, results: isRemoved ? leftWarnings(tree, folder, local.onDisk) : [] };
}

function removal(path: string, run: FleetRun): RootedChange {
  const before = run.tree.contentAt(path);
  return { root: run.tree.root, ...shownPath(run, path), before, after: undefined };
}

/** Returns the error if another variant needs the folder, or if edits would be lost that no commit has. */
function refusalOf(
  folder: string,
  { tree, variants }: FleetRun,
  { edited, others }: { readonly edited: readonly string[]; readonly others: readonly string[] },
): KrmError | undefined {
  const needed = neededFor(folder, variants, others);
  if (needed !== undefined) return fileError(folder, 'folder-needed', needed);
  const entries = tree.filesBelow(folder);
  const lost = edited.filter((path) => {
    const entry = entries.get(path);
    return entry === undefined || isUncommitted(entry);
  });
  const errors = lost.map((path): Result => {
    return {
      severity: 'error',
      code: 'changes-uncommitted',
      message: PRUNE_EDIT_UNCOMMITTED,
      file: { path: joinPath(folder, path), index: 0 },
    };
  });
  return errors.length === 0 ? undefined : new KrmError(errors);
}

function conflictOf(folder: string, edited: readonly string[]): Conflict {
  const local = `local edits in ${firstNames(edited, (path) => path)}`;
  return {
    kind: 'delete/change',
    file: { path: folder, index: 0 },
    values: { base: 'folder as the last apply made it', theirs: undefined, local },
  };
}

/**
 * Returns a warning about what stays of a folder whose files are removed, by the reason. `removed`: paths relative to
 * the folder.
 */
function leftWarnings(
  tree: Tree,
  folder: string,
  removed: { readonly has: (path: string) => boolean },
): readonly Result[] {
  const special = new Map([...tree.filesBelow(folder)].map(([path, entry]) => [path, specialKind(entry)]));
  const paths = tree.entriesBelow(folder).map((path) => path.slice(folder.length + 1));
  const left = paths
    .filter((path) => !removed.has(path))
    .map((path) => {
      const submodule = foldersAround(path).find((each) => special.get(each) === 'a submodule');
      if (submodule !== undefined) return { path: submodule, kind: 'submodule' } as const;
      const isLink = tree.isLink(joinPath(folder, path));
      return { path, kind: isLink ? 'symbolic link' : 'file' } as const;
    });
  if (left.length === 0) return [];
  const groups = Array.from(
    groupBy(left, ({ kind }) => kind),
    ([kind, all]) => ({ kind, names: [...new Set(all.map(({ path }) => path))] }),
  );
  return [fileWarning(folder, 'files-left', filesLeft(groups))];
}
