import { textWidth } from './text-width.ts';
import { byteOrder } from '../../src/byte-order.ts';
import { printable } from './printable.ts';
import { hasColors, styled, terminalWidth, type TerminalStyle } from './terminal.ts';

/** Column of a table. */
export interface TableColumn {
  readonly head: string;
  /**
   * Part that a table does without if it is wider than the terminal. `path`: what all cells begin or end with, which a
   * line above the table says once. `version`: ids of commits in parentheses. `name`: the column, if a path says the
   * same. `text`: the ends of cells. Never what tells two cells apart. Default: nothing.
   */
  readonly long?: 'path' | 'version' | 'name' | 'text';
  /** True to leave out the column if all its cells are empty. Default: false. */
  readonly isOptional?: boolean;
  /**
   * True if its cells stand below the lines of their rows, after the head of the column, where a table is wider than
   * the terminal: a table then always has the same form. Default: only if that is not enough.
   */
  readonly isLow?: boolean;
  /** Style of its cells on a terminal. Default: none, but for the first column that of the row. */
  readonly style?: TerminalStyle;
}

/** Row of a table. */
export interface TableRow {
  /** One cell for each column. */
  readonly cells: readonly string[];
  /** Style of its first cell on a terminal. */
  readonly style?: TerminalStyle | undefined;
}

/** A table on its way to its lines. */
interface Layout {
  readonly columns: readonly TableColumn[];
  /** Cells of each row. */
  readonly rows: readonly (readonly string[])[];
  /** Facts above the table: what all rows share, with the column that each is about. */
  readonly above: readonly (readonly [column: TableColumn, text: string])[];
}

/**
 * Formats a table for people. One that is wider than a terminal says once what all rows share, and leaves out what
 * tells no rows apart. What still does not fit stands below its row, after the head of its column. `width`: of the
 * terminal; undefined for no limit, as without a terminal. Returns '' for no rows.
 */
export function formatTable(
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  width: number | undefined = terminalWidth(1),
): string {
  if (rows.length === 0) return '';
  const fitted = fit(withoutEmpty(columns, rows), width);
  const lowered = loweredColumns(fitted, width);
  const kept = fitted.columns.filter((_, index) => !lowered.has(index));
  const [heads = '', ...lines] = alignColumns(
    [fitted.columns.map((column) => column.head), ...fitted.rows].map((row) => row.filter((_, at) => !lowered.has(at))),
    (row, column) =>
      row === 0 ? undefined : (kept[column]?.style ?? (column === 0 ? rows[row - 1]?.style : undefined)),
  );
  const shown = [
    hasColors(1) ? styled('bold', heads) : heads,
    ...lines.flatMap((line, index) => [line, ...labelled(fitted.columns, fitted.rows[index] ?? [], lowered)]),
  ];
  const facts = fitted.above
    .toSorted(([a], [b]) => columns.indexOf(a) - columns.indexOf(b))
    .map(([{ head }, text]) => `${head}: ${text}`);
  return [...filled(facts, width), ...shown].map((line) => `${line}\n`).join('');
}

function withoutEmpty(all: readonly TableColumn[], given: readonly TableRow[]): Layout {
  const isShown = (index: number): boolean =>
    all[index]?.isOptional !== true || given.some(({ cells }) => cells[index] !== '');
  const pick = <T>(list: readonly T[]): T[] => list.filter((_, index) => isShown(index));
  return { columns: pick(all), rows: given.map(({ cells }) => pick(cells).map(printable)), above: [] };
}

/** Steps that make a table narrower, the first ones lose least. */
const STEPS: readonly ((layout: Layout, width: number) => Layout)[] = [
  (layout, width) => eachColumn(layout, width, sayOnce),
  (layout, width) => eachColumn(layout, width, withoutCommits),
  (layout, width) => eachColumn(layout, width, withoutName),
  (layout, width) => eachColumn(layout, width, withoutShared),
  narrowTexts,
];

function fit(layout: Layout, width: number | undefined): Layout {
  if (width === undefined) return layout;
  return STEPS.reduce((now, step) => (isFitting(now, width) ? now : step(now, width)), layout);
}

function isFitting(layout: Layout, width: number): boolean {
  return excessOf(layout, width) <= 0;
}

/** Returns the number of columns of the terminal that a table lacks. */
function excessOf({ columns, rows }: Layout, width: number): number {
  return widthsOf(columns, rows).reduce((sum, each) => sum + each + GAP.length, -GAP.length) - width;
}

const GAP = '  ';

function widthsOf(columns: readonly TableColumn[], rows: Layout['rows']): readonly number[] {
  return columns.map(({ head }, index) =>
    rows.reduce((most, row) => Math.max(most, textWidth(row[index] ?? '')), textWidth(head)),
  );
}

/**
 * Changes one column after another, the widest first, until the table fits. `change`: returns the table as it is if it
 * cannot.
 */
function eachColumn(layout: Layout, width: number, change: (layout: Layout, column: TableColumn) => Layout): Layout {
  const widths = widthsOf(layout.columns, layout.rows);
  const byWidth = [...layout.columns.entries()].toSorted(([a], [b]) => (widths[b] ?? 0) - (widths[a] ?? 0));
  return byWidth.reduce((now, [, column]) => (isFitting(now, width) ? now : change(now, column)), layout);
}

/** Moves a column whose cells are equal above the table. */
function sayOnce(layout: Layout, column: TableColumn): Layout {
  const index = layout.columns.indexOf(column);
  const [first = '', ...others] = cellsOf(layout, index);
  const isEqual = others.length > 0 && others.every((cell) => cell === first);
  // A count above a table would read as that of all rows.
  if (layout.columns.length === 1 || !isEqual || /^\d+$/.test(first)) return layout;
  const facts = first === '' ? [] : [[column, first] as const];
  return { ...withoutColumn(layout, index), above: [...layout.above, ...facts] };
}

/** Fills lines with facts. */
function filled(facts: readonly string[], width = 0): readonly string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const joined = `${lines.at(-1)}${GAP}${fact}`;
    if (lines.length > 0 && textWidth(joined) <= width) lines.splice(-1, 1, joined);
    else lines.push(fact);
  }
  return lines;
}

/** Separates two versions. */
const CHANGE = ' -> ';

/** Leaves out the ids of commits, as in `v2 (44a8bbbfe4d3)`, unless two cells differ in nothing else. */
function withoutCommits(layout: Layout, column: TableColumn): Layout {
  if (column.long !== 'version') return layout;
  const index = layout.columns.indexOf(column);
  const cells = cellsOf(layout, index);
  const short = cells.map((cell) => {
    const [before, after] = cell.split(CHANGE).map((version) => version.replace(/ \([\da-f]{7,64}\)$/, ''));
    if (after === undefined) return before ?? '';
    // A branch or tag that moved.
    return before === after ? cell : `${before}${CHANGE}${after}`;
  });
  return new Set(short).size < new Set(cells).size ? layout : withCells(layout, index, short);
}

/** Leaves out a column of names if a path of its row has each as a part, and rows that differ still do. */
function withoutName(layout: Layout, column: TableColumn): Layout {
  if (column.long !== 'name' || layout.rows.length < 2) return layout;
  const index = layout.columns.indexOf(column);
  const own = splitShared(cellsOf(layout, index), /-/).own;
  const follows = layout.columns.some((other, at) => {
    if (other.long !== 'path') return false;
    const paths = splitShared(cellsOf(layout, at), /\//).own;
    return own.every((part, row) => hasPart(paths[row] ?? '', part));
  });
  const without = withoutColumn(layout, index);
  return follows && countDistinct(without) === countDistinct(layout) ? without : layout;
}

/** Reports whether a path has a text between two separators. */
function hasPart(path: string, text: string): boolean {
  return `-${path.replaceAll('/', '-')}-`.includes(`-${text}-`);
}

function countDistinct({ rows }: Layout): number {
  return new Set(rows.map((row) => JSON.stringify(row))).size;
}

/** Says once above the table what all paths of a column begin or end with. */
function withoutShared(layout: Layout, column: TableColumn): Layout {
  if (column.long !== 'path' || layout.rows.length < 2) return layout;
  const index = layout.columns.indexOf(column);
  const { start, end, own } = splitShared(cellsOf(layout, index), PATH_SEPARATOR);
  if (start.length + end.length <= ELLIPSIS.length) return layout;
  return { ...withCells(layout, index, own), above: [...layout.above, [column, `${start}*${end}`]] };
}

/** Ends a part of a path of files or fields. */
const PATH_SEPARATOR = /[/.:]/;

/** Parts of texts that begin and end alike. */
interface SharedEnds {
  readonly start: string;
  readonly end: string;
  /** Text between both, for each text. */
  readonly own: readonly string[];
}

/**
 * Splits off what all texts begin and end with, up to a separator; '' for what they do not share. Each text has more
 * than both.
 */
function splitShared(texts: readonly string[], separator: RegExp): SharedEnds {
  const [first = ''] = texts;
  const shortest = texts.reduce((least, { length }) => Math.min(least, length), Infinity);
  let start = 0;
  while (start < shortest && texts.every((text) => text[start] === first[start])) start++;
  while (start > 0 && (!separator.test(first[start - 1] ?? '') || start >= shortest)) start--;
  let end = 0;
  const isShared = (): boolean => texts.every((text) => text.at(-1 - end) === first.at(-1 - end));
  while (start + end < shortest && isShared()) end++;
  while (end > 0 && (!separator.test(first.at(-end) ?? '') || start + end >= shortest)) end--;
  const own = texts.map((text) => text.slice(start, text.length - end));
  return { start: first.slice(0, start), end: first.slice(first.length - end), own };
}

/** Columns of the terminal that a narrowed text keeps. */
const LEAST_TEXT = 20;

/** Cuts the ends of texts, those of the widest column first, as far as cells that differ still do. */
function narrowTexts(layout: Layout, width: number): Layout {
  return eachColumn(layout, width, (now, column) => {
    if (column.long !== 'text') return now;
    const index = now.columns.indexOf(column);
    const cells = cellsOf(now, index);
    const own = cells.reduce((most, cell) => Math.max(most, textWidth(cell)), 0);
    return withCells(now, index, cut(cells, Math.max(LEAST_TEXT, own - excessOf(now, width))));
  });
}

const ELLIPSIS = '…';

/** Cuts texts to a width in columns of a terminal. One that differs from another only later is cut behind that. */
export function cut(texts: readonly string[], width: number): readonly string[] {
  const sorted = [...new Set(texts)].toSorted(byteOrder);
  const short = sorted.map((text, index) => {
    const neighbours = [sorted[index - 1] ?? '', sorted[index + 1] ?? ''];
    return [text, cutText(text, width, 1 + Math.max(...neighbours.map((other) => sharedLength(text, other))))] as const;
  });
  const byText = new Map(short);
  return texts.map((text) => byText.get(text) ?? text);
}

/** Returns the number of characters with which both texts begin. */
function sharedLength(text: string, other: string): number {
  let length = 0;
  while (length < text.length && text[length] === other[length]) length++;
  return length;
}

/** Cuts a text that is wider than a width. `least`: number of characters to keep. */
function cutText(text: string, width: number, least: number): string {
  if (textWidth(text) <= width) return text;
  let [end, used] = [0, 0];
  for (const { segment } of GRAPHEMES.segment(text)) {
    used += textWidth(segment);
    if (used >= width && end >= least) break;
    end += segment.length;
  }
  return end >= text.length ? text : `${text.slice(0, end)}${ELLIPSIS}`;
}

const GRAPHEMES = new Intl.Segmenter();

function cellsOf({ rows }: Layout, index: number): readonly string[] {
  return rows.map((row) => row[index] ?? '');
}

function withCells(layout: Layout, index: number, cells: readonly string[]): Layout {
  return { ...layout, rows: layout.rows.map((row, at) => row.with(index, cells[at] ?? '')) };
}

function withoutColumn(layout: Layout, index: number): Layout {
  return {
    ...layout,
    columns: layout.columns.toSpliced(index, 1),
    rows: layout.rows.map((row) => row.toSpliced(index, 1)),
  };
}

/**
 * Returns the columns that do not fit beside the others: a row has a line for each of them. First those that are low,
 * then the narrowest one that is enough, or else the widest. The first column always stays.
 */
function loweredColumns(layout: Layout, width: number | undefined): ReadonlySet<number> {
  if (width === undefined || isFitting(layout, width)) return new Set();
  const sorted = [...widthsOf(layout.columns, layout.rows).entries()].slice(1).toSorted(([, a], [, b]) => a - b);
  const isLow = ([index]: readonly [number, number]): boolean => layout.columns[index]?.isLow === true;
  const low = sorted.filter(isLow);
  const left = sorted.filter((column) => !isLow(column));
  const lowered = new Set(low.map(([index]) => index));
  let excess = low.reduce((sum, [, own]) => sum - own - GAP.length, excessOf(layout, width));
  while (excess > 0 && left.length > 0) {
    const enough = left.findIndex(([, own]) => own + GAP.length >= excess);
    for (const [index, own] of left.splice(enough, 1)) {
      lowered.add(index);
      excess -= own + GAP.length;
    }
  }
  return lowered;
}

/** Formats the cells of a row that are not on its line, each after the head of its column. */
function labelled(
  columns: readonly TableColumn[],
  cells: readonly string[],
  lowered: ReadonlySet<number>,
): readonly string[] {
  const filledCells = columns.flatMap(({ head, style }, index) => {
    const cell = cells[index] ?? '';
    return lowered.has(index) && cell !== '' ? [{ row: ['', head, cell], style }] : [];
  });
  return alignColumns(
    filledCells.map(({ row }) => row),
    (row, column) => (column === 2 ? filledCells[row]?.style : undefined),
  );
}

/**
 * Pads the cells of rows to columns two spaces apart. `styleOf`: returns the style of a cell where output has colors.
 * Default: none.
 */
export function alignColumns(
  rows: readonly (readonly string[])[],
  styleOf: (row: number, column: number) => TerminalStyle | undefined = () => undefined,
): string[] {
  const widths = widthsOf(
    (rows[0] ?? []).map(() => ({ head: '' })),
    rows,
  );
  const isStyled = hasColors(1);
  const shown = (cell: string, row: number, column: number): string => {
    const style = isStyled && cell !== '' ? styleOf(row, column) : undefined;
    const padding = ' '.repeat(Math.max(0, (widths[column] ?? 0) - textWidth(cell)));
    return `${style === undefined ? cell : styled(style, cell)}${padding}`;
  };
  return rows.map((cells, row) =>
    cells
      .map((cell, column) => shown(cell, row, column))
      .join(GAP)
      .trimEnd(),
  );
}
