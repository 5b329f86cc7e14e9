import { git } from '../../git/git.ts';
import type { CommittedChange, Merge } from '../../../src/fleet/ports.ts';

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

  /** Returns a merge of the branch, and the merges that it brought to it. Reads each once, however many variants it changed. */
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
