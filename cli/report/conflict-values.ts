import {
  bySide,
  changedElements,
  differences,
  firstConflict,
  jsonOf,
  SIDES,
  type Conflict,
  type Difference,
  type MergedSide,
  type Side,
  type Sides,
} from '../../src/merge/index.ts';
import {
  addsElement,
  addsField,
  changesField,
  changesLine,
  changesShown,
  removesElement,
  removesField,
  reordersField,
} from '../../src/merge/messages/open-conflicts.ts';
import type { Value } from '../../src/yaml/index.ts';

/** Maximum number of characters of a value in a message. */
const MAX_VALUE = 100;

/** Maximum number of characters of a field in a message that names several. */
const MAX_FIELD = 40;

/** Characters of a common start that stay, for orientation. */
const LEAD = 12;

type BySide<T> = Readonly<Record<Side, T>>;
type Texts = Sides<string>;
type ShownValues = BySide<string>;

/**
 * Returns the values of a conflict for people, on one line each. `max`: characters of a value that are shown. Default:
 * 100. `sides`: values that a reader compares. Default: all.
 */
export function shownValues(conflict: Conflict, max = MAX_VALUE, sides: readonly Side[] = SIDES): ShownValues {
  const values = shortValues(conflict, max, sides);
  return bySide((side) => values[side].replaceAll(/\s+/g, ' '));
}

/**
 * Returns the values of a conflict, cut. Of long maps and lists, the fields are shown in which they differ; other long
 * texts are shown from where they differ. The files of a conflict about the place of a document are shown whole.
 */
export function shortValues(conflict: Conflict, max = MAX_VALUE, sides: readonly Side[] = SIDES): ShownValues {
  const values = bySide((side) => (sides.includes(side) ? conflict.values[side] : undefined));
  const texts = bySide((side) => (sides.includes(side) ? sideText(conflict, side) : undefined));
  const isLong = SIDES.some((side) => (texts[side]?.length ?? 0) > max);
  const areFiles = conflict.kind === 'identity' && SIDES.some((side) => typeof values[side] === 'string');
  if (!isLong || areFiles) return bySide((side) => texts[side] ?? 'absent');
  const fields = fieldsIn(values, max);
  if (fields !== undefined) return fields;
  const cut = fromDifference(linesIn(values) ?? texts, max);
  return bySide((side) => cut[side] ?? 'absent');
}

/** Returns the first lines of texts that both sides changed; undefined for other values. */
function linesIn({ base, theirs, local }: Sides<Value>): Texts | undefined {
  if (typeof base !== 'string' || typeof theirs !== 'string' || typeof local !== 'string') return undefined;
  const found = firstConflict({ base, theirs, local });
  return found && bySide((side) => jsonOf(found[side]));
}

/** Maximum number of characters of a description of changes. */
const MAX_CHANGES = 160;

/**
 * Describes how a side changed a map, a list or lines of text, on one line: `changes spec.replicas from 1 to 3, removes
 * "b" from spec.list`. Undefined if its data are the same, or if the value is none of these.
 */
export function changesOf(side: MergedSide, { base, [side]: value }: Conflict['values']): string | undefined {
  if (typeof base === 'string' && typeof value === 'string')
    return base.includes('\n') ? changedLines(base, value) : undefined;
  if ([base, value].some((each) => typeof each !== 'object' || each === null)) return undefined;
  const found = differences({ base, theirs: value, local: value });
  if (found.length === 0) return undefined;
  const phrases = found.flatMap((each) => phrasesOf(each, found.length === 1 ? MAX_VALUE : MAX_FIELD));
  const lineOf = (count: number): string => changesShown(phrases.slice(0, count), phrases.length - count);
  return lineOf(mostThatFit(phrases.length, (count) => lineOf(count).length <= MAX_CHANGES));
}

/** Returns the largest number of things that fit, at least 1. */
function mostThatFit(length: number, fits: (count: number) => boolean): number {
  let count = 1;
  while (count < length && fits(count + 1)) count++;
  return count;
}

/**
 * Describes the first lines in which texts differ; undefined if they have the same lines. `field`: that of the texts.
 * Default: none.
 */
function changedLines(before: string, after: string, field = ''): string | undefined {
  const [old, now] = [before, after].map((text) => text.split('\n')) as [string[], string[]];
  const at = Array.from({ length: Math.max(old.length, now.length) }).findIndex(
    (_, index) => old[index] !== now[index],
  );
  if (at === -1) return undefined;
  const cut = fromDifference({ base: jsonOf(old[at]), theirs: undefined, local: jsonOf(now[at]) }, MAX_VALUE);
  return changesLine(at + 1, field, { from: cut.base ?? 'absent', to: cut.local ?? 'absent' });
}

/** Describes how a field changed between base and the sides, which are equal. `max`: characters of a value. */
function phrasesOf({ path, of: { base, local } }: Difference, max: number): readonly string[] {
  const textOfValue = (value: Value): string => around(jsonOf(value) ?? '', 0, max);
  if (local === undefined) return [removesField(path, base === undefined ? undefined : textOfValue(base))];
  if (base === undefined) return [addsField(path, textOfValue(local))];
  if (typeof base === 'string' && typeof local === 'string' && base.includes('\n'))
    return [changedLines(base, local, path) ?? ''];
  const elements = changedElements(base, local);
  if (elements === undefined) {
    const cut = fromDifference({ base: jsonOf(base), theirs: undefined, local: jsonOf(local) }, max);
    return [changesField(path, { from: cut.base ?? '', to: cut.local ?? '' })];
  }
  const { added, removed } = elements;
  if (added.length + removed.length === 0) return [reordersField(path)];
  return [
    ...removed.map((each) => removesElement(textOfValue(each), path)),
    ...added.map((each) => addsElement(textOfValue(each), path)),
  ];
}

/**
 * Cuts texts. Those that begin in the same way are shown from where they differ; where the sides differ from base far
 * apart, base has both places, and each side its own.
 */
function fromDifference(texts: Texts, max: number): Texts {
  const present = SIDES.flatMap((side) => texts[side] ?? []);
  const { base, theirs, local } = texts;
  if (base !== undefined && theirs !== undefined && local !== undefined) {
    const [ofTheirs, ofLocal] = [theirs, local].map((text) => commonStart([base, text])) as [number, number];
    if (Math.abs(ofTheirs - ofLocal) > max / 2 && present.some(({ length }) => length > max)) {
      const both = [ofTheirs, ofLocal].toSorted((a, b) => a - b).map((at) => around(base, at, max / 2));
      return { base: both.join(' '), theirs: around(theirs, ofTheirs, max), local: around(local, ofLocal, max) };
    }
  }
  const start = present.some(({ length }) => length > max) ? Math.max(0, commonStart(present) - LEAD) : 0;
  return bySide((side) => {
    const text = texts[side];
    const rest = text === undefined || start === 0 ? text : `…${text.slice(start)}`;
    return rest !== undefined && rest.length > max ? `${rest.slice(0, max)}…` : rest;
  });
}

/** Returns a part of a text of at most a number of characters, which begins shortly before an offset. */
function around(text: string, at: number, max: number): string {
  const start = Math.max(0, at - LEAD);
  return `${start === 0 ? '' : '…'}${text.slice(start, start + max)}${start + max < text.length ? '…' : ''}`;
}

/** Returns the number of characters with which all texts begin; 0 for a single text. */
function commonStart([first = '', ...others]: readonly string[]): number {
  if (others.length === 0) return 0;
  let length = 0;
  while (length < first.length && others.every((each) => each[length] === first[length])) length++;
  return length;
}

/**
 * Returns the fields in which maps or lists differ, with the value of each side; undefined if there are no such fields.
 */
function fieldsIn(values: Sides<Value>, max: number): ShownValues | undefined {
  const found = differences(values);
  if (found.length === 0 || found.some(({ path }) => path === '')) return undefined;
  const parts = found.map(({ path, of }) => {
    const texts = fromDifference(
      bySide((side) => jsonOf(of[side])),
      MAX_FIELD,
    );
    return bySide((side) => `${path}: ${texts[side] ?? 'absent'}`);
  });
  const lineOf = (side: Side, count: number): string => {
    const rest = count < parts.length ? `, and ${parts.length - count} more` : '';
    return `${parts
      .slice(0, count)
      .map((part) => part[side])
      .join(', ')}${rest}`;
  };
  const fits = (count: number): boolean => SIDES.every((side) => lineOf(side, count).length <= max);
  const count = mostThatFit(parts.length, fits);
  return bySide((side) => (values[side] === undefined ? 'absent' : lineOf(side, count)));
}

/** Returns a value of a conflict as the source has it, or else as JSON; undefined if it is absent. */
function sideText({ values, texts }: Conflict, side: Side): string | undefined {
  return values[side] === undefined ? undefined : (texts?.[side] ?? jsonOf(values[side]));
}
