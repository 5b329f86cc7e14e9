import { isSignable, readConstant } from './constant.ts';
import type { Call, Expr, Field } from './expr.ts';
import { tokenize } from './lexer.ts';
import { MAX_LENGTH } from './limits.ts';
import { expandMacro, type Macros } from './macros.ts';
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

/** Parts of the grammar that users of the language choose. */
export interface Syntax {
  readonly macros: Macros;
  /** True if `?` makes fields, indexes and elements optional. */
  readonly hasOptionals: boolean;
}

/** Parses an expression and expands its macros. Throws a CelError. */
export function parse(source: Source, syntax: Syntax): Expr {
  if (countCodePoints(source.text) > MAX_LENGTH) {
    throw source.error(0, `the expression must not be longer than ${MAX_LENGTH} code points`);
  }
  return new Parser(source, syntax).parse();
}

/** Parser with a method for each rule of the grammar, which reads the text of that rule and nothing more. */
class Parser {
  readonly #source: Source;
  readonly #tokens: TokenReader;
  readonly #nesting: Nesting;
  readonly #syntax: Syntax;

  constructor(source: Source, syntax: Syntax) {
    this.#source = source;
    this.#syntax = syntax;
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
      const isOptional = this.#acceptOptional(operator);
      if (operator.text === '[') expr = this.#indexed(expr, operator, isOptional ? '_[?_]' : '_[_]');
      else expr = isOptional ? this.#optionallySelected(expr, operator) : this.#selected(expr, operator);
    }
    return expr;
  }

  #optionallySelected(operand: Expr, { at }: Token): Expr {
    const name = this.#tokens.expectKind('name', 'a name');
    const field: Expr = { kind: 'literal', at: name.at, constant: { type: 'string', value: name.text } };
    return this.#nesting.putDeeper({ kind: 'call', at, name: '_?._', args: [operand, field] }, [operand]);
  }

  #selected(operand: Expr, { at }: Token): Expr {
    const field = this.#tokens.expectKind('name', 'a name').text;
    const parenthesis = this.#tokens.accept('(');
    if (parenthesis === undefined) {
      return this.#nesting.putDeeper({ kind: 'select', at, operand, field, isTest: false }, [operand]);
    }
    const args = this.#list(')', () => this.#expr());
    const call: Call = { kind: 'call', at: parenthesis.at, name: field, target: operand, args };
    return this.#nesting.putDeeper(expandMacro(this.#source, call, this.#syntax.macros), [operand, ...args]);
  }

  #indexed(operand: Expr, { at }: Token, name: string): Expr {
    const args = [operand, this.#expr()];
    this.#tokens.expect(']');
    return this.#nesting.putDeeper({ kind: 'call', at, name, args }, args);
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
    return this.#nesting.put(expandMacro(this.#source, call, this.#syntax.macros), args);
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
    if (this.#tokens.isAt(['?'])) throw this.#unsupported(this.#tokens.peek());
    const name = this.#tokens.expectKind('name', 'a name').text;
    const { at } = this.#tokens.expect(':');
    return { name, at, value: this.#expr() };
  }

  #listLiteral({ at }: Token): Expr {
    const optionals = new Set<number>();
    const elements = this.#list(']', (index) => this.#element(index, optionals), true);
    return this.#nesting.put({ kind: 'list', at, elements, optionals }, elements);
  }

  #mapLiteral({ at }: Token): Expr {
    const optionals = new Set<number>();
    const entries = this.#list('}', (index) => this.#entry(index, optionals), true);
    return this.#nesting.put({ kind: 'map', at, entries, optionals }, entries.flat());
  }

  #entry(index: number, optionals: Set<number>): readonly [key: Expr, value: Expr] {
    const key = this.#element(index, optionals);
    this.#tokens.expect(':');
    return [key, this.#expr()];
  }

  /** Reads an element, or a key, and adds its index to `optionals` if it is optional. */
  #element(index: number, optionals: Set<number>): Expr {
    if (this.#acceptOptional()) optionals.add(index);
    return this.#expr();
  }

  /** Reads the mark of optional parts, if it is there. `after`: operator that it belongs to. */
  #acceptOptional(after?: Token): boolean {
    const mark = this.#tokens.accept('?');
    if (mark !== undefined && !this.#syntax.hasOptionals) throw this.#unsupported(after ?? mark, after && '?');
    return mark !== undefined;
  }

  #unsupported({ at, text }: Token, more = ''): Error {
    return this.#source.error(at, `unsupported syntax '${text}${more}'`);
  }

  /** Reads a list up to a closing symbol. A trailing comma may be allowed, even without items. */
  #list<T>(end: string, item: (index: number) => T, mayEndWithComma = false): T[] {
    const items: T[] = [];
    if (mayEndWithComma && this.#tokens.isAt([end], 1)) this.#tokens.accept(',');
    while (!this.#tokens.accept(end)) {
      if (items.length > 0) this.#tokens.expect(',');
      if (mayEndWithComma && items.length > 0 && this.#tokens.accept(end)) break;
      items.push(item(items.length));
    }
    return items;
  }
}
