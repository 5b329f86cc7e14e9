import { errorAt } from './syntax-error.ts';

/** One token of JSON (RFC 8259) with the white space before it; for a string, its opening quote. */
const TOKEN = /[ \t\r\n]*(?:([{}[\],:])|(")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null))/y;

/**
 * The part of a string up to and including an escape or the closing quote. A pattern that repeats a group a million
 * times overflows an engine.
 */
const STRING_PART = /[^"\\\0-\x1F]*(?:(")|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))/y;

/**
 * Tokens that may follow: after `{` a key or `}`, after `[` a value or `]`, after an entry `,` or the closing bracket.
 */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or the end';

/** Checks that a text is one JSON document. Iterative, so that no depth overflows. @throws YamlError if it is not. */
export function checkJson(text: string): void {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  TOKEN.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  for (;;) {
    const at = TOKEN.lastIndex;
    const [, mark, quote, literal] = TOKEN.exec(text) ?? [];
    const string = quote === undefined ? undefined : stringFrom(text, TOKEN.lastIndex);
    TOKEN.lastIndex += string?.length ?? 0;
    const next: Expected | undefined = step(expected, mark, string, literal, open);
    if (next === undefined) {
      const rest = at + (/^[ \t\r\n]*/.exec(text.slice(at))?.[0].length ?? 0);
      if (rest === text.length && expected === ', or the end' && open.length === 0) return;
      throw errorAt(text, 'syntax', `not valid JSON: expected ${describe(expected, open)}`, rest);
    }
    expected = next;
  }
}

/** Returns the rest of a string whose opening quote is before an offset, or undefined if it is not a valid string. */
function stringFrom(text: string, start: number): string | undefined {
  STRING_PART.lastIndex = start;
  for (;;) {
    const part = STRING_PART.exec(text);
    if (part === null) return undefined;
    if (part[1] !== undefined) return text.slice(start, STRING_PART.lastIndex);
  }
}

/** Returns the state after a token, or undefined if the token is not allowed here. */
function step(
  expected: Expected,
  mark: string | undefined,
  string: string | undefined,
  literal: string | undefined,
  open: ('{' | '[')[],
): Expected | undefined {
  if (expected === 'key' || expected === 'key or }') {
    if (string !== undefined) return ':';
    return expected === 'key or }' && mark === '}' ? close(open) : undefined;
  }
  if (expected === ':') return mark === ':' ? 'value' : undefined;
  const inside = open.at(-1);
  if (expected === ', or the end') {
    if (mark === ',' && inside !== undefined) return inside === '{' ? 'key' : 'value';
    return (mark === '}' && inside === '{') || (mark === ']' && inside === '[') ? close(open) : undefined;
  }
  if (string !== undefined || literal !== undefined) return ', or the end';
  if (mark === '{' || mark === '[') {
    open.push(mark);
    return mark === '{' ? 'key or }' : 'value or ]';
  }
  return mark === ']' && expected === 'value or ]' ? close(open) : undefined;
}

function close(open: ('{' | '[')[]): Expected {
  open.pop();
  return ', or the end';
}

function describe(expected: Expected, open: readonly ('{' | '[')[]): string {
  const inside = open.at(-1);
  if (expected === ', or the end')
    return inside === undefined ? 'the end of the text' : inside === '{' ? '`,` or `}`' : '`,` or `]`';
  const words: Readonly<Record<string, string>> = {
    value: 'a value',
    'value or ]': 'a value or `]`',
    key: 'a key in double quotes',
    'key or }': 'a key in double quotes or `}`',
    ':': '`:`',
  };
  return words[expected] ?? expected;
}
