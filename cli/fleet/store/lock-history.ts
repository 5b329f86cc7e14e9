import type { FileContent } from '../../../src/files/index.ts';
import { readLock } from '../../../src/fleet/index.ts';
import { lockedFolder, lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import type { Tree } from '../../../src/fleet/ports.ts';
import type { LockCommit, LockCommits } from './lock-commits.ts';
import type { HistoryEnd, LockHistory, LockVersion } from '../../../src/fleet/ports.ts';

/**
 * Reads the locks that a variant had along the current branch, also in the folders that it was moved from. A move is
 * followed only if it is certain: if the lock records it, or has the very content of the one lock that the same commit
 * removed.
 */
export function readHistory(tree: LockedTree, commits: LockCommits, folder: string): LockHistory {
  return new HistoryReader(tree, commits).read(folder);
}

/** Files and commits of a repository, as a history needs them. */
type LockedTree = Pick<Tree, 'head' | 'isShallow' | 'objects' | 'textAt' | 'idAt'>;

/** Lock of an earlier folder, from a commit on. */
interface Origin {
  readonly path: string;
  readonly commit: string;
}

class HistoryReader {
  readonly #tree: LockedTree;
  readonly #commits: LockCommits;
  readonly #versions: LockVersion[] = [];
  #end: HistoryEnd = { kind: 'created', candidates: [] };

  constructor(tree: LockedTree, commits: LockCommits) {
    this.#tree = tree;
    this.#commits = commits;
  }

  read(folder: string): LockHistory {
    const { head } = this.#tree;
    const path = lockFile(folder);
    let next = head === undefined ? undefined : this.#start(path, head);
    if (head === undefined) this.#addUncommitted(path, this.#textOf(path));
    while (next !== undefined) next = this.#follow(next);
    return { versions: this.#versions, end: this.#end };
  }

  /** Adds the lock in the work tree, unless it is committed. Returns where the history goes on. */
  #start(path: string, head: string): Origin | undefined {
    const text = this.#textOf(path);
    const now = text === undefined ? undefined : this.#tree.objects.idOf(text);
    const committed = this.#tree.idAt(head, path);
    const here = { path, commit: head };
    if (now === committed) return here;
    this.#addUncommitted(path, text);
    const isNew = committed === undefined && now !== undefined;
    return (isNew ? this.#origin(this.#versions[0], now, { from: head, to: undefined }) : undefined) ?? here;
  }

  #addUncommitted(path: string, text: string | undefined): void {
    if (text === undefined && this.#tree.head === undefined) return;
    const read = text === undefined ? ({ kind: 'removed' } as const) : readLock(text);
    this.#versions.push({ number: 0, folder: folderOf(path), commit: undefined, at: undefined, read });
  }

  /** Returns the text of a lock as git stores it; undefined if the work tree does not have it. */
  #textOf(path: string): string | undefined {
    return this.#tree.textAt(path)?.replaceAll('\r\n', '\n');
  }

  /** Adds the versions of one file. Returns its origin if it was moved. */
  #follow({ path, commit }: Origin): Origin | undefined {
    const { objects, isShallow } = this.#tree;
    const commits = this.#commits.changes(commit, path);
    const texts = objects.read(commits.flatMap(({ id }) => id ?? []));
    for (const each of commits) {
      const version = this.#add(each, path, each.id === undefined ? undefined : texts.get(each.id));
      const [from] = each.parents;
      if (!each.isAdded) continue;
      const origin = this.#origin(version, each.id, { from, to: each.commit.id });
      if (origin !== undefined) return origin;
    }
    if (isShallow && commits.at(-1)?.parents.length === 0) this.#end = { kind: 'cut off', candidates: [] };
    return undefined;
  }

  #add(change: LockCommit, path: string, text: FileContent | undefined): LockVersion {
    const read =
      change.id === undefined
        ? ({ kind: 'removed' } as const)
        : text === undefined
          ? ({ kind: 'missing' } as const)
          : readLock(String(text));
    const version = {
      number: this.#versions.length,
      folder: folderOf(path),
      commit: this.#commits.writerOf(change, path),
      at: change.commit.id,
      read,
    };
    this.#versions.push(version);
    return version;
  }

  /** Returns the lock that a new one was before; undefined if that is not certain. */
  #origin(
    version: LockVersion | undefined,
    id: string | undefined,
    { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
  ): Origin | undefined {
    this.#end = { kind: 'created', candidates: [] };
    if (from === undefined) return undefined;
    const { moved = [] } = version?.read.kind === 'valid' ? version.read.lock : {};
    // A squashed commit has several moves.
    const old = moved.findLast((folder) => this.#tree.idAt(from, lockFile(folder)) !== undefined);
    if (old !== undefined) return { path: lockFile(old), commit: from };
    const removed = [...this.#commits.removed(from, to)];
    const [same, other] = removed.filter(([, each]) => each === id);
    if (same !== undefined && other === undefined) return { path: same[0], commit: from };
    const candidates = new Set([...moved.slice(-1), ...removed.map(([path]) => folderOf(path))]);
    this.#end = { kind: 'created', candidates: [...candidates] };
    return undefined;
  }
}

function folderOf(lock: string): string {
  return lockedFolder(lock) ?? '';
}
