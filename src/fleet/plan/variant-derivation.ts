import { type FolderContent, joinPath } from '../../files/index.ts';
import type { Sources } from '../../function/index.ts';
import { fileWarning, KrmError, Resource, type Result } from '../../krm/index.ts';
import type { PackageFiles } from '../../merge/index.ts';
import { unknownKptfileFields } from '../../package/index.ts';
import { type FileRendering, renderFiles } from '../../upstream/index.ts';
import { readDocument } from '../../yaml/index.ts';
import type { MakingStep, Variant, VariantLock } from '../index.ts';
import { ALL_OBJECTS, injectedNames } from '../inputs/injected-objects.ts';
import { nameVersion, otherCopyLost, sameFilesAs } from '../messages/adoption.ts';
import { inUpstreamVersion } from '../messages/versions.ts';
import type { LocalPackage, UpstreamPackage } from '../ports.ts';
import { adoptedVersion, type AdoptedVersion, type MakeStep } from './adopted-version.ts';
import { ClusterRecorder, type ClusterSnapshot } from './cluster-snapshot.ts';
import { type DerivedVariant, deriveVariant, makeVariant } from './derive-variant.ts';
import type { EqualLock } from './left-locks.ts';
import { adoptCommand, type FleetContext } from './fleet-run.ts';
import { readKeptObjects } from './variant-objects.ts';
import { readBase } from './variant-base.ts';
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
  readonly #run: FleetContext;
  readonly #rendering: FileRendering;
  #read: ReadObjects | undefined;
  readonly #again = new Map<VariantLock, Promise<DerivedVariant | undefined>>();

  constructor(variant: Variant, run: FleetContext) {
    const { host, objects, tree } = run;
    this.#variant = variant;
    this.#run = run;
    this.#rendering = { host, root: joinPath(tree.root, variant.folder), given: objects };
  }

  /** Objects that functions have read since `derive` was called. */
  get read(): ReadObjects {
    return (this.#read ??= new ReadObjects(this.#run.objects));
  }

  /**
   * Derives the package from a version of its upstream. Results name files relative to it. `allowsUnknownFields`: as in
   * `FileRendering`. Throws a `KrmError` whose files are relative to the top of the repository.
   */
  async derive(upstream: UpstreamPackage, objects: Sources, allowsUnknownFields = false): Promise<DerivedVariant> {
    this.#read = new ReadObjects(objects);
    if (!allowsUnknownFields) this.#checkFields(upstream);
    try {
      return await this.#deriveFrom(this.#variant.resource, upstream, { given: this.read.given, allowsUnknownFields });
    } catch (error) {
      if (!(error instanceof KrmError)) throw error;
      throw new KrmError(error.results.flatMap((result) => this.#atUpstream(result, upstream) ?? this.shown([result])));
    }
  }

  /** Throws a `KrmError` for each unknown field of the Kptfiles of an upstream. */
  #checkFields(upstream: UpstreamPackage): void {
    const errors = unknownKptfileFields(upstream.files, 'error');
    if (errors.length > 0) throw new KrmError(errors.map((error) => inUpstream(error, upstream)));
  }

  /**
   * Returns an error about a file of the upstream that the folder lacks, with the name that it has there; undefined for
   * any other.
   */
  #atUpstream(result: Result, upstream: UpstreamPackage): Result | undefined {
    const { folder } = this.#variant;
    const { path } = result.file ?? {};
    const isOfUpstream = path !== undefined && upstream.files.has(path);
    return isOfUpstream && !this.#run.tree.isFile(joinPath(folder, path)) ? inUpstream(result, upstream) : undefined;
  }

  async #deriveFrom(
    resource: Resource,
    upstream: UpstreamPackage,
    rendering: Pick<FileRendering, 'given' | 'allowsUnknownFields'>,
  ): Promise<DerivedVariant> {
    const inputs = { resource, package: this.#variant.downstream.package, upstream };
    return await deriveVariant(inputs, { ...this.#rendering, ...rendering });
  }

  /**
   * Finds out what was made of a folder: what the lock of another variant with the same files says, else what
   * `adoptedVersion` returns. Results name files relative to the top of the repository. Throws a `KrmError` if the
   * upstream cannot be read, and if the version is not certain.
   */
  async adopted(local: LocalPackage, revision?: string): Promise<AdoptedVersion> {
    const command = adoptCommand(this.#run, this.#variant.folder, '--revision', 'REF');
    const remedy = nameVersion(command);
    const equal = revision === undefined ? this.#run.equal.of(this.#variant.folder, remedy) : undefined;
    if (equal !== undefined) return await this.#asIn(equal, local);
    try {
      const step: MakeStep = (...of) => this.#step(...of);
      const adoption = { variant: this.#variant, upstreams: this.#run.upstreams, step, revision, remedy };
      const version = await adoptedVersion(adoption, local.files);
      return { ...version, results: this.shown(version.results) };
    } catch (error) {
      throw error instanceof KrmError ? new KrmError(this.shown(error.results)) : error;
    }
  }

  /** Returns the version that the lock of another variant records, with what was derived of it. */
  async #asIn({ folder, lock }: EqualLock, local: LocalPackage): Promise<AdoptedVersion> {
    const { tree } = this.#run;
    const content = await readBase({
      tree,
      folder,
      lock,
      local,
      rederive: () => this.again(lock),
      advice: () => otherCopyLost(folder),
      otherwise: (lost) => {
        throw new KrmError([...lost.values()]);
      },
    });
    const message = sameFilesAs(folder, upstreamText(lock.upstream));
    const info: Result = { ...fileWarning(this.#variant.folder, 'version-assumed', message), severity: 'info' };
    return { content, mutated: undefined, upstream: lock.upstream, steps: lock.adopted ?? [], lock, results: [info] };
  }

  /** Makes one step of the derivation on a package. Throws a `KrmError`. */
  async #step(content: FolderContent, step: MakingStep): Promise<PackageFiles> {
    const rendering = { ...this.#rendering, allowsUnknownFields: true };
    return (await makeVariant(content, this.#variant.resource, rendering, [step])).rendered.files;
  }

  /** Derives again what a lock names, once. Returns undefined if that fails, or gives other files. */
  async again(lock: VariantLock): Promise<DerivedVariant | undefined> {
    const known = this.#again.get(lock) ?? this.#deriveAgain(lock);
    this.#again.set(lock, known);
    return await known;
  }

  /**
   * Returns what a lock names to derive the package from. Its upstream is undefined if it is not the same any longer.
   * Throws a `KrmError`.
   */
  inputsOf(lock: VariantLock): LockedInputs {
    const place = lockedPlace(lock, this.#variant);
    // Who writes to another git repository must not choose what is fetched here.
    const isForeign = this.#run.home !== undefined && place !== this.#variant.upstream.place;
    const upstream = isForeign ? undefined : this.#run.upstreams.again(lock.upstream, place);
    const resource = new Resource(readDocument(lock.variant), { path: this.#variant.file });
    const kept = readKeptObjects(this.#run.tree, lock.objects);
    return { upstream, resource, given: kept === undefined ? this.#run.objects : { askCluster: kept.ask } };
  }

  async #deriveAgain(lock: VariantLock): Promise<DerivedVariant | undefined> {
    try {
      const { upstream, resource, given } = this.inputsOf(lock);
      const rendering = { given, allowsUnknownFields: true };
      if (upstream === undefined || lock.adopted === undefined)
        return upstream && (await this.#deriveFrom(resource, upstream, rendering));
      return await makeVariant(upstream, resource, { ...this.#rendering, ...rendering }, lock.adopted);
    } catch (error) {
      // The base may be elsewhere; if not, the error about that names what was tried.
      if (error instanceof KrmError) return undefined;
      throw error;
    }
  }

  /** Renders a package of other files. */
  async render(files: PackageFiles): Promise<PackageFiles> {
    try {
      const rendering = { ...this.#rendering, given: this.read.given, allowsUnknownFields: true };
      return (await renderFiles(files, rendering)).files;
    } catch (error) {
      throw error instanceof KrmError ? new KrmError(this.shown(error.results)) : error;
    }
  }

  /**
   * Returns results with paths relative to the top of the repository. The file of the PackageVariant has such a path.
   */
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

/** Returns an error about a file of an upstream, with the name that the file has there. */
function inUpstream(result: Result, { locked }: UpstreamPackage): Result {
  const { file, ...error } = result;
  if (file === undefined) return result;
  if (locked.asked === undefined) return { ...result, file: { ...file, path: joinPath(locked.directory, file.path) } };
  const version = `${JSON.stringify(locked.directory)} at ${upstreamText(locked)}`;
  return { ...error, message: inUpstreamVersion(version, file.path, error.message) };
}

/** Records the objects that functions read while a variant is derived and merged. */
class ReadObjects {
  /** Sources that record what is read. */
  readonly given: Sources;
  readonly #recorder: ClusterRecorder | undefined;
  readonly #names = new Set<string>();

  constructor(sources: Sources) {
    this.#recorder = sources.askCluster && new ClusterRecorder(sources.askCluster);
    this.given = {
      ...sources,
      ...(this.#recorder && { askCluster: this.#recorder.ask }),
      onObjects: (names = [ALL_OBJECTS]) => {
        for (const name of names) this.#names.add(name);
      },
    };
  }

  /** Answers of a live cluster so far; undefined if none was given. */
  get cluster(): ClusterSnapshot | undefined {
    return this.#recorder?.snapshot();
  }

  /**
   * Returns the names of the objects that were read so far, without those that a PackageVariant injects; none for a
   * live cluster.
   */
  besides(variant: Resource): readonly string[] {
    if (this.#recorder !== undefined) return [];
    if (this.#names.has(ALL_OBJECTS)) return [ALL_OBJECTS];
    const injected = injectedNames(variant);
    return [...this.#names].filter((name) => !injected.has(name)).toSorted();
  }
}
