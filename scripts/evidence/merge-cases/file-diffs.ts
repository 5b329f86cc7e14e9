import { structuredPatch } from 'diff';
import type { CaseFiles } from '../../../test/support/merge-cases.ts';

/** Number of unchanged lines around a change. */
const CONTEXT = 1;

/**
 * Returns for each path whose file differs the lines of a diff, without headers. A file that comes or goes says so
 * first.
 */
export function fileDiffs(before: CaseFiles, after: CaseFiles): ReadonlyMap<string, readonly string[]> {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return new Map(
    paths.flatMap((path): readonly (readonly [string, readonly string[]])[] =>
      before[path] === after[path] ? [] : [[path, diffLines(before[path], after[path])]],
    ),
  );
}

function diffLines(before: string | undefined, after: string | undefined): readonly string[] {
  if (after === undefined) return [' (deleted)'];
  const { hunks } = structuredPatch('', '', shown(before ?? ''), shown(after), '', '', { context: CONTEXT });
  return hunks.flatMap(({ lines }, index) => {
    const own = lines.filter((line) => !line.startsWith('\\'));
    return index === 0 ? own : [' ...', ...own];
  });
}

/** Makes carriage returns visible. */
function shown(text: string): string {
  return text.replaceAll('\r', '␍');
}

/** A diff of one file, and those who make it. */
export interface SharedDiff {
  readonly path: string;
  readonly by: string[];
  readonly lines: readonly string[];
}

/** Returns the diffs of several versions, by their names, in the order of these: equal ones once. */
export function sharedDiffs(
  versions: readonly (readonly [name: string, diffs: ReadonlyMap<string, readonly string[]>])[],
): readonly SharedDiff[] {
  const found = new Map<string, SharedDiff>();
  for (const [name, diffs] of versions)
    for (const [path, lines] of diffs) {
      const key = JSON.stringify([path, lines]);
      const shared = found.get(key);
      if (shared === undefined) found.set(key, { path, by: [name], lines });
      else shared.by.push(name);
    }
  return [...found.values()];
}
