import type { LockedUpstream, MakingStep, Variant, VariantLock } from '../index.ts';
import { ONLY_PACKAGES, VERSION_NAMED, versionAssumed } from '../messages/adoption.ts';
import { type Resource, type Result, fileError, fileWarning } from '../../krm/index.ts';
import type { PackageFiles } from '../../merge/index.ts';
import { derivedKptfile, lockOf, readKptfile, textOf, type UpstreamLock, upstreamOf } from '../../upstream/index.ts';
import { inputFiles } from './input-files.ts';
import { nearness } from './nearness.ts';
import { nearestVersion } from './nearest-version.ts';
import { upstreamText } from './variant-record.ts';
import { inContext } from './copied-context.ts';
import { Making } from './making.ts';
import { writtenFiles } from './written-files.ts';
import type { FolderContent } from '../../files/index.ts';
import type { UpstreamPackage, Upstreams } from '../ports.ts';

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
 * Finds out what another tool made of the upstream that the Kptfile of a folder names or, if it names none, of the version that is nearest.
 * `kpt pkg get` copies it; its `--for-deployment` and Porch set the context; Porch applies the PackageVariant, and runs the pipeline, as
 * `kpt fn render` does. A step counts as made if the folder has its output. Throws a `KrmError` if the upstream cannot be read, and if it is
 * not certain which version it was.
 */
export async function adoptedVersion(adoption: Adoption, local: PackageFiles): Promise<AdoptedVersion> {
  const { variant, upstreams, revision, remedy } = adoption;
  const text = textOf(local, 'Kptfile');
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
  const making = new Making(local, copy.files);
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
  const text = derivedKptfile(textOf(found.files, 'Kptfile'), own, 'Kptfile');
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
