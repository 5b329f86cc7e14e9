import { plainText, type MergedText } from './merged-text.ts';

const MARKER = /^---[ \t]*\n/;

/** Joins documents to the text of a file, with markers between them. `isMarked`: true if one stands above the first. */
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

function withoutMarker([first, ...rest]: MergedText): MergedText {
  return typeof first === 'string' ? [first.replace(MARKER, ''), ...rest] : [first ?? '', ...rest];
}
