import { join, relative } from '../process/host-paths.ts';
import { byteOrder } from '../../src/byte-order.ts';
import { type FileContent, isKptfilePath, isSameContent, isYamlPath } from '../../src/files/index.ts';
import { fileError, fileWarning, KrmError, type Result, type Strategy } from '../../src/krm/index.ts';
import {
  type Conflict,
  type Markers,
  type MergedPackage,
  type MergeOptions,
  mergePackages,
  type PackageFiles,
  type Packages,
} from '../../src/merge/index.ts';
import { editsOverwritten, mergedNotRendered, OUTPUT_CHANGES_AGAIN } from '../../src/messages/rendering.ts';
import {
  editMarkers,
  FAST_FORWARD_EDITED,
  filesUncommitted,
  filesUntracked,
  MARKERS_NEED_GIT,
  PASS_MARKERS,
} from '../../src/messages/updates.ts';
import { type Folders, type MergedFile, unknownBaseFields } from '../../src/package/index.ts';
import { shellWord } from '../../src/shell-word.ts';
import {
  contextKeys,
  type ContextKeys,
  faultsOf,
  isSameFiles,
  isSamePackage,
  KEEP_LOCAL,
  reasonOf,
  type RenderedVersions,
  renderFiles,
  type RenderSetting,
  renderVersions,
  unrenderable,
  withContext,
  withMergeComments,
} from '../../src/upstream/index.ts';
import { equalValues, readStream, type Value, YamlError } from '../../src/yaml/index.ts';
import type { FunctionProgram } from '../arguments/command.ts';
import { currentBranch } from '../git/current-branch.ts';
import type { ResolvedRef } from '../git/refs.ts';
import { headOf, trackedFiles, uncommitted, workTreeOf, type WorkTreePlace } from '../git/work-tree.ts';
import type { Marking, MergeSource } from '../merge/merge-job.ts';
import { mergeWithMarkers } from '../merge/merge-with-markers.ts';
import { namedPath } from '../package/named-path.ts';
import { realPath } from '../package/real-path.ts';
import type { WholeFolder } from '../package/whole-folder.ts';
import { pipelineHost } from '../render/pipeline-host.ts';
import type { Findings } from '../work/job.ts';
import { isMarked, lookalikesOf } from './marker-lines.ts';
import { currentFile } from './open-update.ts';
import { readVersions, versionText } from './package-versions.ts';
import type { UpdateArguments } from './update-arguments.ts';
import {
  refuseUnfinished,
  removeUpdate,
  type UnfinishedUpdate,
  type UpdatedFile,
  writeUpdate,
} from './update-state.ts';

/**
 * Versions of a package with an upstream: the one that it came from, the one that it is updated to, and the local one.
 */
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
    const ofBase = unknownBaseFields(versions.folders.base.files, join(folder, 'Kptfile'));
    results.push(...versions.results, ...ofBase);
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

  /**
   * Throws a `KrmError` if an update changes or removes files that git could not restore, for example because it
   * ignores them.
   */
  #checkTracked(local: PackageFiles, files: PackageFiles): void {
    const changed = [...local.keys()].filter((path) => !isSameContent(files.get(path), local.get(path)));
    if (changed.length === 0) return;
    const tracked = trackedFiles(this.#root);
    const others = changed.filter((path) => !tracked.has(path));
    if (others.length === 0) return;
    throw fileError(namedPath(this.#args.folder), 'changes-uncommitted', filesUntracked(others));
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

/** A package to update with markers around its conflicts. */
interface MarkedPackage extends Omit<RenderedVersions, 'results'> {
  readonly tree: WorkTreePlace | undefined;
  /** Absolute folder of the package. */
  readonly root: string;
  /** Folder of the package, as the command line names it. */
  readonly folder: string;
  /** Versions of the update, for its summary. */
  readonly about: string;
  readonly files: PackageFiles;
}

/** Writes an update with markers around its conflicts, and what is needed to finish or undo it. */
class MarkedUpdate implements Marking {
  readonly #package: () => MarkedPackage;

  /** `package`: returns the merged package. */
  constructor(merged: () => MarkedPackage) {
    this.#package = merged;
  }

  get advice(): string {
    const { folder } = this.#package();
    return editMarkers(folder === '.' ? undefined : shellWord(folder));
  }

  has({ file: { path } }: Conflict, { files }: MergedPackage): boolean {
    return !isKptfilePath(path) && isMarked(path, files, this.#package().versions);
  }

  isLate(path: string): boolean {
    return isKptfilePath(path);
  }

  around(changes: readonly MergedFile[], write: () => void): void {
    const { tree, root } = this.#package();
    if (tree === undefined) throw fileError(root, 'no-repository', MARKERS_NEED_GIT);
    const update = this.#stateOf(changes, tree);
    writeUpdate(tree, { ...update, isWritten: false });
    try {
      write();
    } catch (error) {
      if (update.files.every(({ path, before }) => isSameContent(currentFile(root, path)?.content, before)))
        removeUpdate(tree);
      throw error;
    }
    writeUpdate(tree, { ...update, isWritten: true });
  }

  #stateOf(changes: readonly MergedFile[], tree: WorkTreePlace): Omit<UnfinishedUpdate, 'isWritten'> {
    const { root, about, isRendered, files, versions } = this.#package();
    const marked = [...files.keys()].filter((path) => !isKptfilePath(path) && isMarked(path, files, versions));
    return {
      folder: relative(realPath(tree.root) ?? tree.root, root),
      head: headOf(tree),
      branch: currentBranch(tree.root),
      about,
      isRendered,
      files: changes.map(updatedFile),
      marked,
      lookalikes: lookalikesOf(files, new Set(marked), versions),
    };
  }
}

function updatedFile({ path, before, after, wasExecutable, isExecutable }: MergedFile): UpdatedFile {
  return { path, before, after, wasExecutable, isExecutable };
}

/** Merges of the versions of a package, by the names that kpt has for them. */
const STRATEGY_MERGES: Readonly<Record<Strategy, (versions: Packages, options: MergeOptions) => MergedPackage>> = {
  'resource-merge': mergePackages,
  'fast-forward': fastForward,
  'force-delete-replace': (versions, options) => withKptfile(versions, options, versions.theirs),
  'copy-merge': (versions, options) => withKptfile(versions, options, copied(versions)),
};

/**
 * Takes the new version, with the package context of local, which belongs to it. Throws a `KrmError` if local has other
 * changes.
 */
function fastForward(versions: Packages, options: MergeOptions): MergedPackage {
  const context = ownContext(versions);
  const ofLocal = (files: PackageFiles): PackageFiles => (context === undefined ? files : withContext(files, context));
  const changed = changedFiles(ofLocal(versions.base), versions.local);
  if (changed.length > 0)
    throw new KrmError(
      changed.map((path) => ({
        severity: 'error',
        code: 'edited-locally',
        message: FAST_FORWARD_EDITED,
        file: { path, index: 0 },
      })),
    );
  return withKptfile(versions, options, ofLocal(versions.theirs));
}

/** Returns the keys of local's package context; undefined if they are those of the version that it came from. */
function ownContext({ base, local }: Packages): ContextKeys | undefined {
  const [before, now] = [contextKeys(base), contextKeys(local)];
  return before?.name === now?.name && before?.packagePath === now?.packagePath ? undefined : now;
}

/** Returns the new version's files over the local ones. Files that the new version removes are removed. */
function copied({ base, theirs, local }: Packages): PackageFiles {
  const kept = [...local].filter(([path]) => !base.has(path) || theirs.has(path));
  return new Map([...kept, ...theirs]);
}

/** Returns files with a merged Kptfile: it has fields that belong to the local package. */
function withKptfile({ base, theirs, local }: Packages, options: MergeOptions, files: PackageFiles): MergedPackage {
  const only = (version: PackageFiles): PackageFiles => {
    const content: FileContent | undefined = version.get('Kptfile');
    return new Map(content === undefined ? [] : [['Kptfile', content]]);
  };
  const merged = mergePackages({ base: only(base), theirs: only(theirs), local: only(local) }, options);
  return { ...merged, files: new Map([...files, ...merged.files]) };
}

/**
 * Returns the files that differ in meaning between a version and a local package. Layout, comments, and what kpt adds
 * to the resources of a package do not count, nor what belongs to the local Kptfile.
 */
function changedFiles(version: PackageFiles, local: PackageFiles): readonly string[] {
  const paths = [...new Set([...version.keys(), ...local.keys()])].toSorted(byteOrder);
  return paths.filter((path) => !isSame(path, version.get(path), local.get(path)));
}

function isSame(path: string, a: FileContent | undefined, b: FileContent | undefined): boolean {
  if (isSameContent(a, b)) return true;
  if (typeof a !== 'string' || typeof b !== 'string' || !isYamlPath(path)) return false;
  try {
    return equalValues(meaningOf(path, a), meaningOf(path, b));
  } catch (error) {
    if (error instanceof YamlError) return false;
    throw error;
  }
}

/** Returns the data of all documents. */
function meaningOf(path: string, text: string): Value {
  const { documents } = readStream(text);
  for (const document of documents) {
    const annotations = ['metadata', 'annotations'];
    document.remove([...annotations, 'internal.kpt.dev/upstream-identifier']);
    if (document.keys(annotations)?.length === 0) document.remove(annotations);
    if (path === 'Kptfile') for (const field of OWN_FIELDS) document.remove(field);
  }
  return documents.flatMap((document) => document.value([]) ?? []);
}

/** Fields of a Kptfile that no upstream has. */
const OWN_FIELDS = [['status'], ['inventory'], ['metadata', 'namespace']];

/** A merged package after its pipelines ran. */
interface RenderedMerge {
  readonly files: PackageFiles;
  readonly results: readonly Result[];
}

/** A merged package, and the versions that were merged. */
interface RenderedPackage extends MergedPackage, Omit<RenderedVersions, 'results'> {}

/**
 * Merges versions of a package, rendered if the local one is, and renders the result. `merge`: merges the versions,
 * with conflicts decided as `options` say.
 */
export async function mergeRendered(
  packages: Packages,
  merge: (versions: Packages, options: MergeOptions) => MergedPackage,
  options: MergeOptions,
  setting: RenderSetting,
): Promise<RenderedPackage> {
  // Without a new version, nothing may change.
  const when = setting.keepsEdits && isSamePackage(packages.base, packages.theirs) ? 'never' : setting.when;
  const { versions, isRendered, results } = await renderVersions(packages, { ...setting, when }, options);
  const merged = merge(versions, options);
  if (!isRendered || merged.conflicts.length > 0)
    return { ...merged, versions, isRendered, results: [...merged.results, ...results] };
  const rendered = await renderMerged(merged.files, versions.theirs, setting);
  return {
    ...merged,
    versions,
    isRendered,
    files: rendered.files,
    results: [...merged.results, ...results, ...rendered.results],
  };
}

/**
 * Renders a merged package, for resources that only it has, and places where local edits meet the new version. Returns
 * it unrendered, with a warning, if that fails, would overwrite a local edit, or does not settle. `theirs`: the
 * rendered new version. Throws a `KrmError` if that fails with `--render`.
 */
async function renderMerged(
  merged: PackageFiles,
  theirs: PackageFiles,
  setting: RenderSetting,
): Promise<RenderedMerge> {
  if (isSameFiles(merged, theirs)) return { files: merged, results: [] };
  const unrendered = (reason: string): RenderedMerge => ({
    files: merged,
    results: [fileWarning('Kptfile', 'not-rendered', mergedNotRendered(reason))],
  });
  try {
    // The merge checks them in what it writes.
    const rendering = { ...setting, allowsUnknownFields: true };
    const once = await renderFiles(merged, rendering);
    if (isSameFiles(once.files, merged)) return { files: merged, results: faultsOf(once) };
    const lost = overwritten(merged, theirs, once.files);
    if (lost.length > 0) return unrendered(editsOverwritten(lost));
    const twice = await renderFiles(once.files, rendering);
    if (!isSameFiles(once.files, twice.files)) return unrendered(OUTPUT_CHANGES_AGAIN);
    return { files: once.files, results: faultsOf(once) };
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    if (setting.when === 'always') throw unrenderable(error);
    return unrendered(reasonOf(error));
  }
}

/** Returns the files of the new version in which rendering the merged package overwrites local edits. */
function overwritten(merged: PackageFiles, theirs: PackageFiles, rendered: PackageFiles): readonly string[] {
  const kept = mergePackages({ base: theirs, theirs: rendered, local: merged }, KEEP_LOCAL).files;
  return [...theirs.keys()].filter((path) => !isSameContent(kept.get(path), rendered.get(path)));
}
