import { isSameContent } from '../../src/files/index.ts';
import type { Markers, MergedPackage, MergeOptions, PackageFiles, Packages } from '../../src/merge/index.ts';
import type { ResolvedRef } from '../git/refs.ts';
import { shellWord } from '../../src/shell-word.ts';
import { trackedFiles, uncommitted, workTreeOf, type WorkTreePlace } from '../git/work-tree.ts';
import { mergeWithMarkers } from '../merge/merge-with-markers.ts';
import type { MergeSource } from '../merge/merge-job.ts';
import { type Folders, unknownBaseFields } from '../../src/package/index.ts';
import type { WholeFolder } from '../package/whole-folder.ts';
import { type Strategy, withMergeComments } from '../../src/upstream/index.ts';
import type { Findings } from '../work/job.ts';
import { readVersions, versionText } from './package-versions.ts';
import { STRATEGY_MERGES } from './strategy-merges.ts';
import { MarkedUpdate } from './marked-update.ts';
import { mergeRendered, type RenderedPackage } from './merge-rendered.ts';
import type { UpdateArguments } from './update-arguments.ts';
import { refuseUnfinished } from './update-state.ts';
import { fileError } from '../../src/krm/index.ts';
import type { FunctionProgram } from '../arguments/command.ts';
import { pipelineHost } from '../render/pipeline-host.ts';
import { filesUncommitted, filesUntracked, MARKERS_NEED_GIT, PASS_MARKERS } from '../../src/messages/updates.ts';

/** Versions of a package with an upstream: the one that it came from, the one that it is updated to, and the local one. */
export class UpdateSource implements MergeSource {
  readonly name = 'update';
  readonly advice = PASS_MARKERS;
  readonly #program: FunctionProgram;
  readonly #args: UpdateArguments;
  #root = '';
  #tree: WorkTreePlace | undefined;
  #merged: RenderedPackage | undefined;
  #strategy: Strategy = 'resource-merge';
  #from: ResolvedRef | undefined;
  #to: ResolvedRef | undefined;
  #newest: string | undefined;

  constructor(program: FunctionProgram, args: UpdateArguments) {
    this.#program = program;
    this.#args = args;
  }

  readonly marking = new MarkedUpdate(() => {
    if (this.#merged === undefined) throw new Error('the package is not merged yet');
    const { folder } = this.#args;
    return { ...this.#merged, tree: this.#tree, root: this.#root, folder, about: this.about() };
  });

  get allowsUnknownFields(): boolean {
    return this.#args.allowsUnknownFields;
  }

  read({ results }: Findings): Folders<WholeFolder> {
    const { folder, writes, allowsDirty, markers } = this.#args;
    const versions = readVersions(this.#args);
    const { root } = versions.folders.local;
    this.#tree = workTreeOf(root);
    if (markers && this.#tree === undefined) throw fileError(folder, 'no-repository', MARKERS_NEED_GIT);
    refuseUnfinished(this.#tree, root, markers);
    if (this.#tree !== undefined && writes && !allowsDirty) checkCommitted(folder, versions.folders.local);
    this.#root = root;
    this.#to = versions.to;
    this.#from = versions.from;
    this.#newest = versions.newest;
    this.#strategy = versions.strategy;
    results.push(...versions.results, ...unknownBaseFields(versions.folders.base.files, 'Kptfile'));
    return versions.folders;
  }

  /** Merges the versions rendered, if the local one is, and renders the result. */
  async merge(packages: Packages, options: MergeOptions, markers?: Markers): Promise<MergedPackage> {
    const isMerge = this.#strategy === 'resource-merge';
    const setting = {
      ...this.#args,
      host: pipelineHost(this.#program, this.#args.pipelines),
      root: this.#root,
      keepsEdits: isMerge,
    };
    const merge =
      isMerge && markers !== undefined
        ? (versions: Packages) => mergeWithMarkers(versions, options, () => markers)
        : STRATEGY_MERGES[this.#strategy];
    const merged = await mergeRendered(packages, merge, options, setting);
    const final = this.#args.hasKptComments
      ? { ...merged, files: withMergeComments(merged.files, merged.versions.theirs) }
      : merged;
    // Conflicts without markers keep all files from being written.
    const isWritten = this.#args.writes && (merged.conflicts.length === 0 || markers !== undefined);
    if (isWritten && this.#tree !== undefined && !this.#args.allowsDirty)
      this.#checkTracked(packages.local, final.files);
    this.#merged = final;
    return final;
  }

  /** Throws a `KrmError` if an update changes or removes files that git could not restore, for example because it ignores them. */
  #checkTracked(local: PackageFiles, files: PackageFiles): void {
    const changed = [...local.keys()].filter((path) => !isSameContent(files.get(path), local.get(path)));
    if (changed.length === 0) return;
    const tracked = trackedFiles(this.#root);
    const others = changed.filter((path) => !tracked.has(path));
    if (others.length === 0) return;
    throw fileError(this.#args.folder, 'changes-uncommitted', filesUntracked(others));
  }

  unchanged(): string | undefined {
    if (this.#to === undefined) return undefined;
    const command = `krm-variants update ${shellWord(`${this.#args.folder}@${this.#newest}`)}`;
    const newer = this.#newest === undefined ? '' : `; newer: ${this.#newest}, \`${command}\``;
    return `up to date at ${versionText(this.#to)}${newer}`;
  }

  /** Text before the summary: the versions of an update; '' if it is none. */
  about(): string {
    const [from, to] = [this.#from, this.#to];
    if (to === undefined || from?.commit === to.commit) return '';
    const start = from === undefined ? '' : `${versionText(from)} to `;
    return `${start}${versionText(to)}: `;
  }
}

/** Throws a `KrmError` if a package has changes that git could not restore. */
function checkCommitted(folder: string, { root }: WholeFolder): void {
  const paths = uncommitted(root);
  if (paths.length === 0) return;
  throw fileError(folder, 'changes-uncommitted', filesUncommitted(paths));
}
