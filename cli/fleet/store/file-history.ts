import { existsSync, readFileSync } from 'node:fs';
import { join } from '../../process/host-paths.ts';
import type { CommittedChange, Merge } from '../../../src/fleet/ports.ts';
import { callGit, git } from '../../git/git.ts';
import { findObjects } from '../../git/stored-objects.ts';

/** Changes of files along the current branch. */
export class FileHistory {
  readonly #root: string;
  readonly #changes = new Map<string, CommittedChange[]>();
  readonly #merges = new Map<string, readonly Merge[]>();

  /** `paths`: files and folders. Reads nothing in a repository without commits. */
  constructor(root: string, head: string | undefined, paths: readonly string[]) {
    this.#root = root;
    if (head === undefined || paths.length === 0) return;
    const input = ['HEAD', '--', ...paths, ''].join('\n');
    this.#add(git(LOG, { folder: root, input }).toString());
  }

  /** Parses records: `commit` with its parents, or `:mode mode id id status` and the path after it. */
  #add(text: string): void {
    const fields = text.split('\0');
    let [age, commit, isMerge] = [-1, '', false];
    for (let at = 0; at < fields.length; at++) {
      // A line break separates a commit from its files.
      const field = (fields[at] ?? '').trimStart();
      const [id = '', ...parents] = field.split(' ');
      if (/^[\da-f]{40,64}$/.test(id)) [age, commit, isMerge] = [age + 1, id, parents.length > 1];
      if (!field.startsWith(':')) continue;
      const [, , , after, status = ''] = field.split(' ');
      const path = fields[++at] ?? '';
      const change = { age, commit, isMerge, id: status === 'D' ? undefined : after };
      this.#changes.set(path, [...(this.#changes.get(path) ?? []), change]);
    }
  }

  /** Returns the changes of a file, the newest first. */
  of(path: string): readonly CommittedChange[] {
    return this.#changes.get(path) ?? [];
  }

  /**
   * Returns a merge of the branch, and the merges that it brought to it. Reads each once, however many variants it
   * changed.
   */
  mergesUpTo(commit: string): readonly Merge[] {
    const known = this.#merges.get(commit) ?? this.#readMerges(commit);
    this.#merges.set(commit, known);
    return known;
  }

  #readMerges(merge: string): readonly Merge[] {
    const text = git(['rev-list', '--merges', '--parents', merge, `^${merge}^1`], { folder: this.#root }).toString();
    return text.split('\n').flatMap((line) => {
      const [commit = '', ...sides] = line.split(' ');
      return commit === '' ? [] : [{ commit, sides }];
    });
  }
}

/** Merges count as one change of the branch that they are merged into. */
const LOG = ['log', '--first-parent', '-m', '--raw', '--no-abbrev', '--no-renames', '-z', '--format=%H %P', '--stdin'];

/** Returns the sides of the merge that is not committed yet; none without one. */
export function sidesOfOpenMerge(gitDir: string, head: string | undefined): readonly string[] {
  const file = join(gitDir, 'MERGE_HEAD');
  if (head === undefined || !existsSync(file)) return [];
  return [head, ...readFileSync(file, 'utf8').trim().split('\n')];
}

/**
 * Returns the commit at which two branches parted; undefined if they have none in common. `root`: top folder of the git
 * repository.
 */
export function mergeBase(root: string, one: string, other: string): string | undefined {
  const { stdout, status } = callGit(['merge-base', one, other], { folder: root });
  return status === 0 ? stdout.toString().trim() : undefined;
}

/** Returns the ids of files in commits, by `COMMIT:PATH`. */
export function blobsAt(root: string, names: readonly string[]): ReadonlyMap<string, string> {
  const objects = findObjects({ folder: root }, names);
  return new Map(
    names.flatMap((name, index) => {
      const { kind, id } = objects[index] ?? {};
      return kind === 'blob' && id !== undefined ? [[name, id] as const] : [];
    }),
  );
}

/**
 * Returns the ids of the files that a folder had in the last commit with it: with edits since the last apply. None in a
 * shallow clone without it.
 */
export function lastFiles(root: string, folder: string): ReadonlyMap<string, string> {
  const now = committedIds(root, 'HEAD', folder);
  if (now.size > 0) return now;
  const { stdout } = callGit(['log', '-1', '--format=%H', '--', folder], { folder: root });
  const commit = stdout.toString().trim();
  return commit === '' ? new Map() : committedIds(root, `${commit}^`, folder);
}

function committedIds(root: string, commit: string, folder: string): ReadonlyMap<string, string> {
  const { stdout, status } = callGit(['ls-tree', '-r', '-z', commit, '--', `${folder}/`], { folder: root });
  const entries = status === 0 ? stdout.toString().split('\0') : [];
  return new Map(
    entries.flatMap((entry) => {
      const [, id, path] = /^100\d{3} blob ([\da-f]+)\t(.*)$/s.exec(entry) ?? [];
      return id === undefined || path === undefined ? [] : [[path.slice(folder.length + 1), id] as const];
    }),
  );
}
