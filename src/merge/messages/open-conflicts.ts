/** Messages about conflicts that people decide. Each function returns the text of a result, or a part of one. */
import { counted } from '../../wording.ts';
import { otherOf, wordFor, type MergedSide, type Side } from '../sides.ts';
import { mayBe } from './conflicts.ts';

/** `what`: what the sides did, as another function of this file says it. */
export function openConflict(kind: string, what: string): string {
  return `conflict ${kind}: ${what}`;
}

/** Thing in conflict: with `kind`, a resource; undefined for the thing that the result is about. */
export type ConflictThing = 'file' | 'document' | { readonly kind: string } | undefined;

/**
 * `changes`: those of the other side. `candidate`: what the thing may be now, as for `mayBe`; undefined if it is just
 * deleted.
 */
export function deletedByOne(
  deleting: MergedSide,
  thing: ConflictThing,
  { changes, candidate }: { readonly changes: string; readonly candidate: string | undefined },
): string {
  const renamed = candidate === undefined ? '' : `, or it ${mayBe(candidate)}`;
  return `${wordFor(deleting)} deletes ${thingText(thing)}${renamed}; ${wordFor(otherOf(deleting))} ${changes}`;
}

/**
 * `places`: files that may have the document on this side. `changes`: those of the other side; undefined if there is no
 * other one.
 */
export function inOneOf(
  side: MergedSide,
  thing: ConflictThing,
  { from, places, changes }: { readonly from: string; readonly places: readonly string[]; readonly changes?: string },
): string {
  const files = places.join(' or ');
  const may = `${wordFor(side)} no longer has ${thingText(thing)} in ${from}: it is deleted, or is the one in ${files}`;
  return changes === undefined ? may : `${may}; ${wordFor(otherOf(side))} ${changes}`;
}

function thingText(thing: ConflictThing): string {
  if (thing === undefined) return 'it';
  return typeof thing === 'string' ? `the ${thing}` : `this ${thing.kind}`;
}

/** `changes`: those of each side. `doubt`: what is not certain to be the same; undefined for nothing. */
export function changedByBoth(
  changes: Readonly<Record<MergedSide, string>>,
  doubt: 'elements' | 'element' | undefined,
): string {
  const reason = doubt === 'elements' ? 'which elements are the same' : 'that these are the same element';
  return `new ${changes.theirs}; local ${changes.local}${doubt === undefined ? '' : `; it is not certain ${reason}`}`;
}

/** `values`: files of a document. */
export function movedByBoth({ base, theirs, local }: Readonly<Record<Side, string>>): string {
  return `new moves it from ${base} to ${theirs}, and local moves it to ${local}`;
}

/** `candidate`: what the thing may be, as for `mayBe`. */
export function valuesDiffer({ base, theirs, local }: Readonly<Record<Side, string>>, candidate?: string): string {
  return `base ${base}, new ${theirs}, local ${local}${candidate === undefined ? '' : `; ${mayBe(candidate)}`}`;
}

/** Changes of a side, of which some are shown. `rest`: number of the others. */
export function changesShown(changes: readonly string[], rest: number): string {
  return `${changes.join(', ')}${rest === 0 ? '' : `, and ${counted(rest, 'more change')}`}`;
}

/** Changes of a side to a document that it may have moved. `to`: its new file; undefined if it stays. */
export function changedAndMoved(changes: string | undefined, to: string | undefined): string {
  const move = to === undefined ? [] : [`moves it to ${to}`];
  return [...(changes === undefined ? [] : [changes]), ...move].join(', and ');
}

/** Change of a side without one of data. */
export const CHANGES_LAYOUT = 'changes its comments or layout';

/** Change of a side to a text. `field`: that of the text; '' for a file. */
export function changesLine(line: number, field: string, { from, to }: Change): string {
  return `changes line ${line}${field && ` of ${field}`} from ${from} to ${to}`;
}

/** Values before and after a change, as they are shown. */
interface Change {
  readonly from: string;
  readonly to: string;
}

/** Change of a side. `field`: '' for the value of the conflict itself. */
export function changesField(field: string, { from, to }: Change): string {
  return `changes ${fieldText(field)} from ${from} to ${to}`;
}

/** Change of a side. `field`: '' for the value of the conflict itself. `value`: undefined if it is not shown. */
export function removesField(field: string, value: string | undefined): string {
  return `removes ${fieldText(field)}${value === undefined ? '' : ` (${value})`}`;
}

/** Change of a side. `field`: '' for the value of the conflict itself. */
export function addsField(field: string, value: string): string {
  return `adds ${fieldText(field)} (${value})`;
}

/** Change of a side. `field`: '' for the value of the conflict itself. */
export function reordersField(field: string): string {
  return `reorders ${fieldText(field)}`;
}

function fieldText(field: string): string {
  return field === '' ? 'it' : field;
}

/** Change of a side. `list`: field of the list; '' for the value of the conflict itself. */
export function removesElement(element: string, list: string): string {
  return `removes ${element}${list && ` from ${list}`}`;
}

/** Change of a side. `list`: field of the list; '' for the value of the conflict itself. */
export function addsElement(element: string, list: string): string {
  return `adds ${element}${list && ` to ${list}`}`;
}
