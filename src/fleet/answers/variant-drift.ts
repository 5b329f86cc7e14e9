import { type FileContent, type FolderContent, isSameContent, joinPath } from '../../files/index.ts';
import { editedFiles, type EditedFile, type LockedContent, type Variant, type VariantLock } from '../index.ts';
import { diffLost, DRIFT_LOCK_JOINED, DRIFT_TAKEN, FILE_LEFT_OUT, OUTPUTS_UNCERTAIN } from '../messages/edits.ts';
import { driftUnderDamage, FILE_DELETED_UNCLEAR } from '../messages/merge.ts';
import { KrmError, type Result, fileError, fileWarning } from '../../krm/index.ts';
import { type PackageFiles, UNDECIDED } from '../../merge/index.ts';
import type { DerivedVariant } from '../plan/derive-variant.ts';
import type { FleetContext } from '../plan/fleet-run.ts';
import { isUntouched, readLockState, type LockState, missingFiles, refuseOtherApplies } from '../plan/lock-state.ts';
import { withLineEndsOf } from '../../package/index.ts';
import { catchUp, editedInputs } from '../plan/merge-variant.ts';
import { refuseTakenLocks, takenFiles } from '../plan/taken-locks.ts';
import { readBase, withId } from '../plan/variant-base.ts';
import { ResolvingMerge } from '../plan/resolving-merge.ts';
import { mergeOptionsFor } from '../plan/variant-options.ts';
import { VariantDerivation } from '../plan/variant-derivation.ts';
import { mutatedBaseOf, hasMarkers } from '../plan/variant-merge.ts';
import type { FileEdit } from './file-edit.ts';
import type { LocalPackage } from '../ports.ts';

/** Folder whose edits are asked for. */
export interface DriftFolder {
  readonly folder: string;
  /** The variant; undefined if no PackageVariant that is right asks for the folder. */
  readonly variant: Variant | undefined;
}

/** Edits of people in the folder of a variant. */
export interface FolderDrift {
  /**
   * `removed`: people deleted the folder. `unapplied`: `apply` has not written it yet. `foreign`: the folder exists,
   * and is not of the fleet.
   */
  readonly state: 'clean' | 'edited' | 'removed' | 'unapplied' | 'foreign';
  readonly edits: readonly FileEdit[];
  /** Warnings, with paths relative to the top of the repository. */
  readonly results: readonly Result[];
}

/** A folder of a fleet, with the edits of people. */
export interface DriftRow extends Pick<FolderDrift, 'edits'> {
  readonly folder: string;
  /** URL of its git repository, for people; undefined for that of the fleet. */
  readonly repository?: string | undefined;
  /** Name of the PackageVariant; '' if it is not known. */
  readonly name: string;
  /** Name of its set; undefined if none made it. */
  readonly set: string | undefined;
  /** `error`: the folder or its lock cannot be read. */
  readonly state: FolderDrift['state'] | 'error';
  /** True if no PackageVariant asks for the folder. */
  readonly isGone: boolean;
}

/** Edits of people in folders of a fleet. */
export interface FleetDrift {
  readonly rows: readonly DriftRow[];
  /** Warnings. */
  readonly results: readonly Result[];
  /** Errors of folders that cannot be read. */
  readonly errors: readonly Result[];
}

/** Folder whose files differ from those that were derived, by their ids. */
interface Suspect {
  readonly folder: string;
  readonly variant: Variant | undefined;
  readonly state: LockState;
  readonly lock: VariantLock;
  readonly local: LocalPackage;
  readonly files: readonly EditedFile[];
}

/** Finds the edits of people in the folders of variants: from ids, which suffice for all folders without edits. */
export class Drift {
  readonly #run: FleetContext;

  constructor(run: FleetContext) {
    this.#run = run;
  }

  /**
   * Compares the ids of a folder with those of its lock. Returns the ids of derived texts that `drift` needs, for
   * `prepare`, and a function that returns the edits. Throws a `KrmError` if the folder or its lock cannot be read.
   */
  compare({ folder, variant }: DriftFolder): {
    readonly ids: readonly string[];
    readonly drift: () => FolderDrift | Promise<FolderDrift>;
  } {
    const { tree } = this.#run;
    const found = (state: FolderDrift['state']) => ({ ids: [], drift: () => ({ state, edits: [], results: [] }) });
    const state = readLockState(tree, folder);
    if (state === undefined) return found(tree.isWithoutLock(folder) ? 'foreign' : 'unapplied');
    if (state.read.kind === 'joined') throw fileError(state.path, 'lock-joined', DRIFT_LOCK_JOINED);
    if (state.read.kind === 'damaged') throw damagedError(folder, state);
    const { lock } = state.read;
    const isAsLeft = isUntouched(tree, folder, lock);
    if (isAsLeft && editedFiles(lock.files, contentsLeft(lock)).length === 0) return found('clean');
    const local = tree.package(
      folder,
      lock.files.map(({ path }) => path),
    );
    const files = editedFiles(lock.files, local.stored).filter((file) => !this.#isOtherLineEnds(file, local));
    if (files.length === 0) return found('clean');
    const suspect = { folder, variant, state, lock, local, files };
    return { ids: files.flatMap(({ derived }) => derived?.id ?? []), drift: () => this.#driftOf(suspect) };
  }

  /** Reads derived texts with one process of git, for all folders. */
  prepare(ids: readonly string[]): void {
    this.#run.tree.objects.read(ids);
  }

  /** Reports whether a file is what was derived but for its line ends: a conversion is not an edit. */
  #isOtherLineEnds({ path, derived, folder }: EditedFile, { files }: LocalPackage): boolean {
    const content = files.get(path);
    if (content === undefined || derived === undefined || derived.mode !== folder?.mode) return false;
    return withId(content, derived.id, this.#run.tree.objects) !== undefined;
  }

  async #driftOf(suspect: Suspect): Promise<FolderDrift> {
    const { tree } = this.#run;
    const { folder, lock, local, state } = suspect;
    const isRemoved = local.files.size === 0;
    const locked = { folder, lock, lockText: state.text, local };
    if (takenFiles(tree, locked) !== undefined) throw fileError(folder, 'lock-mismatch', DRIFT_TAKEN);
    refuseOtherApplies(tree, locked, () => false);
    await refuseTakenLocks(tree, locked, { read: (each) => this.#readBase(suspect, each), now: undefined });
    const missing = isRemoved ? { left: [], unclear: [] } : missingFiles(tree, locked);
    const files = suspect.files.filter(({ path }) => !missing.left.includes(path));
    const results = [
      ...local.passedOver,
      ...missing.left.map((path) => fileWarning(joinPath(folder, path), 'file-missing', FILE_LEFT_OUT)),
      ...missing.unclear.map((path) => fileWarning(joinPath(folder, path), 'history-incomplete', FILE_DELETED_UNCLEAR)),
    ];
    const { edits, results: others } = await this.#editsOf({ ...suspect, files });
    const kind = isRemoved ? 'removed' : edits.length === 0 ? 'clean' : 'edited';
    return { state: kind, edits, results: [...results, ...others] };
  }

  /** Reads what was derived when a lock was written, as far as it can be had. */
  async #readBase({ folder, variant, local }: Suspect, lock: VariantLock): Promise<FolderContent> {
    const derivation = variant && new VariantDerivation(variant, this.#run);
    const rederive = async (): Promise<DerivedVariant | undefined> => await derivation?.again(lock);
    const otherwise = (): ReadonlyMap<string, FileContent> => new Map();
    return await readBase({ tree: this.#run.tree, folder, lock, local, rederive, advice: () => '', otherwise });
  }

  /** Returns the edits among the files that differ, without what the pipeline makes of edited inputs. */
  async #editsOf(suspect: Suspect): Promise<Pick<FolderDrift, 'edits' | 'results'>> {
    const { variant, local, files } = suspect;
    const derivation = variant && new VariantDerivation(variant, this.#run);
    const { base, lost, results } = await this.#baseOf(suspect, derivation);
    const sides = { base: withLineEndsOf(base.files, local.files), local: local.files };
    const inputs = editedInputs([sides.base, sides.local], sides);
    const isOutput = ({ path }: EditedFile): boolean => !inputs.has(path);
    const warnings: Result[] = [...results];
    let made: { readonly base: PackageFiles; readonly local: PackageFiles } = sides;
    if (inputs.size > 0 && files.some(isOutput)) {
      const again = derivation && (await this.#catchUp(derivation, { ...suspect, base }, inputs, sides));
      if (again === undefined) warnings.push(fileWarning(suspect.folder, 'edits-uncertain', OUTPUTS_UNCERTAIN));
      else made = again;
    }
    const edits = files.flatMap((file): readonly FileEdit[] => {
      const { path, change, derived, folder } = file;
      const isBaseLost = lost.has(path);
      const { base: from, local: to } = isOutput(file) && !isBaseLost ? made : sides;
      const [before, after] = [from.get(path), to.get(path)];
      const isMode = derived !== undefined && folder !== undefined && derived.mode !== folder.mode;
      if (isSameContent(before, after) && !isMode && !isBaseLost) return [];
      const mode = isMode ? { from: derived.mode, to: folder.mode } : undefined;
      return [{ path, change, before, after, mode, isBaseLost }];
    });
    return { edits, results: warnings };
  }

  /** Reads what was derived. Files that no place has are lost, each with a warning. */
  async #baseOf({ folder, lock, local }: Suspect, derivation: VariantDerivation | undefined) {
    const { tree } = this.#run;
    const lost = new Set<string>();
    const base = await readBase({
      tree,
      folder,
      lock,
      local,
      rederive: async () => await derivation?.again(lock),
      advice: () => '',
      otherwise: (files) => {
        for (const path of files.keys()) lost.add(path);
        return new Map();
      },
    });
    const isElsewhere = lock.upstream.url !== undefined;
    const ways = lost.size === 0 ? [] : tree.waysToComplete({ isElsewhere, fetches: this.#run.args.fetches });
    return {
      base,
      lost,
      results: [...lost].map((path) => fileWarning(joinPath(folder, path), 'version-missing', diffLost(ways))),
    };
  }

  /** Renders what was derived with the edited inputs. Returns undefined if that cannot be done. */
  async #catchUp(
    derivation: VariantDerivation,
    { folder, lock, base }: { readonly folder: string; readonly lock: VariantLock; readonly base: FolderContent },
    edited: ReadonlySet<string>,
    sides: { readonly base: PackageFiles; readonly local: PackageFiles },
  ) {
    try {
      const before = await mutatedBaseOf(derivation, lock, base);
      if (before === undefined) return undefined;
      const { options } = mergeOptionsFor(
        folder,
        { ...this.#run, args: UNDECIDED, policyRules: [] },
        { ...sides, theirs: sides.base },
      );
      const aligned = withLineEndsOf(before, sides.local);
      return await catchUp(aligned, { ...sides, edited }, new ResolvingMerge(options, () => undefined), (files) =>
        derivation.render(files),
      );
    } catch (error) {
      if (error instanceof KrmError) return undefined;
      throw error;
    }
  }
}

/** Returns the contents that the last apply left in a folder. */
function contentsLeft({ files }: VariantLock): ReadonlyMap<string, LockedContent> {
  return new Map(files.flatMap(({ path, folder }) => (folder === undefined ? [] : [[path, folder] as const])));
}

function damagedError(folder: string, { path, text }: LockState): KrmError {
  return fileError(path, 'lock-damaged', driftUnderDamage({ folder, lock: path, hasMarkers: hasMarkers(text) }));
}
