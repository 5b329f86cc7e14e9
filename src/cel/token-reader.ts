import type { Source } from './source.ts';
import { describe, type Token, type TokenKind } from './token.ts';

/** Reads tokens sequentially; the last one, the end, is repeated. */
export class TokenReader {
  readonly #source: Source;
  readonly #tokens: readonly Token[];
  #index = 0;

  /** Takes tokens that end with `end`. */
  constructor(source: Source, tokens: readonly Token[]) {
    this.#source = source;
    this.#tokens = tokens;
  }

  /** Returns the next token, or the one that many further ahead. */
  peek(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#index + ahead, this.#tokens.length - 1)];
    if (token === undefined) throw new Error('an expression has at least the token of its end');
    return token;
  }

  next(): Token {
    const token = this.peek();
    this.#index++;
    return token;
  }

  /** Reports whether the next token, or the one that many further ahead, is one of these symbols. */
  isAt(symbols: readonly string[], ahead = 0): boolean {
    const { kind, text } = this.peek(ahead);
    return kind === 'symbol' && symbols.includes(text);
  }

  /** Reads the next token if it is one of these symbols. */
  accept(...symbols: readonly string[]): Token | undefined {
    return this.isAt(symbols) ? this.next() : undefined;
  }

  /** Reads the next token, which must be this symbol. */
  expect(symbol: string): Token {
    return this.accept(symbol) ?? this.fail(`'${symbol}'`);
  }

  /** Reads the next token, which must be of this kind. */
  expectKind(kind: TokenKind, wanted: string): Token {
    return this.peek().kind === kind ? this.next() : this.fail(wanted);
  }

  /** Throws an error that names the expected text. */
  fail(wanted: string): never {
    throw this.#source.error(this.peek().at, `expected ${wanted}, found ${describe(this.peek())}`);
  }
}
