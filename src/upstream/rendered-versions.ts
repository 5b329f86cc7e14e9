import { KrmError, type Result, failure, fileError, fileWarning, formatResult } from '../krm/index.ts';
import { agreementOf, isSameFiles, KEEP_LOCAL } from './agreement.ts';
import { localPolicies, mergePackages, type MergeOptions, type PackageFiles, type Packages } from '../merge/index.ts';
import { renderFiles, type FileRendering, type RenderedFiles } from './render-files.ts';
import {
  otherFunctions,
  RENDERED_UNCERTAIN,
  renderingRequired,
  VERSIONS_UNRENDERED,
  versionsNotRendered,
} from '../messages/rendering.ts';
import { editedInputs } from './pipeline-inputs.ts';

/** Setting of a merge of rendered versions. */
export interface RenderSetting extends FileRendering {
  /** Condition to render: never, always, or only if the local package is rendered. */
  readonly when: 'never' | 'always' | 'if-rendered';
  /** True if the merge keeps local edits: then the versions are rendered with those to the inputs of pipelines. */
  readonly keepsEdits: boolean;
}

/** Versions of a package to merge. */
export interface RenderedVersions {
  readonly versions: Packages;
  /** True if base and new are rendered. */
  readonly isRendered: boolean;
  /** Warnings of the functions, or the reason why nothing is rendered. */
  readonly results: readonly Result[];
}

/**
 * Renders the base and the new version of a package, so that output of its pipelines does not count as a local edit:
 * with the local edits to the inputs of the pipelines, and by default only if the local package is rendered. `options`:
 * those of the merge, which decide conflicts between edits to inputs. Throws a `KrmError` if a pipeline that is always
 * to run cannot.
 */
export async function renderVersions(
  versions: Packages,
  setting: RenderSetting,
  options: MergeOptions,
): Promise<RenderedVersions> {
  const asText = (...results: readonly Result[]): RenderedVersions => ({ versions, isRendered: false, results });
  if (setting.when === 'never') return asText();
  try {
    const render = rendererOf(setting);
    const plain = await renderAll(versions, render);
    if (plain.base === versions.base && plain.theirs === versions.theirs && plain.local === versions.local)
      return asText();
    const inputs = setting.keepsEdits ? editedInputs(versions.local, [versions.base, plain.base]) : [];
    const edited = withInputs(versions, plain, inputs, options);
    const base = (await render(edited.base)).files;
    const theirs = await render(edited.theirs);
    const rendered = { base, theirs: theirs.files, local: refreshed(versions, plain, inputs, options) };
    const reason = setting.when === 'always' ? undefined : evidenceAgainst(versions, plain, edited, rendered);
    if (reason !== undefined) return asText(reason);
    return {
      versions: {
        base: withFiles(base, inputs, plain.base),
        theirs: withFiles(theirs.files, inputs, plain.theirs),
        local: rendered.local,
      },
      isRendered: true,
      results: faultsOf(theirs),
    };
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    if (setting.when === 'always') throw unrenderable(error);
    return asText(notRendered(reasonOf(error)));
  }
}

/** Renders a package. Throws a `KrmError` if that fails, or needs functions that are not permitted. */
type Render = (files: PackageFiles) => Promise<RenderedFiles>;

/** Returns a function that renders each package once. */
export function rendererOf(setting: RenderSetting): Render {
  const done = new Map<PackageFiles, RenderedFiles>();
  return async (files) => {
    const rendered = done.get(files) ?? (await renderFiles(files, { ...setting, allowsUnknownFields: true }));
    done.set(files, rendered);
    if (setting.host.others !== undefined || rendered.others.length === 0) return rendered;
    throw failure('function-unavailable', otherFunctions(rendered.others));
  };
}

async function renderAll({ base, theirs, local }: Packages, render: Render): Promise<Packages> {
  return {
    base: (await render(base)).files,
    theirs: (await render(theirs)).files,
    local: (await render(local)).files,
  };
}

/** Returns base with the local inputs of its pipelines, and new with the merged ones. */
function withInputs(
  versions: Packages,
  plain: Packages,
  inputs: readonly string[],
  options: MergeOptions,
): Pick<Packages, 'base' | 'theirs'> {
  const { base, theirs, local } = versions;
  if (inputs.length === 0) return { base, theirs };
  const only = (files: PackageFiles): PackageFiles => withFiles(new Map(), inputs, files);
  const sides = { base: only(plain.base), theirs: only(plain.theirs), local: only(local) };
  return {
    base: withFiles(base, inputs, local),
    // Only the base is compared if there is no new version.
    theirs: theirs.size === 0 ? theirs : withFiles(theirs, inputs, mergePackages(sides, options).files),
  };
}

/**
 * Returns the local package with new output of its pipelines where their inputs were edited, and the output was neither
 * edited nor pinned.
 */
function refreshed(
  versions: Packages,
  plain: Packages,
  inputs: readonly string[],
  { rules = [] }: MergeOptions,
): PackageFiles {
  const { local } = versions;
  if (inputs.length === 0) return local;
  // The rendered local package has the MergePolicies of the local one, which would then have none of its own.
  const all = [...rules, ...localPolicies(versions).flatMap((policy) => policy.rules)];
  const pins = all.filter(({ take }) => take === 'pin');
  const packages = { base: plain.base, theirs: plain.local, local };
  return mergePackages(packages, { ...KEEP_LOCAL, rules: [...pins, ...KEEP_LOCAL.rules] }).files;
}

/**
 * Returns the reason to merge the versions unrendered; undefined if the local package is rendered. Evidence are the
 * places that rendering the base changes: the local package agrees there with the rendered base, with the unrendered
 * one, or was edited.
 */
function evidenceAgainst(
  versions: Packages,
  plain: Packages,
  edited: Pick<Packages, 'base' | 'theirs'>,
  rendered: Packages,
): Result | undefined {
  const { local } = rendered;
  const agreed = agreementOf({ before: edited.base, after: rendered.base, local });
  const isSettled = isSameFiles(versions.local, plain.local);
  if (agreed === 'after' || (agreed === 'neither' && isSettled)) return undefined;
  if (agreed === 'before') return UNRENDERED;
  const isSame = isSameFiles(edited.base, rendered.base) && isSameFiles(edited.theirs, rendered.theirs);
  return isSame ? UNRENDERED : notRendered(RENDERED_UNCERTAIN);
}

const UNRENDERED: Result = {
  severity: 'info',
  code: 'not-rendered',
  message: VERSIONS_UNRENDERED,
};

function notRendered(reason: string): Result {
  return fileWarning('Kptfile', 'not-rendered', versionsNotRendered(reason));
}

/** Returns the error for a pipeline that was explicitly to run, and cannot. */
export function unrenderable(error: KrmError): KrmError {
  return fileError('Kptfile', 'not-rendered', renderingRequired(reasonOf(error)));
}

/** Returns the first reason of an error, with its place. */
export function reasonOf(error: KrmError): string {
  const [first] = error.results.filter(({ severity }) => severity === 'error').map(formatResult);
  return (first ?? error.message).replace(/^\[error\]:? /, '');
}

/** Returns files in which some are as in another version, or absent as there. */
export function withFiles(files: PackageFiles, paths: readonly string[], from: PackageFiles): PackageFiles {
  if (paths.length === 0) return files;
  const edited = new Map(files);
  for (const path of paths) {
    const content = from.get(path);
    if (content === undefined) edited.delete(path);
    else edited.set(path, content);
  }
  return edited;
}

/**
 * Returns the warnings of functions, the errors of those that ended with 0 all the same, and which ones were skipped.
 */
export function faultsOf({ results }: RenderedFiles): readonly Result[] {
  return results.filter(({ severity, code }) => severity !== 'info' || code === 'function-skipped');
}
