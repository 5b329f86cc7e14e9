import { TemplateError } from './error.ts';
import { Lexer } from './lexer.ts';
import { describeToken, type Token, type TokenKind } from './token.ts';
import { decodeLeniently } from './value.ts';

/** Tokens of a template, with a lookahead, and errors at the last one. */
export class TokenReader {
  readonly #name: string;
  readonly #lexer: Lexer;
  /** Tokens that were put back; the last one is the next. */
  readonly #ahead: Token[] = [];
  /** Line of the token cut last, even if it was put back: Go reports errors there. */
  line = 0;
  /** Line of the current action; 0 outside of actions. */
  actionLine = 0;

  /** Takes the name and the text as bytes. */
  constructor(name: string, text: string) {
    this.#name = name;
    this.#lexer = new Lexer(text);
  }

  next(): Token {
    const token = this.#ahead.pop() ?? this.#lexer.next();
    this.line = Math.max(this.line, token.line);
    return token;
  }

  /** Puts a token back, before those that were put back earlier. */
  putBack(token: Token): void {
    this.#ahead.push(token);
  }

  peek(): Token {
    const token = this.next();
    this.putBack(token);
    return token;
  }

  nextNonSpace(): Token {
    let token = this.next();
    while (token.kind === 'space') token = this.next();
    return token;
  }

  peekNonSpace(): Token {
    const token = this.nextNonSpace();
    this.putBack(token);
    return token;
  }

  expect(kind: TokenKind, context: string): Token {
    const token = this.nextNonSpace();
    return token.kind === kind ? token : this.unexpected(token, context);
  }

  /** Fails with the error of the lexer, or because the token is not allowed there. */
  unexpected(token: Token, context: string): never {
    if (token.kind === 'error') this.fail(token.text + this.#actionStart(token));
    this.fail(`unexpected ${describeToken(token)} in ${context}`);
  }

  #actionStart({ text, line }: Token): string {
    if (this.actionLine === 0 || this.actionLine === line) return '';
    return `${text.endsWith(' action') ? '' : ' in action'} started at ${this.#name}:${this.actionLine}`;
  }

  /** Throws a TemplateError with a message of bytes. */
  fail(message: string, line = this.line): never {
    throw new TemplateError('parse', decodeLeniently(`template: ${this.#name}:${line}: ${message}`));
  }
}
