import { equalValues, type Piece, type Value } from '../../yaml/index.ts';
import { INNER_COMMENTS_LOST, LOCAL_COMMENT_KEPT } from '../messages/combinations.ts';
import { joinLines, linesAt, mergePieces, type EntryLines, type MergedPart } from '../text/lines.ts';
import { ownComments } from '../text/own-comments.ts';
import { inLines, mergeForward } from './line-witness.ts';
import { losesComments } from './lost-comments.ts';
import type { Both, Column, Merged } from './merged-value.ts';
import { indented, plainText, shiftLines, wholeLines, type MergedText } from '../text/merged-text.ts';
import type { Place } from './place.ts';
import { canvasPiece, rewrittenPiece } from './rewritten-piece.ts';
import { changedSide, mapSides, presentSides, type Sides } from '../sides.ts';

interface Taking {
  readonly taken: 'theirs' | 'local';
  readonly place: Place;
  readonly column: number;
}

/** Returns the lines of one version of a value, with the comments of both. */
export function leafLines(sides: Both, { taken, place, column }: Taking): EntryLines | undefined {
  const pieces = mapSides(sides, ({ piece }) => piece);
  const piece = pieces[taken];
  if (piece === undefined) return undefined;
  const lead = leadOf(pieces, column);
  const all = presentSides(pieces);
  const isBlock = all.every(({ body }) => BLOCK_SCALAR.test(body));
  if (all.some(({ kind, body }) => kind !== 'leaf' || (!isBlock && BLOCK_SCALAR.test(body)))) {
    const whole = { ...linesAt(piece, column), lead: [lead.text] };
    reportLost({ pieces, lines: whole, lost: lead.lost }, place);
    return whole;
  }
  const head = mergePieces(pieces, column, (each) => ({ text: each.head, first: false }));
  const beside = mergePieces(pieces, column, ({ body }) => ({ text: headerComment(body), first: false }));
  const after = mergePieces(pieces, column, (each) => ({ text: each.after, first: false }));
  const body = piece.body.replace(BLOCK_SCALAR, (_, indicators: string) => `${indicators}${beside.text}`);
  const lines = { lead: [lead.text], text: [head.text, shiftLines(body, column - piece.column), after.text] };
  reportLost({ pieces, lines, lost: lead.lost ?? head.lost ?? beside.lost ?? after.lost }, place);
  return lines;
}

/** First line of a literal or folded scalar: its indicators, then blanks and a comment. */
const BLOCK_SCALAR = /^([|>][0-9+-]*)([ \t]*(?:#.*)?)(?=\n|$)/;

function headerComment(body: string): string {
  return BLOCK_SCALAR.exec(body)?.[2] ?? '';
}

/** Lines of a merged value, with the comments of each version that a part of them lost. */
interface LossyLines {
  readonly pieces: Sides<Piece>;
  readonly lines: EntryLines;
  readonly lost: Sides<string> | undefined;
}

/** Reports comments that the lines of a value lack: those of its parts, or else those inside of it. */
function reportLost({ pieces, lines, lost }: LossyLines, place: Place): void {
  if (lost !== undefined) return loseComments(lost, place);
  const texts = mapSides(pieces, (piece) => `${piece.lead}${piece.text}`);
  if (!losesComments(texts, plainText([...lines.lead, ...lines.text]))) return;
  if (place.strictness.onComment === 'warn') place.lostComments(INNER_COMMENTS_LOST);
  else
    loseComments(
      mapSides(texts, (each) => ownComments(each).join('\n')),
      place,
    );
}

/** Returns the lines of a merged string with its conflicts, if it is a literal block in local; undefined otherwise. */
export function literalLines(
  text: MergedText,
  { sides, place, column }: Writing & { readonly column: number },
): EntryLines | undefined {
  const pieces = mapSides(sides, ({ piece }) => piece);
  const { local } = pieces;
  const [, indent] = /^\|\n( +)\S/.exec(local?.body ?? '') ?? [];
  if (local === undefined || indent === undefined || local.after !== '' || local.column !== column) return undefined;
  if (!/^[^\s](?:[^]*[^\n])?\n$/.test(plainText(text))) return undefined;
  const lead = leadOf(pieces, column);
  const head = mergePieces(pieces, column, (piece) => ({ text: piece.head, first: false }));
  loseComments(lead.lost ?? head.lost, place);
  return { lead: [lead.text], text: [head.text, '|\n', ...indented(wholeLines(text), indent.length)] };
}

/** Reports comments that both sides changed differently, so that new's are lost. */
function loseComments(comments: Sides<string> | undefined, place: Place): void {
  if (comments === undefined) return;
  if (place.strictness.onComment === 'warn') place.lostComments(LOCAL_COMMENT_KEPT);
  else if (!place.guessComment()) place.conflict('lines', comments);
}

function leadOf(pieces: Sides<Piece>, column: number): MergedPart {
  return mergePieces(pieces, column, (each) => ({ text: each.lead, first: true }));
}

/** A merged value to be written as an edit of local's text. */
export interface Writing {
  readonly value: Value;
  readonly sides: Both;
  readonly column: Column;
  readonly place: Place;
  /** True if the value contains open conflicts. Default: false. */
  readonly hasConflict?: boolean;
}

/** Returns a merged value with its text, an edited copy of local's. */
export function written(writing: Writing): Merged {
  const { value, sides, column, place } = writing;
  const pieces = mapSides(sides, ({ piece }) => piece);
  const piece = pieces.local ?? pieces.theirs;
  if (column === undefined || piece === undefined) return { value };
  const isOfNew = pieces.local?.body === pieces.base?.body && equalValues(sides.theirs.value, value);
  const whole = isOfNew && isAllFlow(pieces) ? leafLines(sides, { taken: 'theirs', place, column }) : undefined;
  if (whole !== undefined && writing.hasConflict !== true) return { value, lines: whole };
  const spansLines = isAllFlow(pieces) && piece.body.includes('\n') && writing.hasConflict !== true;
  const byLines = spansLines ? flowByLines(writing) : undefined;
  if (byLines !== undefined) return byLines;
  const canvas = (spansLines ? canvasPiece(pieces, place.schema) : undefined) ?? piece;
  const other = canvas === pieces.theirs ? pieces.local : pieces.theirs;
  const rewritten = shiftLines(rewrittenPiece(canvas, value, place.schema, other), column - canvas.column);
  const text = withMergedEnds(rewritten, { pieces, column, canvas });
  const lead = leadOf(pieces, column);
  const lines = { lead: [lead.text], text: [text] };
  reportLost({ pieces, lines, lost: lead.lost }, place);
  if (!writing.hasConflict) return { value, lines };
  const versions = mapSides(pieces, (each) => plainText(linesAt(each, column).text));
  return { value, lines: { ...lines, text: [{ ...versions, local: text, taken: 'local' }] } };
}

/** Returns the merge by lines of a collection; undefined unless it is clean and has the merged data. */
function flowByLines({ value, sides, column, place }: Writing): Merged | undefined {
  const merged = mergeForward(sides, place.schema);
  return merged && equalValues(merged.value, value) ? { value, lines: inLines(merged, column).lines } : undefined;
}

/** Reports whether all versions of a collection are in flow style. */
function isAllFlow(pieces: Sides<Piece>): boolean {
  return presentSides(pieces).every(({ kind, body }) => kind === 'leaf' && /^[{[]/.test(body));
}

/** Returns the text of a rewritten piece, with comments before and after the value that only the other side changed. */
function withMergedEnds(
  text: string,
  { pieces, column, canvas }: { readonly pieces: Sides<Piece>; readonly column: number; readonly canvas: Piece },
): string {
  if (pieces.local === undefined || !isAllFlow(pieces)) return text;
  const [before, behind] = [canvas.head, canvas.after].map((part) => shiftLines(part, column - canvas.column));
  if (before === undefined || behind === undefined || !text.startsWith(before) || !text.endsWith(behind)) return text;
  const head = mergePieces(pieces, column, (piece) => ({ text: piece.head, first: false }));
  const after = mergePieces(pieces, column, (piece) => ({ text: piece.after, first: false }));
  return `${head.text}${text.slice(before.length, text.length - behind.length)}${after.text}`;
}

/**
 * Returns the column of the entries of a collection in the output, indented as on the side that changed the
 * indentation, or else as in local; undefined unless all versions are in block style.
 */
export function canvasColumn(sides: Both, kind: 'map' | 'seq', column: Column): Column {
  if (column === undefined) return undefined;
  const isBlock = presentSides(sides).every(({ piece, isMissing }) => isMissing === true || piece?.kind === kind);
  if (!isBlock) return undefined;
  const indents = mapSides(sides, ({ piece, isMissing }) => {
    const first = isMissing === true ? undefined : piece?.children[0];
    return first && piece && first.column - piece.column;
  });
  const indent = indents[indents.theirs === undefined ? 'local' : (changedSide(indents) ?? 'local')];
  return indent === undefined ? undefined : column + indent;
}

export interface WrittenEntry {
  readonly entry: Merged;
  /** True if base does not have it. */
  readonly isAdded: boolean;
}

/** A merged collection to be written. */
interface Collecting extends Omit<Writing, 'value'> {
  /** Returns the collection with its text, if it has one. */
  readonly make: (lines: EntryLines | undefined) => Merged;
}

/**
 * Returns a merged collection, composed of the lines of its entries if all have lines, else by an edit of local's text.
 */
export function collected(collecting: Collecting, inner: Column, entries: readonly WrittenEntry[]): Merged {
  const { make, ...writing } = collecting;
  const { sides, column, place } = writing;
  if (column === undefined) return make(undefined);
  const lines = withoutRepeatedEnding(sides.base?.piece?.below ?? '', entries).filter((each) => each !== undefined);
  if (inner === undefined || lines.length === 0 || lines.length < entries.length)
    return written({ ...writing, value: make(undefined).value });
  // A side without the collection counts as leaving its key and comments unchanged.
  const pieces = mapSides(sides, ({ piece, isMissing }) => (isMissing === true ? sides.base?.piece : piece));
  const head = mergePieces(pieces, column, (piece) => ({ text: piece.head, first: false }));
  const tail = mergePieces(pieces, column, (piece) => ({ text: piece.tail, first: true }));
  const lead = leadOf(pieces, column);
  loseComments(lead.lost ?? head.lost ?? tail.lost, place);
  const text = joinLines(head.text, { entries: lines, column: inner, tail: tail.text });
  return make({ lead: [lead.text], text });
}

/**
 * Returns the lines of entries with the trailing comments of base's collection only once: if both sides added entries
 * below these comments, each addition starts with a copy of them.
 */
function withoutRepeatedEnding(below: string, entries: readonly WrittenEntry[]): readonly (EntryLines | undefined)[] {
  const ending = below.split('\n').flatMap((line) => line.trim() || []);
  let count = 0;
  return entries.map(({ entry: { lines }, isAdded }) => {
    const [lead = '', ...others] = lines?.lead ?? [];
    if (lines === undefined || !isAdded || ending.length === 0 || typeof lead !== 'string') return lines;
    const comments = Array.from(lead.matchAll(/^[^\S\n]*(#.*?)[^\S\n]*\n/gm));
    const found = comments.findIndex(([, comment], index) => comment !== ending[index]);
    const common = found === -1 ? comments.length : found;
    const repeated = comments[Math.min(common, count) - 1];
    count = Math.max(count, common);
    const end = repeated === undefined ? 0 : repeated.index + repeated[0].length;
    return { ...lines, lead: [lead.slice(end), ...others] };
  });
}
