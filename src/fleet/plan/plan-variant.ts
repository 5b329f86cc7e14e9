import { type FolderContent, joinPath } from '../../files/index.ts';
import { fileError, fileWarning, KrmError, makeResult, type Result } from '../../krm/index.ts';
import {
  checkKptfileFields,
  checkPaths,
  isMergeChange,
  type MergedFile,
  mergedFiles,
  unknownBaseFields,
} from '../../package/index.ts';
import { readKptfile } from '../../upstream/index.ts';
import { isList, isMap, type Value } from '../../yaml/index.ts';
import type { LockedUpstream, Variant, VariantLock } from '../index.ts';
import { lockFile, NAME_SETTING } from '../inputs/fleet-paths.ts';
import type { InjectedObjects } from '../inputs/injected-objects.ts';
import { VERSION_LOCKED } from '../messages/adoption.ts';
import { gateUnmet } from '../messages/apply.ts';
import { ofOtherFleet } from '../messages/places.ts';
import { ignoredByGit } from '../messages/publish.ts';
import type { LocalPackage, EquivalentLock, UpstreamPackage } from '../ports.ts';
import { refuseTwin, contentOf, editedFiles, onDisk } from './written-files.ts';
import { type DerivedVariant, askedUpstream } from './derive-variant.ts';
import { adoptCommand, type FleetContext, type FleetRun, UNCHANGED, type VariantPlan } from './fleet-run.ts';
import {
  hasResults,
  isRecorded,
  isUntouched,
  leftInOldFolder,
  lockOf,
  type LockState,
  movedOf,
  pathsOf,
  readLockState,
  versionText,
} from './lock-state.ts';
import { refuseUncommitted, refuseUnpublished } from './uncommitted-variant.ts';
import { VariantDerivation } from './variant-derivation.ts';
import { VariantMerge } from './variant-merge.ts';
import {
  variantObjects,
  type VariantObjects,
  changedObjects,
  type ReadInputs,
  keepObjects,
  LIVE,
  objectsId,
  readKeptObjects,
} from './variant-objects.ts';
import {
  asRecorded,
  isSameInputs,
  lockedFiles,
  lockInputs,
  type LockInputs,
  movedSource,
  upstreamText,
} from './variant-record.ts';
import { VariantRecords, lockedResults, recordedResults } from './variant-records.ts';

/**
 * Derives a variant and merges it into its folder: base is what was derived last. Reads and derives nothing if neither
 * its inputs nor its folder have changed. Throws a `KrmError` if it cannot be derived, or if its base cannot be had.
 */
export async function planVariant(variant: Variant, run: FleetRun): Promise<VariantPlan> {
  return await new Planning(variant, run).plan();
}

/**
 * Records what another tool made of the folder of a variant, which stays as it is. `revision`: version that it was made
 * of; undefined: that is found out. Throws a `KrmError` if the version is not certain.
 */
export async function planAdoption(
  variant: Variant,
  run: FleetRun,
  revision: string | undefined,
): Promise<VariantPlan> {
  return await new Planning(variant, run).adopt(revision);
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
  /** True to accept unknown fields of Kptfiles, with warnings. */
  readonly allowsUnknownFields: boolean;
}

/** Part of a plan that is known before anything is derived. */
export interface ForeseenPlan {
  /** Plan of a variant that is unchanged; undefined if more must be read to know. */
  readonly unchanged: VariantPlan | undefined;
  /** True if it is derived with objects that the last `apply` kept. */
  readonly areKept: boolean;
}

/**
 * Finds out from the ids that git knows whether a variant is unchanged, without reading or deriving its package. Throws
 * a `KrmError` if its lock or its upstream cannot be read.
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
  readonly #records: VariantRecords;

  constructor(variant: Variant, run: FleetRun) {
    this.#variant = variant;
    this.#run = run;
    this.#derivation = new VariantDerivation(variant, run);
    this.#merge = new VariantMerge(variant, run, this.#derivation);
    this.#records = new VariantRecords(run.tree, variant.folder);
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
    refuseTwin(this.#run, this.#variant);
    this.#run.left?.refuse(this.#variant.folder);
    const state = readLockState(this.#run.tree, this.#variant.folder);
    const lock = lockOf(state);
    if (lock !== undefined) refuseOtherFleet(this.#run, this.#variant.folder, lock);
    const upstream = asRecorded(askedUpstream(this.#variant, this.#run.upstreams), lock?.upstream);
    const objects = variantObjects(this.#run, this.#variant, lock);
    const versions = { from: versionText(state), to: upstreamText(upstream.locked) };
    return { state, lock, upstream, versions, objects };
  }

  /** `injected`: id of the objects that it injects. */
  #unchanged({ state, lock, upstream, versions }: Found, injected: string): VariantPlan | undefined {
    const { tree, version, same, host } = this.#run;
    const variant = this.#variant;
    // An adopted package is what another tool made of the same inputs.
    if (state?.read.kind !== 'valid' || lock === undefined || lock.adopted !== undefined) return undefined;
    const results = hasResults(lock, version) ? lock.results : same.of(state.text);
    if (results === undefined) return undefined;
    if (!isSameInputs(lock, this.#inputs(upstream.locked, injected, lock))) return undefined;
    // A function of this program may run now in place of an image that ran then.
    if (lock.functions.some((each) => host.replaces(each))) return undefined;
    if (!isUntouched(tree, variant.folder, lock)) return undefined;
    refuseUnpublished(this.#run, variant.folder);
    const left = leftInOldFolder(tree, state, variant.folder);
    const found = [...upstream.results, ...left, ...recordedResults(results, variant)];
    return this.#records.withBases({ ...UNCHANGED, ...versions, results: found }, lock);
  }

  /** Returns the inputs for a lock, beside those of the lock of now. */
  #inputs(upstream: LockedUpstream, objects: string, lock: VariantLock | undefined): LockInputs {
    const name = this.#run.home?.name.in(lock?.fleet?.name);
    const fleet = name === undefined ? undefined : { name, file: this.#variant.file };
    return lockInputs(this.#variant, upstream, { objects, fleet, kptCompat: this.#run.host.kptCompat });
  }

  async plan(): Promise<VariantPlan> {
    const found = this.#find();
    const { state, lock, upstream, objects } = found;
    const injected = objects.areKept ? lock?.objects : await this.#injected(lock);
    const unchanged = injected === undefined ? undefined : this.#unchanged(found, injected);
    if (unchanged !== undefined) return unchanged;
    const digests = (reads: readonly string[]): string | undefined => this.#run.injected.of(this.#variant, reads);
    const inputs = this.#inputs(upstream.locked, injected ?? LIVE, lock);
    return await this.#planFrom({ upstream, objects, digests, allowsUnknownFields: false }, inputs, state);
  }

  /** Derives the variant from other inputs than those that are asked for. */
  async planAs({ upstream, objects, injected }: PinnedVersion): Promise<VariantPlan> {
    const state = readLockState(this.#run.tree, this.#variant.folder);
    const digests = (reads: readonly string[]): string | undefined => injected.of(this.#variant.resource, reads);
    return await this.#planFrom(
      { upstream, objects, digests, allowsUnknownFields: true },
      this.#inputs(upstream.locked, '', lockOf(state)),
      state,
    );
  }

  async #planFrom(sources: PlanSources, inputs: LockInputs, state: LockState | undefined): Promise<VariantPlan> {
    const { upstream, objects, allowsUnknownFields } = sources;
    const derived = await this.#derivation.derive(upstream, objects.sources, allowsUnknownFields);
    const { tree } = this.#run;
    const { folder } = this.#variant;
    const program = this.#run.version;
    const next = { ...inputs, ...movedOf(state), program, functions: derived.functions };
    const planned = await this.#planDerived(derived, state, { next, sources });
    return {
      ...planned,
      from: versionText(state) ?? planned.from,
      to: upstreamText(upstream.locked),
      committedAt: upstream.committedAt,
      results: [...upstream.results, ...leftInOldFolder(tree, state, folder), ...planned.results],
    };
  }

  /**
   * Returns the digest of the objects that a variant depends on; undefined for those of a cluster that are not kept.
   */
  async #injected(lock: VariantLock | undefined): Promise<string | undefined> {
    const { objects, tree, injected } = this.#run;
    const found = injected.of(this.#variant, lock?.reads ?? []);
    if (found !== undefined || lock === undefined || objects.askCluster === undefined) return found;
    if (lock.objects === '') return '';
    const now = await readKeptObjects(tree, lock.objects)?.askAgain(objects.askCluster);
    return now && objectsId(now);
  }

  async adopt(revision: string | undefined): Promise<VariantPlan> {
    const { tree, version } = this.#run;
    const { folder } = this.#variant;
    refuseTwin(this.#run, this.#variant);
    this.#run.left?.refuse(folder);
    const state = readLockState(tree, folder);
    const local = tree.package(folder, pathsOf(state));
    const { read } = state ?? {};
    const isOwn =
      read?.kind === 'valid' && isOfFleet(this.#run, read.lock) && (await this.#merge.isOwn(read.lock, local));
    if (isOwn && revision !== undefined && read.lock.adopted === undefined)
      throw fileError(folder, 'invalid-argument', VERSION_LOCKED);
    if (isOwn && revision === undefined) return { ...UNCHANGED, from: upstreamText(read.lock.upstream) };
    const { content, upstream, steps, lock, results } = await this.#derivation.adopted(local, revision);
    const inputs = this.#inputs(upstream, this.#run.injected.of(this.#variant, []) ?? LIVE, lockOf(state));
    const made = lock ?? { ...inputs, program: version, functions: [], adopted: steps };
    const files = lockedFiles(tree.objects, content, local);
    const record = recordOf(made, inputs, { ...movedOf(state), files });
    const plan: VariantPlan = {
      ...UNCHANGED,
      state: { isAdopted: true, changes: 1 },
      from: upstreamText(upstream),
      results: [...results, ...local.passedOver],
      lock: this.#records.lockChange(state, record),
      derived: this.#records.unknownTexts(record, content.files),
      edits: editedFiles(content, local),
    };
    return this.#records.withBases(plan, record, content.files);
  }

  async #planDerived(
    derived: DerivedVariant,
    state: LockState | undefined,
    { next, sources }: { readonly next: Omit<VariantLock, 'files'>; readonly sources: PlanSources },
  ): Promise<VariantPlan> {
    const { tree } = this.#run;
    const { folder } = this.#variant;
    const { rendered } = derived;
    const gates = unmetGates(String(rendered.files.get('Kptfile') ?? ''), this.#run.args.requiresReady === true);
    if (gates.some(({ severity }) => severity === 'error')) throw new KrmError(this.#derivation.shown(gates));
    const local = tree.package(folder, [...rendered.files.keys(), ...pathsOf(state)]);
    const reads = this.#derivation.read.besides(this.#variant.resource);
    const { base, merged, adopted } = await this.#merge.merge(derived, state, local);
    const read = this.#readObjects(sources);
    const changed = changedObjects(folder, { lock: lockOf(state), now: read, derived: reads });
    const found = [...derived.results, ...gates];
    const results: Result[] = [...changed, ...this.#derivation.shown(found), ...merged.results, ...local.passedOver];
    const all = mergedFiles({ base, theirs: rendered, local }, merged.files);
    if (merged.conflicts.length > 0) {
      const open = { state: { conflicts: merged.conflicts.length }, conflicts: merged.conflicts };
      return { ...UNCHANGED, ...open, resolved: merged.resolved, from: adopted && upstreamText(adopted), results };
    }
    checkPaths(all);
    const files = all.map((file) => onDisk(file, local)).filter(isMergeChange);
    const content = contentOf(all);
    results.push(...this.#unknownFields(base === rendered ? undefined : base, files, sources));
    const known = lockedResults(found, this.#variant);
    const record = { ...next, ...read, results: known, files: lockedFiles(tree.objects, rendered, content) };
    const lock = files.length === 0 && isRecorded(state, record) ? undefined : this.#records.lockChange(state, record);
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
      sameLock: lock === undefined ? this.#sameLock(state, record) : undefined,
      bases: [],
      derived: lock === undefined ? new Map() : this.#records.unknownTexts(record, rendered.files),
      committedAt: () => undefined,
      ...(adopted && { edits: editedFiles(base, local) }),
    };
    const { cluster } = this.#derivation.read;
    const kept = cluster === undefined ? [] : keepObjects(tree, cluster, this.#run.session.keptObjects);
    const based = this.#records.withBases(plan, record, rendered.files);
    return { ...based, bases: [...based.bases, ...kept] };
  }

  /**
   * Returns warnings about unknown fields of Kptfiles in the base and in the files to write. Throws a `KrmError` if the
   * latter are not allowed.
   */
  #unknownFields(
    base: FolderContent | undefined,
    files: readonly MergedFile[],
    { allowsUnknownFields }: PlanSources,
  ): readonly Result[] {
    const written = files.map(({ path, after }) => [joinPath(this.#variant.folder, path), after] as const);
    const found = checkKptfileFields(written, allowsUnknownFields);
    return [...(base === undefined ? [] : unknownBaseFields(base.files, this.#variant.folder)), ...found];
  }

  /** Returns a lock that stays; undefined if it has the results of this version. */
  #sameLock(state: LockState | undefined, { program, results }: VariantLock): EquivalentLock | undefined {
    const lock = lockOf(state);
    if (state === undefined || lock === undefined || results === undefined || hasResults(lock, program))
      return undefined;
    return { text: state.text, results };
  }

  #readObjects({ objects: { from }, digests }: PlanSources): ReadInputs {
    const { cluster } = this.#derivation.read;
    const reads = this.#derivation.read.besides(this.#variant.resource);
    const injected = (): string => digests(reads) ?? LIVE;
    const objects = cluster === undefined ? injected() : objectsId(cluster);
    return { objects, ...(from !== undefined && objects !== '' && { objectsFrom: from }), reads };
  }

  #ignoredWarnings({ ignored }: LocalPackage): readonly Result[] {
    const { folder } = this.#variant;
    return ignored.map((each) => {
      const path = joinPath(folder, each);
      return fileWarning(path, 'file-ignored', ignoredByGit(path));
    });
  }
}

/**
 * Returns the lock of a folder with what was made as another lock may say, and with the place of its own
 * PackageVariant.
 */
function recordOf(
  made: Omit<VariantLock, 'files'>,
  { source, fleet, deletionPolicy }: LockInputs,
  own: Pick<VariantLock, 'moved' | 'files'>,
): VariantLock {
  const { fleet: _, moved: __, ...rest } = made;
  return { ...rest, source, ...(fleet && { fleet }), deletionPolicy, ...own };
}

/** Reports whether a commit would have changes of people, or, on another branch, take them out of the work tree. */
function isCommitted(
  { commits, branch }: FleetRun['args'],
  { files, lock }: { readonly files: readonly unknown[]; readonly lock: unknown },
): boolean {
  return commits && (files.length > 0 || (branch !== undefined && lock !== undefined));
}

/** Reports whether a lock is of the fleet of a call. In the git repository of a fleet, each is. */
function isOfFleet({ home }: Pick<FleetContext, 'home'>, { fleet }: VariantLock): boolean {
  return home === undefined || home.name.isOwn(fleet?.name);
}

/**
 * Throws a `KrmError` if the lock of a folder is of another fleet: it is not known which one the folder is to follow.
 */
function refuseOtherFleet(run: Pick<FleetContext, 'home' | 'repository'>, folder: string, lock: VariantLock): void {
  if (isOfFleet(run, lock)) return;
  const remedies = { adopt: adoptCommand(run, folder), setting: NAME_SETTING };
  throw fileError(lockFile(folder), 'other-fleet', ofOtherFleet(lock.fleet?.name, remedies));
}

/**
 * Returns a finding for each readiness gate of a Kptfile whose condition is not True. `isRequired`: they are errors,
 * else warnings.
 */
function unmetGates(kptfileText: string, isRequired: boolean): readonly Result[] {
  const kptfile = readKptfile(kptfileText, 'Kptfile');
  const conditions = maps(kptfile.document.value(['status', 'conditions']));
  return maps(kptfile.document.value(['info', 'readinessGates'])).flatMap(({ conditionType }) => {
    const condition = conditions.find(({ type }) => type === conditionType);
    if (condition?.['status'] === 'True') return [];
    const { message } = condition ?? {};
    const text = gateUnmet(JSON.stringify(conditionType), typeof message === 'string' ? message : '');
    return makeResult(isRequired ? 'error' : 'warning', text, { code: 'readiness-gate-unmet', resource: kptfile });
  });
}

function maps(value: Value | undefined): readonly Readonly<Record<string, Value>>[] {
  return isList(value) ? value.filter(isMap) : [];
}
