import type { Overlay } from '../../../src/fleet/overlay.ts';
import type { StoredFile } from '../../../src/fleet/ports.ts';

/** Parses the output of `git ls-files -s -v -z`. The ids of files whose changes git is told to ignore are undefined. */
export function parseIndex(text: string): Map<string, StoredFile> {
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

/** Applies the output of `git status --porcelain=v2 -z --untracked-files=all --no-renames` to the files of the index. */
export function applyStatus(files: Map<string, StoredFile>, text: string): void {
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
export function removedFiles(text: string): ReadonlyMap<string, string> {
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
