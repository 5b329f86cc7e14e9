import { withoutCarriageReturns } from '../tree/positions.ts';

/** Parts of a text that are removed before it is read and restored when it is written. */
export interface TextLayout {
  /** The byte order mark before the text, or ''. */
  readonly mark: string;
  /** Replacement for each line break; `\n` if all are unchanged. */
  readonly eol: string;
}

/** Layout of a text of which nothing was removed. */
export const BARE: TextLayout = { mark: '', eol: '\n' };

/** Splits a text into its layout and the text to read. */
export function splitLayout(text: string): { readonly layout: TextLayout; readonly bare: string } {
  // The `yaml` package counts a byte order mark as a column of the first line.
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const marked = text.slice(mark.length);
  const bare = withoutCarriageReturns(marked);
  return { layout: { mark, eol: bare === undefined ? '\n' : '\r\n' }, bare: bare ?? marked };
}

/** Returns the text with the line breaks of a layout. */
export function withLineBreaks(bare: string, { eol }: TextLayout): string {
  return eol === '\n' ? bare : bare.replaceAll('\n', eol);
}
