import { byteOrder } from '../../byte-order.ts';
import type { FileContent } from '../../files/index.ts';
import { classOf, placeText, resolutionOf, selects, type Resolution, type Variant } from '../index.ts';
import { conflictDecided, valueNotSet } from '../messages/decisions.ts';
import { makeResult, type Result } from '../../krm/index.ts';
import type { Conflict, MergeOptions, PackageFiles } from '../../merge/index.ts';
import { shortHash } from '../../short-hash.ts';
import { ResolvingMerge, type DecidedConflict } from './resolving-merge.ts';
import type { Blobs } from '../ports.ts';

/** Conflicts of a variant that MergeResolutions decide. */
export interface Resolved {
  /** With paths relative to the top of the repository. */
  readonly decided: readonly DecidedConflict[];
  /** Digest of both derived packages, if values of an open conflict are hidden. */
  readonly packages: string | undefined;
}

/** Merge of one variant. */
interface VariantMerging {
  readonly options: MergeOptions;
  /** Returns a conflict with its path relative to the top of the repository. */
  readonly shown: (conflict: Conflict) => Conflict;
  /** Returns a digest of both derived packages. */
  readonly packages: () => string;
}

/** Merge of one variant with the MergeResolutions of its fleet. */
export class VariantResolving {
  readonly merging: ResolvingMerge;
  readonly #variant: Variant;
  readonly #shown: VariantMerging['shown'];

  constructor(variant: Variant, resolutions: readonly Resolution[], merging: VariantMerging) {
    const { options, shown, packages } = merging;
    const own = resolutions.filter((resolution) => selects(resolution, variant));
    const resolve = (conflict: Conflict): Resolution | undefined =>
      own.length === 0 ? undefined : resolutionOf(own, { variant, conflict: shown(conflict), packages });
    this.#variant = variant;
    this.#shown = shown;
    this.merging = new ResolvingMerge(options, resolve);
  }

  get decided(): readonly DecidedConflict[] {
    return this.merging.decided.map((each) => ({ ...each, conflict: this.#shown(each.conflict) }));
  }

  /** Returns an info about each decision, and a warning about each value that could not be set. */
  get results(): readonly Result[] {
    const made = this.decided.map(({ conflict, resolution }) => {
      const found = classOf(this.#variant, conflict);
      const { decided } = resolution;
      const take = 'take' in decided ? decided.take : undefined;
      const message = conflictDecided({ id: found.id, place: placeText(found) }, take);
      return makeResult('info', message, { code: 'conflict-decided', ...resolution });
    });
    const unset = this.merging.unset.map(({ conflict, resolution }) => {
      const message = valueNotSet(placeText(classOf(this.#variant, this.#shown(conflict))));
      return makeResult('warning', message, { code: 'resolution-unused', ...resolution });
    });
    return [...made, ...unset];
  }
}

/** Returns a digest of what was derived last and what is derived now, of ids that the lock has, too. */
export function packagesDigest(objects: Blobs, ...packages: readonly PackageFiles[]): string {
  const idsOf = (files: PackageFiles): readonly (readonly [string, string])[] =>
    [...files]
      .map(([path, content]: readonly [string, FileContent]) => [path, objects.idOf(content)] as const)
      .toSorted(([a], [b]) => byteOrder(a, b));
  return shortHash(JSON.stringify(packages.map(idsOf)), DIGITS);
}

/** All digits of the hash. */
const DIGITS = 40;
