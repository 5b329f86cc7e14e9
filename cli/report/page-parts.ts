import { markup, type Content, type Html } from './html.ts';
import { countOf } from './page.ts';

/** Width of a bar in its own units. */
const FULL = 1000;

/** Part of a bar. */
interface BarPart {
  readonly count: number;
  /** Class of its color. */
  readonly color: string;
}

/** Draws counts as parts of a bar. `whole`: count of a full bar. A bar only repeats numbers that are beside it. */
export function bar(parts: readonly BarPart[], whole: number): Html {
  const isSeen = ({ count }: BarPart): boolean => count > 0;
  let start = 0;
  const shapes = parts.filter(isSeen).map(({ count, color }) => {
    const width = Math.max(LEAST, Math.round((FULL * count) / Math.max(1, whole)));
    const x = start === 0 ? 0 : start + GAP;
    const shape = markup`<rect class="${color}" x="${x}" width="${width}" height="10"/>`;
    start = x + width;
    return shape;
  });
  const scale = Math.max(FULL, start);
  return markup`<svg class="bar" viewBox="0 0 ${scale} 10" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="${scale}" height="10"/>${shapes}</svg>`;
}

/** Least width of a part: one of ten thousand must be seen. */
const LEAST = 6;

/** Space between parts. */
const GAP = 3;

/** Number of names that are shown without a click. */
const FEW = 3;

/** Maximum number of names that are shown on paper. */
const PRINTED = 50;

/** Lists names: more than three can be opened, and up to 50 are on paper, too. `thing`: what they are names of. */
export function nameList(names: readonly string[], thing = 'variant'): Html {
  if (names.length <= FEW) return markup`<ul class="names">${names.map(nameItem)}</ul>`;
  return markup`<details class="more${names.length <= PRINTED ? ' printed' : ''}"><summary>${countOf(names.length, thing)}</summary>
<ul class="names">${names.map(nameItem)}</ul></details>`;
}

function nameItem(name: string): Html {
  return markup`<li><bdi>${name}</bdi></li>`;
}

/** Formats a text of the user that is code, such as a path or a value. */
export function code(text: string): Html {
  return markup`<code><bdi>${breakable(text)}</bdi></code>`;
}

/** Formats the name of a folder outside of a list of names, so that the filter of a page finds it. */
export function folderCode(folder: string): Html {
  return markup`<span class="folder">${code(folder)}</span>`;
}

/** Formats a value of the user. A long one is cut, and says so. */
export function valueCode(text: string): Html {
  const all = Array.from(text);
  if (all.length <= MAX_VALUE) return code(text);
  return markup`${code(`${all.slice(0, MAX_VALUE).join('')}…`)} <span class="sub">${countOf(all.length, 'character')}</span>`;
}

/** Maximum number of characters of a value. */
const MAX_VALUE = 200;

/** Lets a long path break after its separators. */
function breakable(text: string): readonly Content[] {
  return text.split(/(?<=[/:.])(?=[^/:.\s])/).flatMap((part, index) => (index === 0 ? [part] : [markup`<wbr>`, part]));
}

/** Formats a word for a state. `color`: class of its color. `sign`: character that means the same as the color. */
export function tag(word: string, color: string, sign: string): Html {
  return markup`<span class="tag ${color}"><span aria-hidden="true">${sign}</span> ${word}</span>`;
}

/**
 * Signs within markup: in it, a bundle would keep them as they are, and V8 holds a file with one such character twice
 * as large.
 */
export const ARROW = '→';
export const DOT = '·';

/** Column of a table. */
export interface Column {
  readonly head: string;
  /** Width: of numbers with a bar, of names, or an equal part of the rest. Default: a part of the rest. */
  readonly width?: 'short' | 'measure' | 'names' | 'part';
  /**
   * True for a head that may be long: on a narrow page, heads then stand above the cells, and not beside them. Default:
   * false.
   */
  readonly isLong?: boolean;
}

/** Row of a table. The first cell is its head. */
export type Row = readonly Content[];

/**
 * Formats a table. On a narrow page, each row is a block, with the heads of the columns before its cells. `name`: for
 * screen readers.
 */
export function dataTable(name: string, columns: readonly Column[], rows: readonly Row[]): Html {
  const cells = (row: Row): readonly Html[] =>
    row.map((cell, index) =>
      index === 0
        ? markup`<th role="rowheader" scope="row" data-head="${columns[0]?.head}"><div>${cell}</div></th>`
        : markup`<td role="cell" data-head="${columns[index]?.head}"><div>${cell}</div></td>`,
    );
  const look = columns.some(({ isLong }) => isLong === true) ? markup` class="stacked"` : '';
  return markup`<table role="table"${look} aria-label="${name}">
<thead role="rowgroup"><tr role="row">${columns.map(headOf)}</tr></thead>
<tbody role="rowgroup">
${rows.map((row) => markup`<tr role="row">${cells(row)}</tr>\n`)}</tbody>
</table>
`;
}

/** Classes of widths. */
const WIDTHS = { short: 'short', measure: 'measure-column', names: 'names-column', part: '' } as const;

function headOf({ head, width }: Column): Html {
  return markup`<th role="columnheader" scope="col" class="${WIDTHS[width ?? 'part']}">${breakable(head)}</th>`;
}

/** Maximum number of entries of a list: a reader stops long before. */
const MAX_ENTRIES = 500;

/** List that may be cut. */
interface EntryList {
  /** Noun for one entry. */
  readonly thing: string;
  /** Command that shows all. */
  readonly rest: string;
  /** Returns the list around its entries. */
  readonly around: (entries: Content) => Html;
}

/** Formats the first entries of a list, and how many more there are. */
export function entries<Entry>(
  all: readonly Entry[],
  format: (entry: Entry) => Html,
  { thing, rest, around }: EntryList,
): Html {
  const more = all.length - MAX_ENTRIES;
  const note =
    more > 0
      ? markup`<p class="note rest">${countOf(more, `more ${thing}`)}: run <code>${rest}</code>.</p>`
      : undefined;
  return markup`${around(all.slice(0, MAX_ENTRIES).map(format))}${note}`;
}

/** Puts entries that can be opened into a list. */
export function itemList(items: Content): Html {
  return markup`<div class="items">${items}</div>`;
}
