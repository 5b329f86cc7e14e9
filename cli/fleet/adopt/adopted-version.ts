import type { LockedUpstream, MakingStep, Variant } from '../../../src/fleet/index.ts';
import type { Resource, Result } from '../../../src/krm/index.ts';
import type { PackageFiles } from '../../../src/merge/index.ts';
import { fileError } from '../../package/file-error.ts';
import type { FolderContent } from '../../package/whole-folder.ts';
import { derivedKptfile } from '../../upstream/derived-kptfile.ts';
import { lockOf, readKptfile, upstreamOf } from '../../upstream/kptfile-upstream.ts';
import { textOf } from '../../upstream/version-files.ts';
import { inputFiles } from '../merge/input-files.ts';
import type { UpstreamPackage, Upstreams } from '../upstream/upstreams.ts';
import { upstreamText } from '../variant-record.ts';
import { inContext } from './copied-context.ts';
import { Making } from './making.ts';
import { writtenFiles } from './written-files.ts';

/** Version of a package that another tool made, without the edits of people. */
export interface AdoptedVersion {
  readonly content: FolderContent;
  /** The same before its pipeline ran; undefined if it did not run. */
  readonly mutated: PackageFiles | undefined;
  readonly upstream: LockedUpstream;
  /** Steps that the tool made. */
  readonly steps: readonly MakingStep[];
  /** Warnings with paths relative to the package. */
  readonly results: readonly Result[];
}

/** Makes one step of a derivation on a package. Throws a `KrmError`. */
type MakeStep = (content: FolderContent, step: MakingStep) => Promise<PackageFiles>;

/**
 * Finds out what another tool made of the upstream that the Kptfile of a folder names. `kpt pkg get` copies it; its `--for-deployment` and Porch
 * set the context; Porch applies the PackageVariant, and runs the pipeline, as `kpt fn render` does. A step counts as made if the
 * folder has its output. Throws a `KrmError` if the upstream cannot be read.
 */
export async function adoptedVersion(
  variant: Variant,
  upstreams: Upstreams,
  step: MakeStep,
  { files: local }: FolderContent,
): Promise<AdoptedVersion> {
  const text = textOf(local, 'Kptfile');
  if (text === undefined) throw fileError('Kptfile', 'must exist: only a package can be adopted');
  const kptfile = readKptfile(text, 'Kptfile');
  const { copy, upstream, results } = copyOf(variant, upstreams, kptfile, local);
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

function copyOf(variant: Variant, upstreams: Upstreams, kptfile: Resource, files: PackageFiles): CopiedPackage {
  const lock = lockOf(kptfile);
  if (lock === undefined) return copyWithoutLock(upstreams.find(variant), kptfile);
  const asked = upstreamOf(kptfile)?.git.ref ?? lock.ref;
  const { locked: upstream, results, ...copy } = upstreams.adopted(variant, { kptfile, asked, lock, files });
  return { copy, upstream, results };
}

/** Takes the version that the PackageVariant asks for, since the Kptfile names none. */
function copyWithoutLock(found: UpstreamPackage, kptfile: Resource): CopiedPackage {
  const own = { name: kptfile.name, local: kptfile, stub: undefined };
  const text = derivedKptfile(textOf(found.files, 'Kptfile'), own, 'Kptfile');
  const message = `has no \`upstreamLock\`, so what differs from ${upstreamText(found.locked)}, which its PackageVariant asks for, counts as local edits`;
  return {
    copy: { files: new Map([...found.files, ['Kptfile', text]]), executables: found.executables },
    upstream: found.locked,
    results: [...found.results, { severity: 'warning', message, file: { path: 'Kptfile', index: 0 } }],
  };
}
