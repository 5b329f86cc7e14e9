import { counted } from '../../../src/wording.ts';
import { alignColumns } from '../../reference/wrap.ts';
import { printable } from '../../terminal/printable.ts';
import { hasColors, styled, type TerminalStyle } from '../../terminal/terminal.ts';

/** Width of a table of a fleet, in characters. */
const TABLE_WIDTH = 100;

/** Column of a table. */
export interface TableColumn {
  readonly head: string;
  /**
   * Content, if it may be long: of a name the middle is left out, but of a URL the start, of a text or a version the end. Texts are shortened
   * first, versions last.
   * Default: the cells are never shortened.
   */
  readonly long?: 'text' | 'name' | 'version';
  /** True to leave out the column if all its cells are empty. Default: false. */
  readonly isOptional?: boolean;
}

/** Row of a table. */
export interface TableRow {
  /** One cell for each column. */
  readonly cells: readonly string[];
  /** Style of its first cell on a terminal. */
  readonly style?: TerminalStyle | undefined;
  /** State of a row that needs no attention, in words: many rows of one state are counted, not listed. Undefined for other rows. */
  readonly quiet?: string | undefined;
}

/** Order in which columns are narrowed until the table fits, each kind to a width that leaves enough to read. */
const NARROWING: readonly (readonly [kind: TableColumn['long'], width: number, urls?: 'shorter'])[] = [
  ['text', 20],
  ['name', 20],
  ['version', 18],
  ['name', 16],
  ['text', 16],
  // Only if nothing else helps: the ends of URLs tell them apart.
  ['name', 16, 'shorter'],
];

/** Number of rows of one quiet state that are listed: a small fleet is shown whole. */
const MAX_QUIET = 10;

/**
 * Formats a table of at most 100 columns for people: long cells are shortened, with `…` in place of the rest. More than 10 rows of one
 * quiet state are a line with their number instead. Returns '' for no rows.
 */
export function fittedTable(columns: readonly TableColumn[], rows: readonly TableRow[]): string {
  if (rows.length === 0) return '';
  const counts = new Map<string, number>();
  for (const { quiet } of rows) if (quiet !== undefined) counts.set(quiet, (counts.get(quiet) ?? 0) + 1);
  const isListed = ({ quiet }: TableRow): boolean => quiet === undefined || (counts.get(quiet) ?? 0) <= MAX_QUIET;
  const listed = rows.filter(isListed);
  const left = [...counts].filter(([, count]) => count > MAX_QUIET);
  return [...(listed.length === 0 ? [] : tableLines(columns, listed)), ...left.map(countLine)]
    .map((line) => `${line}\n`)
    .join('');
}

function countLine([quiet, count]: readonly [string, number]): string {
  return `${counted(count, 'variant')} ${quiet}, not listed`;
}

function tableLines(all: readonly TableColumn[], rows: readonly TableRow[]): readonly string[] {
  const isShown = ({ isOptional = false }: TableColumn, index: number): boolean =>
    !isOptional || rows.some(({ cells }) => cells[index] !== '');
  const columns = all.filter(isShown);
  const cells = rows.map((row) => row.cells.filter((_, index) => all[index] && isShown(all[index], index)));
  const texts = [columns.map(({ head }) => head), ...cells.map((row) => row.map(printable))];
  const widths = fittingWidths(columns, texts);
  const short = texts.map((row) => row.map((text, index) => shortened(text, widths[index] ?? 0, columns[index]?.long)));
  const [head = '', ...lines] = alignColumns(short);
  if (!hasColors(1)) return [head, ...lines];
  return [styled('bold', head), ...lines.map((line, index) => withStyle(line, short[index + 1]?.[0], rows[index]))];
}

/** Styles the first cell of a line. */
function withStyle(line: string, first: string | undefined, row: TableRow | undefined): string {
  if (row?.style === undefined || first === undefined) return line;
  return `${styled(row.style, first)}${line.slice(first.length)}`;
}

/** Returns the widths of the columns: those that may be long are narrowed until the table fits, if it can. */
function fittingWidths(columns: readonly TableColumn[], texts: readonly (readonly string[])[]): readonly number[] {
  const widths = columns.map((_, index) => Math.max(...texts.map((row) => row[index]?.length ?? 0)));
  const excess = (): number => widths.reduce((sum, width) => sum + width + 2, -2) - TABLE_WIDTH;
  const urlEnds = columns.map((_, index) =>
    Math.max(...texts.map((row) => (urlEnd(row[index] ?? '') ?? '').length + 1)),
  );
  for (const [kind, width, urls] of NARROWING) {
    const leastOf = (index: number): number => (urls === 'shorter' ? width : Math.max(width, urlEnds[index] ?? 0));
    const isWide = (index: number): boolean => columns[index]?.long === kind && (widths[index] ?? 0) > leastOf(index);
    while (excess() > 0) {
      const [widest] = [...widths.keys()].filter(isWide).toSorted((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0));
      if (widest === undefined) break;
      widths[widest] = Math.max(leastOf(widest), (widths[widest] ?? 0) - Math.min(excess(), STEP));
    }
  }
  return widths;
}

/** Characters by which a column is narrowed at a time, so that columns of about one width share what is left out. */
const STEP = 4;

function shortened(text: string, width: number, long: TableColumn['long']): string {
  if (text.length <= width || long === undefined) return text;
  const tail = long === 'name' ? urlEnd(text) : undefined;
  if (tail !== undefined) {
    const end = text.slice(1 - width);
    const whole = end.endsWith(tail) ? end.slice(end.indexOf('/')) : tail;
    return shortened(`…${whole}`, width, long);
  }
  const end = long === 'name' ? Math.floor((width - 1) / 2) : 0;
  return `${withoutHalf(text.slice(0, width - 1 - end))}…${end === 0 ? '' : withoutHalf(text.slice(-end))}`;
}

/** Returns the end of a URL that tells it apart: from the name of the git repository, if that ends with `.git`, else without the host. */
function urlEnd(text: string): string | undefined {
  const [, path] = /^(?:[a-z][\w+.-]*:\/\/[^/]*|[^/:@]+@[^/:]+:)(.*)$/i.exec(text) ?? [];
  if (path === undefined) return undefined;
  const [named] = /\/[^/]+\.git(?:\/.*)?$/.exec(path) ?? [];
  return named ?? (path.startsWith('/') ? path : `/${path}`);
}

/** Returns a text without half of a surrogate pair at either end. */
function withoutHalf(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
}
