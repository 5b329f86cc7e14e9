import { strictText } from './utf8.ts';

/** Content of a file: its text, or its bytes. */
export type FileContent = string | Uint8Array;

/** Returns the content of a file: its text, with a byte order mark, or its bytes if they are not UTF-8. */
export function contentOf(bytes: Uint8Array): FileContent {
  return strictText(bytes) ?? bytes;
}

/** Reports whether two files have the same content, or are both absent. */
export function isSameContent(a: FileContent | undefined, b: FileContent | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || (typeof a === 'string' && typeof b === 'string')) return false;
  const [one, other] = [bytesOf(a), bytesOf(b)];
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

function bytesOf(content: FileContent): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** Files of a folder, on a disk or elsewhere. */
export interface FolderContent {
  /** Contents by path: relative to the folder, with slashes. */
  readonly files: ReadonlyMap<string, FileContent>;
  /** Paths of the files that their owner can execute. */
  readonly executables: ReadonlySet<string>;
}
