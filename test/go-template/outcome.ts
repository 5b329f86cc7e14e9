import { TemplateError } from '../../src/go-template/index.ts';

/** Outcome of a template: its output in base64, or an error. */
export type Outcome =
  | { readonly output: string }
  | { readonly phase: 'parse' | 'exec'; readonly message: string; readonly partial: string };

/** Expands a template. */
export function outcomeOf(expandBytes: () => Uint8Array): Outcome {
  try {
    return { output: Buffer.from(expandBytes()).toString('base64') };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { phase: error.phase, message: error.message, partial: error.partial };
  }
}
