import { foldersAround } from '../../../src/fleet/index.ts';
import type { Overlay } from '../../../src/fleet/overlay.ts';
import type { StoredFile } from '../../../src/fleet/ports.ts';
import { git, startGit } from '../../git/git.ts';

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

/** Parses the output of `git ls-files -s -v -z`. The ids of files whose changes git is told to ignore are undefined. */
function parseIndex(text: string): Map<string, StoredFile> {
  const files = new Map<string, StoredFile>();
  for (const entry of text.split('\0')) {
    const tab = entry.indexOf('\t');
    if (tab === -1) continue;
    const [tag = '', mode = '', id = '', stage = ''] = entry.slice(0, tab).split(' ');
    const path = entry.slice(tab + 1);
    const isAssumed = tag !== tag.toUpperCase();
    const state = stage !== '0' ? 'unmerged' : tag.toUpperCase() === 'S' ? 'sparse' : 'clean';
    files.set(path, { path, mode, id: isAssumed ? undefined : id, state });
  }
  return files;
}

/**
 * Applies the output of `git status --porcelain=v2 -z --untracked-files=all --no-renames` to the files of the index.
 */
function applyStatus(files: Map<string, StoredFile>, text: string): void {
  for (const entry of text.split('\0')) {
    if (entry.startsWith('? ')) addUntracked(files, entry.slice(2));
    else if (entry.startsWith('1 ')) applyChange(files, entry);
  }
}

/** Puts the files of an overlay in place of others. One with the content that it replaces stays as it is. */
export function applyOverlay(files: Map<string, StoredFile>, overlay: Overlay): void {
  if (overlay.replacements.length === 0) return;
  const tracked = new Map([...files].filter(([path]) => overlay.covers(path)));
  for (const path of tracked.keys()) files.delete(path);
  for (const { path, mode, id, isIgnored } of overlay.filesBelow('')) {
    const before = tracked.get(path);
    if (before?.state === 'clean' && before.id === id && before.mode === mode) files.set(path, before);
    else if (before !== undefined || !isIgnored)
      files.set(path, { path, mode, id, state: isUntracked(before) ? 'untracked' : 'changed' });
  }
}

function isUntracked(file: StoredFile | undefined): boolean {
  return file === undefined || file.state === 'untracked';
}

/** A name that ends with a slash is a repository inside this one, which holds no file of this one. */
function addUntracked(files: Map<string, StoredFile>, path: string): void {
  if (!path.endsWith('/')) files.set(path, { path, mode: '', id: undefined, state: 'untracked' });
}

/** Returns the ids that removed files have in the last commit, by path, from the output that `applyStatus` reads. */
function removedFiles(text: string): ReadonlyMap<string, string> {
  const removed = new Map<string, string>();
  for (const entry of text.split('\0')) {
    const [kind, change = '', , , , , id = '', , ...path] = entry.split(' ');
    if (kind === '1' && change.includes('D') && !/^0+$/.test(id)) removed.set(path.join(' '), id);
  }
  return removed;
}

/** Line `1 XY sub mH mI mW hH hI path` of a file that is tracked: Y is its change since the index. */
function applyChange(files: Map<string, StoredFile>, entry: string): void {
  const [, change = '', , , , mode = '', , , ...rest] = entry.split(' ');
  const path = rest.join(' ');
  const known = files.get(path);
  if (known?.state === 'sparse' || known?.state === 'unmerged') return;
  if (change[1] === 'D') files.delete(path);
  else if (change[1] === '.') {
    if (known !== undefined) files.set(path, { ...known, state: 'changed' });
  } else files.set(path, { path, mode, id: undefined, state: 'changed' });
}
