import { type FolderContent, isSameContent } from '../../files/index.ts';
import { fileError, fileWarning, isPackageContext, type Resource, type Result } from '../../krm/index.ts';
import type { FileContent, PackageFiles } from '../../merge/index.ts';
import { changedLines } from '../../package/index.ts';
import {
  derivedKptfile,
  isSameFiles,
  lockOf,
  nestedFolders,
  ownPaths,
  readKptfile,
  textIn,
  type UpstreamLock,
  upstreamOf,
  withContext,
  yamlFileOf,
} from '../../upstream/index.ts';
import { equalValues } from '../../yaml/index.ts';
import { isNearest, type LockedUpstream, type MakingStep, type Variant, type VariantLock } from '../index.ts';
import {
  nearestAssumed,
  noVersionNear,
  noVersionNearest,
  ONLY_PACKAGES,
  VERSION_NAMED,
  versionAssumed,
} from '../messages/adoption.ts';
import type { TaggedVersions, UpstreamPackage, Upstreams } from '../ports.ts';
import { inputFiles } from './input-files.ts';
import { PackageSteps } from './package-steps.ts';
import { upstreamText } from './variant-record.ts';
import { writtenFiles } from './written-files.ts';

/** Version of a package that another tool made, without the edits of people. */
export interface AdoptedVersion {
  readonly content: FolderContent;
  /** The same before its pipeline ran; undefined if it did not run. */
  readonly mutated: PackageFiles | undefined;
  readonly upstream: LockedUpstream;
  /** Steps that the tool made. */
  readonly steps: readonly MakingStep[];
  /** Lock of another variant that has the record of the version; undefined if the version was found otherwise. */
  readonly lock?: VariantLock;
  /** Warnings and infos with paths relative to the package. */
  readonly results: readonly Result[];
}

/** Adoption of a folder. */
interface Adoption {
  readonly variant: Variant;
  readonly upstreams: Upstreams;
  readonly step: MakeStep;
  /** Version that the command line names; undefined if it names none. */
  readonly revision: string | undefined;
  /** End of errors, with the command that names the version. */
  readonly remedy: string;
}

/** Makes one step of a derivation on a package. Throws a `KrmError`. */
export type MakeStep = (content: FolderContent, step: MakingStep) => Promise<PackageFiles>;

/**
 * Finds out what another tool made of the upstream that the Kptfile of a folder names or, if it names none, of the
 * version that is nearest. `kpt pkg get` copies it; its `--for-deployment` and Porch set the context; Porch applies the
 * PackageVariant, and runs the pipeline, as `kpt fn render` does. A step counts as made if the folder has its output.
 * Throws a `KrmError` if the upstream cannot be read, and if it is not certain which version it was.
 */
export async function adoptedVersion(adoption: Adoption, local: PackageFiles): Promise<AdoptedVersion> {
  const { variant, upstreams, revision, remedy } = adoption;
  const text = textIn(local, 'Kptfile');
  if (text === undefined) throw fileError('Kptfile', 'file-not-found', ONLY_PACKAGES);
  const kptfile = readKptfile(text, 'Kptfile');
  const lock = lockOf(kptfile);
  if (lock !== undefined && revision !== undefined) throw fileError('Kptfile', 'invalid-argument', VERSION_NAMED);
  if (lock !== undefined)
    return await madeOf(adoption, kptfile, copyOf(variant, upstreams, { kptfile, lock, local }), local);
  const make = (found: UpstreamPackage): Promise<AdoptedVersion> =>
    madeOf(adoption, kptfile, copyWithoutLock(found, kptfile), local);
  if (revision !== undefined) return named(await make(upstreams.find(atRevision(variant, revision))), local);
  const search = { local, make, remedy };
  const { made, warning } = await nearestVersion(upstreams.find(variant), upstreams.tagged(variant), search);
  return { ...made, results: [...made.results, warning] };
}

/** Asks for another revision. */
function atRevision({ upstream }: Variant, revision: string): Pick<Variant, 'upstream'> {
  return { upstream: { ...upstream, revision, workspaceName: undefined } };
}

/** Makes the steps that the local package shows. */
async function madeOf(
  { variant, step }: Adoption,
  kptfile: Resource,
  { copy, upstream, results }: CopiedPackage,
  local: PackageFiles,
): Promise<AdoptedVersion> {
  const making = new PackageSteps(local, copy.files);
  await making.make('context', (files) => inContext(files, { name: kptfile.name, local, variant }));
  await making.make('mutated', (files) => step({ ...copy, files }, 'mutated'));
  const mutated = making.files;
  // Output that the pipeline made of edited inputs is no edit.
  const edited = new Map([...mutated, ...inputFiles(local).map((path) => [path, local.get(path) ?? ''] as const)]);
  await making.make('rendered', (files) => step({ ...copy, files }, 'rendered'), edited);
  return {
    content: { files: writtenFiles(making.files, local), executables: copy.executables },
    mutated: making.steps.includes('rendered') ? mutated : undefined,
    upstream,
    steps: making.steps,
    results: [...results, ...making.doubts],
  };
}

/** Package as it was copied from its upstream, with the Kptfile that names it. */
interface CopiedPackage {
  readonly copy: FolderContent;
  readonly upstream: LockedUpstream;
  readonly results: readonly Result[];
}

function copyOf(
  variant: Variant,
  upstreams: Upstreams,
  { kptfile, lock, local: files }: { kptfile: Resource; lock: UpstreamLock; local: PackageFiles },
): CopiedPackage {
  const asked = upstreamOf(kptfile)?.git.ref ?? lock.ref;
  const { locked: upstream, results, ...copy } = upstreams.adopted(variant, { kptfile, asked, lock, files });
  return { copy, upstream, results };
}

/** Returns the copy of a version that the Kptfile does not name. */
function copyWithoutLock(found: UpstreamPackage, kptfile: Resource): CopiedPackage {
  const own = { name: kptfile.name, local: kptfile, stub: undefined };
  const text = derivedKptfile(textIn(found.files, 'Kptfile'), own, 'Kptfile');
  return {
    copy: { files: new Map([...found.files, ['Kptfile', text]]), executables: found.executables },
    upstream: found.locked,
    results: found.results,
  };
}

/** Adds an info that says how near a version is that the command line names. */
function named(version: AdoptedVersion, local: PackageFiles): AdoptedVersion {
  const message = versionAssumed(upstreamText(version.upstream), nearness(version.content.files, local));
  return {
    ...version,
    results: [...version.results, { ...fileWarning('Kptfile', 'version-assumed', message), severity: 'info' }],
  };
}

/** A version as a tool made a package of it, and how near a folder is to that. */
interface MadeVersion<Made> {
  readonly made: Made;
  readonly found: UpstreamPackage;
  readonly near: Nearness;
}

/** Search for the version that a folder was made of. */
interface VersionSearch<Made> {
  readonly local: PackageFiles;
  /** Finds out what a tool made of a version. */
  readonly make: (found: UpstreamPackage) => Promise<Made>;
  /** End of messages, with the command that names the version. */
  readonly remedy: string;
}

/** Maximum number of versions to make: that may run their pipelines. */
const MAX_MADE = 3;

/**
 * Finds the version of a package that a folder was made of, by its files alone. Versions with equal files count once.
 * `asked`: version that the PackageVariant asks for. Returns the version with a warning that says how near it is.
 * Throws a `KrmError` if it is not certain.
 */
async function nearestVersion<Made extends { readonly content: FolderContent }>(
  asked: UpstreamPackage,
  { versions: tagged, unread }: TaggedVersions<UpstreamPackage>,
  { local, make, remedy }: VersionSearch<Made>,
): Promise<{ readonly made: Made; readonly warning: Result }> {
  const versions = [...new Map([...tagged, asked].map((each) => [each.locked.tree, each])).values()];
  const all: MadeVersion<Made>[] = [];
  for (const found of bestOf(versions, local)) {
    const made = await make(found);
    all.push({ made, found, near: nearness(made.content.files, local) });
  }
  const [best, ...others] = all.toSorted((a, b) => a.near.different - b.near.different);
  if (best === undefined) throw new Error('the version that a PackageVariant asks for always counts');
  // Versions that differ only in what is not copied are the same base.
  const second = others.find(({ made }) => !isSameFiles(made.content.files, best.made.content.files));
  const known = { count: versions.length, unread };
  const [first, next] = [nearOf(best), second && nearOf(second)];
  if (!isNearest(best.near, second?.near))
    throw fileError(
      'Kptfile',
      'version-uncertain',
      best.near.different * 2 > best.near.lines
        ? noVersionNear(first, known, remedy)
        : noVersionNearest([first, next], known, remedy),
    );
  const message = nearestAssumed(first, known, remedy);
  return { made: best.made, warning: fileWarning('Kptfile', 'version-assumed', message) };
}

/**
 * Returns the versions that are worth making: those with the most files that the folder has, and then those with the
 * most lines.
 */
function bestOf(versions: readonly UpstreamPackage[], local: PackageFiles): readonly UpstreamPackage[] {
  if (versions.length <= MAX_MADE) return versions;
  const ranked = versions.map((found) => ({ found, near: nearness(found.sources[0]?.files ?? found.files, local) }));
  const best = ranked.toSorted((a, b) => b.near.equal - a.near.equal || a.near.different - b.near.different);
  return best.slice(0, MAX_MADE).map(({ found }) => found);
}

function nearOf({ found, near }: Pick<MadeVersion<unknown>, 'found' | 'near'>) {
  return { text: upstreamText(found.locked), near };
}

/** Comparison of a folder with a version that it may be made of. */
interface Nearness {
  /** Number of files of both, and how many of them are equal. */
  readonly files: number;
  readonly equal: number;
  /**
   * Number of lines of both, and how many of them are different. A changed line counts once, and a binary file is a
   * line.
   */
  readonly lines: number;
  readonly different: number;
}

/** Compares packages file by file. */
function nearness(version: PackageFiles, local: PackageFiles): Nearness {
  const paths = [...new Set([...version.keys(), ...local.keys()])];
  const all = paths.map((path) => comparison(version.get(path), local.get(path)));
  const sum = (of: (each: (typeof all)[number]) => number): number => all.reduce((total, each) => total + of(each), 0);
  return {
    files: paths.length,
    equal: all.filter(({ isEqual }) => isEqual).length,
    lines: sum(({ lines }) => lines),
    different: sum(({ different }) => different),
  };
}

function comparison(before: FileContent | undefined, after: FileContent | undefined) {
  const lines = Math.max(linesOf(before), linesOf(after));
  if (isSameContent(before, after)) return { isEqual: true, lines, different: 0 };
  const { added, removed } = changedLines({ path: '', before, after });
  return { isEqual: false, lines, different: Math.max(added, removed, 1) };
}

function linesOf(content: FileContent | undefined): number {
  if (content === undefined) return 0;
  return typeof content === 'string' ? content.replace(/\n$/, '').split('\n').length : 1;
}

/** A local package with a context. */
interface ContextOf {
  /** Name in its Kptfile. */
  readonly name: string;
  readonly local: PackageFiles;
  readonly variant: Variant;
}

/**
 * Sets the contexts of a package as tools do in a copy with this name. Returns the package as it is if the local one
 * has no such context.
 */
export function inContext(files: PackageFiles, { name, local, variant }: ContextOf): PackageFiles {
  const own = contextAt(local, ownPaths(local));
  if (own?.document.value(['data', 'name']) !== name) return files;
  const path = own.document.value(['data', 'package-path']);
  const packagePath = path === variant.downstream.package ? path : undefined;
  // kpt replaces the contexts of authors by files of its own.
  const kept = [...files].filter(([each]) => local.has(each) || contextAt(files, [each]) === undefined);
  return new Map([...withContext(new Map(kept), { name, packagePath }), ...contextsInside(local)]);
}

function contextAt(files: PackageFiles, paths: readonly string[]): Resource | undefined {
  return paths.flatMap((path) => yamlFileOf(path, files.get(path))?.resources ?? []).find(isPackageContext);
}

/** Returns the files that kpt adds to packages inside of another one, each with nothing but the name of its package. */
function contextsInside(local: PackageFiles): PackageFiles {
  const paths = nestedFolders(local.keys()).map((folder) => [folder, `${folder}package-context.yaml`] as const);
  return new Map(
    paths.flatMap(([folder, path]) => {
      const [kptfile] = yamlFileOf(`${folder}Kptfile`, local.get(`${folder}Kptfile`))?.resources ?? [];
      const content = local.get(path);
      const data = contextAt(local, [path])?.document.value(['data']) ?? null;
      return content !== undefined && equalValues(data, { name: kptfile?.name ?? '' })
        ? [[path, content] as const]
        : [];
    }),
  );
}
