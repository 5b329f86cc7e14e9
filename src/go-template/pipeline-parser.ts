import { isBuiltin } from './builtins.ts';
import type { Declared } from './declared.ts';
import { quote, unquote, unquoteRune } from './fmt/quote.ts';
import { MAX_PARENTHESES } from './limits.ts';
import { nodeText } from './node-text.ts';
import type { CommandNode, OperandNode, PipeNode, VariableNode } from './nodes.ts';
import type { TokenReader } from './token-reader.ts';
import type { Token, TokenKind } from './token.ts';
import type { GoValue } from './value.ts';

/** Meaning of a literal; `value` is undefined for an integer out of range. */
type NumberMeaning = { readonly value: GoValue | undefined } | { readonly error: string };

const MAX_INT = 2n ** 63n - 1n;
const MAX_UINT = 2n ** 64n - 1n;

/** Maximum number of digits of a 64-bit integer in any base. */
const MAX_DIGITS = 64;

const integer = /^([+-]?)(0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+|0[0-7]*|[1-9]\d*)$/;
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const underscored = /_(?!\d)|(?<!\d)_/;
const underscoredHexadecimal = /_(?![\da-fA-F])|(?<![\da-fA-F])_/;
const PART = String.raw`(?:0[xX][\da-fA-F_]*(?:\.[\da-fA-F_]*)?(?:[pP][+-]?[\d_]*)?|[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?[\d_]*)?)`;
/**
 * Real and imaginary part. A prefix for octal or binary is not part of either, though the lexer accepts it; neither is
 * `+i`.
 */
const twoParts = new RegExp(`^([+-]?${PART})([+-](?!i)${PART})i$`);
const hexadecimal = /^([+-]?)0[xX]([\da-fA-F]*)(?:\.([\da-fA-F]*))?[pP]([+-]?\d+)$/;

/** Returns the meaning of a character literal. */
function readCharacter(text: string): NumberMeaning {
  const character = unquoteRune(text);
  if (character === undefined) return { error: 'invalid syntax' };
  if (character.rest !== "'") return { error: `malformed character constant: ${text}` };
  return { value: { kind: 'int', value: BigInt(character.code) } };
}

/** Returns the meaning of a number, whose notation determines whether it is an int, a float64 or a complex128. */
function readNumber(text: string): NumberMeaning {
  const imaginary = text.endsWith('i') ? readFloat(text.slice(0, -1)) : undefined;
  if (typeof imaginary === 'number') return { value: { kind: 'complex128', real: 0, imaginary } };
  return readInteger(text) ?? readReal(text);
}

function readInteger(text: string): NumberMeaning | undefined {
  const value = integerOf(text);
  if (value === undefined) return undefined;
  if (looksLikeFloat(text)) return { value: { kind: 'float64', value: Number(value) } };
  return { value: value > MAX_INT ? undefined : { kind: 'int', value } };
}

function readReal(text: string): NumberMeaning {
  const value = readFloat(text);
  if (typeof value !== 'number') return { error: `illegal number syntax: ${quote(text)}` };
  if (!/[.eEpP]/.test(text)) return { error: `integer overflow: ${quote(text)}` };
  return { value: { kind: 'float64', value } };
}

/** Returns the meaning of a real number followed by an imaginary one, `1+2i`. */
function readComplex(text: string): NumberMeaning {
  const [real = '', imaginary = ''] = twoParts.exec(text)?.slice(1) ?? [];
  if (imaginary === '') return { error: 'syntax error scanning complex number' };
  for (const part of [real, imaginary]) {
    const problem = readFloat(part);
    if (typeof problem === 'string') return { error: `strconv.ParseFloat: parsing ${quote(part)}: ${problem}` };
  }
  return { value: { kind: 'complex128', real: Number(readFloat(real)), imaginary: Number(readFloat(imaginary)) } };
}

/**
 * Reports whether the text has the notation of a float. Only hexadecimal digits can include the letter of an exponent;
 * Go looks for their prefix at the very start, before a sign.
 */
function looksLikeFloat(text: string): boolean {
  return !/^0[xX][^pP]*$/.test(text) && /[.eEpP]/.test(text);
}

/** Returns a signed or an unsigned 64-bit integer. */
function integerOf(text: string): bigint | undefined {
  if (!underscoresSeparate(text)) return undefined;
  const [, sign = '', digits] = integer.exec(text.replaceAll('_', '')) ?? [];
  if (digits === undefined || digits.replace(/^0[xXoObB]?0*/, '').length > MAX_DIGITS) return undefined;
  const magnitude = BigInt(digits.replace(/^0(?=\d)/, '0o'));
  const limit = sign === '' ? MAX_UINT : sign === '+' ? MAX_INT : MAX_INT + 1n;
  if (magnitude > limit) return undefined;
  return sign === '-' ? -magnitude : magnitude;
}

/** Returns a floating-point number, or the error of `strconv.ParseFloat`. */
function readFloat(text: string): number | string {
  if (!underscoresSeparate(text)) return 'invalid syntax';
  const digits = text.replaceAll('_', '');
  const value = decimal.test(digits) ? Number(digits) : readHexadecimal(digits);
  if (value === undefined) return 'invalid syntax';
  return Number.isFinite(value) ? value : 'value out of range';
}

function readHexadecimal(text: string): number | undefined {
  const [, sign, whole = '', fraction = '', exponent = ''] = hexadecimal.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const magnitude = scaled(BigInt(`0x${whole}${fraction}`), Number(exponent) - 4 * fraction.length);
  return sign === '-' ? -magnitude : magnitude;
}

const MANTISSA_BITS = 53;
const LOWEST_EXPONENT = -1074;
const HIGHEST_EXPONENT = 1024;

/**
 * Returns the float nearest to an integer times a power of two; of two equally near ones, the one whose last bit is 0.
 */
function scaled(mantissa: bigint, exponent: number): number {
  if (mantissa === 0n) return 0;
  const bits = mantissa.toString(2).length;
  const top = bits + exponent;
  if (top > HIGHEST_EXPONENT) return Infinity;
  if (top < LOWEST_EXPONENT) return 0;
  const lowest = Math.max(top - MANTISSA_BITS, LOWEST_EXPONENT);
  const rounded = lowest > exponent ? shiftRounding(mantissa, BigInt(lowest - exponent)) : mantissa;
  return timesPowerOfTwo(Number(rounded), Math.max(lowest, exponent));
}

function shiftRounding(mantissa: bigint, shift: bigint): bigint {
  const shifted = mantissa >> shift;
  const rest = mantissa - (shifted << shift);
  const half = 1n << (shift - 1n);
  return rest > half || (rest === half && (shifted & 1n) === 1n) ? shifted + 1n : shifted;
}

/** Multiplies by a power of two in two exact steps: one power can be out of a float's range. */
function timesPowerOfTwo(value: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return value * 2 ** half * 2 ** (exponent - half);
}

/** Reports whether each underscore is between digits, or between a prefix and a digit. */
function underscoresSeparate(text: string): boolean {
  if (!text.includes('_')) return true;
  const digits = text.replace(/^[+-]/, '').replace(/^0[xXoObB]/, '0');
  return !(/^[+-]?0[xX]/.test(text) ? underscoredHexadecimal : underscored).test(digits);
}

/** Pipeline being read; parentheses inside it can have opened others. */
interface OpenPipe {
  readonly context: string;
  readonly end: TokenKind;
  readonly position: number;
  readonly declarations: Declarations;
  readonly commands: CommandNode[];
  /** Command being read. */
  command: OpenCommand | undefined;
}

interface OpenCommand {
  readonly position: number;
  readonly operands: OperandNode[];
}

interface Declarations {
  readonly assigns: boolean;
  readonly variables: readonly VariableNode[];
}

const OPERAND_STARTS: ReadonlySet<TokenKind> = new Set([
  'bool',
  'character',
  'complex',
  'dot',
  'field',
  'identifier',
  'leftParenthesis',
  'nil',
  'number',
  'rawString',
  'string',
  'variable',
]);

const NUMBER_READERS: Partial<Record<TokenKind, (text: string) => NumberMeaning>> = {
  character: readCharacter,
  complex: readComplex,
  number: readNumber,
};

/** Parses pipelines without recursion: parentheses may be nested deeper than calls. */
export class PipelineParser {
  readonly #tokens: TokenReader;
  readonly #declared: Declared;
  readonly #open: OpenPipe[] = [];

  constructor(tokens: TokenReader, declared: Declared) {
    this.#tokens = tokens;
    this.#declared = declared;
  }

  /** Parses a pipeline and the delimiter after it; the context names it in messages. */
  parse(context: string): PipeNode {
    let open = this.#begin(context, 'rightDelimiter');
    for (;;) {
      if (!this.#atEnd(open)) {
        open = this.#operand(open);
        continue;
      }
      const pipe = this.#close(open);
      const outer = this.#open.at(-1);
      if (outer === undefined) return pipe;
      this.#finishOperand(outer, pipe);
      open = outer;
    }
  }

  #begin(context: string, end: TokenKind): OpenPipe {
    const { position } = this.#tokens.peekNonSpace();
    const declarations = this.#declarations(context);
    const open: OpenPipe = { context, end, position, declarations, commands: [], command: undefined };
    this.#open.push(open);
    return open;
  }

  #declarations(context: string): Declarations {
    const variables: VariableNode[] = [];
    for (let sign = this.#declaration(variables); sign !== undefined; sign = this.#declaration(variables)) {
      if (sign !== 'char') return { assigns: sign === 'assign', variables };
      this.#refuseMore(context, variables.length);
    }
    return { assigns: false, variables };
  }

  /** Reads a variable and the sign after it if that makes it a declaration. */
  #declaration(variables: VariableNode[]): TokenKind | undefined {
    const name = this.#tokens.peekNonSpace();
    if (name.kind !== 'variable') return undefined;
    this.#tokens.next();
    const after = this.#tokens.peek();
    const sign = this.#tokens.nextNonSpace();
    if (sign.kind === 'assign' || sign.kind === 'declare' || (sign.kind === 'char' && sign.text === ',')) {
      variables.push({ kind: 'variable', position: name.position, name: name.text, fields: [] });
      this.#declared.add(name.text);
      return sign.kind;
    }
    for (const token of after === sign ? [sign, name] : [sign, after, name]) this.#tokens.putBack(token);
    return undefined;
  }

  /** Refuses further variables: only a range declares two. */
  #refuseMore(context: string, count: number): void {
    if (context !== 'range' || count > 1) this.#tokens.fail(`too many declarations in ${context}`);
    const { kind } = this.#tokens.peekNonSpace();
    if (kind === 'variable' || kind === 'rightDelimiter' || kind === 'rightParenthesis') return;
    this.#tokens.fail('range can only initialize variables');
  }

  /** Reports whether a pipeline ends here, after skipping its end. Otherwise a command is open. */
  #atEnd(open: OpenPipe): boolean {
    if (open.command !== undefined) return false;
    const token = this.#tokens.nextNonSpace();
    if (token.kind === open.end) return true;
    if (!OPERAND_STARTS.has(token.kind)) this.#tokens.unexpected(token, open.context);
    this.#tokens.putBack(token);
    open.command = { position: token.position, operands: [] };
    return false;
  }

  /** Reads an operand; returns the pipeline to continue with, which is a new one after a parenthesis. */
  #operand(open: OpenPipe): OpenPipe {
    const token = this.#tokens.nextNonSpace();
    if (token.kind === 'leftParenthesis') {
      if (this.#open.length > MAX_PARENTHESES) this.#tokens.fail('max expression depth exceeded');
      return this.#begin('parenthesized pipeline', 'rightParenthesis');
    }
    const term = this.#term(token);
    if (term === undefined) {
      this.#tokens.putBack(token);
      this.#afterOperand(open);
    } else this.#finishOperand(open, term);
    return open;
  }

  #finishOperand(open: OpenPipe, term: OperandNode): void {
    open.command?.operands.push(this.#withFields(term));
    this.#afterOperand(open);
  }

  #afterOperand(open: OpenPipe): void {
    const token = this.#tokens.next();
    if (token.kind === 'space') return;
    if (token.kind === 'rightDelimiter' || token.kind === 'rightParenthesis') this.#tokens.putBack(token);
    else if (token.kind !== 'pipe') this.#tokens.unexpected(token, 'operand');
    this.#finishCommand(open);
  }

  #finishCommand(open: OpenPipe): void {
    const { position = 0, operands: [operand, ...args] = [] } = open.command ?? {};
    if (operand === undefined) return this.#tokens.fail('empty command');
    open.commands.push({ kind: 'command', position, operand, args });
    open.command = undefined;
  }

  #close({ context, position, declarations, commands }: OpenPipe): PipeNode {
    if (commands.length === 0) this.#tokens.fail(`missing value for ${context}`);
    const literal = commands.findIndex(({ operand }, index) => index > 0 && isSimple(operand));
    if (literal > 0) this.#tokens.fail(`non executable command in pipeline stage ${literal + 1}`);
    this.#open.pop();
    return { kind: 'pipe', position, ...declarations, commands };
  }

  /** Reads a term; undefined if the token cannot be an operand. */
  #term(token: Token): OperandNode | undefined {
    const { kind, text, position } = token;
    if (kind === 'dot' || kind === 'nil') return { kind, position };
    if (kind === 'field') return { kind, position, fields: [text.slice(1)] };
    if (kind === 'variable') {
      if (!this.#declared.has(text)) this.#tokens.fail(`undefined variable ${quote(text)}`);
      return { kind, position, name: text, fields: [] };
    }
    if (kind !== 'identifier') return this.#literal(token);
    if (!isBuiltin(text)) this.#tokens.fail(`function ${quote(text)} not defined`);
    return { kind, position, name: text };
  }

  #literal({ kind, text, position }: Token): OperandNode | undefined {
    if (kind === 'bool') return { kind, position, text, value: { kind, value: text === 'true' } };
    if (kind === 'string' || kind === 'rawString') {
      const value = unquote(text) ?? this.#tokens.fail('invalid syntax');
      return { kind: 'string', position, text, value: { kind: 'string', value } };
    }
    const meaning = NUMBER_READERS[kind]?.(text);
    if (meaning === undefined) return undefined;
    if ('error' in meaning) return this.#tokens.fail(meaning.error);
    return { kind: 'number', position, text, value: meaning.value };
  }

  /** Returns an operand with the fields that follow it; errors in the fields refer to it. */
  #withFields(operand: OperandNode): OperandNode {
    const { kind, position } = this.#tokens.peek();
    if (kind !== 'field') return operand;
    const fields: string[] = [];
    while (this.#tokens.peek().kind === 'field') fields.push(this.#tokens.next().text.slice(1));
    if (operand.kind === 'field' || operand.kind === 'variable') {
      return { ...operand, position, fields: [...operand.fields, ...fields] };
    }
    if (operand.kind === 'pipe' || operand.kind === 'identifier') return { kind: 'chain', position, operand, fields };
    return this.#tokens.fail(`unexpected . after term ${quote(nodeText(operand))}`);
  }
}

function isSimple({ kind }: OperandNode): boolean {
  return kind === 'bool' || kind === 'dot' || kind === 'nil' || kind === 'number' || kind === 'string';
}
