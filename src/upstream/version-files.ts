import type { FileContent, FolderContent } from '../files/index.ts';
import { fileError } from '../krm/index.ts';
import { UTF8_NEEDED } from '../messages/reading.ts';

/** A version of a package that is put together of the folders of repositories. */
export class AssembledVersion implements FolderContent {
  readonly files = new Map<string, FileContent>();
  readonly executables = new Set<string>();

  /** Adds files below a folder, which has a slash at its end or is ''. */
  put(folder: string, { files, executables }: FolderContent): void {
    for (const [path, content] of files) this.files.set(`${folder}${path}`, content);
    for (const path of executables) this.executables.add(`${folder}${path}`);
  }

  /** Removes all files below a folder. */
  remove(folder: string): void {
    for (const path of this.files.keys()) if (path.startsWith(folder)) this.files.delete(path);
  }

  text(path: string): string | undefined {
    return textIn(this.files, path);
  }
}

/** Returns the text of a file; undefined if there is none. Throws a `KrmError` if it is not UTF-8. */
export function textIn(files: ReadonlyMap<string, FileContent>, path: string): string | undefined {
  const content = files.get(path);
  if (content === undefined || typeof content === 'string') return content;
  throw fileError(path, 'not-utf8', UTF8_NEEDED);
}

/** Returns the folders of the packages in a package, the outer ones first, each with a slash at its end. */
export function nestedFolders(paths: Iterable<string>, folder = ''): readonly string[] {
  const kptfiles = [...paths].filter((path) => path.startsWith(folder) && path.endsWith('/Kptfile'));
  const folders = kptfiles.map((path) => path.slice(0, -'Kptfile'.length)).filter((each) => each !== folder);
  return [...new Set(folders)].toSorted((a, b) => a.length - b.length);
}
