import { TemplateError } from './error.ts';
import { decodeRune, runeAt } from './fmt/format-rune.ts';
import { sprintf } from './fmt/format.ts';
import { isPrintable } from './fmt/quote-print.ts';
import { quote } from './fmt/quote.ts';
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

const LEFT = '{{';
const RIGHT = '}}';

const KEYWORDS: ReadonlyMap<string, TokenKind> = new Map<string, TokenKind>([
  ...['block', 'break', 'continue', 'define', 'else', 'end', 'if', 'range', 'template', 'with'].map(
    (word): [string, TokenKind] => [word, 'keyword'],
  ),
  ['nil', 'nil'],
  ['true', 'bool'],
  ['false', 'bool'],
]);

const SIGNS: ReadonlyMap<string, TokenKind> = new Map<string, TokenKind>([
  ['=', 'assign'],
  ['|', 'pipe'],
  ['(', 'leftParenthesis'],
  [')', 'rightParenthesis'],
]);

const letterOrDigit = /[\p{L}\p{Nd}]/u;
const spaces = /[ \t\r\n]*/y;
const asciiWord = /\w*/y;
const quotedRun = /[^"\\\n]*/y;
const characterRun = /[^'\\\n]*/y;
const number =
  /[+-]?(?:0[xX][\da-fA-F_]*(?:\.[\da-fA-F_]*)?(?:[pP][+-]?[\d_]*)?|0[oO][0-7_]*(?:\.[0-7_]*)?|0[bB][01_]*(?:\.[01_]*)?|[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?[\d_]*)?)i?/y;

/** Cuts a template, given as bytes, into tokens, one for each call of `next`. Tokens after an error are meaningless. */
class Lexer {
  readonly #input: string;
  #position = 0;
  #inAction = false;
  #parentheses = 0;
  #line = 1;
  /** Offset of the first line break after that line. */
  #lineBreak: number;

  constructor(input: string) {
    this.#input = input;
    this.#lineBreak = input.indexOf('\n');
  }

  next(): Token {
    return this.#inAction ? this.#nextInAction() : this.#nextInText();
  }

  #nextInText(): Token {
    for (;;) {
      const left = this.#input.indexOf(LEFT, this.#position);
      if (left < 0) return this.#lastText();
      const end = this.#trims(left + LEFT.length, '-', ' ') ? this.#withoutSpaces(left) : left;
      const start = this.#position;
      this.#position = left;
      if (end > start) return this.#token('text', start, end);
      const token = this.#leftDelimiter();
      if (token !== undefined) return token;
    }
  }

  #lastText(): Token {
    const start = this.#position;
    this.#position = this.#input.length;
    return this.#token(start < this.#position ? 'text' : 'eof', start);
  }

  /** Returns the end of the text before a delimiter without trailing spaces. */
  #withoutSpaces(left: number): number {
    let end = left;
    while (end > this.#position && this.#isSpace(end - 1)) end--;
    return end;
  }

  /** Reads a left delimiter; undefined if a comment follows, which is then skipped. */
  #leftDelimiter(): Token | undefined {
    const start = this.#position;
    const inner = start + LEFT.length;
    const after = inner + (this.#trims(inner, '-', ' ') ? 2 : 0);
    this.#position = after;
    if (this.#input.startsWith('/*', after)) return this.#comment();
    this.#inAction = true;
    this.#parentheses = 0;
    return this.#token('leftDelimiter', start, inner);
  }

  #comment(): Token | undefined {
    const start = this.#position;
    const close = this.#input.indexOf('*/', start + 2);
    if (close < 0) return this.#error(start, 'unclosed comment');
    this.#position = close + 2;
    if (!this.#atRightDelimiter(this.#position)) return this.#error(start, 'comment ends before closing delimiter');
    this.#passRightDelimiter();
    return undefined;
  }

  #nextInAction(): Token {
    const start = this.#position;
    if (this.#atRightDelimiter(start)) {
      if (this.#parentheses > 0) return this.#error(start, 'unclosed left paren');
      this.#inAction = false;
      const delimiter = this.#passRightDelimiter();
      return this.#token('rightDelimiter', delimiter, delimiter + RIGHT.length);
    }
    if (start >= this.#input.length) return this.#error(start, 'unclosed action');
    return this.#isSpace(start) ? this.#spaces() : this.#element(start);
  }

  #atRightDelimiter(at: number): boolean {
    return this.#input.startsWith(RIGHT, at) || this.#atTrimmingDelimiter(at);
  }

  #atTrimmingDelimiter(at: number): boolean {
    return this.#trims(at, ' ', '-') && this.#input.startsWith(RIGHT, at + 2);
  }

  /** Skips the delimiter and the spaces that its marker trims; returns the offset of the delimiter itself. */
  #passRightDelimiter(): number {
    const trims = this.#atTrimmingDelimiter(this.#position);
    const delimiter = this.#position + (trims ? 2 : 0);
    this.#position = delimiter + RIGHT.length;
    if (trims) this.#position = this.#runEnd(spaces, this.#position);
    return delimiter;
  }

  /** Reads spaces, except a last one that belongs to a trim marker. */
  #spaces(): Token {
    const start = this.#position;
    const end = this.#runEnd(spaces, start);
    this.#position = this.#atTrimmingDelimiter(end - 1) ? end - 1 : end;
    return this.#token('space', start);
  }

  #element(start: number): Token {
    const char = this.#input.charAt(start);
    if (char === '"') return this.#quoted(start, 'string', quotedRun, 'unterminated quoted string');
    if (char === "'") return this.#quoted(start, 'character', characterRun, 'unterminated character constant');
    if (char === '`') return this.#rawString(start);
    if (char === '$') return this.#named(start, 'variable', 'variable');
    if (char === '.' && !/^\d?$/.test(this.#input.charAt(start + 1))) return this.#named(start, 'dot', 'field');
    if (/[.+\-\d]/.test(char)) return this.#number(start);
    if (this.#wordEnd(start) > start) return this.#word(start);
    return this.#sign(start, char);
  }

  #sign(start: number, char: string): Token {
    this.#position = start + 1;
    if (char === ':') {
      if (this.#input.charAt(this.#position++) !== '=') return this.#error(start, 'expected :=');
      return this.#token('declare', start);
    }
    if (char === '(') this.#parentheses++;
    if (char === ')' && --this.#parentheses < 0) return this.#error(start, 'unexpected right paren');
    const kind = SIGNS.get(char);
    if (kind !== undefined) return this.#token(kind, start);
    if (char > ' ' && char < '\x7f') return this.#token('char', start);
    return this.#error(start, `unrecognized character in action: ${this.#describeRune(start)}`);
  }

  #quoted(start: number, kind: TokenKind, run: RegExp, problem: string): Token {
    const mark = this.#input[start];
    for (let at = start + 1; ; at += 2) {
      at = this.#runEnd(run, at);
      if (this.#input[at] === mark) {
        this.#position = at + 1;
        return this.#token(kind, start);
      }
      const next = this.#input[at + 1];
      if (this.#input[at] !== '\\' || next === undefined || next === '\n') return this.#error(start, problem);
    }
  }

  #rawString(start: number): Token {
    const close = this.#input.indexOf('`', start + 1);
    if (close < 0) return this.#error(start, 'unterminated raw quoted string');
    this.#position = close + 1;
    return this.#token('rawString', start);
  }

  /** Reads a field or a variable; without a word, a token of the first character alone. */
  #named(start: number, alone: TokenKind, kind: TokenKind): Token {
    this.#position = start + 1;
    if (this.#endsWord(this.#position)) return this.#token(alone, start);
    this.#position = this.#wordEnd(this.#position);
    if (!this.#endsWord(this.#position)) return this.#badCharacter(start);
    return this.#token(kind, start);
  }

  #word(start: number): Token {
    this.#position = this.#wordEnd(start);
    if (!this.#endsWord(this.#position)) return this.#badCharacter(start);
    return this.#token(KEYWORDS.get(this.#input.slice(start, this.#position)) ?? 'identifier', start);
  }

  #number(start: number): Token {
    if (!this.#passNumber(start)) return this.#badNumber(start);
    if (!/[+-]/.test(this.#input.charAt(this.#position))) return this.#token('number', start);
    if (!this.#passNumber(this.#position) || this.#input[this.#position - 1] !== 'i') return this.#badNumber(start);
    return this.#token('complex', start);
  }

  /** Skips text that looks like a number. If the next rune cannot end a number, skips it as well and returns false. */
  #passNumber(start: number): boolean {
    this.#position = this.#runEnd(number, start);
    const rune = runeAt(this.#input, this.#position);
    if (this.#wordEnd(this.#position) === this.#position) return true;
    this.#position += rune.length;
    return false;
  }

  #badNumber(start: number): Token {
    return this.#error(start, `bad number syntax: ${quote(this.#input.slice(start, this.#position))}`);
  }

  #badCharacter(start: number): Token {
    return this.#error(start, `bad character ${this.#describeRune(this.#position)}`);
  }

  #describeRune(at: number): string {
    return sprintf('%#U', [{ kind: 'int', value: BigInt(decodeRune(runeAt(this.#input, at))) }]);
  }

  /** Returns the end of the letters, digits and underscores at an offset. */
  #wordEnd(start: number): number {
    let end = this.#runEnd(asciiWord, start);
    while (end < this.#input.length && this.#input.charCodeAt(end) >= 0x80) {
      const rune = runeAt(this.#input, end);
      if (!isLetterOrDigit(decodeRune(rune))) break;
      end = this.#runEnd(asciiWord, end + rune.length);
    }
    return end;
  }

  /** Reports whether a word can end at an offset. */
  #endsWord(at: number): boolean {
    return (
      at >= this.#input.length || /[ \t\r\n.,|:()]/.test(this.#input.charAt(at)) || this.#input.startsWith(RIGHT, at)
    );
  }

  /** Reports whether these two characters follow; a space stands for any space. */
  #trims(at: number, first: string, second: string): boolean {
    return this.#is(at, first) && this.#is(at + 1, second);
  }

  #is(at: number, char: string): boolean {
    return char === ' ' ? this.#isSpace(at) : this.#input[at] === char;
  }

  #isSpace(at: number): boolean {
    const char = this.#input[at];
    return char === ' ' || char === '\n' || char === '\t' || char === '\r';
  }

  #runEnd(pattern: RegExp, start: number): number {
    pattern.lastIndex = start;
    pattern.test(this.#input);
    return Math.max(pattern.lastIndex, start);
  }

  #token(kind: TokenKind, start: number, end = this.#position): Token {
    return { kind, text: this.#input.slice(start, end), position: start, line: this.#lineOf(start) };
  }

  #error(start: number, message: string): Token {
    this.#position = this.#input.length;
    return { kind: 'error', text: message, position: start, line: this.#lineOf(start) };
  }

  /** Returns the line of a position. Positions only increase, so each line break is counted once. */
  #lineOf(position: number): number {
    while (this.#lineBreak >= 0 && this.#lineBreak < position) {
      this.#lineBreak = this.#input.indexOf('\n', this.#lineBreak + 1);
      this.#line++;
    }
    return this.#line;
  }
}

function isLetterOrDigit(code: number): boolean {
  return letterOrDigit.test(String.fromCodePoint(code)) && isPrintable(code);
}
