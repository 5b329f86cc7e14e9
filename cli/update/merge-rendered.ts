import { isSameContent } from '../../src/files/index.ts';
import { KrmError, type Result, fileWarning } from '../../src/krm/index.ts';
import {
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
} from '../../src/upstream/index.ts';
import {
  mergePackages,
  type MergedPackage,
  type MergeOptions,
  type PackageFiles,
  type Packages,
} from '../../src/merge/index.ts';
import { editsOverwritten, mergedNotRendered, OUTPUT_CHANGES_AGAIN } from '../../src/messages/rendering.ts';

/** A merged package after its pipelines ran. */
interface RenderedMerge {
  readonly files: PackageFiles;
  readonly results: readonly Result[];
}

/** A merged package, and the versions that were merged. */
export interface RenderedPackage extends MergedPackage, Omit<RenderedVersions, 'results'> {}

/**
 * Merges versions of a package, rendered if the local one is, and renders the result. `merge`: merges the versions, with conflicts decided as
 * `options` say.
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
 * Renders a merged package, for resources that only it has, and places where local edits meet the new version. Returns it unrendered, with a
 * warning, if that fails, would overwrite a local edit, or does not settle. `theirs`: the rendered new version. Throws a `KrmError` if that fails with `--render`.
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
