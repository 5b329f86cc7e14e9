import { textWidth } from '../terminal/text-width.ts';
import { alignColumns, cut } from '../terminal/table.ts';
import { printable } from '../terminal/printable.ts';
import { hasColors, styled, terminalWidth } from '../terminal/terminal.ts';
import { type BlamedFile, type BlamedLine, type Cause, causePlace, type Rule, rulesOf } from '../../src/blame/index.ts';
import type { LineCommit } from '../../src/upstream/index.ts';

/**
 * Maximum width of a column before the text of a line, so that lines fit into 120 columns. On a terminal, they have the
 * width that they need, as long as the lines fit.
 */
const MAX_WIDTH = 34;

/**
 * Formats lines of files for people: cause, who or what, number, text. The text without a person's change is in a line
 * with `~`. `width`: of the terminal; undefined for none.
 */
export function formatFiles(
  files: readonly BlamedFile[],
  nameOf: (path: string) => string,
  width: number | undefined = terminalWidth(1),
): string {
  return files
    .map(({ path, lines }) => {
      const rows = lines.flatMap(({ line, text, cause, derived }): readonly Row[] => [
        { cause, line: `${line}`, text: printable(text) },
        ...(derived === undefined ? [] : [{ cause: derived.cause, line: '~', text: printable(derived.text) }]),
      ]);
      const head = files.length === 1 ? '' : `${printable(nameOf(path))}:\n`;
      return `${head}${formatRows(rows, width).join('\n')}\n`;
    })
    .join('\n');
}

/** Line of a file on its way to its columns. */
interface Row {
  readonly cause: Cause;
  /** Its number; `~` for a line that is derived in its place. */
  readonly line: string;
  readonly text: string;
}

/** Aligns the columns of lines. On a terminal, the causes of lines by people have the color of changes. */
function formatRows(rows: readonly Row[], width: number | undefined): readonly string[] {
  const digits = widest(rows.map(({ line }) => line));
  const causes =
    width === undefined
      ? rows.map(({ cause }) => columnsOf(cause).map(printable))
      : fittedColumns(rows, width - digits - 3 * GAP - Math.min(widest(rows.map(({ text }) => text)), width / 2));
  const aligned = alignColumns(
    rows.map(({ line, text }, index) => [...(causes[index] ?? []), line.padStart(digits), text]),
  );
  if (!hasColors(1)) return aligned;
  return aligned.map((line, index) => {
    const { length } = causes[index]?.[0] ?? '';
    return rows[index]?.cause.by === 'person'
      ? `${styled('yellow', line.slice(0, length))}${line.slice(length)}`
      : line;
  });
}

/** Columns of the terminal between two columns. */
const GAP = 2;

/** Columns of the terminal that the name of a file keeps. */
const LEAST_WIDTH = 20;

/** Columns of the terminal that who or what keeps: the first digits of a commit. */
const LEAST_WHO = 9;

/**
 * Returns the columns of causes for a number of columns of the terminal: first the ends of the second column are cut,
 * and only then the middles of the names of files, unless two different places would be equal.
 */
function fittedColumns(rows: readonly Row[], room: number): readonly (readonly string[])[] {
  const places = rows.map(({ cause }) => placeColumn(cause));
  const all = rows.map(({ cause }) => printable(whoOf(cause)));
  const isFitting = widest(places) + widest(all) <= room;
  const who = isFitting ? all : cut(all, Math.max(LEAST_WHO, room - widest(places)));
  const left = Math.max(LEAST_WIDTH, room - widest(who));
  const digits = widest(rows.map(({ cause }) => lineOf(causePlace(cause))));
  const short = rows.map(({ cause }) => placeColumn(cause, left, digits));
  const shown = new Set(short).size === new Set(places).size ? short : places;
  return rows.map((_, index) => [shown[index] ?? '', who[index] ?? '']);
}

/**
 * Returns the kind of a cause with its place. The middle of the name of a file is cut to a width. `digits`: width of
 * the longest line number, so that all names of one file are cut alike.
 */
function placeColumn(cause: Cause, width = Infinity, digits = 0): string {
  const place = causePlace(cause);
  if (place === undefined) return printable(`${kindOf(cause)} ${clusterOf(cause)}`.trimEnd());
  const file = printable(place.file);
  return `${kindOf(cause)} ${withoutMiddle(file, width - kindOf(cause).length - 1 - digits)}${lineOf(place)}`;
}

/** Formats the line of a place, after its file. */
function lineOf(place: ReturnType<typeof causePlace>): string {
  return place?.line === undefined ? '' : `:${place.line}`;
}

/** Cuts the middle of a text that is wider than a width. Its end says more, and keeps twice as much as its start. */
function withoutMiddle(text: string, width: number): string {
  const excess = textWidth(text) - width;
  if (excess <= 0) return text;
  const characters = Array.from(text);
  const kept = Math.max(0, characters.length - excess - 1);
  const start = Math.floor(kept / 3);
  return [...characters.slice(0, start), '…', ...characters.slice(characters.length - kept + start)].join('');
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text)), 0);
}

/** Returns the kind of a cause with its place, and who or what it was. */
export function columnsOf(cause: Cause): readonly [place: string, who: string] {
  const place = causePlace(cause);
  const kind = kindOf(cause);
  const at =
    place === undefined ? clusterOf(cause) : `${place.file}${place.line === undefined ? '' : `:${place.line}`}`;
  return [`${kind} ${lastPart(at, MAX_WIDTH - kind.length - 1)}`.trimEnd(), firstPart(whoOf(cause), MAX_WIDTH)];
}

function kindOf(cause: Cause): string {
  return cause.by === 'function' && cause.isOther ? 'program' : cause.by;
}

/** Returns the cluster of an object; '' if there is none, or it is not known. */
function clusterOf(cause: Cause): string {
  const { cluster } = rulesOf(cause)[0] ?? {};
  return cluster === undefined ? '' : `cluster ${cluster}`;
}

function whoOf(cause: Cause): string {
  if (cause.by === 'get') return 'fields for updates';
  if (cause.by === 'function') return cause.name ?? 'the pipeline';
  if (cause.by === 'variant' || cause.by === 'object') return cause.rules[0]?.resource ?? '';
  if (cause.commit !== undefined) return shortCommit(cause.commit);
  return cause.by === 'upstream' ? (cause.version?.ref ?? 'folder of --base') : (cause.reason ?? '');
}

/** Returns a commit in at most 34 columns. */
function shortCommit({ commit, author, date }: LineCommit): string {
  return `${commit.slice(0, 8)} ${date} ${author}`;
}

function lastPart(text: string, width: number): string {
  return text.length <= width ? text : `…${text.slice(text.length - width + 1)}`;
}

function firstPart(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** Formats one line with all that is known of it. */
export function formatLine(name: string, { line, text, cause, derived }: BlamedLine): string {
  const lines = [`${name}:${line}: ${text}`, ...detailsOf(cause).map((each) => `  ${each}`)];
  if (derived !== undefined) {
    const isLocal = cause.by === 'person' || cause.by === 'unknown';
    lines.push(`  ${isLocal ? 'without this change' : 'the pipeline now makes'}: ${derived.text.trim()}`);
    lines.push(...detailsOf(derived.cause).map((each) => `    ${each}`));
  }
  return lines.map((each) => `${printable(each)}\n`).join('');
}

function detailsOf(cause: Cause): readonly string[] {
  const { through = [] } = cause;
  return [...ownDetails(cause), ...through.map((place) => `through the variant at ${place}`)];
}

function ownDetails(cause: Cause): readonly string[] {
  if (cause.by === 'get') return ['written by get or update: names the package and its upstream'];
  if (cause.by === 'function') return functionDetails(cause);
  if (cause.by === 'upstream') return upstreamDetails(cause);
  if (cause.by === 'variant') return cause.rules.map((rule) => `asked for by ${ruleText(rule)}`);
  if (cause.by === 'object') return objectDetails(cause.rules);
  if (cause.reason === 'derived by the last apply') return [cause.reason, 'its inputs are not at hand'];
  const who = cause.by === 'person' ? 'set by a person' : 'set by a person, or by a pipeline that was not run';
  return [who, cause.commit === undefined ? (cause.reason ?? '') : longCommit(cause.commit)];
}

function upstreamDetails({ version, commit, file, line }: Extract<Cause, { by: 'upstream' }>): readonly string[] {
  if (version === undefined) return [`from the folder of --base, ${file}:${line}`];
  const id = version.commit === undefined ? '' : ` (${version.commit.slice(0, 12)})`;
  const from = `from upstream ${version.ref}${id} of ${version.repository}, ${file}:${line}`;
  return [from, commit === undefined ? 'the history of upstream is not on this machine' : longCommit(commit)];
}

function objectDetails([object = {}, ...others]: readonly Rule[]): readonly string[] {
  const cluster = object.cluster === undefined ? 'the cluster' : `the cluster ${JSON.stringify(object.cluster)}`;
  const of = object.file === undefined ? ` of ${cluster}` : '';
  return [`injected from ${ruleText(object)}${of}`, ...others.map((rule) => `selected by ${ruleText(rule)}`)];
}

function functionDetails({ name, file, line, isOther, rules }: Extract<Cause, { by: 'function' }>): readonly string[] {
  if (name === undefined) return ['made by the pipeline: follows from an edit elsewhere'];
  const made = `made by ${isOther ? 'the program or image' : 'the function'} ${JSON.stringify(name)}, ${placeText({ file, line })}`;
  const asked = rules.map((rule) => `${isOther ? 'its configuration is' : 'asked for by'} ${ruleText(rule)}`);
  return [made, ...asked, ...(isOther ? ['its rules are not known'] : [])];
}

function ruleText({ resource = 'a resource', field, file, line }: Rule): string {
  const named = field === undefined ? resource : `${resource} \`${field}\``;
  return file === undefined ? named : `${named}, ${placeText({ file, line })}`;
}

function placeText({ file, line }: { readonly file?: string | undefined; readonly line?: number | undefined }): string {
  return line === undefined ? (file ?? '') : `${file}:${line}`;
}

function longCommit({ commit, author, date, subject, isCutOff }: LineCommit): string {
  const earlier = isCutOff ? ' (or earlier: the clone is shallow)' : '';
  return `commit ${commit.slice(0, 12)}${earlier}, ${author}, ${date}: ${subject}`;
}
