import type { FileContent } from '../../files/index.ts';
import type { UndoneMove } from './undone-moves.ts';
import { PackageFindings, type Found } from './package-findings.ts';
import { presentSides, type Sides } from '../sides.ts';
import { composeFile } from '../documents/compose-file.ts';
import { mergeConfirmed } from '../documents/confirm-rename.ts';
import { listMoves } from '../documents/list-moves.ts';
import type { ResourceRules } from '../documents/merge-resource.ts';
import type { VersionFile } from '../documents/package-file.ts';
import { pairDocuments, type Subject } from '../documents/pair-documents.ts';
import { sharedNames } from '../documents/shared-names.ts';
import { undoMove } from './undo-move.ts';
import { wholeFrom } from '../documents/whole-file.ts';

/** Merged files, by path. */
interface MergedFiles extends Found {
  readonly contents: ReadonlyMap<string, FileContent>;
}

/** Settings of a merge of documents: rules, and the moves that are `undone`. */
interface DocumentMerge {
  readonly at: (path: string) => Sides<VersionFile>;
  readonly rules: ResourceRules;
  readonly undone: ReadonlyMap<string, UndoneMove>;
}

/**
 * Merges the documents of files, which may move between these files. A file that only one side changed keeps its bytes; the
 * others are composed of merged documents.
 */
export function mergeDocuments(paths: readonly string[], { at, rules, undone }: DocumentMerge): MergedFiles {
  const found = new PackageFindings();
  const { subjects, of } = pairDocuments(paths.map(at), { isStrict: rules.strictness.onDelete === 'conflict' });
  const undoings = subjects.flatMap((subject) => undoMove(subject, undone) ?? []);
  found.take({ conflicts: [], results: undoings.map(({ result }) => result) });
  const resources = subjects.map(({ sides }) => sides);
  found.take(sharedNames(resources, rules));
  found.take(listMoves(resources, rules));

  const mixed = new Set(undoings.flatMap(({ subject }) => presentSides(subject.sides)).map(({ file }) => file.path));
  const contents = new Map<string, FileContent>();
  const composed = new Set<string>();
  for (const path of paths) {
    const side = mixed.has(path) ? undefined : wholeFrom(path, at(path), { of, rules });
    if (side === undefined) composed.add(path);
    else put(contents, path, at(path)[side]?.content);
  }
  if (composed.size === 0) return { contents, ...found };

  const isComposed = (subject: Subject): boolean =>
    presentSides(subject.sides).some(({ file }) => composed.has(file.path));
  for (const subject of subjects.filter(isComposed))
    subject.merged = found.take(mergeConfirmed(subject.sides, at, rules));
  for (const { merged } of subjects)
    if (merged?.text !== undefined && !composed.has(merged.path) && !contents.has(merged.path))
      throw new Error(`a merged resource has no file: ${merged.path}`);
  for (const path of composed) put(contents, path, composeFile(path, at(path), { of, markers: rules.markers }));
  return { contents, ...found };
}

function put(contents: Map<string, FileContent>, path: string, content: FileContent | undefined): void {
  if (content !== undefined) contents.set(path, content);
}
