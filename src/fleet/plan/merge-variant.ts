import { type FolderContent, isSameContent } from '../../files/index.ts';
import type { LockedUpstream } from '../index.ts';
import { PIPELINE_NOT_REPEATABLE } from '../messages/merge.ts';
import type { Result } from '../../krm/index.ts';
import { isSameFiles } from '../../upstream/index.ts';
import { mergePackages, type MergedPackage, type MergeRule, type PackageFiles } from '../../merge/index.ts';
import { inputFiles } from './input-files.ts';
import { withLineEndsOf } from '../../package/index.ts';
import type { ResolvingMerge } from './resolving-merge.ts';
import type { Resolved } from './variant-resolving.ts';

/** Versions of a variant to merge. */
export interface VariantVersions {
  /** Derived last. */
  readonly base: PackageFiles;
  /** Derived now, and before its pipeline ran. */
  readonly theirs: { readonly rendered: PackageFiles; readonly mutated: PackageFiles };
  readonly local: PackageFiles;
  /** Returns what was derived last before its pipeline ran; undefined if that cannot be derived again. */
  readonly mutatedBase: () => Promise<PackageFiles | undefined>;
}

/** A merged package, and the base of the merge. */
export interface BasedMerge {
  readonly base: FolderContent;
  /** Conflicts and results name files relative to the top of the repository. */
  readonly merged: Pick<MergedPackage, 'files' | 'conflicts' | 'results'> & { readonly resolved?: Resolved };
  /** Version of the upstream that the folder was made of by another tool; undefined if it is not adopted. */
  readonly adopted?: LockedUpstream;
}

/** Merges packages with the decisions of a call. */
type Merging = Pick<ResolvingMerge, 'merge' | 'options'>;

/** Runs the pipelines of a package. */
type Render = (files: PackageFiles) => Promise<PackageFiles>;

/**
 * Merges a derived package into its folder. Inputs of pipelines that people edited count first: both derived versions
 * are rendered with them, so that only what people edited themselves differs from the base. The merged package is
 * rendered, too, for what people added.
 */
export async function mergeVariant(
  versions: VariantVersions,
  merging: Merging,
  render: Render,
): Promise<MergedPackage> {
  const { base, theirs, local } = (await withMergedInputs(aligned(versions), merging, render)) ?? plain(versions);
  // A merge into an unedited package gives the new one, byte for byte; only a rule can ask for anything else.
  const isPlain = isSameFiles(base, local) && (merging.options.rules ?? []).length === 0;
  const merged = isPlain ? { ...UNEDITED, files: theirs } : merging.merge({ base, theirs, local });
  if (merged.conflicts.length > 0) return merged;
  const pins = (merging.options.rules ?? []).filter(({ take }) => take === 'pin');
  const settled = await settle(theirs, merged.files, (files) => rerender(theirs, files, { render, pins }));
  return { ...merged, files: settled.files, results: [...merged.results, ...settled.results] };
}

const UNEDITED = { conflicts: [], results: [], used: new Set<never>(), overruled: new Map<never, never>() } as const;

/** Returns the versions with the line ends of the folder. */
function aligned(versions: VariantVersions): VariantVersions {
  const { base, theirs, local, mutatedBase } = versions;
  const to = (files: PackageFiles): PackageFiles => withLineEndsOf(files, local);
  return {
    base: to(base),
    theirs: { rendered: to(theirs.rendered), mutated: to(theirs.mutated) },
    local,
    mutatedBase: async () => {
      const files = await mutatedBase();
      return files && to(files);
    },
  };
}

function plain(versions: VariantVersions) {
  const { base, theirs, local } = aligned(versions);
  return { base, theirs: theirs.rendered, local };
}

/**
 * Returns the versions rendered with the inputs that people edited; undefined if they edited none, or the edits are in
 * conflict.
 */
async function withMergedInputs(versions: VariantVersions, merging: Merging, render: Render) {
  const { base, theirs, local, mutatedBase } = versions;
  const edited = editedInputs([theirs.mutated, local], { base, local });
  const before = edited.size === 0 ? undefined : await mutatedBase();
  if (before === undefined) return undefined;
  const sides = { base, local, edited };
  const now = withEdits(theirs.mutated, sides, merging);
  const caughtUp = now && (await catchUp(before, sides, merging, render));
  return now && caughtUp && { ...caughtUp, theirs: await render(now) };
}

/** Returns the inputs of pipelines that people edited. `packages`: those whose pipelines count. */
export function editedInputs(
  packages: readonly PackageFiles[],
  { base, local }: Pick<EditedPackage, 'base' | 'local'>,
): ReadonlySet<string> {
  // Without any edit there is no edited input: the files need not be parsed to find the inputs among them.
  if (isSameFiles(base, local)) return new Set();
  const paths = packages.flatMap(inputFiles);
  return new Set(paths.filter((path) => !isSameContent(base.get(path), local.get(path))));
}

/** A package, and the inputs of its pipeline that people edited. */
interface EditedPackage {
  /** Derived last. */
  readonly base: PackageFiles;
  readonly local: PackageFiles;
  readonly edited: ReadonlySet<string>;
}

/**
 * Returns what was derived last as its pipeline makes it with the edited inputs, and a folder in which each place that
 * has the text without these edits has the text with them: such a place is not edited. Returns undefined if the edits
 * are in conflict. `before`: what was derived last, before its pipeline ran.
 */
export async function catchUp(
  before: PackageFiles,
  sides: EditedPackage,
  merging: Merging,
  render: Render,
): Promise<Pick<EditedPackage, 'base' | 'local'> | undefined> {
  const old = withEdits(before, sides, merging);
  if (old === undefined) return undefined;
  const rendered = await render(old);
  const packages = { base: sides.base, theirs: rendered, local: sides.local };
  return { base: rendered, local: mergePackages(packages, { ...merging.options, answer: () => 'local' }).files };
}

/**
 * Returns a package before its pipeline runs, with the inputs that people edited; undefined if the edits are in
 * conflict.
 */
function withEdits(
  files: PackageFiles,
  { base, local, edited }: EditedPackage,
  merging: Merging,
): PackageFiles | undefined {
  const sides = { base: only(base, edited), theirs: only(files, edited), local: only(local, edited) };
  const merged = merging.merge(sides);
  if (merged.conflicts.length > 0) return undefined;
  return new Map([...[...files].filter(([path]) => !edited.has(path)), ...merged.files]);
}

function only(files: PackageFiles, paths: ReadonlySet<string>): PackageFiles {
  return new Map([...files].filter(([path]) => paths.has(path)));
}

/**
 * Runs the pipelines on a merged package for what people added to it. What they edited or pinned stays. A package that
 * changes again at each run stays as it was merged, with a warning.
 */
async function settle(
  theirs: PackageFiles,
  merged: PackageFiles,
  again: Render,
): Promise<{ readonly files: PackageFiles; readonly results: readonly Result[] }> {
  if (isSameFiles(theirs, merged)) return { files: merged, results: [] };
  const once = await again(merged);
  if (isSameFiles(once, merged)) return { files: merged, results: [] };
  const twice = await again(once);
  return isSameFiles(twice, once) ? { files: once, results: [] } : { files: merged, results: [UNSETTLED] };
}

const UNSETTLED: Result = {
  severity: 'warning',
  code: 'not-repeatable',
  message: PIPELINE_NOT_REPEATABLE,
};

/** Takes what a rendering changes in additions of people, and nothing that they edited or pinned. */
async function rerender(
  theirs: PackageFiles,
  merged: PackageFiles,
  { render, pins }: { readonly render: Render; readonly pins: readonly MergeRule[] },
): Promise<PackageFiles> {
  const rendered = await render(merged);
  const packages = { base: theirs, theirs: rendered, local: merged };
  return mergePackages(packages, {
    kptfile: 'plain',
    rules: pins,
    answer: ({ kind }) => (kind === 'add/add' ? 'theirs' : 'local'),
  }).files;
}
