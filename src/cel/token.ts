/** Kind of a token: a number or quoted text of a type, a name, an operator or keyword, or the end. */
export type TokenKind = 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'name' | 'symbol' | 'end';

/** Lexical element of an expression. */
export interface Token {
  readonly kind: TokenKind;
  /** Source text; empty for `end`. */
  readonly text: string;
  /** Offset in the expression. */
  readonly at: number;
}

/** Returns a description of a token for messages. */
export function describe({ kind, text }: Token): string {
  return kind === 'end' ? 'the end' : `'${text}'`;
}
