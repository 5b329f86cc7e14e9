import { RE2JS, RE2JSException } from '@bufbuild/re2';

/** Compiled RE2 pattern. */
export interface Pattern {
  /** Reports whether a part of the text matches. */
  test(text: string): boolean;
}

/** Compiles an RE2 pattern. Returns what is wrong with it as text. */
export function compilePattern(pattern: string): Pattern | string {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return error.message;
    throw error;
  }
}
