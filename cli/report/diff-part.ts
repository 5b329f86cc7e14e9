import { markup, type Html } from './html.ts';

/** Maximum number of lines of a diff. */
const MAX_LINES = 300;

/** Maximum number of characters of a line. */
const MAX_LINE = 2000;

/** Formats a unified diff. The lines keep their signs: the color is not all that tells them apart. */
export function diffPart(diff: string): Html {
  const all = diff.replace(/\n$/, '').split('\n');
  const lines = all.slice(0, MAX_LINES).map(cut);
  const more = all.length - lines.length;
  const note =
    more === 0 ? '' : markup`<p class="note">${more} more lines: run the command with <code>--diff</code>.</p>`;
  return markup`<pre class="diff"><code>${marked(lines)}</code></pre>${note}`;
}

function cut(line: string): string {
  if (line.length <= MAX_LINE) return line;
  return `${line.slice(0, MAX_LINE)}… (${line.length - MAX_LINE} more characters)${line.endsWith('\r') ? '\r' : ''}`;
}

/** Kind of a line: added, removed or the same in both versions; '' for a line about the others. */
type Sign = '+' | '-' | ' ' | '';

function marked(all: readonly string[]): readonly Html[] {
  const signs = signsOf(all);
  const lines = withoutReturns(all, signs);
  return lines.map((line, index) => {
    const sign = signs[index] ?? '';
    if (sign === '') return markup`<span class="meta">${line}\n</span>`;
    if (sign === ' ') return markup`<span>${line}\n</span>`;
    const other = lines[partnerOf(index, signs) ?? -1];
    const text = other === undefined ? markup`${line.slice(1)}` : withDifference(line.slice(1), other.slice(1));
    return sign === '+' ? markup`<ins>+${text}\n</ins>` : markup`<del>-${text}\n</del>`;
  });
}

/**
 * Returns the kinds of lines. The heads of the parts say how many lines follow: a removed line can look like the name
 * of a file.
 */
function signsOf(lines: readonly string[]): readonly Sign[] {
  const left = { before: 0, after: 0 };
  return lines.map((line): Sign => {
    const sign = line.charAt(0);
    if (sign === '@' && left.before === 0 && left.after === 0) {
      const { before = '', after = '' } = RANGES.exec(line)?.groups ?? {};
      left.before = rangeOf(before).count;
      left.after = rangeOf(after).count;
      return '';
    }
    if ((sign !== '+' && sign !== '-' && sign !== ' ') || (left.before === 0 && left.after === 0)) return '';
    if (sign !== '+') left.before--;
    if (sign !== '-') left.after--;
    return sign;
  });
}

/**
 * Leaves out carriage returns if all lines have one: a line without one, or with another one, is a change that must be
 * seen.
 */
function withoutReturns(lines: readonly string[], signs: readonly Sign[]): readonly string[] {
  if (!lines.every((line, index) => signs[index] === '' || line.endsWith('\r'))) return lines;
  return lines.map((line) => line.replace(/\r$/, ''));
}

/**
 * Returns the line that replaces a line or is replaced by it, where as many lines were added as removed; undefined for
 * others.
 */
function partnerOf(index: number, signs: readonly Sign[]): number | undefined {
  const sign = signs[index];
  let start = index;
  while (signs[start - 1] === sign) start--;
  let end = index;
  while (signs[end + 1] === sign) end++;
  const length = end - start + 1;
  const [from, to] = sign === '-' ? [end + 1, end + length] : [start - length, start - 1];
  const other = sign === '-' ? '+' : '-';
  const isPair =
    from >= 0 &&
    signs.slice(from, to + 1).every((each) => each === other) &&
    to < signs.length &&
    signs[from - 1] !== other &&
    signs[to + 1] !== other;
  return isPair ? from + (index - start) : undefined;
}

/** Marks the part of a line in which it differs from another, if they have enough in common. */
function withDifference(line: string, other: string): Html {
  const [own, others] = [Array.from(line), Array.from(other)];
  let head = 0;
  while (head < own.length && own[head] === others[head]) head++;
  let tail = 0;
  while (tail < Math.min(own.length, others.length) - head && own.at(-1 - tail) === others.at(-1 - tail)) tail++;
  const [before, changed, after] = [
    own.slice(0, head),
    own.slice(head, own.length - tail),
    own.slice(own.length - tail),
  ];
  const isAlike = head + tail >= own.length / 3 && line.slice(0, head).trim() !== '';
  if (!isAlike || changed.length === 0) return markup`${line}`;
  return markup`${before.join('')}<mark>${changed.join('')}</mark>${after.join('')}`;
}

/**
 * Returns the part of a unified diff of one file around a line, with the names of the file; all of the diff if the line
 * is in none. `side`: version that has the line. `line`: one-based, undefined if it is not known.
 */
export function hunkAt(diff: string, line: number | undefined, side: 'before' | 'after'): string {
  const [head = '', ...hunks] = diff.split(/^(?=@@ )/m);
  if (line === undefined || hunks.length < 2) return diff;
  const found = hunks.find((hunk) => {
    const { before, after } = RANGES.exec(hunk)?.groups ?? {};
    const { start, count } = rangeOf((side === 'before' ? before : after) ?? '');
    return line >= start && line < start + count;
  });
  return found === undefined ? diff : `${head}${found}`;
}

/** Reads a range of lines, such as `3,7`. */
function rangeOf(text: string): { readonly start: number; readonly count: number } {
  const [start = 0, count = 0] = text.split(',').map(Number);
  return { start, count };
}

const RANGES = /^@@ -(?<before>\d+,\d+) \+(?<after>\d+,\d+) @@/;
