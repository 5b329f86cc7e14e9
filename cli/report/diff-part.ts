import { html, Html } from './html.ts';

/** Maximum number of lines of a diff. */
const MAX_LINES = 300;

/** Formats a unified diff. The lines keep their signs: the color is not all that tells them apart. */
export function diffPart(diff: string): Html {
  const all = diff.replace(/\n$/, '').split('\n');
  const lines = all.slice(0, MAX_LINES);
  const more = all.length - lines.length;
  const note = more === 0 ? '' : html`<p class="note">${more} more lines: run the command with <code>--diff</code>.</p>`;
  return html`<pre class="diff"><code>${marked(lines)}</code></pre>${note}`;
}

/** Sign of an added or removed line in the body of a file; '' for other lines. */
type Sign = '+' | '-' | '';

function marked(lines: readonly string[]): readonly Html[] {
  const signs = lines.map((line, index) => signOf(line, index, lines));
  return lines.map((line, index) => {
    const sign = signs[index] ?? '';
    if (sign === '') return /^(?:@@|---|\+\+\+|Binary|diff|old|new|\\)/.test(line) ? html`<span class="meta">${line}\n</span>` : html`<span>${line}\n</span>`;
    const other = lines[partnerOf(index, signs) ?? -1];
    const text = other === undefined ? html`${line.slice(1)}` : withDifference(line.slice(1), other.slice(1));
    return sign === '+' ? html`<ins>+${text}\n</ins>` : html`<del>-${text}\n</del>`;
  });
}

function signOf(line: string, index: number, lines: readonly string[]): Sign {
  if (isHead(line, index, lines)) return '';
  const [sign = ''] = line;
  return sign === '+' || sign === '-' ? sign : '';
}

/** Reports whether a line names a file: a removed line can begin like one. */
function isHead(line: string, index: number, lines: readonly string[]): boolean {
  if (line.startsWith('--- ')) return lines[index + 1]?.startsWith('+++ ') === true && lines[index + 2]?.startsWith('@@') !== false;
  return line.startsWith('+++ ') && lines[index - 1]?.startsWith('--- ') === true && lines[index + 1]?.startsWith('@@') !== false;
}

/** Returns the line that replaces a line or is replaced by it, where as many lines were added as removed; undefined for others. */
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
  const [before, changed, after] = [own.slice(0, head), own.slice(head, own.length - tail), own.slice(own.length - tail)];
  const isAlike = head + tail >= own.length / 3 && line.slice(0, head).trim() !== '';
  if (!isAlike || changed.length === 0) return html`${line}`;
  return html`${before.join('')}<mark>${changed.join('')}</mark>${after.join('')}`;
}

/**
 * Returns the part of a unified diff of one file around a line, with the names of the file; all of the diff if the line is in none.
 * `side`: version that has the line. `line`: one-based, undefined if it is not known.
 */
export function hunkAt(diff: string, line: number | undefined, side: 'before' | 'after'): string {
  const [head = '', ...hunks] = diff.split(/^(?=@@ )/m);
  if (line === undefined || hunks.length < 2) return diff;
  const found = hunks.find((hunk) => {
    const { before, after } = RANGES.exec(hunk)?.groups ?? {};
    const [start = 0, count = 0] = ((side === 'before' ? before : after) ?? '').split(',').map(Number);
    return line >= start && line < start + count;
  });
  return found === undefined ? diff : `${head}${found}`;
}

const RANGES = /^@@ -(?<before>\d+,\d+) \+(?<after>\d+,\d+) @@/;
