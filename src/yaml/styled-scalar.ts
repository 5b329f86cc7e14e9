import { readDocuments } from './read/reader.ts';
import { YamlError } from './tree/error.ts';
import type { Scalar, ScalarStyle } from './tree/tree.ts';

/** Texts that could be a scalar of one line in a style. */
const WRITTEN: Readonly<Partial<Record<ScalarStyle, (text: string) => string>>> = {
  plain: (text) => text,
  literal: (text) => `|-\n  ${text}\n`,
  folded: (text) => `>-\n  ${text}\n`,
};

/** Returns a scalar of one line with a text, in a style without quotes; undefined if the text cannot be written so. */
export function styledScalar(text: string, style: ScalarStyle): Scalar | undefined {
  const written = WRITTEN[style]?.(text);
  if (written === undefined || text === '' || text.includes('\n')) return undefined;
  try {
    const [document, ...others] = readDocuments(written);
    const value = document?.top.value;
    const isWhole = value?.kind === 'scalar' && value.start === 0 && value.end === written.length;
    return isWhole && others.length === 0 && value.style === style && value.content === text ? value : undefined;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}
