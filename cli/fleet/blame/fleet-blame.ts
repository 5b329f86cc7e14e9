import { join } from 'node:path';
import { joinPath } from '../../../src/files/index.ts';
import type { Variant, VariantLock } from '../../../src/fleet/index.ts';
import { KrmError, type Result } from '../../../src/krm/index.ts';
import type { PackageFiles } from '../../../src/merge/index.ts';
import { Blame, type BlamedFile, type LineRange } from '../../blame/blame-files.ts';
import type { Cause } from '../../blame/cause.ts';
import { LocalCommits } from '../../blame/local-commits.ts';
import type { PackageLineages } from '../../blame/package-lineages.ts';
import { fileError } from '../../package/file-error.ts';
import type { LinePlace } from '../../report/aligned-lines.ts';
import { recordedText } from '../derive/recorded-text.ts';
import type { FleetRun } from '../fleet-run.ts';
import { readLockState } from '../lock-state.ts';
import { readLocalPackage } from '../tree/local-package.ts';
import { VariantDerivation } from '../variant-derivation.ts';
import { upstreamOrigin } from './upstream-origin.ts';
import { variantLineages, type MadeFrom } from './variant-lineages.ts';

/** Causes of the lines of variants. Files of rules, persons and variants are relative to the top of the git repository. */
export class FleetBlame {
  readonly #run: FleetRun;
  readonly #known = new Map<string, Promise<VariantBlame>>();

  /** `run`: with all variants of the fleet that one may be made of. */
  constructor(run: FleetRun) {
    this.#run = run;
  }

  /** Returns the causes in the folder of a variant. Throws a `KrmError` if `fleet apply` did not make it. */
  of(variant: Variant): Promise<VariantBlame> {
    const known = this.#known.get(variant.folder) ?? this.#blame(variant);
    this.#known.set(variant.folder, known);
    return known;
  }

  async #blame(variant: Variant): Promise<VariantBlame> {
    const { tree } = this.#run;
    const { folder } = variant;
    const state = readLockState(tree, folder);
    if (state === undefined) throw fileError(folder, NOT_MADE);
    const lock = state.read.kind === 'valid' ? state.read.lock : undefined;
    const local = readLocalPackage(
      tree,
      folder,
      lock?.files.map(({ path }) => path),
    );
    const { made, results } = this.#madeFrom(variant, lock, local.files);
    const lineages = await variantLineages(made, await this.#origin(made));
    const isSame = results.length === 0 && this.#isAsRecorded(lineages, lock);
    const changed = isSame || lineages.plain === undefined || results.length > 0 ? [] : [otherwise(folder)];
    const blame = new Blame(
      local.files,
      { ...lineages, isRendered: lineages.isRendered && isSame },
      new LocalCommits(join(tree.root, folder)),
    );
    const paths = [local.files, ...lineages.lineages.map(({ files }) => files)];
    const isOwn = (path: string): boolean => paths.some((files) => files.has(path));
    return new VariantBlame({ blame, folder, local: local.files, isOwn }, [
      ...local.passedOver,
      ...results,
      ...changed,
      ...lineages.results,
    ]);
  }

  /** Returns what the last apply derived a variant from; what it is derived from now if that is gone, with a warning. */
  #madeFrom(
    variant: Variant,
    lock: VariantLock | undefined,
    local: PackageFiles,
  ): { readonly made: MadeFrom; readonly results: readonly Result[] } {
    const { tree, program, args, upstreams, objects } = this.#run;
    const rendering = { program, pipelines: args, root: join(tree.root, variant.folder) };
    const common = { variant, local, root: tree.root };
    const inputs = lock && this.#inputsOf(variant, lock);
    if (lock === undefined || inputs?.upstream === undefined) {
      const upstream = upstreams.find(variant);
      const now = { upstream, resource: variant.resource, isCurrent: true, adopted: undefined };
      return {
        made: { ...common, ...now, rendering: { ...rendering, given: objects } },
        results: [gone(variant.folder)],
      };
    }
    const isCurrent = lock.variant === recordedText(variant.text);
    const then = {
      upstream: inputs.upstream,
      resource: isCurrent ? variant.resource : inputs.resource,
      isCurrent,
      adopted: lock.adopted,
    };
    return { made: { ...common, ...then, rendering: { ...rendering, given: inputs.given } }, results: [] };
  }

  #inputsOf(variant: Variant, lock: VariantLock): ReturnType<VariantDerivation['inputsOf']> | undefined {
    try {
      return new VariantDerivation(variant, this.#run).inputsOf(lock);
    } catch (error) {
      if (error instanceof KrmError) return undefined;
      throw error;
    }
  }

  /** Returns the causes of the lines of an upstream. A line of another variant has the cause that it has there. */
  async #origin({ upstream }: MadeFrom): Promise<(place: LinePlace) => Cause> {
    const { directory } = upstream.locked;
    const isInWorkTree = upstream.sources.every(({ version }) => version === undefined);
    const other = isInWorkTree ? this.#run.variants.find(({ folder }) => folder === directory) : undefined;
    if (other === undefined) return upstreamOrigin(upstream, this.#run.tree.root);
    const blame = await this.of(other);
    return (place) => blame.causeAt(place);
  }

  /** Reports whether a package is derived again as a lock says. */
  #isAsRecorded({ plain }: PackageLineages, lock: VariantLock | undefined): boolean {
    const { objects } = this.#run.tree;
    if (plain === undefined || lock === undefined) return true;
    return lock.files.every(({ path, derived }) => {
      const content = plain.get(path);
      return derived === undefined || (content !== undefined && objects.idOf(content) === derived.id);
    });
  }
}

interface BlamedPackage {
  readonly blame: Blame;
  readonly folder: string;
  readonly local: PackageFiles;
  /** Reports whether the package has a file, or had it before people edited it. */
  readonly isOwn: (path: string) => boolean;
}

/** Causes of the lines of one variant. */
export class VariantBlame {
  readonly local: PackageFiles;
  /** Warnings with paths relative to the top of the git repository or, about the package, to its folder. */
  readonly results: readonly Result[];
  readonly #blame: Blame;
  readonly #folder: string;
  readonly #isOwn: BlamedPackage['isOwn'];
  readonly #files = new Map<string, BlamedFile | undefined>();

  constructor({ blame, folder, local, isOwn }: BlamedPackage, results: readonly Result[]) {
    this.#blame = blame;
    this.#folder = folder;
    this.#isOwn = isOwn;
    this.local = local;
    this.results = results;
  }

  /** Returns the lines of a file, named relative to the folder, with their causes; undefined for a file that is not text. */
  file(path: string, range?: LineRange): BlamedFile | undefined {
    const found = this.#blame.file(path, range);
    if (found === undefined) return undefined;
    const lines = found.lines.map(({ cause, derived, ...line }) => ({
      ...line,
      cause: this.#located(cause),
      ...(derived && { derived: { ...derived, cause: this.#located(derived.cause) } }),
    }));
    return { path, lines };
  }

  /** Returns the cause of a line for a variant that is made of this one. */
  causeAt({ file, line }: LinePlace): Cause {
    if (!this.#files.has(file)) this.#files.set(file, this.file(file));
    const cause = this.#files.get(file)?.lines[line - 1]?.cause ?? { by: 'unknown' as const };
    return { ...cause, through: [`${joinPath(this.#folder, file)}:${line}`, ...(cause.through ?? [])] };
  }

  /** Names the files of this package from the top of the git repository. */
  #located(cause: Cause): Cause {
    if (cause.by !== 'function' || cause.through !== undefined) return cause;
    const { file } = cause;
    const rules = cause.rules.map((rule) => {
      const isInside = rule.file !== undefined && this.#isOwn(rule.file);
      return isInside ? { ...rule, file: joinPath(this.#folder, rule.file ?? '') } : rule;
    });
    return { ...cause, ...(file !== undefined && { file: joinPath(this.#folder, file) }), rules };
  }
}

const NOT_MADE =
  'was not made by `krm-variants fleet apply`, so that what it was made of is not known: run it, or `krm-variants fleet adopt`';

function gone(folder: string): Result {
  const message =
    'what the last apply made it of is no longer at hand: its lines are compared with what is derived now, and others are shown as unknown';
  return { severity: 'warning', message, file: { path: folder, index: 0 } };
}

function otherwise(folder: string): Result {
  const message =
    'is derived again with other files than at the last apply, since objects or functions have changed: lines that are not derived now are shown as unknown';
  return { severity: 'warning', message, file: { path: folder, index: 0 } };
}
