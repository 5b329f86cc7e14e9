import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { realpathSync } from '../process/host-folders.ts';
import { basename, dirname } from '../process/host-paths.ts';
import { contentOf, type FileContent } from '../../src/files/index.ts';
import { joinLocks } from '../../src/fleet/index.ts';
import { type Result, failure, formatResult, resultsOf } from '../../src/krm/index.ts';
import type { Markers } from '../../src/merge/index.ts';
import { writeChanges } from '../package/file-changes.ts';
import { calledByGitOnly, LOCKS_JOINED, markerSizeNeeded } from '../../src/messages/merge-driver.ts';
import { checkKptfileFields } from '../../src/package/index.ts';
import { withFile } from '../package/file-error.ts';
import { writeMessages } from '../process/stdio.ts';
import { conflictResults } from '../report/conflict-results.ts';
import { mergeForDriver } from './merge-with-markers.ts';

/** Exit codes of a merge driver, as gitattributes(5) defines them: above 128, git stops the merge. */
const DRIVER_EXIT = { clean: 0, conflicts: 1, failed: 129 } as const;

/**
 * Arguments as git passes them: `%O %A %B %L %P`, and the labels of the versions, `%S %X %Y`, which older releases do
 * not replace.
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
 * Implements `krm-variants merge-driver`: merges one file for git, and replaces the file of our side. Prints conflicts
 * and warnings to stderr. Returns the exit code; on an error, the file of our side is unchanged.
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
  if (path.startsWith(BASES)) return DRIVER_EXIT.clean;
  const [before, local, other] = [base, ours, theirs].map(readSide) as [FileContent, FileContent, FileContent];
  const joined = mergeLocks({ base: before, ours: local, theirs: other });
  if (joined !== undefined) {
    replace(ours, local, joined.text);
    show(
      joined.isSettled
        ? []
        : [{ severity: 'info', code: 'lock-joined', message: LOCKS_JOINED, file: { path, index: 0 } }],
    );
    return DRIVER_EXIT.clean;
  }
  const markers = { size: markerSize, names };
  const file = { path, base: before.length === 0 ? undefined : before, ours: local, theirs: other };
  const { content, conflicts, results } = mergeForDriver({
    ...file,
    markersOf: () => ({ ...markers, style: conflictStyle() }),
  });
  replace(ours, local, content);
  const warnings = [
    ...results.filter(({ severity }) => severity === 'warning'),
    ...checkKptfileFields([[path, content]], true),
  ];
  show([...conflictResults(conflicts), ...warnings]);
  return conflicts.length === 0 ? DRIVER_EXIT.clean : DRIVER_EXIT.conflicts;
}

/** Merges the locks of a variant; undefined for other files, and for locks that cannot be read. */
function mergeLocks({ base, ours, theirs }: Readonly<Record<'base' | 'ours' | 'theirs', FileContent>>) {
  if (typeof base !== 'string' || typeof ours !== 'string' || typeof theirs !== 'string') return undefined;
  return joinLocks({ base, ours, theirs });
}

/**
 * Folder of derived texts that a fleet keeps. Those of either side do: the next apply writes the ones that it needs.
 */
const BASES = '.krm-variants/base/';

/** Replaces the file of our side, if its content changes. */
function replace(file: string, before: FileContent, after: FileContent): void {
  if (after === before) return;
  const root = withFile(file, () => realpathSync(dirname(file)));
  writeChanges([{ root, path: basename(file), before, after, shown: file }]);
}

function readSide(file: string): FileContent {
  return contentOf(withFile(file, () => readFileSync(file)));
}

/** Reads the arguments. A path may look like an option. Throws a `KrmError`, so that git stops the merge. */
function parseDriverArguments(args: readonly string[]): DriverArguments {
  const [base, ours, theirs, size = '', path, ...others] = args;
  const [baseName, oursName, theirsName, ...more] = others.map((name) => (/^%[SXY]$/.test(name) ? undefined : name));
  if (base === undefined || ours === undefined || theirs === undefined || path === undefined || more.length > 0)
    throw failure('invalid-argument', calledByGitOnly(args));
  if (!/^[1-9]\d{0,3}$/.test(size)) throw failure('invalid-argument', markerSizeNeeded(size));
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
