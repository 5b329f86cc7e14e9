import { isSignable, readConstant } from './constant.ts';
import type { Call, Expr, Field } from './expr.ts';
import { tokenize } from './lexer.ts';
import { MAX_LENGTH } from './limits.ts';
import { expandMacro } from './macros.ts';
import { Nesting } from './nesting.ts';
import { countCodePoints, type Source } from './source.ts';
import { TokenReader } from './token-reader.ts';
import type { Token } from './token.ts';

const RELATIONS: readonly string[] = ['<', '<=', '>=', '>', '==', '!=', 'in'];

/** Arithmetic operators by precedence, from lowest to highest. */
const CALCULATIONS: readonly (readonly string[])[] = [
  ['+', '-'],
  ['*', '/', '%'],
];

/** Names not allowed for variables and functions. */
const RESERVED: ReadonlySet<string> = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(' '),
);

/** Parses an expression and expands its macros. Throws a CelError. */
export function parse(source: Source): Expr {
  if (countCodePoints(source.text) > MAX_LENGTH) {
    throw source.error(0, `the expression must not be longer than ${MAX_LENGTH} code points`);
  }
  return new Parser(source).parse();
}

/** Parser with a method for each rule of the grammar, which reads the text of that rule and nothing more. */
class Parser {
  readonly #source: Source;
  readonly #tokens: TokenReader;
  readonly #nesting: Nesting;

  constructor(source: Source) {
    this.#source = source;
    this.#tokens = new TokenReader(source, tokenize(source));
    this.#nesting = new Nesting(source);
  }

  parse(): Expr {
    const expr = this.#expr();
    this.#tokens.expectKind('end', 'an operator or the end');
    return expr;
  }

  #expr(): Expr {
    this.#nesting.enter('expr', this.#tokens.peek().at);
    const condition = this.#logical('||', '_||_', () => this.#and());
    const question = this.#tokens.accept('?');
    const expr = question === undefined ? condition : this.#conditional(condition, question);
    this.#nesting.leave('expr');
    return expr;
  }

  #conditional(condition: Expr, { at }: Token): Expr {
    const then = this.#logical('||', '_||_', () => this.#and());
    this.#tokens.expect(':');
    const args = [condition, then, this.#expr()];
    return this.#nesting.putDeeper({ kind: 'call', at, name: '_?_:_', args }, args);
  }

  #and(): Expr {
    return this.#logical('&&', '_&&_', () => this.#relation());
  }

  #logical(symbol: string, name: string, term: () => Expr): Expr {
    const terms = [term()];
    const operators: number[] = [];
    for (let operator = this.#tokens.accept(symbol); operator !== undefined; operator = this.#tokens.accept(symbol)) {
      operators.push(operator.at);
      terms.push(term());
    }
    return this.#balanced(name, terms, operators);
  }

  /** Returns a balanced tree of terms, of minimal height: there may be many terms. */
  #balanced(name: string, terms: readonly Expr[], operators: readonly number[]): Expr {
    const [first] = terms;
    if (first === undefined) throw new Error('a logical operator has terms');
    if (operators.length === 0) return first;
    const middle = operators.length >> 1;
    const args = [
      this.#balanced(name, terms.slice(0, middle + 1), operators.slice(0, middle)),
      this.#balanced(name, terms.slice(middle + 1), operators.slice(middle + 1)),
    ];
    return this.#nesting.put({ kind: 'call', at: operators[middle] ?? first.at, name, args }, args);
  }

  #relation(): Expr {
    this.#nesting.enter('relation', this.#tokens.peek().at);
    let left = this.#calculation(0);
    for (let operator = this.#tokens.accept(...RELATIONS); operator; operator = this.#tokens.accept(...RELATIONS)) {
      this.#nesting.enter('relation', operator.at);
      left = this.#binary(operator, left, this.#calculation(0));
      this.#nesting.leave('relation');
    }
    this.#nesting.leave('relation');
    return left;
  }

  #calculation(level: number): Expr {
    this.#nesting.enter('calc', this.#tokens.peek().at);
    let left = this.#unary();
    for (let binding = this.#binding(level); binding !== undefined; binding = this.#binding(level)) {
      const operator = this.#tokens.next();
      left = this.#binary(operator, left, this.#calculation(binding + 1));
    }
    this.#nesting.leave('calc');
    return left;
  }

  /** Returns the precedence of the next operator if it is arithmetic and at least of that level. */
  #binding(level: number): number | undefined {
    const binding = CALCULATIONS.findIndex((symbols) => this.#tokens.isAt(symbols));
    return binding >= level ? binding : undefined;
  }

  #binary({ text, at }: Token, left: Expr, right: Expr): Expr {
    const args = [left, right];
    return this.#nesting.putDeeper({ kind: 'call', at, name: text === 'in' ? '@in' : `_${text}_`, args }, args);
  }

  #unary(): Expr {
    const first = this.#tokens.peek();
    if (first.text === '-' && isSignable(this.#tokens.peek(1))) return this.#member();
    if (!this.#tokens.isAt(['!', '-'])) return this.#member();
    let count = 0;
    while (this.#tokens.accept(first.text)) count++;
    const operand = this.#member();
    const args = [operand];
    if (count % 2 === 0) return operand;
    return this.#nesting.put({ kind: 'call', at: first.at, name: `${first.text}_`, args }, args);
  }

  #member(): Expr {
    let expr = this.#primary();
    for (let operator = this.#tokens.accept('.', '['); operator; operator = this.#tokens.accept('.', '[')) {
      if (this.#tokens.isAt(['?'])) throw this.#source.error(operator.at, `unsupported syntax '${operator.text}?'`);
      expr = operator.text === '.' ? this.#selected(expr, operator) : this.#indexed(expr, operator);
    }
    return expr;
  }

  #selected(operand: Expr, { at }: Token): Expr {
    const field = this.#tokens.expectKind('name', 'a name').text;
    const parenthesis = this.#tokens.accept('(');
    if (parenthesis === undefined) {
      return this.#nesting.putDeeper({ kind: 'select', at, operand, field, isTest: false }, [operand]);
    }
    const args = this.#list(')', () => this.#expr());
    const call: Call = { kind: 'call', at: parenthesis.at, name: field, target: operand, args };
    return this.#nesting.putDeeper(expandMacro(this.#source, call), [operand, ...args]);
  }

  #indexed(operand: Expr, { at }: Token): Expr {
    const args = [operand, this.#expr()];
    this.#tokens.expect(']');
    return this.#nesting.putDeeper({ kind: 'call', at, name: '_[_]', args }, args);
  }

  #primary(): Expr {
    const token = this.#tokens.peek();
    if (token.kind === 'name' || token.text === '.') return this.#named();
    if (this.#tokens.accept('(')) return this.#parenthesized();
    if (this.#tokens.accept('[')) return this.#listLiteral(token);
    if (this.#tokens.accept('{')) return this.#mapLiteral(token);
    return { kind: 'literal', at: token.at, constant: readConstant(this.#source, this.#tokens) };
  }

  #parenthesized(): Expr {
    const expr = this.#expr();
    this.#tokens.expect(')');
    return expr;
  }

  /** Reads a variable, a call or a message. */
  #named(): Expr {
    const { at } = this.#tokens.peek();
    const dot = this.#tokens.accept('.') ? '.' : '';
    if (this.#isMessage()) return this.#message(dot);
    const name = this.#tokens.expectKind('name', 'a name');
    if (RESERVED.has(name.text)) throw this.#source.error(at, `reserved identifier: ${name.text}`);
    const parenthesis = this.#tokens.accept('(');
    if (parenthesis === undefined) return { kind: 'ident', at: name.at, name: dot + name.text };
    const args = this.#list(')', () => this.#expr());
    const call: Call = { kind: 'call', at: parenthesis.at, name: dot + name.text, args };
    return this.#nesting.put(expandMacro(this.#source, call), args);
  }

  #isMessage(): boolean {
    let ahead = 0;
    while (this.#tokens.peek(ahead).kind === 'name' && this.#tokens.isAt(['.'], ahead + 1)) ahead += 2;
    return this.#tokens.peek(ahead).kind === 'name' && this.#tokens.isAt(['{'], ahead + 1);
  }

  #message(dot: string): Expr {
    let name = dot;
    while (!this.#tokens.isAt(['{'])) name += this.#tokens.next().text;
    const { at } = this.#tokens.next();
    const fields = this.#list('}', () => this.#field(), true);
    return this.#nesting.put(
      { kind: 'message', at, name, fields },
      fields.map(({ value }) => value),
    );
  }

  #field(): Field {
    this.#refuseOptional();
    const name = this.#tokens.expectKind('name', 'a name').text;
    const { at } = this.#tokens.expect(':');
    return { name, at, value: this.#expr() };
  }

  #listLiteral({ at }: Token): Expr {
    const elements = this.#list(']', () => this.#element(), true);
    return this.#nesting.put({ kind: 'list', at, elements }, elements);
  }

  #mapLiteral({ at }: Token): Expr {
    const entries = this.#list('}', () => this.#entry(), true);
    return this.#nesting.put({ kind: 'map', at, entries }, entries.flat());
  }

  #entry(): readonly [key: Expr, value: Expr] {
    const key = this.#element();
    this.#tokens.expect(':');
    return [key, this.#expr()];
  }

  #element(): Expr {
    this.#refuseOptional();
    return this.#expr();
  }

  #refuseOptional(): void {
    if (this.#tokens.isAt(['?'])) throw this.#source.error(this.#tokens.peek().at, `unsupported syntax '?'`);
  }

  /** Reads a list up to a closing symbol. A trailing comma may be allowed, even without items. */
  #list<T>(end: string, item: () => T, mayEndWithComma = false): T[] {
    const items: T[] = [];
    if (mayEndWithComma && this.#tokens.isAt([end], 1)) this.#tokens.accept(',');
    while (!this.#tokens.accept(end)) {
      if (items.length > 0) this.#tokens.expect(',');
      if (mayEndWithComma && items.length > 0 && this.#tokens.accept(end)) break;
      items.push(item());
    }
    return items;
  }
}
