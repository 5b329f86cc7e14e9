import { firstRunes } from './fmt/format-rune.ts';
import { quote } from './fmt/quote.ts';

/** Kind of a token; the keywords `nil` and `.` have their own kinds, since they are operands. */
export type TokenKind =
  | 'assign'
  | 'bool'
  | 'char'
  | 'character'
  | 'complex'
  | 'declare'
  | 'dot'
  | 'eof'
  | 'error'
  | 'field'
  | 'identifier'
  | 'keyword'
  | 'leftDelimiter'
  | 'leftParenthesis'
  | 'nil'
  | 'number'
  | 'pipe'
  | 'rawString'
  | 'rightDelimiter'
  | 'rightParenthesis'
  | 'space'
  | 'string'
  | 'text'
  | 'variable';

/**
 * Lexical element of a template; the text of an error token is its message. Offsets are in bytes, lines count from 1.
 */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly position: number;
  readonly line: number;
}

const LONG = 10;

/** Returns a token as shown in messages: shortened if it is long. */
export function describeToken({ kind, text }: Token): string {
  if (kind === 'eof') return 'EOF';
  if (kind === 'error') return text;
  if (kind === 'keyword' || kind === 'dot' || kind === 'nil') return `<${text}>`;
  return text.length > LONG ? `${quote(firstRunes(text, LONG))}...` : quote(text);
}

/** Reports whether a token is that keyword. */
export function isKeyword({ kind, text }: Token, keyword: string): boolean {
  return kind === 'keyword' && text === keyword;
}
