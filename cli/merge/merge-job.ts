import { join, relative } from 'node:path';
import { KrmError, resultsOf, type Result } from '../../src/krm/index.ts';
import { mergePackages, type Conflict, type MergedPackage } from '../../src/merge/index.ts';
import { counted } from '../../src/wording.ts';
import { writeChanges } from '../package/file-changes.ts';
import { refuseExisting, writeNewFolder } from '../package/new-folder.ts';
import { kptfileResources, packageName } from '../package/package-name.ts';
import { patchFolder } from '../package/patch-folder.ts';
import { readWholeFolder } from '../package/whole-folder.ts';
import type { Findings, Job, JobFacts } from '../work/job.ts';
import type { MergeArguments } from './merge-arguments.ts';
import { readMergeRules } from './merge-policies.ts';
import { mergeWithMarkers } from './merge-with-markers.ts';
import {
  checkPaths,
  isMergeChange,
  isModeChange,
  mergedFiles,
  removeEmptied,
  type Folders,
  type MergedFile,
} from './merged-changes.ts';
import { takeFor, type TakeOption } from './take.ts';

/** Layout of conflicts in an output with markers. */
const MARKERS = { size: 7, names: { base: 'base', local: 'local', theirs: 'new' } };

/** A merge of the folders of a command line. */
export class MergeJob implements Job {
  readonly name = 'merge';
  readonly locked: readonly string[];
  readonly #args: MergeArguments;
  #conflicts: readonly Conflict[] = [];
  #files: readonly MergedFile[] = [];
  /** Local folder, without symbolic links. */
  #root = '';
  #isWritten = false;

  constructor(args: MergeArguments) {
    this.#args = args;
    this.locked = args.writes && args.isInPlace ? [args.local] : [];
  }

  get conflicts(): readonly Conflict[] {
    return this.#conflicts;
  }

  get isHeld(): boolean {
    return this.#conflicts.length > 0 && !this.#args.markers;
  }

  compute({ results }: Findings): void {
    const { output, isInPlace, writes, takes } = this.#args;
    if (writes && output !== undefined && !isInPlace) refuseExisting(output);
    const folders = readFolders(this.#args);
    results.push(...[folders.base, folders.theirs, folders.local].flatMap(({ passedOver }) => passedOver));
    const merged = this.#merge(folders);
    results.push(...merged.results);
    this.#conflicts = merged.conflicts;
    const unused = takes.filter(({ rule }) => !merged.used.has(rule));
    if (unused.length > 0) throw new KrmError(unused.map(unusedResult));
    this.#root = folders.local.root;
    this.#files = mergedFiles(folders, merged.files);
    if (this.isHeld) return;
    checkPaths(this.#files);
    results.push(...this.#files.filter(isModeChange).map(modeResult));
  }

  #merge({ base, theirs, local }: Folders): MergedPackage {
    const { answer, kptfile, markers, onDelete, takes, policies } = this.#args;
    const versions = { base: base.files, theirs: theirs.files, local: local.files };
    const policyRules = readMergeRules(policies);
    const rules = [...takes.map(({ rule }) => rule), ...policyRules];
    const options = { kptfile, onDelete, rules, answer: () => answer };
    return markers ? mergeWithMarkers(versions, options, () => MARKERS) : mergePackages(versions, options);
  }

  changes(): readonly MergedFile[] {
    const folder = patchFolder([this.#root]);
    const patchPath = (path: string): string => relative(folder, join(this.#root, path));
    return this.#files.filter(isMergeChange).map((file) => ({ ...file, patchPath: patchPath(file.path) }));
  }

  write(): void {
    const { output, isInPlace } = this.#args;
    if (output === undefined) return;
    if (isInPlace) {
      const changes = this.changes();
      writeChanges(changes.map((change) => ({ ...change, root: this.#root })));
      removeEmptied(this.#root, changes);
    } else writeNewFolder(output, this.#files);
    this.#isWritten = true;
  }

  hints(): readonly Result[] {
    return this.#conflicts.slice(0, 1).map((conflict) => hintFor(conflict, this.#isWritten));
  }

  facts(): JobFacts {
    return {
      steps: undefined,
      resources: undefined,
      explanations: undefined,
      packages: () => [this.#packageName()],
      conclusion: this.#conclusion(),
    };
  }

  #packageName(): string {
    const { before } = this.#files.find(({ path }) => path === 'Kptfile') ?? {};
    return packageName(this.#args.local, kptfileResources(before));
  }

  /** Returns the summary of a merge with conflicts. */
  #conclusion(): string | undefined {
    const { length } = this.#conflicts;
    if (length === 0) return undefined;
    return `${counted(length, 'conflict')}: ${this.#isWritten ? 'the output has markers' : 'nothing was written'}`;
  }
}

function hintFor(conflict: Conflict, hasMarkers: boolean): Result {
  const edit = hasMarkers
    ? 'the output has markers: edit the lines between them'
    : 'nothing was written: edit LOCAL or NEW so that they agree';
  const message = `${edit}, or pass \`--take '${takeFor(conflict)}'\` or \`new\` for each conflict, or \`--on-conflict\` for all`;
  return { severity: 'info', message };
}

function unusedResult({ text }: TakeOption): Result {
  return { severity: 'error', message: `\`--take '${text}'\` decides nothing: there is no conflict at this place` };
}

function modeResult({ path, isExecutable }: MergedFile): Result {
  const message = isExecutable ? 'is executable, as in new' : 'is no longer executable, as in new';
  return { severity: 'info', message, file: { path, index: 0 } };
}

/** Reads the folders. Throws a `KrmError` that names each unreadable file, in the local folder by its path there. */
function readFolders({ base, theirs, local }: MergeArguments): Folders {
  const errors: Result[] = [];
  const read = (folder: string, shown?: (path: string) => string): Folders['base'] | undefined => {
    try {
      return readWholeFolder(folder, shown);
    } catch (error) {
      errors.push(...resultsOf(error));
      return undefined;
    }
  };
  const [first, second] = [base, theirs].map((folder) => read(folder, (path) => join(folder, path)));
  const third = read(local);
  if (first === undefined || second === undefined || third === undefined) throw new KrmError(errors);
  return { base: first, theirs: second, local: third };
}
