import { readFileSync, statSync } from 'node:fs';
import { type FileContent, type FolderContent, contentOf, joinPath } from '../../../src/files/index.ts';
import { withEmptyFolder } from '../../../src/fleet/messages/inputs.ts';
import { type Result, failure } from '../../../src/krm/index.ts';
import { callFailure, callGit, git } from '../../git/git.ts';
import { withFile } from '../../package/file-error.ts';
import { readWholeFolder } from '../../package/whole-folder.ts';
import { ignoredBelow } from '../../git/ignored-paths.ts';
import type { OverlayFile } from '../../../src/fleet/overlay.ts';
import type { FleetStore } from '../fleet-store.ts';

/** A file or folder that the command line names, with what is in it. */
export interface NamedFiles extends FolderContent {
  /** As given. */
  readonly from: string;
  readonly isFolder: boolean;
  /** Names what is not read. */
  readonly passedOver: readonly Result[];
}

/** Reads a file, a stream or a folder. A file has the path ''. Throws a `KrmError` that names each file that cannot be read. */
export function readNamed(path: string): NamedFiles {
  const stats = withFile(path, () => statSync(path));
  if (stats.isDirectory()) {
    const { files, executables, passedOver: skipped } = readWholeFolder(path, (each) => joinPath(path, each));
    const passedOver = skipped.map((each) => {
      return { ...each, file: { path: joinPath(path, each.file?.path ?? ''), index: 0 } };
    });
    if (files.size === 0) throw failure('invalid-argument', withEmptyFolder(path));
    return { from: path, isFolder: true, files, executables, passedOver };
  }
  const content = withFile(path, () => contentOf(readFileSync(path)));
  const executables = new Set((stats.mode & 0o100) === 0 ? [] : ['']);
  return { from: path, isFolder: false, files: new Map([['', content]]), executables, passedOver: [] };
}

/** Returns files as they are in a work tree at a path, with what git would know of them. */
export function overlayFiles(tree: FleetStore, at: string, named: NamedFiles): OverlayFile[] {
  const { isFolder, files, executables } = named;
  const placed = Array.from(files, ([path, content]) => ({ path: joinPath(at, path), own: path, content }));
  const untracked = placed.filter(({ path }) => tree.file(path) === undefined);
  const ignored = tree.ignored(untracked.map(({ path }) => path));
  const hasRules = isFolder && [...files.keys()].some((path) => /(?:^|\/)\.gitignore$/.test(path));
  const ignoredThere = hasRules ? ignoredBelow(tree, named.from) : new Set<string>();
  // A file that is replaced keeps its mode, as if it had been edited.
  const modeOf = (path: string, own: string): string => {
    const known = isFolder ? undefined : tree.file(path)?.mode;
    return known || (executables.has(own) ? '100755' : '100644');
  };
  return placed.map(({ path, own, content }) => ({
    path,
    content,
    mode: modeOf(path, own),
    id: idOf(tree, path, content),
    isIgnored: ignored.has(path) || (ignoredThere.has(own) && tree.file(path) === undefined),
  }));
}

/** Returns the id that `git add` gives a content at a path. Line ends are the only conversion: filters are programs, and may write files. */
function idOf({ root, objects }: FleetStore, path: string, content: FileContent): string {
  const isConverted = typeof content === 'string' && content.includes('\r\n') && !hasFilter(root, path);
  if (!isConverted) return objects.idOf(content);
  return git(['hash-object', '--stdin', `--path=${path}`], { folder: root, input: content })
    .toString()
    .trim();
}

function hasFilter(root: string, path: string): boolean {
  const args = ['check-attr', '-z', 'filter', '--', path];
  const end = callGit(args, { folder: root });
  if (end.status !== 0) throw callFailure(args, end);
  const [, , value] = end.stdout.toString().split('\0');
  return value !== 'unspecified' && value !== 'unset';
}
