import { isList, isMap, readDocument, type NewValue, type Value } from '../yaml/index.ts';

/** Characters above U+FFFF, which go-yaml escapes. A multi-line string stays a block. */
const ASTRAL = /[\u{10000}-\u{10FFFF}]/gu;

/** Strings that go-yaml prints plain, though some readers require quotes. */
const PLAIN = /^(?:=|<<|[:?](?!\s|$)(?!.*(?:\s#|:(?:\s|$)|\s$))[\x20-\x7E]*)$/;

/** Returns a value whose strings are printed as by kpt, if that differs from this program's style. */
export function inKptStyle(value: Value): NewValue {
  if (isList(value)) return value.map(inKptStyle);
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inKptStyle(each)]));
  return typeof value === 'string' ? styled(value) : value;
}

function styled(text: string): NewValue {
  const printed = PLAIN.test(text) ? text : text.search(ASTRAL) === -1 ? undefined : escaped(text);
  return printed === undefined ? text : (readDocument(printed).get([]) ?? text);
}

function escaped(text: string): string {
  const code = (character: string): string => (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return JSON.stringify(text).replaceAll(ASTRAL, (character) => `\\U${code(character).padStart(8, '0')}`);
}
