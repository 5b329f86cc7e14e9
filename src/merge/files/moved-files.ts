import type { Result } from '../../krm/result.ts';
import { makeResult } from '../../krm/results.ts';
import type { Moves } from '../pairs/moves.ts';
import type { VersionFile } from '../pairs/package-file.ts';
import { type Subject } from '../pairs/pair-documents.ts';
import { folderOf } from '../pairs/pair-packages.ts';
import { wordFor, type Sides, otherOf, type MergedSide } from '../sides.ts';
import { list } from './check-by-lines.ts';

/** Returns a warning for each addition of one side to a file whose documents the other side moved to several ones. */
export function additionsToSplitFiles(
  subjects: readonly Subject[],
  moves: Readonly<Record<MergedSide, Moves>>,
): readonly Result[] {
  return subjects.flatMap(({ sides: { base, theirs, local } }): readonly Result[] => {
    const unit = theirs ?? local;
    if (base !== undefined || unit === undefined || (theirs !== undefined && local !== undefined)) return [];
    const side: MergedSide = theirs === undefined ? 'local' : 'theirs';
    const paths = moves[otherOf(side)].parts.get(unit.file.path);
    if (paths === undefined) return [];
    const message = `${wordFor(side)} added this, and ${wordFor(otherOf(side))} moved the rest of the file to ${list(paths)}: move it where it belongs`;
    return [makeResult('warning', message, unit)];
  });
}

/** Returns a warning for each file that one side added to a folder that the other side moved. */
export function filesInMovedFolders(
  all: readonly Sides<VersionFile>[],
  moves: Readonly<Record<MergedSide, Moves>>,
  unchanged: Iterable<string>,
): readonly Result[] {
  return (['theirs', 'local'] as const).flatMap((side) => {
    const other = otherOf(side);
    const added = all.flatMap(({ base, [side]: file, [other]: there }) =>
      base === undefined && there === undefined && file !== undefined ? [file.path] : [],
    );
    const folders = added.length === 0 ? new Map<string, string>() : movedFolders(all, other, moves[other], unchanged);
    return added.flatMap((path): readonly Result[] => {
      const folder = folderOf(path);
      const to = folders.get(folder);
      if (to === undefined) return [];
      const message = `${wordFor(side)} added this file, and ${wordFor(other)} renamed the folder ${folder} to ${to || 'the top folder'}: move it where it belongs`;
      return [{ severity: 'warning', message, file: { path, index: 0 } }];
    });
  });
}

/** Returns the folders of base that a side moved: it has none of their files, and more than half of them are in one other folder. */
function movedFolders(
  all: readonly Sides<VersionFile>[],
  side: MergedSide,
  { whole }: Moves,
  unchanged: Iterable<string>,
): ReadonlyMap<string, string> {
  const kept = new Set([...unchanged].map(folderOf));
  const files = new Map<string, string[]>();
  for (const { base, [side]: file } of all) {
    if (file !== undefined) kept.add(folderOf(file.path));
    else if (base !== undefined) files.set(folderOf(base.path), [...(files.get(folderOf(base.path)) ?? []), base.path]);
  }
  return new Map(
    [...files].flatMap(([folder, paths]) => {
      if (folder === '' || kept.has(folder)) return [];
      const targets = paths.flatMap((path) => whole.get(path) ?? []).map(folderOf);
      const to = targets.find((each) => targets.filter((one) => one === each).length * 2 > paths.length);
      return to === undefined ? [] : [[folder, to] as const];
    }),
  );
}
