import { type FileContent, type FolderContent, isSameContent, joinPath } from '../../files/index.ts';
import { editedUnderDamage } from '../messages/merge.ts';
import type { Result } from '../../krm/index.ts';
import type { LostBases } from './chosen-base.ts';
import { withLineEndsOf } from '../../package/index.ts';
import type { LocalPackage } from '../ports.ts';

const MARKER = /^<{7} /m;

/** A folder whose lock cannot be read as a whole. */
interface DamagedFolder {
  readonly folder: string;
  readonly lock: string;
  /** Text of the lock. */
  readonly text: string;
  /** Ids of derived files that the lock names, by path. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  readonly local: LocalPackage;
  /** Returns what counts as the base of edited files, of which there is at least one. Throws a `KrmError` with these errors if nothing does. */
  readonly otherwise: (lost: LostBases) => ReadonlyMap<string, FileContent>;
}

/** Reports whether a lock has the markers of a conflict of git. */
export function hasMarkers(text: string): boolean {
  return MARKER.test(text);
}

/**
 * Returns the base of a folder whose lock is damaged, such as by a merge of two branches that both applied. It can be had if no derived
 * file is edited: each is as a line of the lock names it, or as it is derived now.
 */
export function damagedBase(
  { folder, lock, text, ids, local, otherwise }: DamagedFolder,
  derived: FolderContent,
): FolderContent {
  const files = new Map<string, FileContent>();
  const now = withLineEndsOf(derived.files, local.files);
  const lost = new Map<string, Result>();
  for (const path of new Set([...ids.keys(), ...derived.files.keys()])) {
    const content = local.files.get(path);
    const isDerived = ids.get(path)?.includes(local.stored.get(path)?.id ?? '') === true;
    if (content !== undefined && (isDerived || isSameContent(content, now.get(path)))) files.set(path, content);
    else if (content !== undefined || (ids.has(path) && derived.files.has(path))) lost.set(path, edited(path));
  }
  const chosen = lost.size === 0 ? new Map<string, FileContent>() : otherwise(lost);
  for (const [path, content] of chosen) files.set(path, content);
  return { files, executables: local.executables };

  function edited(path: string): Result {
    const message = editedUnderDamage({ folder, lock, hasMarkers: hasMarkers(text) });
    return { severity: 'error', code: 'lock-damaged', message, file: { path: joinPath(folder, path), index: 0 } };
  }
}
