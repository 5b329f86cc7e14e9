import { type FileContent, type FolderContent, isSameContent, joinPath } from '../../files/index.ts';
import { fileError, fileWarning, KrmError, type Result } from '../../krm/index.ts';
import {
  type Answer,
  type Conflict,
  type MergeOptions,
  mergePolicyErrors,
  type PackageFiles,
  type Packages,
} from '../../merge/index.ts';
import { withLineEndsOf } from '../../package/index.ts';
import { isSameFiles } from '../../upstream/index.ts';
import { foldersAround, isHidden, locksIn, takeover, type Variant, type VariantLock } from '../index.ts';
import { DELETION_KEPT } from '../messages/apply.ts';
import {
  baseAdvice,
  editedUnderDamage,
  FILE_DELETED_UNCLEAR,
  FILE_RECREATED,
  folderForeign,
  policyInFolder,
  policyInUpstream,
} from '../messages/merge.ts';
import { NESTED_REPOSITORY } from '../messages/places.ts';
import type { LocalPackage } from '../ports.ts';
import type { DerivedVariant } from './derive-variant.ts';
import { adoptCommand, type FleetRun } from './fleet-run.ts';
import { mergeJoined } from './joined-merge.ts';
import { type LockState, type LockedFolder, missingFiles, refuseOtherApplies } from './lock-state.ts';
import { type BasedMerge, mergeVariant, type VariantVersions } from './merge-variant.ts';
import { leftInMerges, type LeftLocks, refuseTakenLocks, takenFiles } from './taken-locks.ts';
import { chooseBase, type ChosenBase, type LostBases, readBase, withId } from './variant-base.ts';
import type { VariantDerivation } from './variant-derivation.ts';
import { mergeOptionsFor, takenAnswer } from './variant-options.ts';
import { upstreamText } from './variant-record.ts';
import { packagesDigest, VariantResolving } from './variant-resolving.ts';
import { WholeFiles, identityErrors } from './whole-files.ts';
import { isWrittenFrom } from './written-files.ts';

/** Merge of what is derived now into the folder of a variant. */
export class VariantMerge {
  readonly #variant: Variant;
  readonly #run: FleetRun;
  readonly #derivation: VariantDerivation;
  readonly #warnings: Result[] = [];
  readonly #conflicts: Conflict[] = [];

  constructor(variant: Variant, run: FleetRun, derivation: VariantDerivation) {
    this.#variant = variant;
    this.#run = run;
    this.#derivation = derivation;
  }

  /**
   * Merges, with what was derived last as the base. Throws a `KrmError` if the base cannot be had, or the folder is not
   * of this variant.
   */
  async merge(derived: DerivedVariant, state: LockState | undefined, local: LocalPackage): Promise<BasedMerge> {
    const { rendered } = derived;
    if (state === undefined) {
      const merged = this.#created(rendered, local);
      return merged === undefined ? await this.#adopted(derived, local) : { base: rendered, merged };
    }
    if (local.files.size === 0) return { base: rendered, merged: this.#recreated(rendered) };
    const { read } = state;
    const joined = await this.#joinedLocks(state, derived, local);
    if (joined !== undefined) return await this.#mergeJoined({ ...joined, lockText: state.text }, derived, local);
    if (read.kind === 'joined') throw new Error('joined locks must have been merged');
    const base = await this.#baseOf({ ...state, read }, derived, local);
    this.#checkIdentity(base, local);
    const mutatedBase = async (): Promise<PackageFiles | undefined> =>
      read.kind === 'valid' ? await mutatedBaseOf(this.#derivation, read.lock, base) : undefined;
    return { base, merged: await this.#mergeOnto(base, mutatedBase, derived, local) };
  }

  #checkIdentity(base: FolderContent, local: LocalPackage): void {
    const errors = identityErrors(base, local, adoptCommand(this.#run, this.#variant.folder));
    if (errors.length > 0) throw new KrmError(this.#derivation.shown(errors));
  }

  /** Returns the locks of the branches that git merged, if the folder is not of one lock alone. */
  async #joinedLocks(
    { read, text }: LockState,
    derived: DerivedVariant,
    local: LocalPackage,
  ): Promise<LeftLocks | undefined> {
    const { folder } = this.#variant;
    const { tree } = this.#run;
    const state = { folder, lockText: text, local };
    if (read.kind === 'joined') {
      const paths = locksIn(read).flatMap(({ files }) => files.map(({ path }) => path));
      return { locks: read, left: leftInMerges(tree, { ...state, paths }) };
    }
    if (read.kind === 'damaged') return undefined;
    const locked = { ...state, lock: read.lock };
    const taken = takenFiles(tree, locked);
    const now = withLineEndsOf(derived.rendered.files, local.files);
    const isCurrent = (path: string): boolean => isSameContent(now.get(path), local.files.get(path));
    refuseOtherApplies(tree, locked, (path) => taken?.has(path) === true || isCurrent(path));
    const known = (lock: VariantLock): Promise<FolderContent> => this.#readBase({ ...locked, lock }, NONE_CHOSEN);
    await refuseTakenLocks(tree, locked, { read: known, now });
    return taken;
  }

  async #mergeJoined(
    { locks, left, lockText }: LeftLocks & Pick<LockedFolder, 'lockText'>,
    derived: DerivedVariant,
    local: LocalPackage,
  ): Promise<BasedMerge> {
    const { folder } = this.#variant;
    return await mergeJoined(locks, derived, local, {
      branch: async (lock) => {
        const content = await this.#lockedBase({ folder, lock, lockText, local }, derived);
        return { content, left: left(lock), mutated: () => mutatedBaseOf(this.#derivation, lock, content) };
      },
      whole: new WholeFiles(local, this.#run.tree.objects),
      warn: (message) => this.#warnings.push(fileWarning(folder, 'edits-uncertain', message)),
      inform: (path, message) =>
        this.#warnings.push({ ...fileWarning(joinPath(folder, path), 'changes-dropped', message), severity: 'info' }),
      chooseFiles: (paths, versions) => this.#chooseFiles(paths, versions),
      checkIdentity: (base) => this.#checkIdentity(base, local),
      mergeOnto: (...versions) => this.#mergeOnto(...versions),
    });
  }

  /** Merges into a folder that another tool made, with what that tool made as the base. */
  async #adopted(derived: DerivedVariant, local: LocalPackage): Promise<BasedMerge> {
    const { content, mutated, upstream, lock, results } = await this.#derivation.adopted(local);
    this.#warnings.push(...results);
    const mutatedBase = async (): Promise<PackageFiles | undefined> =>
      lock === undefined ? mutated : await mutatedBaseOf(this.#derivation, lock, content);
    const merged = await this.#mergeOnto(content, mutatedBase, derived, local);
    return { base: content, merged, adopted: upstream };
  }

  async #mergeOnto(
    base: FolderContent,
    mutatedBase: VariantVersions['mutatedBase'],
    { rendered, mutated }: Pick<DerivedVariant, 'rendered' | 'mutated'>,
    { files: local }: Pick<LocalPackage, 'files'>,
    strictness: Partial<MergeOptions> = {},
  ): Promise<BasedMerge['merged']> {
    // A new version corrects those of a folder that nobody edited.
    this.#checkPolicies(rendered, isSameFiles(base.files, local) ? undefined : local);
    const theirs = { rendered: rendered.files, mutated: mutated.files };
    const packages = { base: base.files, theirs: rendered.files, local };
    const { options, shown, given } = mergeOptionsFor(this.#variant.folder, this.#run, packages);
    const versions = { base: base.files, theirs, local, mutatedBase };
    const digest = () => packagesDigest(this.#run.tree.objects, base.files, rendered.files);
    const merging = { options: { ...options, ...strictness }, shown, packages: digest };
    const resolving = new VariantResolving(this.#variant, this.#run.resolutions, merging);
    const merged = await mergeVariant(versions, resolving.merging, (files) => this.#derivation.render(files));
    this.#run.session.use(given(merged.used));
    const results = [...this.#derivation.shown(merged.results), ...this.#warnings, ...resolving.results];
    const conflicts = [...this.#conflicts, ...merged.conflicts.map(shown)];
    const { decided } = resolving;
    const resolved = { decided, packages: conflicts.some(isHidden) ? digest() : undefined };
    return { ...merged, conflicts, results, resolved };
  }

  /**
   * Throws a `KrmError` for invalid MergePolicies, also if nothing is merged that they could decide. `local`: the
   * folder; undefined if it is to get what is derived.
   */
  #checkPolicies(rendered: FolderContent, local?: PackageFiles): void {
    const errors = [
      ...mergePolicyErrors(local ?? new Map()).map((each) => ({ ...each, message: policyInFolder(each.message) })),
      ...mergePolicyErrors(rendered.files).map((each) => ({ ...each, message: policyInUpstream(each.message) })),
    ];
    if (errors.length > 0) throw new KrmError(this.#derivation.shown(errors));
  }

  /** Reports whether the Kptfile of a folder names the version that its lock does, as far as that is known. */
  async isOwn(lock: VariantLock, local: LocalPackage): Promise<boolean> {
    const only = { ...lock, files: lock.files.filter(({ path }) => path === 'Kptfile') };
    const { folder } = this.#variant;
    const { tree } = this.#run;
    try {
      const rederive = () => this.#derivation.again(lock);
      const otherwise = (lost: LostBases): ChosenBase['files'] => {
        throw new KrmError([...lost.values()]);
      };
      const base = await readBase({ tree, folder, lock: only, local, rederive, otherwise, advice: () => '' });
      return identityErrors(base, local, folder).length === 0;
    } catch (error) {
      if (error instanceof KrmError) return false;
      throw error;
    }
  }

  async #baseOf(state: ReadableLock, derived: DerivedVariant, local: LocalPackage): Promise<FolderContent> {
    const { read, path, text } = state;
    const { folder } = this.#variant;
    if (read.kind === 'damaged') {
      const otherwise = (lost: LostBases): ChosenBase['files'] => this.#choose(lost, undefined, derived, local);
      return damagedBase({ folder, lock: path, text, ids: read.ids, local, otherwise }, derived.rendered);
    }
    return await this.#lockedBase({ folder, lock: read.lock, lockText: text, local }, derived);
  }

  /** Returns what was derived when a lock was written, without the files that were left out of its commit. */
  async #lockedBase(locked: LockedFolder, derived: DerivedVariant): Promise<FolderContent> {
    const { folder, lock, local } = locked;
    const { tree } = this.#run;
    const base = await this.#readBase(locked, (lost) => this.#choose(lost, lock, derived, local));
    const missing = missingFiles(tree, locked);
    const left = new Set(missing.left);
    for (const each of left) this.#warnings.push(fileWarning(joinPath(folder, each), 'file-missing', FILE_RECREATED));
    for (const each of missing.unclear)
      this.#warnings.push(fileWarning(joinPath(folder, each), 'history-incomplete', FILE_DELETED_UNCLEAR));
    return { ...base, files: new Map([...base.files].filter(([each]) => !left.has(each))) };
  }

  #chooseFiles(paths: readonly string[], { theirs, local }: Pick<Packages, 'theirs' | 'local'>): PackageFiles {
    const { folder } = this.#variant;
    const lost = new Map(paths.map((path) => [path, fileWarning(path, 'version-missing', '')]));
    const answer = ({ file }: Conflict): Answer | undefined => takenAnswer(joinPath(folder, file.path), this.#run);
    const versions = { folder, derived: theirs, local, isLocked: () => true, answer, readFolder: this.#run.readFolder };
    const { files, conflicts } = chooseBase('derived', lost, versions);
    this.#conflicts.push(...conflicts);
    return files;
  }

  async #readBase(
    { folder, lock, local }: LockedFolder,
    otherwise: (lost: LostBases) => ChosenBase['files'],
  ): Promise<FolderContent> {
    const rederive = (): Promise<DerivedVariant | undefined> => this.#derivation.again(lock);
    const advice = (): string => adviceFor(lock, this.#run);
    return await readBase({ tree: this.#run.tree, folder, lock, local, rederive, advice, otherwise });
  }

  /**
   * Returns the base that the command line chooses for files. Throws a `KrmError` with the errors about them if it
   * chooses none.
   */
  #choose(
    lost: LostBases,
    lock: VariantLock | undefined,
    { rendered }: DerivedVariant,
    local: LocalPackage,
  ): ChosenBase['files'] {
    const { args, tree, readFolder } = this.#run;
    const { folder } = this.#variant;
    const ids = new Map(lock?.files.map((file) => [file.path, file.derived?.id]));
    const { files, conflicts, warnings } = chooseBase(args.base, lost, {
      folder,
      derived: withLineEndsOf(rendered.files, local.files),
      local: local.files,
      isLocked: (path, content) => withId(content, ids.get(path) ?? '', tree.objects) !== undefined,
      answer: ({ file }) => takenAnswer(joinPath(folder, file.path), this.#run),
      readFolder,
    });
    this.#conflicts.push(...conflicts);
    this.#warnings.push(...warnings);
    return files;
  }

  /**
   * Returns the package of a folder without a lock, if it is new or is what is derived; undefined if it is to be
   * adopted. Throws a `KrmError` if it is to be left alone.
   */
  #created(rendered: FolderContent, local: LocalPackage): BasedMerge['merged'] | undefined {
    const { folder, resource, adoptionPolicy } = this.#variant;
    const inner = foldersAround(folder).find((each) => this.#run.tree.has(joinPath(each, '.git')));
    if (inner !== undefined) throw fileError(inner, 'wrong-file-type', NESTED_REPOSITORY);
    const files = withLineEndsOf(rendered.files, local.files);
    const isDerived = isSameFiles(files, local.files);
    const decision = takeover({ hasFiles: local.files.size > 0, isDerived, policy: adoptionPolicy });
    if (decision === 'create') this.#checkPolicies(rendered);
    if (decision === 'create') return { ...NOTHING_MERGED, files };
    if (decision === 'adopt') return undefined;
    const variant = { name: resource.name, policy: adoptionPolicy };
    throw fileError(folder, 'folder-foreign', folderForeign(variant, adoptCommand(this.#run, folder)));
  }

  /** Returns the package of a folder that somebody deleted: that is a conflict. */
  #recreated(rendered: FolderContent): BasedMerge['merged'] {
    const { folder } = this.#variant;
    const files = `${rendered.files.size} files`;
    const values = { base: files, theirs: files, local: undefined };
    const conflict: Conflict = { kind: 'delete/change', file: { path: folder, index: 0 }, values };
    const answer = takenAnswer(folder, this.#run);
    if (answer === 'theirs') this.#checkPolicies(rendered);
    if (answer === 'theirs') return { ...NOTHING_MERGED, files: rendered.files };
    if (answer !== 'local') return { ...NOTHING_MERGED, files: new Map(), conflicts: [conflict] };
    const info: Result = { severity: 'info', code: 'deletion-kept', message: DELETION_KEPT, file: conflict.file };
    return { ...NOTHING_MERGED, files: new Map(), results: [info] };
  }
}

/** A lock that is not joined. */
type ReadableLock = LockState & { readonly read: Exclude<LockState['read'], { readonly kind: 'joined' }> };

/** Derives the base of a lock again as it was before its pipeline ran; undefined if that does not give the base. */
export async function mutatedBaseOf(
  derivation: VariantDerivation,
  lock: VariantLock,
  base: FolderContent,
): Promise<PackageFiles | undefined> {
  const before = await derivation.again(lock);
  if (before === undefined) return undefined;
  if (lock.adopted === undefined)
    return isSameFiles(before.rendered.files, base.files) ? before.mutated.files : undefined;
  // The Kptfile of an adopted package names another upstream than ours would.
  const named = (files: PackageFiles): PackageFiles =>
    new Map([...files, ['Kptfile', base.files.get('Kptfile') ?? '']]);
  const isMade = lock.adopted.includes('rendered') && isWrittenFrom(base.files, named(before.rendered.files));
  return isMade ? named(before.mutated.files) : undefined;
}

/** Returns the end of the error about a base that cannot be had: why, and ways to get it. */
function adviceFor({ upstream, program }: VariantLock, { tree, args, version }: FleetRun): string {
  const ways = tree.waysToComplete({ isElsewhere: upstream.url !== undefined, fetches: args.fetches });
  return baseAdvice(upstreamText(upstream), { version, program }, ways);
}

const NONE_CHOSEN = (): ChosenBase['files'] => new Map();

const NOTHING_MERGED = { conflicts: [], results: [] } as const;

const MARKER = /^<{7} /m;

/** A folder whose lock cannot be read as a whole. */
interface DamagedFolder {
  readonly folder: string;
  readonly lock: string;
  /** Text of the lock. */
  readonly text: string;
  /** Ids of derived files that the lock names, by path. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  readonly local: LocalPackage;
  /**
   * Returns what counts as the base of edited files, of which there is at least one. Throws a `KrmError` with these
   * errors if nothing does.
   */
  readonly otherwise: (lost: LostBases) => ReadonlyMap<string, FileContent>;
}

/** Reports whether a lock has the markers of a conflict of git. */
export function hasMarkers(text: string): boolean {
  return MARKER.test(text);
}

/**
 * Returns the base of a folder whose lock is damaged, such as by a merge of two branches that both applied. It can be
 * had if no derived file is edited: each is as a line of the lock names it, or as it is derived now.
 */
function damagedBase(
  { folder, lock, text, ids, local, otherwise }: DamagedFolder,
  derived: FolderContent,
): FolderContent {
  const files = new Map<string, FileContent>();
  const now = withLineEndsOf(derived.files, local.files);
  const lost = new Map<string, Result>();
  for (const path of new Set([...ids.keys(), ...derived.files.keys()])) {
    const content = local.files.get(path);
    const isDerived = ids.get(path)?.includes(local.stored.get(path)?.id ?? '') === true;
    if (content !== undefined && (isDerived || isSameContent(content, now.get(path)))) files.set(path, content);
    else if (content !== undefined || (ids.has(path) && derived.files.has(path))) lost.set(path, edited(path));
  }
  const chosen = lost.size === 0 ? new Map<string, FileContent>() : otherwise(lost);
  for (const [path, content] of chosen) files.set(path, content);
  return { files, executables: local.executables };

  function edited(path: string): Result {
    const message = editedUnderDamage({ folder, lock, hasMarkers: hasMarkers(text) });
    return { severity: 'error', code: 'lock-damaged', message, file: { path: joinPath(folder, path), index: 0 } };
  }
}
