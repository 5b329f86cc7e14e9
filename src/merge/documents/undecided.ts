import { makeResult } from '../../krm/results.ts';
import { equalValues, readDocument, YamlError, type Value } from '../../yaml/index.ts';
import type { Conflict } from '../policy/conflict.ts';
import { decisionMessage } from '../policy/conflict.ts';
import { MergeRules } from '../policy/merge-rule.ts';
import { mapSides, wordFor, otherOf, type MergedSide } from '../sides.ts';
import { type Subject } from '../pairs/pair-documents.ts';
import type { Unit } from '../pairs/unit.ts';
import { plainText } from '../text/merged-text.ts';
import { backwardMerge, forwardMerge } from '../values/line-witness.ts';
import {
  isMovedOrEdited,
  mergeResource,
  ruleSubjectOf,
  verdictOn,
  type MergedResource,
  type ResourceRules,
} from './merge-resource.ts';

const SIDES = ['theirs', 'local'] as const;

/**
 * Separates the versions of a document that only its likeness pairs, and that the other side changed, too, unless a merge by lines confirms
 * the pair: the later version becomes an addition, and a candidate. `confirms`: false to confirm none.
 */
export function separateGuesses(
  subjects: readonly Subject[],
  { rules, confirms }: { readonly rules: ResourceRules; readonly confirms: boolean },
): readonly Subject[] {
  return subjects.flatMap((subject): readonly Subject[] => {
    const side = SIDES.find((each) => isDoubtful(subject, each));
    const unit = side && subject.sides[side];
    if (side === undefined || unit === undefined || (confirms && isConfirmed(subject, rules))) return [subject];
    const { sides, ways, candidates } = subject;
    const alone = { base: undefined, theirs: undefined, local: undefined, [side]: unit };
    return [
      { sides: { ...sides, [side]: undefined }, ways, candidates: { ...candidates, [side]: [unit] } },
      { sides: alone, ways: {}, candidates: {} },
    ];
  });
}

/** Reports whether the pair of a side is a guess that carries over changes of the other side. */
function isDoubtful({ sides, ways }: Subject, side: MergedSide): boolean {
  const { base, [otherOf(side)]: other } = sides;
  const isGuess = ways[side] === 'similarFile' || ways[side] === 'sameIdentity';
  return isGuess && base !== undefined && other !== undefined && isMovedOrEdited(base, other);
}

/** Reports whether the merges of the documents by lines, forward and in reverse, have the merged data. */
function isConfirmed(subject: Subject, rules: ResourceRules): boolean {
  const plain = { ...rules, answer: () => undefined, rules: new MergeRules([]), markers: undefined };
  const { text, conflicts } = mergeResource(subject, plain);
  if (text === undefined || conflicts.length > 0) return false;
  const value = valueIn(plainText(text));
  const texts = mapSides(subject.sides, ({ bareText }) => bareText);
  return [forwardMerge(texts), backwardMerge(texts)].every(
    (lines) => lines !== undefined && value !== undefined && equalValues(valueIn(lines) ?? null, value),
  );
}

/** Returns the data of a document; undefined if a text is not one. */
function valueIn(text: string): Value | undefined {
  try {
    return readDocument(text).value([]) ?? null;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

/**
 * Merges a document that one side does not have, or has in one of several places. Returns undefined if this makes no difference: the other
 * side did not change it.
 */
export function undecidedResource({ sides, candidates }: Subject, rules: ResourceRules): MergedResource | undefined {
  const { base } = sides;
  const side = SIDES.find((each) => candidates[each] !== undefined && sides[each] === undefined);
  if (base === undefined || side === undefined) return undefined;
  const other = sides[otherOf(side)];
  const others = candidates[otherOf(side)];
  if (other === undefined && others === undefined) return deleted(base, side, candidates[side] ?? []);
  if (other !== undefined && !isMovedOrEdited(base, other)) return undefined;
  const shown = other ?? base;
  const { ref } = shown.resource;
  const pathOf = (each: MergedSide): string | readonly string[] | undefined =>
    sides[each]?.file.path ?? candidates[each]?.map(({ file }) => file.path);
  const conflict: Conflict = {
    kind: 'identity',
    file: shown.file,
    ...(ref && { resource: ref }),
    values: { base: base.file.path, theirs: pathOf('theirs'), local: pathOf('local') },
  };
  const verdict = verdictOn(conflict, rules, ruleSubjectOf(shown));
  const taken = sides[verdict?.taken ?? 'local'];
  return {
    path: shown.file.path,
    text: taken && [taken.text],
    conflicts: verdict === undefined ? [conflict] : [],
    results: verdict === undefined ? [] : [makeResult(verdict.severity, decisionMessage(verdict.taken), shown)],
  };
}

/** Returns a deleted document, with a warning that it may still be in the package. */
function deleted(base: Unit, side: MergedSide, candidates: readonly Unit[]): MergedResource {
  const paths = candidates.map(({ file }) => file.path).join(' or ');
  const message = `was deleted by ${wordFor(otherOf(side))}, and may be what ${wordFor(side)} has in ${paths}, which stays`;
  return {
    path: base.file.path,
    text: undefined,
    conflicts: [],
    results: [makeResult('warning', message, base)],
  };
}
