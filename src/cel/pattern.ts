import { RE2JS, RE2JSException } from '@bufbuild/re2';
import { spend } from './budget.ts';
import { Failure } from './failure.ts';
import { CHARACTERS_PER_STEP, ELEMENTS_PER_STEP, MAX_PATTERNS } from './limits.ts';

/** Cache of patterns in order of compilation: most expressions match all targets with one pattern. */
const compiled = new Map<string, RE2JS>();

/** Reports whether a part of the text matches an RE2 pattern. Throws a Failure if the pattern is invalid. */
export function matches(text: string, pattern: string): boolean {
  // Each character of the text may be visited once for each part of the pattern.
  spend(Math.floor((text.length * unrolledLength(pattern)) / CHARACTERS_PER_STEP));
  return compilePattern(pattern).test(text);
}

/** Compiles a pattern. Throws a Failure if it is invalid. */
function compilePattern(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const [oldest] = compiled.keys();
  if (compiled.size >= MAX_PATTERNS && oldest !== undefined) compiled.delete(oldest);
  const regex = compile(pattern);
  compiled.set(pattern, regex);
  return regex;
}

function compile(pattern: string): RE2JS {
  spend(Math.floor(unrolledLength(pattern) / ELEMENTS_PER_STEP));
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) throw new Failure(error.message);
    throw error;
  }
}

/** Maximum number of repetitions of a part of a pattern, including all enclosing repetitions: RE2 refuses more. */
const MAX_REPETITION = 1000;

/** Returns an upper bound of the length of a pattern with counted repetitions written out: a{3} as aaa. */
function unrolledLength(pattern: string): number {
  let repetition = 1;
  for (const [, least, most] of pattern.matchAll(/\{(\d+),?(\d*)\}/g))
    repetition *= Math.max(Number(least), Number(most), 1);
  return pattern.length * Math.min(repetition, MAX_REPETITION);
}
