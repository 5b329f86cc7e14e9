import type { FileContent } from '../files/index.ts';

/** Texts by path. */
type Files = ReadonlyMap<string, FileContent>;

/** Returns files with the line ends that the same files have elsewhere: a conversion by git is not an edit. */
export function withLineEndsOf(files: Files, local: Files): Files {
  return new Map(Array.from(files, ([path, content]) => [path, aligned(content, local.get(path))]));
}

/**
 * Returns two versions of a package with the line ends of the local one in each file in which git, or a person, has
 * converted them since `base`. A file whose line ends only `theirs` changed stays.
 */
export function withConvertedLineEnds(
  { base, theirs }: { readonly base: Files; readonly theirs: Files },
  local: Files,
): { readonly base: Files; readonly theirs: Files } {
  const old = withLineEndsOf(base, local);
  const isConverted = (path: string): boolean => old.get(path) !== base.get(path);
  const added = Array.from(theirs, ([path, content]) => {
    return [path, isConverted(path) ? aligned(content, local.get(path)) : content] as const;
  });
  return { base: old, theirs: new Map(added) };
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
