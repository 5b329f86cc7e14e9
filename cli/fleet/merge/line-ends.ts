import type { FileContent } from '../../../src/files/index.ts';

/** Returns files with the line ends that the same files have elsewhere: a conversion by git is not an edit. */
export function withLineEndsOf(
  files: ReadonlyMap<string, FileContent>,
  local: ReadonlyMap<string, FileContent>,
): ReadonlyMap<string, FileContent> {
  return new Map(Array.from(files, ([path, content]) => [path, aligned(content, local.get(path))]));
}

function aligned(content: FileContent, local: FileContent | undefined): FileContent {
  if (typeof content !== 'string' || typeof local !== 'string') return content;
  if (!local.includes('\r\n')) return content.replaceAll('\r\n', '\n');
  return isWindows(local) && !content.includes('\r\n') ? withWindowsLineEnds(content) : content;
}

/** Reports whether all lines of a text end with CR and LF. */
export function isWindows(text: string): boolean {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text);
}

export function withWindowsLineEnds(text: string): string {
  return text.replaceAll(/(?<!\r)\n/g, '\r\n');
}
