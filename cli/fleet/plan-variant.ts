import { isSameContent, joinPath, type FileContent } from '../../src/files/index.ts';
import {
  lockText,
  type LockedUpstream,
  type Variant,
  type VariantLock,
  type VariantState,
} from '../../src/fleet/index.ts';
import { KrmError, type Result } from '../../src/krm/index.ts';
import type { Conflict } from '../../src/merge/index.ts';
import { checkPaths, isMergeChange, mergedFiles, type MergedFile } from '../merge/merged-changes.ts';
import type { RootedChange } from '../package/file-changes.ts';
import type { FolderContent } from '../package/whole-folder.ts';
import { ignoredMessage, refuseUncommitted, refuseUnpublished } from './commit-applied.ts';
import type { DerivedVariant } from './derive/derive-variant.ts';
import { changedObjects, type ReadInputs } from './derive/changed-objects.ts';
import { keepObjects, LIVE, objectsId, readKeptObjects } from './derive/kept-objects.ts';
import type { InjectedObjects } from './derive/injected-objects.ts';
import { unmetGates } from './derive/readiness.ts';
import { variantObjects, type VariantObjects } from './derive/variant-objects.ts';
import { lockFile } from './fleet-paths.ts';
import type { FleetRun } from './fleet-run.ts';
import { isOfFleet, refuseOtherFleet } from './downstream/other-fleet.ts';
import { isUntouched, readLockState, type LockState } from './lock-state.ts';
import { holdsSecret, keptBases } from './merge/kept-bases.ts';
import { isWindows, withWindowsLineEnds } from './merge/line-ends.ts';
import type { Resolved } from './merge/variant-resolving.ts';
import { readLocalPackage, type LocalPackage } from './tree/local-package.ts';
import type { UpstreamPackage } from './upstream/upstreams.ts';
import { VariantDerivation } from './variant-derivation.ts';
import { VariantMerge } from './variant-merge.ts';
import {
  asRecorded,
  isSameInputs,
  isSameRecord,
  lockedFiles,
  lockInputs,
  movedSource,
  upstreamText,
  type LockInputs,
} from './variant-record.ts';

/** Changes that a run is to make to a variant. */
export interface VariantPlan {
  readonly state: VariantState;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly conflicts: readonly Conflict[];
  /** Conflicts that MergeResolutions decide. */
  readonly resolved: Resolved | undefined;
  /** Warnings and infos, with paths relative to the top of the repository. */
  readonly results: readonly Result[];
  /** Advice for people about what is written. */
  readonly hints?: readonly Result[];
  /** Changed files of the folder, as on the disk, with paths relative to it. */
  readonly files: readonly MergedFile[];
  /** Change of the lock; undefined if it stays. */
  readonly lock: RootedChange | undefined;
  /** File of a new FleetHold; undefined if there is none. */
  readonly hold?: RootedChange | undefined;
  readonly bases: readonly RootedChange[];
  /** Text of the lock if this version of the program derives the same as the one that wrote it. */
  readonly sameLock: string | undefined;
  /** The package as it will be; undefined if it stays as it is on the disk. */
  readonly content: FolderContent | undefined;
  /** Derived texts that git may not have, by their ids. */
  readonly derived: ReadonlyMap<string, FileContent>;
  /** Returns the time of the commit of the upstream, in seconds since 1970; undefined for the work tree. */
  readonly committedAt: () => number | undefined;
  /** Number of files with local edits in a folder that is adopted; undefined for others. */
  readonly edits?: number;
}

/** Error of an upstream package that cannot be found. */
export class UpstreamError extends KrmError {}

/**
 * Derives a variant and merges it into its folder: base is what was derived last. Reads and derives nothing if neither its inputs nor its
 * folder have changed. Throws a `KrmError` if it cannot be derived, or if its base cannot be had.
 */
export async function planVariant(variant: Variant, run: FleetRun): Promise<VariantPlan> {
  const planning = new Planning(variant, run);
  return await (run.args.action === 'adopt' ? planning.adopt() : planning.plan());
}

/** Objects to derive a variant with. */
export interface PinnedObjects {
  readonly objects: VariantObjects;
  /** Digests of them. */
  readonly injected: Pick<InjectedObjects, 'of'>;
}

/** Version of a variant that is not the one that its PackageVariant asks for now. */
export interface PinnedVersion extends PinnedObjects {
  readonly upstream: UpstreamPackage;
}

/** Plans like `planVariant` for a PackageVariant as it was, with the other inputs of that time. */
export async function planVersion(variant: Variant, run: FleetRun, version: PinnedVersion): Promise<VariantPlan> {
  return await new Planning(variant, run).planAs(version);
}

/** Sources that a variant is derived from. */
interface PlanSources {
  readonly upstream: UpstreamPackage;
  readonly objects: VariantObjects;
  /** Returns a digest of the objects that it injects, and of those of other names; undefined for those of a cluster. */
  readonly digests: (reads: readonly string[]) => string | undefined;
}

/** Part of a plan that is known before anything is derived. */
export interface ForeseenPlan {
  /** Plan of a variant that is unchanged; undefined if more must be read to know. */
  readonly unchanged: VariantPlan | undefined;
  /** True if it is derived with objects that the last `apply` kept. */
  readonly areKept: boolean;
}

/**
 * Finds out from the ids that git knows whether a variant is unchanged, without reading or deriving its package. Throws a `KrmError` if its
 * lock or its upstream cannot be read.
 */
export function foreseePlan(variant: Variant, run: FleetRun): ForeseenPlan {
  return new Planning(variant, run).foresee();
}

/** Inputs of a variant now, beside those of its lock. */
interface Found {
  readonly state: LockState | undefined;
  /** Undefined without a lock that is valid. */
  readonly lock: VariantLock | undefined;
  readonly upstream: UpstreamPackage;
  readonly versions: Pick<VariantPlan, 'from' | 'to'>;
  readonly objects: VariantObjects;
}

class Planning {
  readonly #variant: Variant;
  readonly #run: FleetRun;
  readonly #derivation: VariantDerivation;
  readonly #merge: VariantMerge;

  constructor(variant: Variant, run: FleetRun) {
    this.#variant = variant;
    this.#run = run;
    this.#derivation = new VariantDerivation(variant, run);
    this.#merge = new VariantMerge(variant, run, this.#derivation);
  }

  /** Finds out from ids whether a variant is unchanged. */
  foresee(): ForeseenPlan {
    const found = this.#find();
    const { lock, objects } = found;
    const injected = objects.areKept ? lock?.objects : this.#run.injected.of(this.#variant, lock?.reads ?? []);
    const unchanged = injected === undefined ? undefined : this.#unchanged(found, injected);
    return { unchanged, areKept: objects.areKept };
  }

  #find(): Found {
    const state = readLockState(this.#run.tree, this.#variant.folder);
    const lock = lockOf(state);
    if (lock !== undefined) refuseOtherFleet(this.#run, this.#variant.folder, lock);
    const upstream = asRecorded(this.#findUpstream(), lock?.upstream);
    const objects = variantObjects(this.#run, this.#variant, lock);
    const versions = { from: lock && upstreamText(lock.upstream), to: upstreamText(upstream.locked) };
    return { state, lock, upstream, versions, objects };
  }

  /** `injected`: id of the objects that it injects. */
  #unchanged({ state, lock, upstream, versions }: Found, injected: string): VariantPlan | undefined {
    const { tree, program, same } = this.#run;
    // An adopted package is what another tool made of the same inputs.
    if (state === undefined || lock === undefined || lock.adopted !== undefined) return undefined;
    if (lock.program !== program.version && !same.has(state.text)) return undefined;
    if (!isSameInputs(lock, this.#inputs(upstream.locked, injected, lock))) return undefined;
    if (!isUntouched(tree, this.#variant.folder, lock)) return undefined;
    refuseUnpublished(this.#run, this.#variant.folder);
    return this.#withBases({ ...UNCHANGED, ...versions }, lock);
  }

  /** Returns the inputs for a lock, beside those of the lock of now. */
  #inputs(upstream: LockedUpstream, objects: string, lock: VariantLock | undefined): LockInputs {
    const name = this.#run.home?.name.in(lock?.fleet?.name);
    const fleet = name === undefined ? undefined : { name, file: this.#variant.file };
    return lockInputs(this.#variant, upstream, { objects, fleet });
  }

  async plan(): Promise<VariantPlan> {
    const found = this.#find();
    const { state, lock, upstream, objects } = found;
    const injected = objects.areKept ? lock?.objects : await this.#injected(lock);
    const unchanged = injected === undefined ? undefined : this.#unchanged(found, injected);
    if (unchanged !== undefined) return unchanged;
    const digests = (reads: readonly string[]): string | undefined => this.#run.injected.of(this.#variant, reads);
    const inputs = this.#inputs(upstream.locked, injected ?? LIVE, lock);
    return await this.#planFrom({ upstream, objects, digests }, inputs, state);
  }

  /** Derives the variant from other inputs than those that are asked for. */
  async planAs({ upstream, objects, injected }: PinnedVersion): Promise<VariantPlan> {
    const state = readLockState(this.#run.tree, this.#variant.folder);
    const digests = (reads: readonly string[]): string | undefined => injected.of(this.#variant.resource, reads);
    return await this.#planFrom(
      { upstream, objects, digests },
      this.#inputs(upstream.locked, '', lockOf(state)),
      state,
    );
  }

  async #planFrom(sources: PlanSources, inputs: LockInputs, state: LockState | undefined): Promise<VariantPlan> {
    const { upstream, objects } = sources;
    const derived = await this.#derivation.derive(upstream, objects.sources);
    const program = this.#run.program.version;
    const next = { ...inputs, ...movedOf(state), program, functions: derived.functions };
    const planned = await this.#planDerived(derived, state, { next, sources });
    const lock = lockOf(state);
    return {
      ...planned,
      from: lock === undefined ? planned.from : upstreamText(lock.upstream),
      to: upstreamText(upstream.locked),
      committedAt: upstream.committedAt,
      results: [...upstream.results, ...planned.results],
    };
  }

  /** Throws an `UpstreamError` if there is no version of the upstream as the PackageVariant asks for. */
  #findUpstream(): UpstreamPackage {
    try {
      return this.#run.upstreams.find(this.#variant);
    } catch (error) {
      if (!(error instanceof KrmError)) throw error;
      throw new UpstreamError(error.results.map((result) => ofUpstream(this.#variant, result)));
    }
  }

  /** Returns the digest of the objects that a variant depends on; undefined for those of a cluster that are not kept. */
  async #injected(lock: VariantLock | undefined): Promise<string | undefined> {
    const { objects, tree, injected } = this.#run;
    const found = injected.of(this.#variant, lock?.reads ?? []);
    if (found !== undefined || lock === undefined || objects.askCluster === undefined) return found;
    if (lock.objects === '') return '';
    const now = await readKeptObjects(tree.root, lock.objects)?.askAgain(objects.askCluster);
    return now && objectsId(now);
  }

  /** Records what another tool made of the folder, which stays as it is. */
  async adopt(): Promise<VariantPlan> {
    const { tree, program } = this.#run;
    const { folder } = this.#variant;
    const state = readLockState(tree, folder);
    const local = readLocalPackage(tree, folder, pathsOf(state));
    const { read } = state ?? {};
    if (read?.kind === 'valid' && isOfFleet(this.#run, read.lock) && (await this.#merge.isOwn(read.lock, local)))
      return { ...UNCHANGED, from: upstreamText(read.lock.upstream) };
    const { content, upstream, steps, results } = await this.#derivation.adopted(local);
    const inputs = this.#inputs(upstream, this.#run.injected.of(this.#variant, []) ?? LIVE, lockOf(state));
    const files = lockedFiles(tree.objects, content, local);
    const record = { ...inputs, ...movedOf(state), program: program.version, functions: [], adopted: steps, files };
    const plan: VariantPlan = {
      ...UNCHANGED,
      state: { isAdopted: true, changes: 1 },
      from: upstreamText(upstream),
      results: [...results, ...local.passedOver],
      lock: this.#lockChange(state, record),
      derived: this.#unknownTexts(record, content.files),
      edits: editedFiles(content, local),
    };
    return this.#withBases(plan, record, content.files);
  }

  async #planDerived(
    derived: DerivedVariant,
    state: LockState | undefined,
    { next, sources }: { readonly next: Omit<VariantLock, 'files'>; readonly sources: PlanSources },
  ): Promise<VariantPlan> {
    const { tree } = this.#run;
    const { folder } = this.#variant;
    const { rendered } = derived;
    const gates = unmetGates(String(rendered.files.get('Kptfile') ?? ''), this.#run.args.requiresReady);
    if (gates.some(({ severity }) => severity === 'error')) throw new KrmError(this.#derivation.shown(gates));
    const local = readLocalPackage(tree, folder, [...rendered.files.keys(), ...pathsOf(state)]);
    const reads = this.#derivation.read.besides(this.#variant.resource);
    const { base, merged, adopted } = await this.#merge.merge(derived, state, local);
    const read = this.#readObjects(sources);
    const changed = changedObjects(folder, { lock: lockOf(state), now: read, derived: reads });
    const results = [
      ...changed,
      ...derived.results,
      ...this.#derivation.shown(gates),
      ...merged.results,
      ...local.passedOver,
    ];
    const all = mergedFiles({ base, theirs: rendered, local: { ...local, root: '' } }, merged.files);
    if (merged.conflicts.length > 0) {
      const open = { state: { conflicts: merged.conflicts.length }, conflicts: merged.conflicts };
      return { ...UNCHANGED, ...open, resolved: merged.resolved, from: adopted && upstreamText(adopted), results };
    }
    checkPaths(all);
    const files = all.map((file) => onDisk(file, local)).filter(isMergeChange);
    const content = contentOf(all);
    const record = { ...next, ...read, files: lockedFiles(tree.objects, rendered, content) };
    const lock = files.length === 0 && isRecorded(state, record) ? undefined : this.#lockChange(state, record);
    if (isCommitted(this.#run.args, { files, lock })) refuseUncommitted(this.#run, folder);
    const changes = files.length + (lock === undefined ? 0 : 1);
    const plan: VariantPlan = {
      state: { hasLock: state !== undefined, isAdopted: adopted !== undefined, changes },
      from: adopted && upstreamText(adopted),
      to: undefined,
      conflicts: [],
      resolved: merged.resolved,
      results: [...results, ...movedSource(lockOf(state), record), ...this.#ignoredWarnings(local)],
      files,
      lock,
      content: files.length === 0 ? undefined : content,
      sameLock: lock === undefined && isOtherVersion(state, next.program) ? state?.text : undefined,
      bases: [],
      derived: lock === undefined ? new Map() : this.#unknownTexts(record, rendered.files),
      committedAt: () => undefined,
      ...(adopted && { edits: editedFiles(base, local) }),
    };
    const { cluster } = this.#derivation.read;
    const kept = cluster === undefined ? [] : keepObjects(tree.root, cluster, this.#run.keptObjects);
    const based = this.#withBases(plan, record, rendered.files);
    return { ...based, bases: [...based.bases, ...kept] };
  }

  #readObjects({ objects: { from }, digests }: PlanSources): ReadInputs {
    const { cluster } = this.#derivation.read;
    const reads = this.#derivation.read.besides(this.#variant.resource);
    const injected = (): string => digests(reads) ?? LIVE;
    const objects = cluster === undefined ? injected() : objectsId(cluster);
    return { objects, ...(from !== undefined && objects !== '' && { objectsFrom: from }), reads };
  }

  /** Adds the changes of kept bases to a plan, and an info about each new one. `derived`: derived texts; default: those that git has. */
  #withBases(plan: VariantPlan, record: VariantLock, derived?: ReadonlyMap<string, FileContent>): VariantPlan {
    const bases = this.#basesOf(record, derived);
    const kept = bases.filter(({ before }) => before === undefined).map(({ path }) => keptInfo(path));
    return { ...plan, bases, results: [...plan.results, ...kept] };
  }

  /** Returns derived texts that the index does not have, without those with a Secret, which people may encrypt before they commit. */
  #unknownTexts({ files }: VariantLock, derived: ReadonlyMap<string, FileContent>): ReadonlyMap<string, FileContent> {
    const { tree } = this.#run;
    const { folder } = this.#variant;
    return new Map(
      files.flatMap(({ path, derived: wanted }) => {
        const content = derived.get(path);
        if (wanted === undefined || content === undefined) return [];
        const isKnown = tree.file(joinPath(folder, path))?.id === wanted.id;
        return isKnown || holdsSecret(content) ? [] : [[wanted.id, content] as const];
      }),
    );
  }

  #lockChange(state: LockState | undefined, record: VariantLock): RootedChange | undefined {
    const { root } = this.#run.tree;
    const after = lockText(record);
    const isNamed = record.files.some(({ folder }) => folder !== undefined);
    if (!isNamed) return undefined;
    return { root, path: lockFile(this.#variant.folder), before: state?.text, after, isRecord: true };
  }

  #basesOf({ files }: VariantLock, derived?: ReadonlyMap<string, FileContent>): readonly RootedChange[] {
    // A folder that was deleted as a whole has no edits.
    if (files.every((file) => file.folder === undefined)) return [];
    const edited = files.flatMap(({ path, derived: before, folder }) =>
      before === undefined || before.id === folder?.id ? [] : [{ path, id: before.id }],
    );
    const { tree } = this.#run;
    const texts = (path: string): FileContent | undefined => {
      const id = edited.find((each) => each.path === path)?.id ?? '';
      return derived?.get(path) ?? tree.objects.read([id]).get(id);
    };
    return keptBases(tree, this.#variant.folder, edited, texts);
  }

  #ignoredWarnings({ ignored }: LocalPackage): readonly Result[] {
    const { folder } = this.#variant;
    return ignored.map((each) => {
      const path = joinPath(folder, each);
      return { severity: 'warning', message: ignoredMessage(path), file: { path, index: 0 } };
    });
  }
}

/** Names the resource that asks for an upstream, and its file, in an error that names no other file. */
function ofUpstream({ name, set, file }: Variant, result: Result): Result {
  if (result.severity !== 'error' || result.file !== undefined) return result;
  const resource = set === undefined ? `PackageVariant "${name}"` : `PackageVariantSet "${set}"`;
  return { ...result, message: `upstream of ${resource} in ${file}: ${result.message}` };
}

function keptInfo(path: string): Result {
  const message = 'keeps the derived text of an edited file, which no commit has: commit it with the variant';
  return { severity: 'info', message, file: { path, index: 0 } };
}

const UNCHANGED: VariantPlan = {
  state: {},
  from: undefined,
  to: undefined,
  conflicts: [],
  resolved: undefined,
  results: [],
  files: [],
  lock: undefined,
  bases: [],
  content: undefined,
  sameLock: undefined,
  derived: new Map(),
  committedAt: () => undefined,
};

function lockOf(state: LockState | undefined): VariantLock | undefined {
  return state?.read.kind === 'valid' ? state.read.lock : undefined;
}

/** Returns the paths that a lock names. */
function pathsOf(state: LockState | undefined): readonly string[] {
  if (state === undefined) return [];
  return state.read.kind === 'valid' ? state.read.lock.files.map(({ path }) => path) : [...state.read.ids.keys()];
}

/** Reports whether a commit would have changes of people, or, on another branch, take them out of the work tree. */
function isCommitted(
  { commits, branch }: FleetRun['args'],
  { files, lock }: { readonly files: readonly unknown[]; readonly lock: unknown },
): boolean {
  return commits && (files.length > 0 || (branch !== undefined && lock !== undefined));
}

/** Counts the files that differ in content or mode. */
function editedFiles(base: FolderContent, local: FolderContent): number {
  const isEdited = (path: string): boolean =>
    !isSameContent(base.files.get(path), local.files.get(path)) ||
    base.executables.has(path) !== local.executables.has(path);
  return [...new Set([...base.files.keys(), ...local.files.keys()])].filter(isEdited).length;
}

/** Returns the part of a lock that an apply does not change: where the variant was moved from. */
function movedOf(state: LockState | undefined): Pick<VariantLock, 'moved'> {
  const moved = lockOf(state)?.moved;
  return { ...(moved !== undefined && { moved }) };
}

function isRecorded(state: LockState | undefined, record: VariantLock): boolean {
  return state?.read.kind === 'valid' && isSameRecord(state.read.lock, record);
}

function isOtherVersion(state: LockState | undefined, version: string): boolean {
  return state?.read.kind === 'valid' && state.read.lock.program !== version;
}

/** Returns a merged file with the contents on the disk: a text keeps its line ends there. */
function onDisk(file: MergedFile, local: LocalPackage): MergedFile {
  const disk = local.onDisk.get(file.path);
  if (disk === file.before || typeof disk !== 'string') return file;
  const after = typeof file.after === 'string' && isWindows(disk) ? withWindowsLineEnds(file.after) : file.after;
  return { ...file, before: disk, after: file.after === file.before ? disk : after };
}

function contentOf(files: readonly MergedFile[]): FolderContent {
  const kept = files.filter(({ after }) => after !== undefined);
  return {
    files: new Map(kept.flatMap(({ path, after }) => (after === undefined ? [] : [[path, after] as const]))),
    executables: new Set(kept.filter(({ isExecutable }) => isExecutable).map(({ path }) => path)),
  };
}
