import { mkdirSync } from 'node:fs';
import { join } from '../process/host-paths.ts';
import { isSameContent } from '../../src/files/index.ts';
import { fileError, fileWarning, type Resource } from '../../src/krm/index.ts';
import { EDITS_DISCARDED } from '../../src/messages/updates.ts';
import { UPSTREAM_NEEDED } from '../../src/messages/upstreams.ts';
import type { ContentChange } from '../../src/package/index.ts';
import { lockOf, readKptfile, textIn, upstreamOf } from '../../src/upstream/index.ts';
import { counted, firstNames } from '../../src/wording.ts';
import type { FunctionProgram } from '../arguments/command.ts';
import { OwnSettings } from '../git/own-settings.ts';
import { MergeJob } from '../merge/merge-job.ts';
import { removeEmptied } from '../merge/remove-emptied.ts';
import { writeChanges } from '../package/file-changes.ts';
import { readIn } from '../package/named-path.ts';
import { shownChanges } from '../package/patch-folder.ts';
import { readWholeFolder } from '../package/whole-folder.ts';
import { EXIT } from '../process/exit-code.ts';
import { Repositories } from '../upstream/repositories.ts';
import { checkOutputs } from '../work/check-outputs.ts';
import { splitName } from '../work/function-config.ts';
import { type Findings, type Job, type JobArguments, type JobFacts, NO_OUTPUTS } from '../work/job.ts';
import { type FolderOutcome, outcomeOf } from '../work/report-jobs.ts';
import { showCall, showDiff } from '../work/show-call.ts';
import { runJob, type ShowDiff, startJob } from '../work/start-job.ts';
import { checkSameCommit } from './begun-commit.ts';
import { ContinueJob } from './continue-job.ts';
import { type CurrentVersion, newerTags, type NewerTags } from './newer-tags.ts';
import { currentFile, type CurrentFile, openUpdate, type OpenUpdate } from './open-update.ts';
import type { VersionArguments } from './package-versions.ts';
import { parseUpdateArguments, type SortedUpdate, type UpdateArguments } from './update-arguments.ts';
import { UpdateSource } from './update-source.ts';
import { removeUpdate, type UpdatedFile } from './update-state.ts';

export { UPDATE_OPTIONS } from './update-arguments.ts';

/**
 * Implements `krm-variants update`: merges a version of its upstream into a package. Prints the diff or a report to
 * stdout, changed files, conflicts and other messages to stderr. Returns the exit code. Throws a `UsageError` if the
 * arguments are invalid.
 */
export async function updateCommand(sorted: SortedUpdate, program: FunctionProgram): Promise<number> {
  const asked = parseUpdateArguments(sorted);
  return await showCall(asked, async () => {
    return asked.lists ? newerVersions(asked) : await updatePackage(program, asked, showDiff);
  });
}

function newerVersions(args: UpdateArguments): FolderOutcome {
  const { list, note } = listNewerVersions(args);
  const printed = list || 'no newer version\n';
  return { stdout: printed, printed, stderr: args.quiet ? '' : note, results: [], exitCode: EXIT.done };
}

/**
 * Updates a package, completely or not at all, or ends an unfinished update. `show`: shows the diff before a file is
 * written, and may throw.
 */
export async function updatePackage(
  program: FunctionProgram,
  args: UpdateArguments & Pick<JobArguments, 'patience'>,
  show?: ShowDiff,
): Promise<FolderOutcome> {
  if (args.ending !== undefined) return await endUpdate(program, args, args.ending);
  const { folder, base, policies, report, markers } = args;
  checkOutputs({ report }, [
    folder,
    ...(base === undefined ? [] : [base]),
    ...policies.map((each) => splitName(each)[0]),
  ]);
  const source = new UpdateSource(program, args);
  const written = { local: folder, output: folder, isInPlace: true, kptfile: 'plain', markers } as const;
  const job = new MergeJob({ ...args, ...written }, source);
  const settings = { ...NO_OUTPUTS, ...args };
  const end = await startJob(job, settings);
  return outcomeOf([end(show)], settings, source.about());
}

/** Finishes or undoes an unfinished update. */
async function endUpdate(
  program: FunctionProgram,
  args: UpdateArguments & Pick<JobArguments, 'patience'>,
  ending: 'continue' | 'abort',
): Promise<FolderOutcome> {
  const settings = { ...NO_OUTPUTS, ...args };
  if (ending === 'abort') return await runJob(new AbortJob(args.folder), settings);
  const job = new ContinueJob(program, args.folder);
  const end = await startJob(job, settings);
  return outcomeOf([end()], settings, job.about());
}

/** Lines about newer versions. */
interface NewerVersions {
  /** Tags with dates, one on a line, newest first. */
  readonly list: string;
  /** Line about the tags that cannot be compared; '' if there are none. */
  readonly note: string;
}

/**
 * Lists the tags of the upstream of a package that are newer than the package, each with the date of its commit. Tags
 * are compared if the text around their version is that of the version in use. A package that came from a branch or a
 * commit gets all of one form. Throws a `KrmError` if the upstream cannot be read.
 */
export function listNewerVersions({
  folder,
  isOffline,
}: Pick<VersionArguments, 'folder' | 'isOffline'>): NewerVersions {
  const { files } = readWholeFolder(folder);
  const path = join(folder, 'Kptfile');
  const current = currentOf(readKptfile(textIn(files, 'Kptfile') ?? '', path), path);
  const repository = new Repositories({ isOffline, own: new OwnSettings(folder) }).open(current.repo);
  const tags = newerTags(repository.refs, current);
  const dates = repository.dates(tags.newer.map(({ commit }) => commit));
  const width = Math.max(0, ...tags.newer.map(({ name }) => name.length));
  const lines = tags.newer.map(({ name, commit }) => `${name.padEnd(width)}  ${dates.get(commit) ?? 'date unknown'}\n`);
  return { list: lines.join(''), note: noteOf(tags) };
}

/**
 * Returns the place in the upstream that newer versions are looked for at, with the version that the package came from.
 * `path`: that of the Kptfile, for errors.
 */
function currentOf(kptfile: Resource, path: string): CurrentVersion {
  const upstream = upstreamOf(kptfile);
  if (upstream === undefined) throw fileError(path, 'no-upstream', UPSTREAM_NEEDED);
  const lock = lockOf(kptfile);
  return { ...upstream.git, ref: lock?.ref ?? upstream.git.ref, commit: lock?.commit };
}

function noteOf({ others, current }: NewerTags): string {
  if (others.length === 0) return '';
  const names = firstNames(others, (name) => name);
  const tags = counted(others.length, 'other tag');
  if (current === undefined) return `${tags} not listed: ${names}\n`;
  return `${tags} cannot be compared with ${current}, and may be newer: ${names}\n`;
}

/** Restores a package as it was before an unfinished update. */
class AbortJob implements Job {
  readonly name = 'update';
  readonly locked: readonly string[];
  readonly #folder: string;
  #update: OpenUpdate;
  #changes: readonly ContentChange[] = [];

  /** Throws a `KrmError` if there is no unfinished update. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#update = openUpdate(folder);
    this.locked = [this.#update.root];
  }

  compute({ results }: Findings): void {
    this.#update = openUpdate(this.#folder);
    const { root, named, files } = this.#update;
    checkSameCommit(this.#update);
    const found = readIn(named, () => files.map((file) => ({ ...file, now: currentFile(root, file.path) })));
    for (const file of found) {
      if (isAsBefore(file) || isAsUpdated(file)) continue;
      results.push(fileWarning(join(named, file.path), 'edits-discarded', EDITS_DISCARDED));
    }
    this.#changes = found
      .filter((file) => !isAsBefore(file))
      .map(({ path, before, now, wasExecutable }) => ({
        path,
        before: now?.content,
        after: before,
        isExecutable: wasExecutable,
        wasExecutable: now?.isExecutable ?? false,
      }));
  }

  changes(): readonly ContentChange[] {
    const { root, named } = this.#update;
    return shownChanges(this.#changes, root, named);
  }

  write(): void {
    const { root, tree, named } = this.#update;
    mkdirSync(root, { recursive: true });
    writeChanges(this.#changes.map((change) => ({ ...change, root, shown: join(named, change.path) })));
    removeEmptied(root, this.#changes);
    removeUpdate(tree);
  }

  facts(isDone: boolean): JobFacts {
    const { length } = this.#changes;
    return {
      steps: undefined,
      resources: undefined,
      explanations: undefined,
      packages: () => [this.#update.named],
      conclusion: isDone && length === 0 ? 'as before the update' : undefined,
    };
  }
}

/** A file of an update, and what is in its place now. */
interface FoundFile extends UpdatedFile {
  /** Undefined if there is no file. */
  readonly now: CurrentFile | undefined;
}

function isAsBefore({ before, wasExecutable, now }: FoundFile): boolean {
  return isSameContent(now?.content, before) && (now === undefined || now.isExecutable === wasExecutable);
}

/** Reports whether a file is as the update wrote it, or is only partly written. */
function isAsUpdated({ before, after, wasExecutable, isExecutable, now }: FoundFile): boolean {
  const isText = isSameContent(now?.content, after) || isSameContent(now?.content, before);
  return isText && (now === undefined || [wasExecutable, isExecutable].includes(now.isExecutable));
}
