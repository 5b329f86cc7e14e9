import type { Source } from './source.ts';
import { describe, type Token, type TokenKind } from './token.ts';

/** Reads tokens one after the other; the last one, the end, stays. */
export class TokenReader {
  readonly #source: Source;
  readonly #tokens: readonly Token[];
  #index = 0;

  /** The tokens must have an end. */
  constructor(source: Source, tokens: readonly Token[]) {
    this.#source = source;
    this.#tokens = tokens;
  }

  /** The token that comes next, or so many after that. */
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

  /** Whether what comes next, or so many tokens after that, is one of these symbols. */
  isAt(symbols: readonly string[], ahead = 0): boolean {
    const { kind, text } = this.peek(ahead);
    return kind === 'symbol' && symbols.includes(text);
  }

  /** Reads the symbol if it comes next. */
  accept(...symbols: readonly string[]): Token | undefined {
    return this.isAt(symbols) ? this.next() : undefined;
  }

  /** Reads the symbol, which must come next. */
  expect(symbol: string): Token {
    return this.accept(symbol) ?? this.fail(`'${symbol}'`);
  }

  /** Reads a token of a kind, which must come next. */
  expectKind(kind: TokenKind, wanted: string): Token {
    return this.peek().kind === kind ? this.next() : this.fail(wanted);
  }

  /** Throws the error that something else must come next. */
  fail(wanted: string): never {
    throw this.#source.error(this.peek().at, `expected ${wanted}, found ${describe(this.peek())}`);
  }
}
