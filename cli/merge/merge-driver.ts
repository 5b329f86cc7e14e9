import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { contentOf, type FileContent } from '../../src/files/index.ts';
import { formatResult, resultsOf, type Result } from '../../src/krm/index.ts';
import type { Markers } from '../../src/merge/index.ts';
import { writeChanges } from '../package/file-changes.ts';
import { withFile } from '../package/file-error.ts';
import { writeMessages } from '../process/stdio.ts';
import { conflictResults } from '../report/conflict-results.ts';
import { mergeForDriver } from './merge-with-markers.ts';
import { failure } from '../process/failure.ts';

/** Exit codes of a merge driver, as gitattributes(5) defines them: above 128, git stops the merge. */
const DRIVER_EXIT = { clean: 0, conflicts: 1, failed: 129 } as const;

/**
 * Arguments as git passes them: `%O %A %B %L %P`, and the labels of the versions, `%S %X %Y`, which older releases do not
 * replace.
 */
interface DriverArguments {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly markerSize: number;
  readonly path: string;
  readonly names: Markers['names'];
}

/**
 * Implements `krm-variants merge-driver`: merges one file for git, and replaces the file of our side. Prints conflicts and
 * warnings to stderr. Returns the exit code; on an error, the file of our side is unchanged.
 */
export function mergeDriver(args: readonly string[]): number {
  try {
    return mergeFile(parseDriverArguments(args));
  } catch (error) {
    show(resultsOf(error));
    return DRIVER_EXIT.failed;
  }
}

function mergeFile({ base, ours, theirs, markerSize, path, names }: DriverArguments): number {
  const [before, local, other] = [base, ours, theirs].map(readSide) as [FileContent, FileContent, FileContent];
  const markers = { size: markerSize, names };
  const file = { path, base: before.length === 0 ? undefined : before, ours: local, theirs: other };
  const { content, conflicts, results } = mergeForDriver({
    ...file,
    markersOf: () => ({ ...markers, style: conflictStyle() }),
  });
  if (content !== local) {
    const root = withFile(ours, () => realpathSync(dirname(ours)));
    writeChanges([{ root, path: basename(ours), before: local, after: content, shown: ours }]);
  }
  show([...conflictResults(conflicts), ...results.filter(({ severity }) => severity === 'warning')]);
  return conflicts.length === 0 ? DRIVER_EXIT.clean : DRIVER_EXIT.conflicts;
}

function readSide(file: string): FileContent {
  return contentOf(withFile(file, () => readFileSync(file)));
}

/** Reads the arguments. A path may look like an option. Throws a `KrmError`, so that git stops the merge. */
function parseDriverArguments(args: readonly string[]): DriverArguments {
  const [base, ours, theirs, size = '', path, ...others] = args;
  const [baseName, oursName, theirsName, ...more] = others.map((name) => (/^%[SXY]$/.test(name) ? undefined : name));
  if (base === undefined || ours === undefined || theirs === undefined || path === undefined || more.length > 0)
    throw failure(
      'the merge driver must be called as git does it: `krm-variants merge-driver %O %A %B %L %P [%S %X %Y]`',
    );
  if (!/^[1-9]\d{0,3}$/.test(size))
    throw failure(`the size of a marker (%L) must be a number from 1 to 9999, not "${size}"`);
  const names = { base: baseName ?? 'base', local: oursName ?? 'ours', theirs: theirsName ?? 'theirs' };
  return { base, ours, theirs, markerSize: Number(size), path, names };
}

/** Returns `merge.conflictStyle` of git's configuration; `merge` if git is missing, or the style is unknown. */
function conflictStyle(): 'merge' | 'diff3' | 'zdiff3' {
  const { stdout, error } = spawnSync('git', ['config', '--get', 'merge.conflictStyle'], { encoding: 'utf8' });
  if (error !== undefined) return 'merge';
  const style = stdout.trim();
  return style === 'diff3' || style === 'zdiff3' ? style : 'merge';
}

function show(results: readonly Result[]): void {
  writeMessages(results.map((result) => `${formatResult(result)}\n`).join(''));
}
