import { explainChanges, type Explanations } from '../../explain/index.ts';
import type { FileContent, FolderContent } from '../../files/index.ts';
import { applyFunction } from '../../function/index.ts';
import { KrmError, type Resource, type Result } from '../../krm/index.ts';
import { contentText, isChange, listContents, PackageFolder, readEach, readPackageFile } from '../../package/index.ts';
import { editKptfile, type FileRendering, renderFiles, setVersion, textIn, withContext } from '../../upstream/index.ts';
import { MAKING_STEPS, type MakingStep, type Variant } from '../index.ts';
import { ofUpstream } from '../messages/versions.ts';
import type { UpstreamPackage, Upstreams } from '../ports.ts';

/** Files of a package, by path. */
type Files = ReadonlyMap<string, FileContent>;

/** A package as a PackageVariant makes it of its upstream. */
export interface DerivedVariant {
  /** Before its pipeline runs. */
  readonly mutated: FolderContent;
  readonly rendered: FolderContent;
  /** Results of all functions, with paths relative to the package. */
  readonly results: readonly Result[];
  /** Third-party functions that ran: programs as the Kptfiles name them, and complete names of images. */
  readonly functions: readonly string[];
}

/** Inputs that a package is derived from. */
export interface DerivationInputs {
  readonly resource: Resource;
  /** Path of the package in its repository: the value of `package-path`. */
  readonly package: string;
  readonly upstream: UpstreamPackage;
}

/**
 * Derives a package: the upstream with the Kptfile and context of a copy, then the PackageVariant, then the pipelines.
 * The same inputs give the same files. Throws a `KrmError`.
 */
export async function deriveVariant(inputs: DerivationInputs, rendering: FileRendering): Promise<DerivedVariant> {
  const { resource, upstream } = inputs;
  return await makeVariant({ files: copyOf(inputs), executables: upstream.executables }, resource, rendering);
}

/** Makes a package of a copy of its upstream, by all steps or only by some. Throws a `KrmError`. */
export async function makeVariant(
  { files, executables }: FolderContent,
  resource: Resource,
  rendering: FileRendering,
  steps: readonly MakingStep[] = MAKING_STEPS,
): Promise<DerivedVariant> {
  const applied = steps.includes('mutated') ? await applyVariant(files, resource, rendering) : { files, results: [] };
  const isRendered = steps.includes('rendered');
  const rendered = isRendered ? await renderFiles(applied.files, rendering) : { ...applied, results: [], others: [] };
  return {
    mutated: contentOf(applied.files, executables),
    rendered: contentOf(rendered.files, executables),
    results: [...applied.results, ...rendered.results],
    functions: rendered.others,
  };
}

function contentOf(files: Files, executables: ReadonlySet<string>): FolderContent {
  return { files, executables: new Set([...executables].filter((path) => files.has(path))) };
}

/** Returns the copy of an upstream package, with its own name, version and context. */
export function copyOf({ package: packagePath, upstream: { files, version } }: DerivationInputs): Files {
  const name = packagePath.slice(packagePath.lastIndexOf('/') + 1);
  const kptfile = editKptfile(textIn(files, 'Kptfile') ?? '', 'Kptfile', (document) => {
    document.set(['metadata', 'name'], name);
    if (version !== undefined) setVersion(document, version);
  });
  return withContext(new Map([...files, ['Kptfile', kptfile]]), { name, packagePath });
}

/** Applies a PackageVariant to a copy of its upstream, and explains what that changes. Throws a `KrmError`. */
export async function applyVariant(
  files: Files,
  resource: Resource,
  { host: { functions }, given }: FileRendering,
): Promise<{ readonly files: Files; readonly results: readonly Result[]; readonly explain: Explanations }> {
  const load = functions['apply-package-variant'];
  if (load === undefined) throw new Error('apply-package-variant must be built in');
  const list = listContents(files);
  const read = readEach(list.paths, (path) =>
    readPackageFile(path, contentText(files.get(path) ?? '', path), { lazy: true }),
  );
  const folder = new PackageFolder(read, [], list.leavesOut);
  const { results } = await applyFunction(load(), folder.resources, resource, given);
  const changed = new Map(files);
  const changes = folder.texts().filter(isChange);
  for (const { path, after } of changes) if (after !== undefined) changed.set(path, after);
  return { files: changed, results, explain: explainChanges(changes, folder, { resource }) };
}

/** Error of an upstream package that cannot be found. */
export class UpstreamError extends KrmError {}

/** Returns the version of the upstream that a PackageVariant asks for. Throws an `UpstreamError` if there is none. */
export function askedUpstream(variant: Variant, upstreams: Upstreams): UpstreamPackage {
  try {
    return upstreams.find(variant);
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    throw new UpstreamError(error.results.map((result) => placed(variant, result)));
  }
}

/** Names the resource that asks for an upstream, and its file, in an error that names no other file. */
function placed(variant: Variant, result: Result): Result {
  if (result.severity !== 'error' || result.file !== undefined) return result;
  return { ...result, message: ofUpstream(variant, result.message) };
}
