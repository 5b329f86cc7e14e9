import { isList, isMap, readDocument, type NewValue, type Value } from '../yaml/index.ts';

/** Strings that go-yaml prints plain, though some readers require quotes. */
const PLAIN = /^(?:=|<<|[:?](?!\s|$)(?!.*(?:\s#|:(?:\s|$)|\s$))[\x20-\x7E]*)$/;

/** Characters that go-yaml escapes in double quotes. */
const ESCAPED = /["\\\0-\x1F\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF]|[\u{10000}-\u{10FFFF}]/gu;

/** Characters that go-yaml prints in double quotes only. */
const UNPRINTABLE = /[\0-\x08\x0B-\x1F\x7F-\x9F\uFEFF\uFFFE\uFFFF]|[\u{10000}-\u{10FFFF}]/u;

/** Strings of several lines that go-yaml prints as a block, with another header than this program, or instead of quotes. */
const BLOCK = /^(?=[ \n\t]|[^]*\t(?:\n|$))(?![^]* (?:\n|$))[^]*\n/;

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '\0': '0',
  '\x07': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
  '\x1B': 'e',
  '"': '"',
  '\\': '\\',
  '\x85': 'N',
  '\u2028': 'L',
  '\u2029': 'P',
};

/** Returns a value whose strings are printed as by kpt, if that differs from this program's style. */
export function inKptStyle(value: Value): NewValue {
  if (isList(value)) return value.map(inKptStyle);
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inKptStyle(each)]));
  return typeof value === 'string' ? styled(value) : value;
}

function styled(text: string): NewValue {
  const printed = PLAIN.test(text)
    ? text
    : UNPRINTABLE.test(text)
      ? quoted(text)
      : BLOCK.test(text)
        ? block(text)
        : undefined;
  return printed === undefined ? text : (readDocument(`text: ${printed}`).get(['text']) ?? text);
}

function quoted(text: string): string {
  return `"${text.replaceAll(ESCAPED, (character) => `\\${SHORT_ESCAPES[character] ?? coded(character)}`)}"`;
}

/** Returns the code of a character with the letter for its length. */
function coded(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  const [letter, digits] = code.length <= 2 ? ['x', 2] : code.length <= 4 ? ['u', 4] : ['U', 8];
  return `${letter}${code.padStart(digits, '0')}`;
}

function block(text: string): string {
  const indentation = /^[ \n]/.test(text) ? '2' : '';
  const chomping = !text.endsWith('\n') ? '-' : /^\n$|\n\n$/.test(text) ? '+' : '';
  const lines = text.replace(/\n$/, '').split('\n');
  return `|${indentation}${chomping}\n${lines.map((line) => (line === '' ? '\n' : `  ${line}\n`)).join('')}`;
}
