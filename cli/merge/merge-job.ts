import { join } from '../process/host-paths.ts';
import { isSameContent } from '../../src/files/index.ts';
import { KrmError, type Result } from '../../src/krm/index.ts';
import {
  localPolicies,
  mergePackages,
  unmatchedRules,
  type Conflict,
  type Markers,
  type MergedPackage,
  type MergeOptions,
  type MergePolicy,
  type Packages,
} from '../../src/merge/index.ts';
import { decideUnmarkedFirst, EDIT_BETWEEN_MARKERS } from '../../src/merge/messages/answers.ts';
import { modeAsInNew } from '../../src/merge/messages/package.ts';
import { counted } from '../../src/wording.ts';
import { CORRECT_FIELDS } from '../../src/messages/reading.ts';
import { writeChanges } from '../package/file-changes.ts';
import { refuseExisting, writeNewFolder } from '../lock/new-folder.ts';
import {
  checkKptfileFields,
  checkPaths,
  type Folders,
  isMergeChange,
  isModeChange,
  type MergedFile,
  mergedFiles,
} from '../../src/package/index.ts';
import { shownIn, workIn } from '../package/named-path.ts';
import { kptfileResources, packageName } from '../package/package-name.ts';
import { shownChanges } from '../package/patch-folder.ts';
import type { Findings, Job, JobFacts } from '../work/job.ts';
import type { MergeArguments } from './merge-arguments.ts';
import { readNamedMergePolicies } from './merge-policies.ts';
import { mergeWithMarkers } from './merge-with-markers.ts';
import { decisionHint, unusedTakes } from './take-option.ts';
import { removeEmptied } from './remove-emptied.ts';
import type { WholeFolder } from '../package/whole-folder.ts';

/** Layout of conflicts in an output with markers. */
export const MARKERS = { size: 7, names: { base: 'base', local: 'local', theirs: 'new' } };

/** Reads the versions to merge, and describes the merge. */
export interface MergeSource {
  /** Name of the command for reports. */
  readonly name: string;
  /** Advice at the end of a message about conflicts: how to make the versions agree. */
  readonly advice: string;
  /** Reads the folders. Throws a `KrmError`. */
  read(found: Findings): Folders<WholeFolder>;
  /**
   * Merges the versions, with markers around conflicts if they are given. Default: all files are merged by structure.
   */
  merge?(versions: Packages, options: MergeOptions, markers?: Markers): Promise<MergedPackage>;
  /** Marking of conflicts in the local package. Default: conflicts are marked in a new folder only. */
  readonly marking?: Marking;
  /** False to refuse unknown fields of Kptfiles that change. Default: true, with warnings. */
  readonly allowsUnknownFields?: boolean;
  /** Returns the summary of a merge that changes nothing. Default: the number of files. */
  unchanged?(): string | undefined;
}

/** Marks the conflicts of a merge in the files of the local package. */
export interface Marking {
  /** Advice for a conflict that has markers. */
  readonly advice: string;
  /** Reports whether a merged package has markers for a conflict. */
  has(conflict: Conflict, merged: MergedPackage): boolean;
  /** Reports whether a file is not written before all conflicts are decided. */
  isLate(path: string): boolean;
  /**
   * Calls `write`, which writes the files of a package with conflicts that are not late. `changes`: those of all files.
   */
  around(changes: readonly MergedFile[], write: () => void): void;
}

/** Arguments of a merge. */
export type MergeSettings = Omit<MergeArguments, 'base' | 'theirs'>;

/** A merge of three versions of a package. */
export class MergeJob implements Job {
  readonly name: string;
  readonly locked: readonly string[];
  readonly #args: MergeSettings;
  readonly #source: MergeSource;
  #conflicts: readonly Conflict[] = [];
  #files: readonly MergedFile[] = [];
  /** Local folder, without symbolic links. */
  #root = '';
  /** True once writing has begun. */
  #isStarted = false;
  #isWritten = false;
  /** Conflicts that markers cannot show. */
  #unmarked: readonly Conflict[] = [];

  constructor(args: MergeSettings, source: MergeSource) {
    this.#args = args;
    this.#source = source;
    this.name = source.name;
    this.locked = args.writes && args.isInPlace ? [args.local] : [];
  }

  get conflicts(): readonly Conflict[] {
    const { local } = this.#args;
    return this.#conflicts.map((each) => ({ ...each, file: { ...each.file, path: join(local, each.file.path) } }));
  }

  get isHeld(): boolean {
    return this.#conflicts.length > 0 && (!this.#args.markers || this.#unmarked.length > 0);
  }

  async compute(found: Findings): Promise<void> {
    const { results } = found;
    const { local, output, isInPlace, writes } = this.#args;
    if (writes && output !== undefined && !isInPlace) refuseExisting(output);
    const folders = this.#source.read(found);
    const policies = readNamedMergePolicies(this.#args.policies);
    const add = (about: readonly Result[]): void => void results.push(...about.map(shownIn(local)));
    await workIn(local, () => this.#mergeAll(folders, policies, add));
  }

  /** Merges all files. `add`: receives results. */
  async #mergeAll(
    folders: Folders<WholeFolder>,
    policies: readonly MergePolicy[],
    add: (results: readonly Result[]) => void,
  ): Promise<void> {
    const { takes } = this.#args;
    const merged = await this.#merge(folders, policies);
    add([...merged.results, ...unmatched(folders, merged, policies)]);
    this.#conflicts = merged.conflicts;
    this.#unmarked = merged.conflicts.filter((conflict) => this.#marking?.has(conflict, merged) === false);
    const unused = unusedTakes(takes, merged);
    if (unused.length > 0) throw new KrmError(unused);
    this.#root = folders.local.root;
    this.#files = mergedFiles(folders, merged.files);
    if (this.isHeld) return;
    checkPaths(this.#files);
    add(this.#unknownFields());
    add(this.#files.filter(isModeChange).map(modeResult));
  }

  async #merge(folders: Folders<WholeFolder>, policies: readonly MergePolicy[]): Promise<MergedPackage> {
    const { answer, kptfile, markers, onDelete, takes } = this.#args;
    const versions = versionsIn(folders);
    const rules = [...takes.map(({ rule }) => rule), ...policies.flatMap((policy) => policy.rules)];
    const options = { kptfile, onDelete, rules, answer: () => answer };
    if (this.#source.merge !== undefined)
      return await this.#source.merge(versions, options, markers ? MARKERS : undefined);
    return markers ? mergeWithMarkers(versions, options, () => MARKERS) : mergePackages(versions, options);
  }

  /** Returns warnings about unknown fields of the Kptfiles that change. Throws a `KrmError` if they are not allowed. */
  #unknownFields(): readonly Result[] {
    const changed = this.#files.filter(({ before, after }) => !isSameContent(before, after));
    const files = changed.map(({ path, after }) => [path, after] as const);
    return checkKptfileFields(files, this.#source.allowsUnknownFields ?? true, CORRECT_FIELDS);
  }

  get #marking(): Marking | undefined {
    return this.#args.markers ? this.#source.marking : undefined;
  }

  /** True if conflicts are written to the local package. */
  get #isMarked(): boolean {
    return this.#marking !== undefined && this.#conflicts.length > 0 && !this.isHeld;
  }

  changes(): readonly MergedFile[] {
    return shownChanges(this.#writable(), this.#root, this.#args.local);
  }

  /** Returns the changes to write, with paths in the package. */
  #writable(): readonly MergedFile[] {
    const all = this.#allChanges();
    return this.#isMarked ? all.filter(({ path }) => this.#marking?.isLate(path) !== true) : all;
  }

  #allChanges(): readonly MergedFile[] {
    return this.#files.filter(isMergeChange);
  }

  write({ notices }: Findings): void {
    const { output, isInPlace } = this.#args;
    if (output === undefined) return;
    this.#isStarted = true;
    if (!isInPlace) notices.push(...writeNewFolder(output, this.#files));
    else if (this.#isMarked) this.#marking?.around(this.#allChanges(), () => this.#writeInPlace());
    else this.#writeInPlace();
    this.#isWritten = true;
  }

  #writeInPlace(): void {
    const [changes, { local }] = [this.#writable(), this.#args];
    writeChanges(changes.map((change) => ({ ...change, root: this.#root, shown: join(local, change.path) })));
    removeEmptied(this.#root, changes);
  }

  hints(): readonly Result[] {
    const [conflict] = this.#unmarked.length > 0 ? this.#unmarked : this.#conflicts;
    return conflict === undefined ? [] : [this.#hintFor(conflict)];
  }

  facts(isDone: boolean): JobFacts {
    return {
      steps: undefined,
      resources: undefined,
      explanations: undefined,
      packages: () => [this.#packageName()],
      conclusion: this.#conclusion(isDone),
    };
  }

  #packageName(): string {
    const { before } = this.#files.find(({ path }) => path === 'Kptfile') ?? {};
    return packageName(this.#args.local, kptfileResources(before));
  }

  #hintFor(conflict: Conflict): Result {
    if (this.#isWritten && this.#isMarked)
      return { severity: 'info', code: 'advice', message: this.#marking?.advice ?? '' };
    const otherwise = this.#isWritten ? EDIT_BETWEEN_MARKERS : this.#source.advice;
    const hint = decisionHint(
      conflict,
      otherwise,
      this.#conflicts.filter((each) => each !== conflict),
    );
    return this.#unmarked.length > 0 ? { ...hint, message: decideUnmarkedFirst(hint.message) } : hint;
  }

  /** Returns the summary of a merge with conflicts, or without changes. `isDone`: false after an error. */
  #conclusion(isDone: boolean): string | undefined {
    const { length } = this.#conflicts;
    const unchanged = this.#source.unchanged?.();
    if (length === 0 && !isDone) return unchanged === undefined || this.#isStarted ? undefined : 'nothing was written';
    if (length === 0) return this.#files.some(isMergeChange) ? undefined : unchanged;
    return `${counted(length, 'conflict')}: ${this.#isWritten ? `the ${this.#isMarked ? 'package' : 'output'} has markers` : 'nothing was written'}`;
  }
}

function versionsIn({ base, theirs, local }: Folders): Packages {
  return { base: base.files, theirs: theirs.files, local: local.files };
}

/**
 * Returns results about rules that match nothing, of MergePolicies that the command line names and of those in local.
 */
function unmatched(folders: Folders, merged: MergedPackage, named: readonly MergePolicy[]): readonly Result[] {
  const { base, theirs, local } = versionsIn(folders);
  const all = [...named, ...localPolicies({ base, theirs, local })];
  // A pipeline may have made what a rule is for.
  return unmatchedRules(all, [base, theirs, local, merged.files]);
}

function modeResult({ path, isExecutable }: MergedFile): Result {
  return { severity: 'info', code: 'mode-changed', message: modeAsInNew(isExecutable), file: { path, index: 0 } };
}
