import type { ErrorCode } from 'yaml';
import { YamlError } from '../tree/error.ts';
import { lineEnd, lineStart, position, skipBlanks } from '../tree/positions.ts';
import type { Unclosed } from './unclosed.ts';

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
  const start = lineStart(text, offset);
  const line = text.slice(start, lineEnd(text, offset));
  const marked = MARKED.exec(line);
  if (marked !== null) return errorAt(text, 'syntax', MISPLACED_MARK, start + marked[0].length - 1);
  return errorAt(text, 'syntax', TEMPLATE.test(line) ? QUOTE : (MEANINGS[code] ?? 'not valid YAML'), offset);
}

/**
 * Error for a byte order mark inside the text, as of joined files: after a comment, the `yaml` package ignores it, and
 * Go reads it as part of the key.
 */
export const MISPLACED_MARK = 'a byte order mark (U+FEFF) must be at the beginning of the text: remove it';

/** Matches a byte order mark at the start of a line, or after a document marker: the line is then a plain value. */
const MARKED = /^(?:---[ \t]*)?\uFEFF/;

/** Matches a line with a value that begins as a template of Go does: YAML takes the braces for maps. */
const TEMPLATE = /[:-][ \t]+\{\{/;

const QUOTE = 'a value that begins with "{{" must be quoted: put the whole value in quotes';

/** Returns the error for a list, a map or a quoted text whose end is missing at an offset. */
export function unclosedError(text: string, { offset, name, end }: Unclosed, missingAt: number): YamlError {
  const { line, column } = position(text, offset);
  const begun = `${name} that begins at ${line}:${column}`;
  const quoted = end === '"' ? `'"'` : `"${end}"`;
  const isThere = text[skipBlanks(text, missingAt)] === end;
  const message = isThere
    ? `the ${quoted} of ${begun} must be indented more`
    : `${begun} is not closed: ${quoted} is missing`;
  return errorAt(text, 'syntax', message, missingAt);
}

/** Returns an error with the position of an offset. */
export function errorAt(text: string, code: YamlError['code'], message: string, offset: number): YamlError {
  const { line, column } = position(text, offset);
  return new YamlError(code, message, line, column);
}
