import type { Result } from '../../krm/result.ts';
import { makeResult } from '../../krm/results.ts';
import type { Moves } from '../pairs/moves.ts';
import type { VersionFile } from '../pairs/package-file.ts';
import { type Subject } from '../pairs/pair-documents.ts';
import { folderOf } from '../pairs/pair-packages.ts';
import { addedToMovedFile, addedToMovedFolder } from '../messages/moves.ts';
import { otherOf, type MergedSide, type Sides } from '../sides.ts';

/**
 * Returns a warning for each addition of one side to a file whose documents the other side moved to several ones, or
 * deleted.
 */
export function additionsToSplitFiles(
  subjects: readonly Subject[],
  moves: Readonly<Record<MergedSide, Moves>>,
): readonly Result[] {
  return subjects.flatMap(({ sides: { base, theirs, local } }): readonly Result[] => {
    const unit = theirs ?? local;
    if (base !== undefined || unit === undefined || (theirs !== undefined && local !== undefined)) return [];
    const side: MergedSide = theirs === undefined ? 'local' : 'theirs';
    const { parts, gone } = moves[otherOf(side)];
    const { path } = unit.file;
    const paths = parts.get(path);
    if (paths === undefined && !gone.has(path)) return [];
    const message = addedToMovedFile(side, paths);
    return [makeResult('warning', message, { code: 'left-behind', resource: unit.resource })];
  });
}

/** Files that no side changed, and those of the result. */
interface Paths {
  readonly unchanged: Iterable<string>;
  readonly merged: { readonly has: (path: string) => boolean };
}

/** Returns a warning for each file that one side added to a folder that the other side moved or deleted. */
export function filesInMovedFolders(
  all: readonly Sides<VersionFile>[],
  moves: Readonly<Record<MergedSide, Moves>>,
  paths: Paths,
): readonly Result[] {
  return (['theirs', 'local'] as const).flatMap((side) => {
    const other = otherOf(side);
    const moved = new Set(moves[side].whole.values());
    const added = all.flatMap(({ base, [side]: file, [other]: there }) =>
      base === undefined && there === undefined && file !== undefined && !moved.has(file.path) ? [file.path] : [],
    );
    const folders =
      added.length === 0 ? new Map<string, string | undefined>() : goneFolders(all, other, moves[other], paths);
    return added.flatMap((path): readonly Result[] => {
      const folder = folderOf(path);
      if (!folders.has(folder)) return [];
      const message = addedToMovedFolder(side, folder, folders.get(folder));
      return [{ severity: 'warning', code: 'left-behind', message, file: { path, index: 0 } }];
    });
  });
}

/**
 * Returns the folders of base of which a side has no file, and the result not all of base's, each with the other folder
 * that has more than half of them, if there is one.
 */
function goneFolders(
  all: readonly Sides<VersionFile>[],
  side: MergedSide,
  { whole, parts }: Moves,
  { unchanged, merged }: Paths,
): ReadonlyMap<string, string | undefined> {
  const kept = new Set([...unchanged].map(folderOf));
  const files = new Map<string, string[]>();
  for (const { base, [side]: file } of all) {
    if (file !== undefined) kept.add(folderOf(file.path));
    else if (base !== undefined) files.set(folderOf(base.path), [...(files.get(folderOf(base.path)) ?? []), base.path]);
  }
  return new Map(
    [...files].flatMap(([folder, paths]) => {
      if (folder === '' || kept.has(folder)) return [];
      const targets = paths.flatMap((path) => whole.get(path) ?? parts.get(path)?.[0] ?? []).map(folderOf);
      const to = targets.find((each) => targets.filter((one) => one === each).length * 2 > paths.length);
      const isLeft = to === undefined && paths.every((path) => merged.has(path));
      return isLeft ? [] : [[folder, to] as const];
    }),
  );
}
