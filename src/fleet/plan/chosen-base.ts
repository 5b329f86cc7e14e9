import { isSameContent, joinPath, type FileContent } from '../../files/index.ts';
import { WITHOUT_BASE, notInChosenBase, otherBase } from '../messages/merge.ts';
import { KrmError, type Result, fileWarning } from '../../krm/index.ts';
import type { Answer, Conflict } from '../../merge/index.ts';
import { counted } from '../../wording.ts';
import type { FolderReader } from '../ports.ts';

/** Value of `--base`: the files of a folder, no base, or a conflict for each file that differs; undefined if it is not given. */
type BaseChoice = string | undefined;

/** Files whose base cannot be had, each with the error about it. */
export type LostBases = ReadonlyMap<string, Result>;

/** Versions of a package, to choose a base for some of its files. */
export interface ChoiceVersions {
  /** Folder of the variant, relative to the top of the repository. */
  readonly folder: string;
  readonly derived: ReadonlyMap<string, FileContent>;
  readonly local: ReadonlyMap<string, FileContent>;
  /** Reports whether a text is what was derived last. */
  readonly isLocked: (path: string, content: FileContent) => boolean;
  readonly readFolder: FolderReader;
  /** Returns the answer to a conflict about a file. */
  readonly answer: (conflict: Conflict) => Answer | undefined;
}

/** Base of files that the command line decides. */
export interface ChosenBase {
  /** Files of the base. A file that is absent has none. */
  readonly files: ReadonlyMap<string, FileContent>;
  readonly conflicts: readonly Conflict[];
  readonly warnings: readonly Result[];
}

/** Chooses the base of files whose base cannot be had, as `--base` says. Throws a `KrmError` with the errors if it is not given. */
export function chooseBase(choice: BaseChoice, lost: LostBases, versions: ChoiceVersions): ChosenBase {
  if (choice === undefined) throw new KrmError([...lost.values()]);
  const paths = [...lost.keys()];
  if (choice === 'none') return noBase(paths, versions);
  return choice === 'derived' ? allConflicts(paths, versions) : baseOfFolder(choice, lost, versions);
}

function noBase(paths: readonly string[], { folder }: ChoiceVersions): ChosenBase {
  return { files: new Map(), conflicts: [], warnings: paths.map((path) => warning(folder, path, WITHOUT_BASE)) };
}

/** The base of a file is a version that makes the other one, which is taken, the changed one. An open conflict takes local's. */
function allConflicts(paths: readonly string[], { folder, derived, local, answer }: ChoiceVersions): ChosenBase {
  const files = new Map<string, FileContent>();
  const conflicts: Conflict[] = [];
  for (const path of paths) {
    const [now, own] = [derived.get(path), local.get(path)];
    const conflict: Conflict = {
      kind: now === undefined || own === undefined ? 'delete/change' : 'add/add',
      file: { path, index: 0 },
      values: { base: 'unknown', theirs: sizeOf(now), local: sizeOf(own) },
    };
    const taken = isSameContent(now, own) ? 'local' : answer(conflict);
    const base = taken === 'theirs' ? own : now;
    if (base !== undefined) files.set(path, base);
    if (taken === undefined) conflicts.push({ ...conflict, file: { path: joinPath(folder, path), index: 0 } });
  }
  return { files, conflicts, warnings: [] };
}

/** The text may have a Secret, so a conflict does not show it. */
function sizeOf(content: FileContent | undefined): string | undefined {
  return content === undefined ? undefined : counted(Buffer.byteLength(content), 'byte');
}

/** Throws a `KrmError` for files that the folder lacks. */
function baseOfFolder(choice: string, lost: LostBases, { folder, isLocked, readFolder }: ChoiceVersions): ChosenBase {
  const { files } = readFolder(choice);
  const missing = [...lost].filter(([path]) => !files.has(path)).map(([, result]) => result);
  if (missing.length > 0)
    throw new KrmError(missing.map((each) => ({ ...each, message: notInChosenBase(each.message, choice) })));
  const found = [...files].filter(([path]) => lost.has(path));
  const others = found.filter(([path, content]) => !isLocked(path, content));
  const warnings = others.map(([path]) => warning(folder, path, otherBase(choice)));
  return { files: new Map(found), conflicts: [], warnings };
}

function warning(folder: string, path: string, message: string): Result {
  return fileWarning(joinPath(folder, path), 'base-chosen', message);
}
