/**
 * Messages about conflicts that an answer, a rule or a comment decided, and about what a changed thing may be. Each
 * function returns the text of a result.
 */
import { otherOf, wordFor, type MergedSide } from '../sides.ts';

/** `subject`: what both sides did. */
export function conflictDecided(taken: MergedSide, subject: 'changed' | 'moved'): string {
  const version = wordFor(taken);
  return subject === 'changed'
    ? `both sides changed it: the ${version} version is used`
    : `both sides moved it: the path in the ${version} version is used`;
}

/**
 * Change that a decision drops: of the field at a path, or of an element of a list, as JSON. Without a path, of the
 * whole value.
 */
export interface DroppedChange {
  readonly of: 'field' | 'added' | 'removed';
  readonly text: string;
}

export function changesDropped(dropped: readonly DroppedChange[], taken: MergedSide): string {
  const rest = dropped.length > MAX_DROPPED ? `, and ${dropped.length - MAX_DROPPED} more` : '';
  return `drops changes of ${wordFor(otherOf(taken))}: ${dropped.slice(0, MAX_DROPPED).map(droppedText).join(', ')}${rest}`;
}

/** Maximum number of dropped changes in a message. */
const MAX_DROPPED = 8;

function droppedText({ of, text }: DroppedChange): string {
  if (of === 'field') return text === '' ? 'the whole value' : text;
  const element = text.length > MAX_ELEMENT ? `${text.slice(0, MAX_ELEMENT)}…` : text;
  return `${of === 'added' ? 'adds' : 'removes'} ${element}`;
}

/** Maximum number of characters of an element in a message. */
const MAX_ELEMENT = 80;

/** `candidate`: text of `otherName`. */
export function mayBe(candidate: string): string {
  return `may be ${candidate}`;
}

/** Part of an identity that differs. */
export type IdentityPart = keyof typeof DIFFERENCES;

/** Names the thing of a side that a changed thing may be. Ends `mayBe`. */
export function otherName(name: string, side: MergedSide, different: IdentityPart = 'name'): string {
  return `${name} in ${wordFor(side)}, ${DIFFERENCES[different]}`;
}

/** Names a resource of base that may have another identity now. Is the `old` thing of `possibleMove`. */
export function underOtherIdentity(name: string, different: IdentityPart): string {
  return `${name} ${DIFFERENCES[different]}`;
}

const DIFFERENCES = {
  name: 'under another name',
  group: 'in another API group',
  namespace: 'in another namespace',
} as const;
