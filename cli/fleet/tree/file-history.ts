import { git } from '../../git/git.ts';

/** A file that a commit added, changed or removed. */
interface FileChange {
  /** Number of newer commits in the list. */
  readonly age: number;
  readonly commit: string;
  /** Undefined if the commit removed the file. */
  readonly id: string | undefined;
}

/** Changes of files along the current branch. */
export class FileHistory {
  readonly #changes = new Map<string, FileChange[]>();

  /** `paths`: files and folders. Reads nothing in a repository without commits. */
  constructor(root: string, head: string | undefined, paths: readonly string[]) {
    if (head === undefined || paths.length === 0) return;
    const input = ['HEAD', '--', ...paths, ''].join('\n');
    this.#add(git(LOG, { folder: root, input }).toString());
  }

  /** Parses records: `commit`, or `:mode mode id id status` and the path after it. */
  #add(text: string): void {
    const fields = text.split('\0');
    let [age, commit] = [-1, ''];
    for (let at = 0; at < fields.length; at++) {
      // A line break separates a commit from its files.
      const field = (fields[at] ?? '').trimStart();
      if (/^[\da-f]{40,64}$/.test(field)) [age, commit] = [age + 1, field];
      if (!field.startsWith(':')) continue;
      const [, , , id = '', status = ''] = field.split(' ');
      const path = fields[++at] ?? '';
      const change = { age, commit, id: status === 'D' ? undefined : id };
      this.#changes.set(path, [...(this.#changes.get(path) ?? []), change]);
    }
  }

  /** Returns the changes of a file, the newest first. */
  of(path: string): readonly FileChange[] {
    return this.#changes.get(path) ?? [];
  }
}

/** Merges count as one change of the branch that they are merged into. */
const LOG = ['log', '--first-parent', '-m', '--raw', '--no-abbrev', '--no-renames', '-z', '--format=%H', '--stdin'];
