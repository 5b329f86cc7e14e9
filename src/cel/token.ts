/** What a token is: a number or quoted text of a type, a name, an operator or keyword, or the end. */
export type TokenKind = 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'name' | 'symbol' | 'end';

/** A piece of an expression. */
export interface Token {
  readonly kind: TokenKind;
  /** As it is written; for `end` it is empty. */
  readonly text: string;
  /** Its offset in the expression. */
  readonly at: number;
}

/** How messages speak of a token. */
export function describe({ kind, text }: Token): string {
  return kind === 'end' ? 'the end' : `'${text}'`;
}
