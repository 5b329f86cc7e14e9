import { compilePattern, type Pattern } from '../../src/pattern.ts';

/** One step of a field path. */
export type Step =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'last' }
  | { readonly kind: 'every' }
  | MatchStep;

/** Step to elements of a list by a field, or by their own text if `key` is ''. */
export interface MatchStep {
  readonly kind: 'match';
  readonly key: string;
  /** Text as written: the text that an element has, or the pattern that it matches. */
  readonly text: string;
  readonly matches: (text: string) => boolean;
}

/**
 * Meaning of a path: `first` leads to at most one field, as that of a source in all versions of Kustomize, and
 * `patterns` to any number of them, as that of a target in newer versions. There, brackets hold a pattern, and `*`
 * stands for all elements.
 */
export type PathMeaning = 'first' | 'patterns';

/** Reads a field path. Returns what is wrong with it as text. */
export function readFieldPath(text: string, meaning: PathMeaning): readonly Step[] | string {
  const parts = splitPath(text, meaning);
  if (parts.length === 0 || parts.includes('')) return 'must not be empty, or have an empty step';
  const steps: Step[] = [];
  for (const part of parts) {
    const step = readStep(part, meaning);
    if (typeof step === 'string') return step;
    steps.push(step);
  }
  return steps;
}

/** Splits a path at its points: not at `\.`, nor within brackets, which stay around a condition alone. */
function splitPath(text: string, meaning: PathMeaning): string[] {
  const parts = joinBrackets(joinEscaped(text.split('.')));
  // Kustomize drops empty steps of a path that leads to one field, but a leading point of any.
  if (meaning === 'first') return parts.map((part) => part.trim()).filter((part) => part !== '');
  return parts.length > 1 && parts[0] === '' ? parts.slice(1) : parts;
}

function joinEscaped(parts: readonly string[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.endsWith('\\') === true) joined[joined.length - 1] = `${last.slice(0, -1)}.${part}`;
    else joined.push(part);
  }
  return joined;
}

function joinBrackets(parts: readonly string[]): string[] {
  const joined: string[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? '';
    if (!part.startsWith('[') || part.endsWith(']')) {
      joined.push(part);
      continue;
    }
    const end = parts.findIndex((each, at) => at > index && each.endsWith(']'));
    const last = end === -1 ? parts.length - 1 : end;
    const whole = parts.slice(index, last + 1).join('.');
    joined.push(whole.includes('=') ? whole : whole.replaceAll(/^[[\]]+|[[\]]+$/g, ''));
    index = last;
  }
  return joined;
}

function readStep(part: string, meaning: PathMeaning): Step | string {
  if (/^[+-]?\d+$/.test(part)) {
    const index = Number(part);
    if (index >= 0 && Number.isSafeInteger(index)) return { kind: 'index', index };
    if (meaning === 'first') return `the index "${part}" must not be negative`;
  }
  if (part === '-' && meaning === 'first') return { kind: 'last' };
  if (part.startsWith('[') && part.endsWith(']')) return readMatch(part.slice(1, -1), meaning);
  if (part === '*' && meaning === 'patterns') return { kind: 'every' };
  return { kind: 'field', name: part };
}

function readMatch(condition: string, meaning: PathMeaning): MatchStep | string {
  const at = condition.indexOf('=');
  if (at === -1) return `"[${condition}]" must have the form \`[field=value]\`; an index has no brackets`;
  const [key, text] = [condition.slice(0, at), condition.slice(at + 1)];
  if (meaning === 'first') return { kind: 'match', key, text, matches: (value) => value === text };
  const pattern: Pattern | string = compilePattern(text);
  if (typeof pattern === 'string') return `"[${condition}]" has no valid regular expression: ${pattern}`;
  return { kind: 'match', key, text, matches: (value) => pattern.test(value) };
}
