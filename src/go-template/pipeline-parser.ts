import { isBuiltin } from './builtins.ts';
import type { Declared } from './declared.ts';
import { MAX_PARENTHESES } from './limits.ts';
import { nodeText } from './node-text.ts';
import type { CommandNode, OperandNode, PipeNode, VariableNode } from './nodes.ts';
import { readCharacter, readComplex, readNumber, type NumberMeaning } from './number.ts';
import { quote, unquote } from './fmt/quote.ts';
import type { Token, TokenKind } from './token.ts';
import type { TokenReader } from './token-reader.ts';

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
