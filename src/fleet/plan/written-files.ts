import { type FileContent, type FolderContent, isSameContent, isYamlPath } from '../../files/index.ts';
import { findSecrets, KrmError, makeResult } from '../../krm/index.ts';
import type { PackageFiles } from '../../merge/index.ts';
import { editedText, isWindows, type MergedFile, readPackageFile, withWindowsLineEnds } from '../../package/index.ts';
import { nestedFolders, withMergeComments, yamlFileOf } from '../../upstream/index.ts';
import { equalValues, isMap, type Value } from '../../yaml/index.ts';
import type { Variant } from '../index.ts';
import { fleetCommand } from '../inputs/fleet-command.ts';
import { lockedFolder, lockFile } from '../inputs/fleet-paths.ts';
import { twinOfFolder, twinOfLock } from '../messages/places.ts';
import type { LocalPackage } from '../ports.ts';
import type { FleetRun } from './fleet-run.ts';

/** Annotation by which kpt marks the resources that it copied. */
const IDENTIFIER = 'internal.kpt.dev/upstream-identifier';

/** Comment by which kpt does so. */
const MERGE_COMMENT = '# kpt-merge:';

/**
 * Returns a version of a package as the tool wrote it that made the local package: kpt and Porch write YAML anew, and
 * mark resources. A file that differs from the version in nothing else has the text of the local one, and marks in
 * edited files do not count as edits.
 */
export function writtenFiles(version: PackageFiles, local: PackageFiles): PackageFiles {
  const folders = nestedFolders(version.keys());
  const written = new Map<string, FileContent>();
  for (const [path, content] of version) {
    const own = local.get(path);
    if (own !== undefined) written.set(path, isRewritten(path, content, own) ? own : withMarks(path, content, own));
    else if (!isLeftOut(path, folders)) written.set(path, content);
  }
  return written;
}

/**
 * Reports whether `kpt pkg get` leaves out a file: its path begins with that of a package inside, without being in it.
 */
function isLeftOut(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path.startsWith(folder.slice(0, -1)) && !path.startsWith(folder));
}

/** Reports whether every file of a package is what a tool wrote for that of another one. */
export function isWrittenFrom(files: PackageFiles, originals: PackageFiles): boolean {
  return [...files].every(([path, content]) => isRewritten(path, originals.get(path), content));
}

/**
 * Reports whether a text has the data and comments of another one, as a tool wrote it. A tool may drop the comments of
 * a Kptfile.
 */
function isRewritten(path: string, original: FileContent | undefined, text: FileContent): boolean {
  if (isSameContent(original, text)) return true;
  if (typeof original !== 'string' || typeof text !== 'string') return false;
  if (original.replaceAll('\r\n', '\n') === text.replaceAll('\r\n', '\n')) return true;
  if (!isYamlPath(path)) return false;
  const [before, after] = [dataOf(path, original), dataOf(path, text)];
  if (before === undefined || after === undefined || !equalValues([...before], [...after])) return false;
  const [old, now] = [commentsIn(original), commentsIn(text)];
  return path.endsWith('Kptfile') ? now.every((each) => old.includes(each)) : now.join('\n') === old.join('\n');
}

/** Returns the data of all documents, without kpt's marks; undefined for a text that is not YAML. */
function dataOf(path: string, text: string): readonly Value[] | undefined {
  try {
    return readPackageFile(path, text).documents.map((document) => withoutMarks(document.value([], 'kpt') ?? null));
  } catch (error) {
    if (error instanceof KrmError) return undefined;
    throw error;
  }
}

function withoutMarks(value: Value): Value {
  if (!isMap(value) || !isMap(value['metadata'])) return value;
  const { annotations, ...metadata } = value['metadata'];
  if (!isMap(annotations)) return value;
  const { [IDENTIFIER]: _, ...others } = annotations;
  const kept = Object.keys(others).length === 0 ? metadata : { ...metadata, annotations: others };
  return { ...value, metadata: kept };
}

/**
 * Returns the comments of a text in order, without those of kpt. Text in a value that looks like a comment counts, too.
 */
function commentsIn(text: string): readonly string[] {
  const found = text.matchAll(/(?<=^|\s)#.*$/gm);
  return Array.from(found, ([comment]) => comment.trim()).filter((comment) => !comment.startsWith(MERGE_COMMENT));
}

/** Adds the marks that a local file has. A file with a Secret stays as it is, so that it can be derived again. */
function withMarks(path: string, content: FileContent, own: FileContent): FileContent {
  if (typeof content !== 'string' || typeof own !== 'string' || findSecrets(content).length > 0) return content;
  const [file, local] = [yamlFileOf(path, content), yamlFileOf(path, own)];
  if (file === undefined || local === undefined) return content;
  for (const resource of file.resources) {
    const twin = local.resources.find(({ kind, name }) => kind === resource.kind && name === resource.name);
    const mark = twin?.annotation(IDENTIFIER);
    if (mark !== undefined) resource.document.set(['metadata', 'annotations', IDENTIFIER], mark);
  }
  const files = new Map([[path, editedText(file, new Set()) ?? content]]);
  return (own.includes(MERGE_COMMENT) ? withMergeComments(files, files) : files).get(path) ?? content;
}

/**
 * Throws a `KrmError` for a variant without a lock whose folder is equal but for case to one that exists, or that has a
 * lock, such as of a variant that is gone: some file systems would take both for one.
 */
export function refuseTwin({ twins, tree, repository }: FleetRun, variant: Variant): void {
  const { folder } = variant;
  if (tree.file(lockFile(folder)) !== undefined) return;
  const refuse = (message: string): never => {
    // Made on demand: the sets of a fleet without changes are not expanded.
    const { resource } = variant;
    throw new KrmError([
      makeResult('error', message, { code: 'variant-overlap', resource, field: ['spec', 'downstream'] }),
    ]);
  };
  const lock = twins.of(lockFile(folder));
  if (lock !== undefined) {
    const other = lockedFolder(lock) ?? '';
    const prune = fleetCommand('prune', ...(repository === undefined ? [] : ['--commit', '--push']));
    const move = repository === undefined ? fleetCommand('move', other, folder) : undefined;
    refuse(twinOfLock({ folder, lock, prune, move }));
  }
  const path = twins.of(folder);
  if (path !== undefined) refuse(twinOfFolder(folder, path));
}

/** Returns a merged file with the contents on the disk: a text keeps its line ends there. */
export function onDisk(file: MergedFile, local: LocalPackage): MergedFile {
  const disk = local.onDisk.get(file.path);
  if (disk === file.before || typeof disk !== 'string') return file;
  const after = typeof file.after === 'string' && isWindows(disk) ? withWindowsLineEnds(file.after) : file.after;
  return { ...file, before: disk, after: file.after === file.before ? disk : after };
}

/** Returns the package that merged files are. */
export function contentOf(files: readonly MergedFile[]): FolderContent {
  const kept = files.filter(({ after }) => after !== undefined);
  return {
    files: new Map(kept.flatMap(({ path, after }) => (after === undefined ? [] : [[path, after] as const]))),
    executables: new Set(kept.filter(({ isExecutable }) => isExecutable).map(({ path }) => path)),
  };
}

/** Counts the files that differ in content or mode. */
export function editedFiles(base: FolderContent, local: FolderContent): number {
  const isEdited = (path: string): boolean =>
    !isSameContent(base.files.get(path), local.files.get(path)) ||
    base.executables.has(path) !== local.executables.has(path);
  return [...new Set([...base.files.keys(), ...local.files.keys()])].filter(isEdited).length;
}
