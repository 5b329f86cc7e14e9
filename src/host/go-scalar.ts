import { readDocument } from '../yaml/index.ts';

/** Characters that go-yaml does not accept at the start of a plain scalar in a flow map. */
const FIRST = /^(?:[#,[\]{}&*!|>'"%@`?:]|-(?:\s|$)|---|\.\.\.)/;

/** Characters that it does not accept inside one. */
const INSIDE = /[,?[\]{}:]|\s#/;

/**
 * Prints a string for a flow map as go-yaml does, which prints kpt's function config: plain if every YAML 1.2 reader reads
 * it as this string.
 */
export function goScalar(text: string): string {
  if (text === '' || /[\u0000-\u001F\u007F-\u009F\u{10000}-\u{10FFFF}]/u.test(text)) return doubleQuoted(text);
  if (FIRST.test(text) || INSIDE.test(text) || text.trim() !== text) return `'${text.replaceAll("'", "''")}'`;
  const isText = readDocument(`- ${text}\n`).value([0], 'kpt') === text && !/^\d{4}-\d\d?-\d\d?/.test(text);
  return isText ? text : doubleQuoted(text);
}

function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u{10000}-\u{10FFFF}]/gu,
    (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(8, '0')}`,
  );
}
