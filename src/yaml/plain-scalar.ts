import { readDocuments } from './read/reader.ts';
import { YamlError } from './tree/error.ts';
import type { Scalar } from './tree/tree.ts';

/** Returns a plain scalar with a text; undefined if the text needs quotes. */
export function plainScalar(text: string): Scalar | undefined {
  try {
    const [document] = readDocuments(text);
    const value = document?.top.value;
    const isWhole = value?.kind === 'scalar' && value.start === 0 && value.end === text.length;
    return isWhole && value.style === 'plain' && value.content === text ? value : undefined;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}
