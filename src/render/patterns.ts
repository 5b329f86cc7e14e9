import { RE2JS, RE2JSException } from '@bufbuild/re2';
import type { Pattern } from './expressions.ts';

/** Compiles an RE2 pattern. Returns what is wrong with it as text. */
export function compilePattern(pattern: string): Pattern | string {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return error.message;
    throw error;
  }
}
