import type { FileContent } from '../files/index.ts';

/** Change of a file in a folder. */
export interface RootedChange extends ContentChange {
  /** Folder, without symbolic links. */
  readonly root: string;
  /** Name of the file in errors. Default: its path. */
  readonly shown?: string;
}

/** Change of a file. */
export interface ContentChange {
  /** Relative to the package, with slashes. */
  readonly path: string;
  /** Path in a diff. Default: `path`. */
  readonly patchPath?: string;
  /** Content before; undefined if the file is new. */
  readonly before: FileContent | undefined;
  /** Content after; undefined if the file is to be removed. */
  readonly after: FileContent | undefined;
  /**
   * Executable by everyone who can read the file, or by no one. Default: unchanged, and not executable for a new file.
   */
  readonly isExecutable?: boolean;
  /** True if the file was executable before, for a diff. Default: as after. */
  readonly wasExecutable?: boolean;
  /** True for a record that only this program reads, which a diff leaves out. Default: false. */
  readonly isRecord?: boolean;
}

/** Change of a text file. */
export interface FileChange extends ContentChange {
  /** Text before; undefined if the file is new. */
  readonly before: string | undefined;
  /** Text after; undefined if the file is to be removed. */
  readonly after: string | undefined;
}
