import { plainText, type MergedText } from './merged-text.ts';
import { mapSides } from '../sides.ts';

/** A document of a merged file. */
export interface FileDocument {
  readonly text: MergedText;
  /** Sides that added it; empty if base has it. */
  readonly by: readonly ('theirs' | 'local')[];
}

const MARKER = /^---[ \t]*\n/;

/**
 * Joins documents to the text of a file, with document markers between them. `isMarked`: true to put a marker above the
 * first.
 */
export function joinDocuments(
  documents: readonly MergedText[],
  { isMarked }: { readonly isMarked: boolean },
): MergedText {
  return documents.flatMap((document, index): MergedText => {
    const text = plainText(document);
    if (index === 0) return MARKER.test(text) && !isMarked ? withoutMarker(document) : document;
    return /^(?:---(?:\s|$)|%|#[^\n]*\n(?:#[^\n]*\n|\s*\n)*---)/.test(text) ? document : ['---\n', ...document];
  });
}

function withoutMarker(document: MergedText): MergedText {
  const [first, ...rest] = document.filter((part) => part !== '');
  const bare = (text: string): string => text.replace(MARKER, '');
  if (first === undefined || typeof first === 'string') return [bare(first ?? ''), ...rest];
  return [{ ...mapSides(first, bare), taken: first.taken }, ...rest];
}

/**
 * Returns the documents of a file without repeated trailing comments: if both sides added documents above the comments
 * at the end of base's last document, only the side that comes last keeps these comments.
 */
export function withoutRepeatedEnd(documents: readonly FileDocument[], lastOfBase: string): readonly MergedText[] {
  const ending = endOf(lastOfBase);
  const ends = ending === '' ? [] : documents.filter(({ text }) => endOf(plainText(text)).startsWith(ending));
  const kept = ends.at(-1)?.by ?? [];
  const isMoved = ends.every(({ by }) => by.length > 0);
  return documents.map((document) => {
    const { text, by } = document;
    const last = text.at(-1);
    const isRepeated = isMoved && ends.includes(document) && !by.some((side) => kept.includes(side));
    if (!isRepeated || typeof last !== 'string') return text;
    const end = endOf(last);
    return [...text.slice(0, -1), last.slice(0, last.length - end.length), end.replace(ending, () => '')];
  });
}

/** Returns the trailing comments and blank lines of a text. */
function endOf(text: string): string {
  const lines = text.split(/(?<=\n)/);
  return lines.slice(lines.findLastIndex((line) => !/^\s*(?:#.*)?\n?$/.test(line)) + 1).join('');
}
