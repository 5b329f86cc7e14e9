import { diffArrays } from 'diff';
import { groupBy } from '../group-by.ts';
import type { Run } from '../package/index.ts';
import { textParts, type TextLine, type TextPart } from './text-parts.ts';

/** Line of another version of a package. */
export interface LinePlace {
  readonly file: string;
  /** One-based. */
  readonly line: number;
}

/** Maximum number of edits between two documents: the time for a comparison grows with its square. */
const MAX_EDIT_LENGTH = 2000;

/**
 * Lines of a version of a package, each with the line of an earlier version that it is. Documents are paired by the
 * identity of their resources, so that they may move to another file, else by their place in the file. Of equal lines,
 * those of the same entry belong together.
 */
export class AlignedLines {
  /** Line of the earlier version by the key of each line. */
  readonly #same = new Map<string, LinePlace>();
  /** Different line of the earlier version at the place of a line, by the key of the line. */
  readonly #different = new Map<string, LinePlace>();
  readonly #runs: Run[] = [];

  constructor(after: readonly TextPart[], before: readonly TextPart[]) {
    const pairs = pairParts(after, before);
    for (const part of after) this.#add(part, pairs.get(part));
  }

  /** Returns the line of the earlier version that a line is; undefined if it is new. */
  same({ file, line }: LinePlace): LinePlace | undefined {
    return this.#same.get(lineKey(file, line));
  }

  /** Returns the line of the earlier version in whose place a new line is; undefined if there is none. */
  different({ file, line }: LinePlace): LinePlace | undefined {
    return this.#different.get(lineKey(file, line));
  }

  /** Runs of new lines, with the earlier ones in their place. Only for versions of one file. */
  get runs(): readonly Run[] {
    return this.#runs;
  }

  #add(after: TextPart, before: TextPart | undefined): void {
    const matches = before === undefined ? after.lines.map(() => -1) : alignLines(after.lines, before.lines);
    matches.forEach((match, index) => {
      if (match >= 0 && before !== undefined) this.#same.set(keyOfLine(after, index), linePlace(before, match));
    });
    if (before !== undefined) this.#addDifferent(after, before, matches);
    this.#addRuns(after, before, matches);
  }

  /** Pairs lines of the same entry that differ, in their order. */
  #addDifferent(after: TextPart, before: TextPart, matches: readonly number[]): void {
    const matched = new Set(matches);
    const left = groupBy(
      [...before.lines.keys()].filter((index) => !matched.has(index) && isOfEntry(before.lines[index])),
      (index) => before.lines[index]?.place,
    );
    matches.forEach((match, index) => {
      if (match >= 0 || !isOfEntry(after.lines[index])) return;
      const other = left.get(after.lines[index]?.place)?.shift();
      if (other !== undefined) this.#different.set(keyOfLine(after, index), linePlace(before, other));
    });
  }

  #addRuns(after: TextPart, before: TextPart | undefined, matches: readonly number[]): void {
    const matched = new Set(matches);
    const { length } = before?.lines ?? [];
    let next = 0;
    for (let index = 0; index < matches.length; index++) {
      const match = matches[index] ?? -1;
      if (match >= 0) {
        next = match + 1;
        continue;
      }
      const start = index;
      while (index + 1 < matches.length && (matches[index + 1] ?? -1) < 0) index++;
      let end = next;
      while (end < length && !matched.has(end)) end++;
      this.#runs.push({
        added: { start: after.offset + start + 1, count: index - start + 1 },
        removed: { start: (before?.offset ?? 0) + next + 1, count: end - next },
      });
      next = end;
    }
  }
}

/** Returns the runs of new lines of a file, where equal lines of the same entry belong together. */
export function alignedRuns(path: string, before: string | undefined, after: string | undefined): readonly Run[] {
  return new AlignedLines(textParts(path, after), textParts(path, before)).runs;
}

function lineKey(file: string, line: number): string {
  return `${line} ${file}`;
}

function keyOfLine({ file, offset }: TextPart, index: number): string {
  return lineKey(file, offset + index + 1);
}

function linePlace({ file, offset }: TextPart, index: number): LinePlace {
  return { file, line: offset + index + 1 };
}

/** Reports whether a line holds a part of an entry: it is neither blank nor a comment. */
function isOfEntry(line: TextLine | undefined): boolean {
  return line !== undefined && !/^\s*(?:#|$)/.test(line.text);
}

/** Ways to pair documents, in their order: each key must be the only one among those that are left. */
const PAIR_KEYS: readonly ((part: TextPart, ordinal: number) => string | undefined)[] = [
  ({ file, id }) => id && `${id}\0${file}`,
  ({ id }) => id,
  ({ file, id }, ordinal) => (id === undefined ? `${ordinal} ${file}` : undefined),
  ({ file }, ordinal) => `${ordinal} ${file}`,
  ({ lines }) => lines.map(({ text }) => text).join('\n'),
];

function pairParts(after: readonly TextPart[], before: readonly TextPart[]): ReadonlyMap<TextPart, TextPart> {
  const ordinals = new Map([...ordinalsOf(after), ...ordinalsOf(before)]);
  const pairs = new Map<TextPart, TextPart>();
  const taken = new Set<TextPart>();
  for (const keyOfPart of PAIR_KEYS) {
    const left = groupBy(
      before.filter((part) => !taken.has(part)),
      (part) => keyOfPart(part, ordinals.get(part) ?? 0),
    );
    left.delete(undefined);
    for (const part of after) {
      if (pairs.has(part)) continue;
      const found = left.get(keyOfPart(part, ordinals.get(part) ?? 0))?.shift();
      if (found === undefined) continue;
      pairs.set(part, found);
      taken.add(found);
    }
  }
  return pairs;
}

/** Returns the position of each part in its file. */
function ordinalsOf(parts: readonly TextPart[]): ReadonlyMap<TextPart, number> {
  return new Map([...groupBy(parts, ({ file }) => file).values()].flatMap((own) => own.map((part, at) => [part, at])));
}

/** Witnesses that two lines are the same one, the strongest first. */
const WITNESSES: readonly ((line: TextLine) => string)[] = [
  ({ place, text }) => `${place}\0${text}`,
  ({ loosePlace, text }) => `${loosePlace}\0${text}`,
  ({ text }) => text,
];

/** Returns the index of the earlier line for each line; -1 for a new one. */
function alignLines(after: readonly TextLine[], before: readonly TextLine[]): readonly number[] {
  const matches = after.map(() => -1);
  for (const witness of WITNESSES)
    for (const gap of gapsOf(matches, before.length)) matchGap(after, before, gap, witness, matches);
  matchMoved(after, before, matches);
  return matches;
}

/** Lines between two that are matched: `[from, to)` of both versions. */
interface Gap {
  readonly after: readonly [from: number, to: number];
  readonly before: readonly [from: number, to: number];
}

function gapsOf(matches: readonly number[], length: number): readonly Gap[] {
  const gaps: Gap[] = [];
  let [from, low] = [0, 0];
  for (const [index, match] of [...matches, length].entries()) {
    if (match < 0) continue;
    if (index > from && match > low) gaps.push({ after: [from, index], before: [low, match] });
    [from, low] = [index + 1, match + 1];
  }
  return gaps;
}

function matchGap(
  after: readonly TextLine[],
  before: readonly TextLine[],
  gap: Gap,
  witness: (line: TextLine) => string,
  matches: number[],
): void {
  const [old, now] = [before.slice(...gap.before).map(witness), after.slice(...gap.after).map(witness)];
  let [left, right] = [gap.before[0], gap.after[0]];
  for (const { added, removed, count } of diffArrays(old, now, { maxEditLength: MAX_EDIT_LENGTH }) ?? []) {
    if (!added && !removed) for (let index = 0; index < count; index++) matches[right + index] = left + index;
    if (!added) left += count;
    if (!removed) right += count;
  }
}

/** Matches lines of entries that moved: those whose place and text are unique. */
function matchMoved(after: readonly TextLine[], before: readonly TextLine[], matches: number[]): void {
  const matched = new Set(matches);
  const [strict = ({ text }: TextLine): string => text] = WITNESSES;
  const left = groupBy(
    [...before.keys()].filter((index) => !matched.has(index) && isOfEntry(before[index])),
    (index) => strict(before[index] ?? NO_LINE),
  );
  const counts = groupBy(
    [...after.keys()].filter((index) => (matches[index] ?? -1) < 0),
    (index) => strict(after[index] ?? NO_LINE),
  );
  for (const [key, [index = 0, ...others]] of counts) {
    const [match, ...rest] = left.get(key) ?? [];
    if (match !== undefined && others.length === 0 && rest.length === 0) matches[index] = match;
  }
}

const NO_LINE: TextLine = { text: '', place: '', loosePlace: '' };
