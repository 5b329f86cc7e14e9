import {
  Blame,
  type Cause,
  type LineCommits,
  Lineage,
  type PackageLineages,
  sourceOf,
  stageOf,
  upstreamCauses,
} from '../../blame/index.ts';
import { type LinePlace, linesOf } from '../../explain/index.ts';
import { joinPath } from '../../files/index.ts';
import { KrmError, type Result, fileError, fileWarning } from '../../krm/index.ts';
import type { PackageFiles } from '../../merge/index.ts';
import { reasonOf, textIn } from '../../upstream/index.ts';
import type { LockedUpstream, Variant, VariantLock } from '../index.ts';
import { recordedText } from '../inputs/recorded-text.ts';
import {
  DERIVED_OTHERWISE_NOW,
  FOLDER_DELETED,
  INPUTS_OF_NOW,
  NOT_APPLIED,
  changedSince,
  derivedVersionLost,
  inputsLost,
} from '../messages/edits.ts';
import type { FleetContext } from '../plan/fleet-run.ts';
import { readKeptObjects } from '../plan/variant-objects.ts';
import { readLockState } from '../plan/lock-state.ts';
import { readBase } from '../plan/variant-base.ts';
import { VariantDerivation } from '../plan/variant-derivation.ts';
import type { LocalPackage, Tree, UpstreamPackage } from '../ports.ts';
import { VariantBlame } from './variant-blame.ts';
import { type MadeFrom, variantLineages } from './variant-lineages.ts';

/**
 * Causes of the lines of variants. Files of rules, persons and variants are relative to the top of the git repository.
 */
export class FleetBlame {
  readonly #run: FleetContext;
  readonly #variants: readonly Variant[];
  readonly #known = new Map<string, Promise<VariantBlame>>();

  /** `variants`: those of the run. */
  constructor(run: FleetContext, variants: readonly Variant[]) {
    this.#run = run;
    this.#variants = variants;
  }

  /**
   * Returns the causes in the folder of a variant. Throws a `KrmError` if `fleet apply` did not make it, or if it was
   * deleted.
   */
  of(variant: Variant): Promise<VariantBlame> {
    const known = this.#known.get(variant.folder) ?? this.#blame(variant);
    this.#known.set(variant.folder, known);
    return known;
  }

  async #blame(variant: Variant): Promise<VariantBlame> {
    const { tree } = this.#run;
    const { folder } = variant;
    const state = readLockState(tree, folder);
    if (state === undefined) throw fileError(folder, 'lock-missing', NOT_APPLIED);
    const lock = state.read.kind === 'valid' ? state.read.lock : undefined;
    const local = tree.package(folder, lock?.files.map(({ path }) => path) ?? []);
    if (!tree.has(folder)) throw fileError(folder, 'folder-deleted', FOLDER_DELETED);
    const lineages = await this.#lineages(variant, lock, local);
    const blame = new Blame(local.files, lineages, tree.lineCommits(folder));
    const paths = [local.files, ...lineages.lineages.map(({ files }) => files)];
    const isOwn = (path: string): boolean => paths.some((files) => files.has(path));
    const results = [...local.passedOver, ...lineages.results];
    const [{ files: derived }] = lineages.lineages;
    return new VariantBlame({ blame, folder, local: local.files, derived, isOwn }, results);
  }

  async #lineages(variant: Variant, lock: VariantLock | undefined, local: LocalPackage): Promise<PackageLineages> {
    const { tree, args } = this.#run;
    const { folder } = variant;
    const { made, isRecorded, results } = findInputs(this.#run, variant, lock, local.files);
    const cluster = made && (await objectsContext(this.#run, isRecorded ? lock : undefined));
    const now = made && (await variantLineages({ ...made, cluster }, await this.#origin(made)));
    const all = [...results, ...(now?.results ?? [])];
    if (lock === undefined) {
      if (now === undefined) throw new KrmError(all.map((each) => ({ ...each, severity: 'error' })));
      return { ...now, isRendered: false, results: all };
    }
    if (now !== undefined && isRecorded && this.#isAsRecorded(now, lock)) return { ...now, results: all };
    if (isRecorded && now?.plain !== undefined) all.push(otherwise(folder));
    return await recordedLineages(now?.lineages ?? [], all, { tree, fetches: args.fetches, folder, lock, local });
  }

  /** Returns the causes of the lines of an upstream. A line of another variant has the cause that it has there. */
  async #origin({ upstream }: MadeFrom): Promise<(place: LinePlace) => Cause> {
    const { directory } = upstream.locked;
    const isInWorkTree = upstream.sources.every(({ version }) => version === undefined);
    // In another git repository, the upstream is in that of the fleet.
    const other =
      isInWorkTree && this.#run.home === undefined
        ? this.#variants.find(({ folder }) => folder === directory)
        : undefined;
    if (other === undefined) return upstreamOrigin(upstream, this.#run.home?.tree ?? this.#run.tree);
    const blame = await this.of(other);
    return (place) => blame.causeAt(place);
  }

  /** Reports whether a package is derived again as a lock says. */
  #isAsRecorded({ plain }: PackageLineages, lock: VariantLock): boolean {
    const { objects } = this.#run.tree;
    return (
      plain !== undefined &&
      lock.files.every(({ path, derived }) => {
        const content = plain.get(path);
        return derived === undefined || (content !== undefined && objects.idOf(content) === derived.id);
      })
    );
  }
}

function otherwise(folder: string): Result {
  return fileWarning(folder, 'causes-incomplete', DERIVED_OTHERWISE_NOW);
}

/**
 * Returns the context of the kubeconfig, of `--context`, whose cluster has the objects that a variant was made of.
 * Nothing records the cluster, whose context may have any name elsewhere: where the objects are kept, the cluster must
 * still have the same. Returns undefined if it has others, if it does not answer, and without `--context`.
 */
async function objectsContext(
  { args: { context }, tree, objects }: Pick<FleetContext, 'args' | 'tree' | 'objects'>,
  lock: Pick<VariantLock, 'objects'> | undefined,
): Promise<string | undefined> {
  const { askCluster } = objects;
  if (context === undefined || askCluster === undefined) return undefined;
  const kept = lock && readKeptObjects(tree, lock.objects);
  if (kept === undefined) return context;
  const now = await kept.askAgain(askCluster);
  return now?.id === kept.id ? context : undefined;
}

type Origin = (place: LinePlace) => Cause;

/**
 * Returns a function that names the line of an upstream package, in a git repository or in a work tree, that a line is.
 */
function upstreamOrigin({ locked, sources }: UpstreamPackage, tree: Tree): Origin {
  const inGit = upstreamCauses(sources);
  const inWorkTree = workTreeOrigin(locked, sources, tree);
  return (place) => {
    const source = sourceOf(place.file, sources);
    if (source?.version === undefined) return inWorkTree(place);
    const cause = inGit(place);
    if (cause.by !== 'upstream' || cause.version === undefined || source.folder !== '') return cause;
    const { asked, url, repository, ref = cause.version.ref } = locked;
    // A folder of the fleet's own repository has a path that differs on each machine.
    const named = url === undefined ? repository : cause.version.repository;
    return { ...cause, version: { ...cause.version, repository: named, ref: asked ?? ref } };
  };
}

function workTreeOrigin(
  { directory, repository, commit }: LockedUpstream,
  sources: UpstreamPackage['sources'],
  tree: Tree,
): Origin {
  const known = new Map<string, ReturnType<LineCommits['of']>>();
  let commits: LineCommits | undefined;
  return ({ file, line }) => {
    const path = joinPath(directory, file);
    const source = sourceOf(file, sources);
    const text = source && textIn(source.files, file.slice(source.folder.length));
    const found = known.get(path) ?? (commits ??= tree.lineCommits('')).of(path, linesOf(text ?? ''));
    known.set(path, found);
    const version = { repository, ref: 'work tree', ...(commit !== undefined && { commit }) };
    return { by: 'upstream', file: path, line, version, ...found[line - 1] };
  };
}

/** Place of what an apply recorded. */
interface RecordedPlace {
  readonly tree: Tree;
  /** True if the call fetches what the repository lacks. */
  readonly fetches: boolean;
  readonly folder: string;
  readonly lock: VariantLock;
  readonly local: LocalPackage;
}

/**
 * Returns lineages that begin with what the last apply derived, where that cannot be derived again: a line that is
 * derived now, too, has its cause, and no cause of the others is known. `lineages`: of what is derived now; none if
 * nothing is.
 */
async function recordedLineages(
  lineages: readonly Lineage[],
  results: readonly Result[],
  place: RecordedPlace,
): Promise<PackageLineages> {
  const lost: Result[] = [];
  const base = await readBase({
    ...place,
    rederive: () => Promise.resolve(undefined),
    advice: () => '',
    otherwise: (missing) => {
      lost.push(...[...missing.keys()].map((path) => lostWarning(joinPath(place.folder, path), place)));
      return new Map();
    },
  });
  const [now = new Lineage(new Map(), [], () => DERIVED), ...others] = lineages;
  const recorded = new Lineage(base.files, [stageOf(now.files, base.files, () => DERIVED)], (at) => now.causeOf(at));
  return { lineages: [recorded, now, ...others], isRendered: lost.length === 0, results: [...results, ...lost] };
}

/** Cause of a line that was derived, nobody knows from what. */
const DERIVED: Cause = { by: 'unknown', reason: 'derived by the last apply' };

function lostWarning(path: string, { tree, fetches }: Pick<RecordedPlace, 'tree' | 'fetches'>): Result {
  return fileWarning(path, 'causes-incomplete', derivedVersionLost(tree.waysToComplete({ fetches })));
}

/** Inputs that a variant was made of, as far as they are at hand. */
interface FoundInputs {
  /** Undefined if nothing is at hand. */
  readonly made: MadeFrom | undefined;
  /** True if it is what the last apply derived the variant from. */
  readonly isRecorded: boolean;
  readonly results: readonly Result[];
}

/** Finds what a lock says that a variant was made of; what it is made of now if that is gone, with a warning. */
function findInputs(
  run: FleetContext,
  variant: Variant,
  lock: VariantLock | undefined,
  local: PackageFiles,
): FoundInputs {
  const { tree, host, upstreams, objects } = run;
  const rendering = { host, root: joinPath(tree.root, variant.folder) };
  const common = { variant, local, files: run.home?.tree ?? tree };
  const inputs = lock && attempt(() => new VariantDerivation(variant, run).inputsOf(lock)).value;
  if (lock !== undefined && inputs?.upstream !== undefined) {
    const isCurrent = lock.variant === recordedText(variant.text);
    const { upstream, resource, given } = inputs;
    const used = isCurrent ? variant.resource : resource;
    const made = { ...common, upstream, resource: used, isCurrent, adopted: lock.adopted };
    const results = isCurrent ? [] : [changed(variant)];
    return { made: { ...made, rendering: { ...rendering, given } }, isRecorded: true, results };
  }
  const { value: upstream, reason } = attempt(() => upstreams.find(variant));
  if (upstream === undefined)
    return {
      made: undefined,
      isRecorded: false,
      results: [gone(variant, inputsLost(reason))],
    };
  const made = { ...common, upstream, resource: variant.resource, isCurrent: true, adopted: undefined };
  const results = [gone(variant, INPUTS_OF_NOW)];
  return { made: { ...made, rendering: { ...rendering, given: objects } }, isRecorded: false, results };
}

function attempt<T>(act: () => T): { readonly value: T | undefined; readonly reason: string } {
  try {
    return { value: act(), reason: '' };
  } catch (error) {
    if (error instanceof KrmError) return { value: undefined, reason: reasonOf(error) };
    throw error;
  }
}

function gone({ folder }: Variant, message: string): Result {
  return fileWarning(folder, 'causes-incomplete', message);
}

function changed({ name, file }: Variant): Result {
  return { ...fileWarning(file, 'causes-incomplete', changedSince(name)), severity: 'info' };
}
