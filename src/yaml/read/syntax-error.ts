import type { ErrorCode } from 'yaml';
import { YamlError } from '../tree/error.ts';
import { position } from '../tree/positions.ts';

/** Meanings of the errors of the `yaml` package, in words that never quote the text: it may hold secrets. */
const MEANINGS: Readonly<Partial<Record<ErrorCode, string>>> = {
  ALIAS_PROPS: 'an alias must not have an anchor or a tag',
  BAD_ALIAS: 'not a valid alias or anchor name',
  BAD_COLLECTION_TYPE: 'the tag does not fit its value',
  BAD_DIRECTIVE: 'not a valid directive',
  BAD_DQ_ESCAPE: 'not a valid escape in double quotes',
  BAD_INDENT: 'wrong indentation',
  BAD_PROP_ORDER: 'an anchor or a tag is in the wrong place',
  BAD_SCALAR_START: 'a plain value cannot begin with this character: quote it',
  BLOCK_AS_IMPLICIT_KEY: 'a map or list cannot begin on this line, after a key',
  BLOCK_IN_FLOW: 'block style is not allowed within brackets or braces',
  KEY_OVER_1024_CHARS: 'a key must have at most 1024 characters',
  MISSING_CHAR: 'a character is missing, such as a colon, dash, quote, bracket or white space',
  MULTILINE_IMPLICIT_KEY:
    'a key spans several lines: is a colon or a quote missing? A plain value below a comment must be quoted',
  MULTIPLE_ANCHORS: 'a value must have at most one anchor',
  MULTIPLE_TAGS: 'a value must have at most one tag',
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
