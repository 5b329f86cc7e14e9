import { foldersAround } from '../../../src/fleet/index.ts';
import { git, startGit } from '../../git/git.ts';
import { applyOverlay, applyStatus, parseIndex, removedFiles } from './index-entries.ts';
import type { Overlay } from '../../../src/fleet/overlay.ts';
import type { StoredFile } from '../../../src/fleet/ports.ts';

/** Files of a work tree, as far as git has listed them. */
export class Listing {
  readonly files = new Map<string, StoredFile>();
  /** Ids that removed files have in the last commit, by path. */
  readonly removed = new Map<string, string>();
  readonly #root: string;
  readonly #overlay: Overlay;
  readonly #listed = new Set<string>();
  #paths: readonly string[] = [];
  #head: string | undefined;

  /** `root`: top folder. `overlay`: files that count in place of those on the disk. */
  constructor(root: string, overlay: Overlay) {
    this.#root = root;
    this.#overlay = overlay;
  }

  /** Last commit; undefined if there is none. */
  get head(): string | undefined {
    return this.#head;
  }

  /** Reports whether a file, or a folder with all below it, was listed. '' is the top folder. */
  covers(path: string): boolean {
    return this.#listed.has('') || foldersAround(path).some((folder) => this.#listed.has(folder));
  }

  /** Lists files and folders, with two processes. */
  list(paths: readonly string[]): void {
    const [index, status] = [INDEX, STATUS].map((args) => git([...args, ...limits(paths)], { folder: this.#root }));
    this.#add(paths, String(index), String(status));
  }

  /** Starts to list everything. */
  async listAll(): Promise<void> {
    const call = { folder: this.#root };
    const [index, status] = await Promise.all([startGit(INDEX, call), startGit(STATUS, call)]);
    this.#add([''], index.toString(), status.toString());
  }

  #add(listed: readonly string[], index: string, status: string): void {
    const files = parseIndex(index);
    applyStatus(files, status);
    applyOverlay(files, this.#overlay);
    for (const [path, file] of files) this.files.set(path, file);
    for (const [path, id] of removedFiles(status)) this.removed.set(path, id);
    for (const path of listed) this.#listed.add(path);
    this.#paths = [...this.files.keys()].toSorted();
    this.#head = /^# branch\.oid ([\da-f]+)\0/.exec(status)?.[1];
  }

  /** Returns the paths of the files below a folder, in order. */
  below(folder: string): readonly string[] {
    if (folder === '') return this.#paths;
    const from = firstIndex(this.#paths, `${folder}/`);
    // The character after a slash.
    return this.#paths.slice(from, firstIndex(this.#paths, `${folder}0`));
  }
}

const INDEX = ['ls-files', '-s', '-v', '-z'];

const STATUS = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--no-renames'];

function limits(paths: readonly string[]): readonly string[] {
  return paths.includes('') ? [] : ['--', ...paths];
}

/** Index of the first string that is not below a limit, in a sorted list. */
function firstIndex(sorted: readonly string[], limit: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? '') < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}
