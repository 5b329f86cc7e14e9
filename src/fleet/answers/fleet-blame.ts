import type { Variant, VariantLock } from '../index.ts';
import { DERIVED_OTHERWISE_NOW, FOLDER_DELETED, NOT_APPLIED } from '../messages/edits.ts';
import { KrmError, type Result, fileError, fileWarning } from '../../krm/index.ts';
import { Blame, type Cause, type PackageLineages } from '../../blame/index.ts';
import type { LinePlace } from '../../explain/index.ts';
import type { FleetContext } from '../plan/fleet-run.ts';
import { readLockState } from '../plan/lock-state.ts';
import { findInputs } from './made-from.ts';
import { objectsContext } from './objects-context.ts';
import { recordedLineages } from './recorded-lineage.ts';
import { upstreamOrigin } from './upstream-origin.ts';
import { VariantBlame } from './variant-blame.ts';
import { variantLineages, type MadeFrom } from './variant-lineages.ts';
import type { LocalPackage } from '../ports.ts';

/** Causes of the lines of variants. Files of rules, persons and variants are relative to the top of the git repository. */
export class FleetBlame {
  readonly #run: FleetContext;
  readonly #variants: readonly Variant[];
  readonly #known = new Map<string, Promise<VariantBlame>>();

  /** `variants`: those of the run. */
  constructor(run: FleetContext, variants: readonly Variant[]) {
    this.#run = run;
    this.#variants = variants;
  }

  /** Returns the causes in the folder of a variant. Throws a `KrmError` if `fleet apply` did not make it, or if it was deleted. */
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
