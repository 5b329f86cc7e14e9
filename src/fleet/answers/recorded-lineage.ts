import { joinPath } from '../../files/index.ts';
import type { VariantLock } from '../index.ts';
import { derivedVersionLost } from '../messages/edits.ts';
import { type Result, fileWarning } from '../../krm/index.ts';
import { type Cause, Lineage, type PackageLineages, stageOf } from '../../blame/index.ts';
import { readBase } from '../plan/variant-base.ts';
import type { LocalPackage, Tree } from '../ports.ts';

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
 * Returns lineages that begin with what the last apply derived, where that cannot be derived again: a line that is derived now, too, has its
 * cause, and no cause of the others is known. `lineages`: of what is derived now; none if nothing is.
 */
export async function recordedLineages(
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
