import { basename, resolve } from '../process/host-paths.ts';
import { isTemporary } from '../../src/files/index.ts';
import { KrmError, type Result, resultsOf } from '../../src/krm/index.ts';
import { EDIT_VERSIONS } from '../../src/merge/messages/answers.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { readRevision } from '../git/revision-folder.ts';
import { shownIn } from '../package/named-path.ts';
import { realPath } from '../package/real-path.ts';
import { readWholeFolder } from '../package/whole-folder.ts';
import { checkOutputs } from '../work/check-outputs.ts';
import { splitName } from '../work/function-config.ts';
import { type JobArguments, NO_OUTPUTS } from '../work/job.ts';
import type { FolderOutcome } from '../work/report-jobs.ts';
import { showCall, showDiff } from '../work/show-call.ts';
import { runJob, type ShowDiff } from '../work/start-job.ts';
import { type MergeArguments, parseMergeArguments, type SortedMerge } from './merge-arguments.ts';
import { MergeJob, type MergeSource } from './merge-job.ts';

export { MERGE_OPTIONS } from './merge-arguments.ts';

/**
 * Implements `krm-variants merge`: merges a new version of a package and a local one that both come from an earlier
 * version. Prints the diff or a report to stdout, changed files, conflicts and other messages to stderr. Returns the
 * exit code. Throws a `UsageError` if the arguments are invalid.
 */
export async function mergeCommand(sorted: SortedMerge): Promise<number> {
  const asked = parseMergeArguments(sorted);
  return await showCall(asked, () => mergeFolders(asked, showDiff));
}

/**
 * Merges the packages of three folders, and writes the result completely or not at all. It is not written after
 * conflicts without `--markers`, errors and, with `--strict`, warnings. `show`: shows the diff before a file is
 * written, and may throw. Throws a `UsageError` if the output is the local folder without `--in-place`.
 */
export async function mergeFolders(
  args: MergeArguments & Pick<JobArguments, 'patience'>,
  show?: ShowDiff,
): Promise<FolderOutcome> {
  checkOutput(args);
  const output = args.isInPlace ? undefined : args.output;
  return await runJob(new MergeJob(args, folderSource(args)), { ...NO_OUTPUTS, ...args, output }, show);
}

function checkOutput(args: MergeArguments): void {
  const { base, local, output, isInPlace, policies, report } = args;
  const isLocal =
    output !== undefined && (resolve(output) === resolve(local) || (realPath(output) ?? output) === realPath(local));
  if (isLocal && !isInPlace)
    throw new UsageError('`--output` must name a new folder: add `--in-place` to replace the files of LOCAL');
  if (!isLocal && isInPlace) throw new UsageError('`--in-place` writes to LOCAL: leave out `--output`, or name LOCAL');
  checkOutputs({ report, output: isInPlace ? undefined : output }, [
    base,
    args.theirs,
    local,
    ...policies.map((each) => splitName(each)[0]),
  ]);
}

/** Returns the source of `krm-variants merge`: three folders, of which two may be in a revision of git. */
function folderSource({ base, theirs, local, output, isInPlace }: MergeArguments): MergeSource {
  const isCopied = output !== undefined && !isInPlace;
  return {
    name: 'merge',
    advice: EDIT_VERSIONS,
    read({ results }) {
      const folders = readFolders({ base, theirs, local });
      const ofLocal = isCopied ? folders.local.passedOver.map(missing) : folders.local.passedOver;
      results.push(...folders.base.passedOver.map(shownIn(base)), ...lostOfNew(folders).map(shownIn(theirs)));
      results.push(...ofLocal.map(shownIn(local)));
      return folders;
    },
  };
}

/**
 * Returns what is passed over in new alone: a warning, since it is missing in the result. A temporary file is not part
 * of the version.
 */
function lostOfNew({ base, theirs, local }: ReturnType<typeof readFolders>): readonly Result[] {
  const known = new Set([...base.passedOver, ...local.passedOver].map(({ file }) => file?.path));
  return theirs.passedOver.flatMap((result) => {
    const path = result.file?.path ?? '';
    if (known.has(path)) return [];
    return isTemporary(basename(path)) ? result : { ...result, severity: 'warning' };
  });
}

/** Names what local has, and a new folder with the merged package lacks. */
function missing(result: Result): Result {
  return { ...result, severity: 'warning', message: `${result.message}, and not copied to the output` };
}

/** Reads the versions. Throws a `KrmError` that names each unreadable file. */
function readFolders({ base, theirs, local }: Pick<MergeArguments, 'base' | 'theirs' | 'local'>) {
  const errors: Result[] = [];
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      errors.push(...resultsOf(error));
      return undefined;
    }
  };
  const [first, second] = [base, theirs].map((text) => attempt(() => readRevision(text) ?? readWholeFolder(text)));
  const third = attempt(() => readWholeFolder(local));
  if (first === undefined || second === undefined || third === undefined) throw new KrmError(errors);
  return { base: first, theirs: second, local: third };
}
