import { joinPath } from '../../src/files/index.ts';
import type { MakingStep, Variant, VariantLock } from '../../src/fleet/index.ts';
import type { Sources } from '../../src/function/index.ts';
import { KrmError, Resource, type Result } from '../../src/krm/index.ts';
import type { PackageFiles } from '../../src/merge/index.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { join } from 'node:path';
import type { FolderContent } from '../package/whole-folder.ts';
import { renderFiles, type FileRendering } from '../render/render-files.ts';
import { adoptedVersion, type AdoptedVersion } from './adopt/adopted-version.ts';
import { readKeptObjects } from './derive/kept-objects.ts';
import { deriveVariant, makeVariant, type DerivedVariant } from './derive/derive-variant.ts';
import { ReadObjects } from './derive/read-objects.ts';
import type { FleetRun } from './fleet-run.ts';
import type { UpstreamPackage } from './upstream/upstreams.ts';
import { upstreamText } from './variant-record.ts';

/** Inputs that a lock names. */
interface LockedInputs {
  readonly upstream: UpstreamPackage | undefined;
  readonly resource: Resource;
  readonly given: Sources;
}

/** Derivations of one variant: what it is now, and what it was. */
export class VariantDerivation {
  readonly #variant: Variant;
  readonly #run: FleetRun;
  readonly #rendering: FileRendering;
  #read: ReadObjects | undefined;
  #again: Promise<DerivedVariant | undefined> | undefined;

  constructor(variant: Variant, run: FleetRun) {
    const { program, args, objects, tree } = run;
    this.#variant = variant;
    this.#run = run;
    this.#rendering = { program, pipelines: args, root: join(tree.root, variant.folder), given: objects };
  }

  /** Objects that functions have read since `derive` was called. */
  get read(): ReadObjects {
    return (this.#read ??= new ReadObjects(this.#run.objects));
  }

  /** Derives the package from a version of its upstream. Throws a `KrmError` whose files are relative to the top of the repository. */
  async derive(upstream: UpstreamPackage, objects: Sources): Promise<DerivedVariant> {
    this.#read = new ReadObjects(objects);
    try {
      const derived = await this.#deriveFrom(this.#variant.resource, upstream, this.read.given);
      return { ...derived, results: this.shown(derived.results) };
    } catch (error) {
      if (!(error instanceof KrmError)) throw error;
      throw new KrmError(error.results.flatMap((result) => this.#atUpstream(result, upstream) ?? this.shown([result])));
    }
  }

  /** Returns an error about a file of the upstream that the folder lacks, with the name that it has there; undefined for any other. */
  #atUpstream(result: Result, { files, locked }: UpstreamPackage): Result | undefined {
    const { folder } = this.#variant;
    const { path } = result.file ?? {};
    if (path === undefined || !files.has(path) || this.#run.tree.isFile(joinPath(folder, path))) return undefined;
    const { file, ...error } = result;
    if (locked.asked === undefined && file !== undefined)
      return { ...result, file: { ...file, path: joinPath(locked.directory, path) } };
    const version = `${JSON.stringify(locked.directory)} at ${upstreamText(locked)}`;
    return { ...error, message: `upstream package ${version}: ${path}: ${error.message}` };
  }

  async #deriveFrom(resource: Resource, upstream: UpstreamPackage, given: Sources): Promise<DerivedVariant> {
    const inputs = { resource, package: this.#variant.downstream.package, upstream };
    return await deriveVariant(inputs, { ...this.#rendering, given });
  }

  /**
   * Finds out what another tool made of a folder. Results name files relative to the top of the repository. Throws a `KrmError` if its upstream
   * cannot be read.
   */
  async adopted(local: FolderContent): Promise<AdoptedVersion> {
    try {
      const version = await adoptedVersion(this.#variant, this.#run.upstreams, (...step) => this.#step(...step), local);
      return { ...version, results: this.shown(version.results) };
    } catch (error) {
      throw error instanceof KrmError ? new KrmError(this.shown(error.results)) : error;
    }
  }

  /** Makes one step of the derivation on a package. Throws a `KrmError`. */
  async #step(content: FolderContent, step: MakingStep): Promise<PackageFiles> {
    return (await makeVariant(content, this.#variant.resource, this.#rendering, [step])).rendered.files;
  }

  /** Derives again what a lock names, once. Returns undefined if that fails, or gives other files. */
  async again(lock: VariantLock): Promise<DerivedVariant | undefined> {
    return await (this.#again ??= this.#deriveAgain(lock));
  }

  /** Returns what a lock names to derive the package from. Its upstream is undefined if it is not the same any longer. Throws a `KrmError`. */
  inputsOf(lock: VariantLock): LockedInputs {
    const place = lockedPlace(lock, this.#variant);
    // Who writes to another git repository must not choose what is fetched here.
    const isForeign = this.#run.home !== undefined && place !== this.#variant.upstream.place;
    const upstream = isForeign ? undefined : this.#run.upstreams.again(lock.upstream, place);
    const resource = new Resource(readDocument(lock.variant), { path: this.#variant.file });
    const kept = readKeptObjects(this.#run.tree.root, lock.objects);
    return { upstream, resource, given: kept === undefined ? this.#run.objects : { askCluster: kept.ask } };
  }

  async #deriveAgain(lock: VariantLock): Promise<DerivedVariant | undefined> {
    try {
      const { upstream, resource, given } = this.inputsOf(lock);
      if (upstream === undefined || lock.adopted === undefined)
        return upstream && (await this.#deriveFrom(resource, upstream, given));
      return await makeVariant(upstream, resource, { ...this.#rendering, given }, lock.adopted);
    } catch (error) {
      // The base may be elsewhere; if not, the error about that names what was tried.
      if (error instanceof KrmError) return undefined;
      throw error;
    }
  }

  /** Renders a package of other files. */
  async render(files: PackageFiles): Promise<PackageFiles> {
    try {
      return (await renderFiles(files, { ...this.#rendering, given: this.read.given })).files;
    } catch (error) {
      throw error instanceof KrmError ? new KrmError(this.shown(error.results)) : error;
    }
  }

  /** Returns results with paths relative to the top of the repository. The file of the PackageVariant has such a path. */
  shown(results: readonly Result[]): readonly Result[] {
    const { folder, file } = this.#variant;
    const named = <P extends Pick<Result, 'file'>>(place: P): P =>
      place.file === undefined || place.file.path === file
        ? place
        : { ...place, file: { ...place.file, path: joinPath(folder, place.file.path) } };
    return results.map((result) => ({ ...named(result), ...(result.shownAt && { shownAt: named(result.shownAt) }) }));
  }
}

/** Returns the repository that a lock names. */
export function lockedPlace({ upstream }: VariantLock, variant: Variant): Variant['upstream']['place'] {
  const { place } = variant.upstream;
  const { url, repository: name } = upstream;
  if (place.name === name && (place.url === undefined) === (url === undefined)) return place;
  if (url !== undefined) return { name, url, branch: undefined, folder: '' };
  return { name, folder: '', publicUrl: undefined };
}
