import { isSameContent } from '../../files/index.ts';
import { changedSide, type Sides } from '../sides.ts';
import { ruleSubjectOf, type ResourceRules } from './merge-resource.ts';
import type { VersionFile } from '../pairs/package-file.ts';
import type { Subject } from '../pairs/pair-documents.ts';
import type { Unit } from '../pairs/unit.ts';

interface Pairs {
  readonly of: ReadonlyMap<Unit, Subject>;
  readonly rules: ResourceRules;
}

/**
 * Returns the version whose bytes the merged file has: the only one that changed the file, if the other side left the
 * documents in it unchanged.
 */
export function wholeFrom(
  path: string,
  { base, theirs, local }: Sides<VersionFile>,
  { of, rules: { keepsOwnKptfile, rules } }: Pairs,
): 'theirs' | 'local' | undefined {
  const hasPins = (unit: Unit): boolean => rules.for(ruleSubjectOf(of.get(unit)?.sides.local ?? unit)).hasPins;
  const isPinned =
    (keepsOwnKptfile && path === 'Kptfile') || [...(base?.units ?? []), ...(theirs?.units ?? [])].some(hasPins);
  const side = changedSide({ base, theirs, local }, (a, b) => isSameContent(a?.content, b?.content));
  if (side === undefined || (isPinned && side === 'theirs')) return undefined;
  if (isSameContent(theirs?.content, local?.content)) return 'local';
  const isLeft = side === 'theirs' ? leaves(theirs, 'local', of) : leaves(local, 'theirs', of);
  return isLeft ? side : undefined;
}

/** Reports whether a side has the documents of a file as they are in base. */
function leaves(file: VersionFile | undefined, side: 'theirs' | 'local', of: Pairs['of']): boolean {
  return (file?.units ?? []).every((unit) => {
    const { base: before, [side]: after } = of.get(unit)?.sides ?? {};
    if (before === undefined || after === undefined) return before === after;
    return before.file.path === after.file.path && before.text === after.text;
  });
}
