import { RE2JS, RE2JSException } from '@bufbuild/re2';
import { spend } from './budget.ts';
import { Failure } from './failure.ts';
import { CHARACTERS_PER_STEP, ELEMENTS_PER_STEP, MAX_PATTERNS } from './limits.ts';

/** Patterns in the order in which they were compiled: most expressions match all targets with one. */
const compiled = new Map<string, RE2JS>();

/** Whether a part of the text matches a pattern of RE2. Throws a Failure where it is none. */
export function matches(text: string, pattern: string): boolean {
  // Each character of the text can be looked at once for each part of the pattern.
  spend(Math.floor((text.length * unrolledLength(pattern)) / CHARACTERS_PER_STEP));
  return compilePattern(pattern).test(text);
}

/** Compiles a pattern. Throws a Failure where it is none. */
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

/** At most so often can a part of a pattern be repeated, with all repetitions around it: RE2 refuses more. */
const MAX_REPETITION = 1000;

/** An upper bound of how long a pattern is when what it repeats a number of times is written as often: a{3} as aaa. */
function unrolledLength(pattern: string): number {
  let repetition = 1;
  for (const [, least, most] of pattern.matchAll(/\{(\d+),?(\d*)\}/g))
    repetition *= Math.max(Number(least), Number(most), 1);
  return pattern.length * Math.min(repetition, MAX_REPETITION);
}
