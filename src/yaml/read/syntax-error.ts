import type { ErrorCode } from 'yaml';
import { YamlError } from '../tree/error.ts';
import { position } from '../tree/positions.ts';

/** Meanings of the errors of the `yaml` package, in words that never quote the text: it may hold secrets. */
const MEANINGS: Readonly<Partial<Record<ErrorCode, string>>> = {
  ALIAS_PROPS: 'an alias can have no anchor or tag',
  BAD_ALIAS: 'not a valid alias or anchor name',
  BAD_COLLECTION_TYPE: 'a tag that does not fit its value',
  BAD_DIRECTIVE: 'not a valid directive',
  BAD_DQ_ESCAPE: 'not a valid escape in double quotes',
  BAD_INDENT: 'wrong indentation',
  BAD_PROP_ORDER: 'an anchor or tag in the wrong place',
  BAD_SCALAR_START: 'a plain value cannot begin with this character: quote it',
  BLOCK_AS_IMPLICIT_KEY: 'a map or list cannot begin on this line, after a key',
  BLOCK_IN_FLOW: 'block style within brackets or braces',
  KEY_OVER_1024_CHARS: 'a key of more than 1024 characters',
  MISSING_CHAR: 'a character is missing, such as a colon, dash, quote, bracket or white space',
  MULTILINE_IMPLICIT_KEY: 'a key goes over several lines: is there a colon, or a quote, missing?',
  MULTIPLE_ANCHORS: 'more than one anchor for one value',
  MULTIPLE_TAGS: 'more than one tag for one value',
  TAB_AS_INDENT: 'tabs cannot be used for indentation',
  TAG_RESOLVE_FAILED: 'not a valid tag',
  UNEXPECTED_TOKEN: 'unexpected text',
};

/** Returns the error for a problem that the `yaml` package found at an offset. */
export function syntaxError(text: string, code: ErrorCode, offset: number): YamlError {
  return errorAt(text, 'syntax', MEANINGS[code] ?? 'not valid YAML', offset);
}

/** Returns an error with the position of an offset. */
export function errorAt(text: string, code: YamlError['code'], message: string, offset: number): YamlError {
  const { line, column } = position(text, offset);
  return new YamlError(code, message, line, column);
}
