import { caseless, upstreamFolder } from './identity.ts';
import { folderAround, folderTwin, folderUpstream } from './messages/apply.ts';
import { isWithin } from './place.ts';
import type { VariantPlace } from './variant.ts';

/** Largest share of a fleet that is pruned without consent: more is likely a wrong folder, branch or set. */
const MAX_SHARE = 0.1;

/** Largest share that is pruned with usual consent: of more, an input is likely missing. */
const MAX_AGREED_SHARE = 0.5;

/** Smallest fleet for which more is needed: of fewer variants, one or two are soon more than half. */
const MIN_FLEET = 4;

/**
 * Returns the consent that a person must give to prune so many of all variants: the usual one, or that to prune most of
 * them.
 */
export function neededConsent(pruned: number, all: number): 'none' | 'usual' | 'most' {
  if (all >= MIN_FLEET && pruned > all * MAX_AGREED_SHARE) return 'most';
  return pruned > all * MAX_SHARE ? 'usual' : 'none';
}

/** State of a variant that is gone. */
interface GoneState {
  /** Policy of its PackageVariant at the last apply. */
  readonly policy: 'delete' | 'orphan';
  /** True if its folder has files that people edited or added. */
  readonly isEdited: boolean;
  /** Decision of a person about an edited folder: remove it, or keep it; undefined if there is none. */
  readonly answer: 'theirs' | 'local' | undefined;
}

/**
 * Returns what becomes of the folder of a variant that is gone. Its lock is removed, too, unless there is a conflict.
 */
export function pruning({ policy, isEdited, answer }: GoneState): 'remove' | 'keep' | 'conflict' {
  if (policy === 'orphan') return 'keep';
  if (!isEdited || answer === 'theirs') return 'remove';
  return answer === 'local' ? 'keep' : 'conflict';
}

/**
 * Returns the message why a folder must not be removed: a variant is made of it, or is in it, or has a lock and is the
 * same folder on some systems. Returns undefined if there is none. `others`: other folders with locks.
 */
export function neededFor(
  folder: string,
  variants: readonly VariantPlace[],
  others: readonly string[],
): string | undefined {
  const removed = new Set([caseless(folder)]);
  const isIn = (each: string | undefined): boolean => each !== undefined && isWithin(caseless(each), removed);
  // One that is equal but for case is only made once this one is removed.
  const isMade = (each: string): boolean => caseless(each) !== caseless(folder) || each === folder;
  const inner = others.find(isIn) ?? variants.find((each) => isIn(each.folder) && isMade(each.folder))?.folder;
  if (inner !== undefined) return isMade(inner) ? folderAround(inner) : folderTwin(inner);
  const made = variants.find(
    (each) =>
      each.upstream.revision === undefined && each.upstream.workspaceName === undefined && isIn(upstreamFolder(each)),
  );
  return made && folderUpstream(made);
}
