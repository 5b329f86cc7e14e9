import type { FileContent } from '../files/index.ts';
import { foldersAround } from './index.ts';

/** File that takes the place of one in a work tree. */
export interface OverlayFile {
  /** Path that it is planned at, relative to the top of the work tree. */
  readonly path: string;
  readonly content: FileContent;
  /** Mode of git, such as 100644. */
  readonly mode: string;
  /** Id that `git add` would give it. */
  readonly id: string;
  /** True if git would not add it. */
  readonly isIgnored: boolean;
}

/** A file or folder that takes the place of another one, or is added: plain data. */
export interface Replacement {
  /** Path that the command line names. */
  readonly from: string;
  /** Path that it takes, relative to the top of the work tree. */
  readonly at: string;
  /** True for a folder: it takes the place of all that is in the other one. */
  readonly isFolder: boolean;
  /** True if the work tree has nothing there. */
  readonly isAdded: boolean;
  readonly files: readonly OverlayFile[];
}

/** Files that take the place of those of a work tree, which stays as it is. */
export class Overlay {
  readonly replacements: readonly Replacement[];
  readonly #files: ReadonlyMap<string, OverlayFile>;
  readonly #at: ReadonlyMap<string, Replacement>;

  constructor(replacements: readonly Replacement[]) {
    this.replacements = replacements;
    this.#at = new Map(replacements.map((each) => [each.at, each]));
    this.#files = new Map(replacements.flatMap(({ files }) => files.map((file) => [file.path, file])));
  }

  /**
   * Reports whether a path of the work tree does not count: a file takes its place, or a folder that may lack it does.
   */
  covers(path: string): boolean {
    return this.at(path) !== undefined;
  }

  /** Returns what takes the place of a path; undefined if nothing does. */
  at(path: string): Replacement | undefined {
    if (this.#at.size === 0) return undefined;
    const around = foldersAround(path).map((each) => this.#at.get(each));
    return this.#at.get(path) ?? around.find((each) => each?.isFolder === true);
  }

  /** Returns the file that takes a path; undefined if none does. */
  file(path: string): OverlayFile | undefined {
    return this.#files.get(path);
  }

  /** Returns the files that take paths below a folder; '' for all. */
  filesBelow(folder: string): readonly OverlayFile[] {
    const files = [...this.#files.values()];
    return folder === '' ? files : files.filter(({ path }) => path.startsWith(`${folder}/`));
  }
}

/** Overlay without files. */
export const NO_OVERLAY = new Overlay([]);
