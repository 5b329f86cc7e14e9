import { printable } from './builtins.ts';
import { type DataKind, type PreparedData, readData, type TemplateData } from './data.ts';
import { TemplateError } from './error.ts';
import { Evaluator } from './evaluator.ts';
import { Failure } from './failure.ts';
import type { MissingKey } from './fields.ts';
import { FormattedTooLong } from './fmt/format-length.ts';
import { sprint, sprintf } from './fmt/format.ts';
import { quote } from './fmt/quote.ts';
import { MAX_TEMPLATE_DEPTH } from './limits.ts';
import { nodeText } from './node-text.ts';
import type { BranchNode, Node, TemplateNode, VariableNode } from './nodes.ts';
import { isTrue, NIL, type Operand, unwrap } from './operand.ts';
import { parse, type Templates } from './parser.ts';
import { Scope } from './scope.ts';
import { decodeBytes, decodeLeniently, encodeBytes, type GoValue } from './value.ts';

/** Options for executing a template. */
export interface ExecuteOptions {
  /**
   * Value of a field whose key is absent from a map: `<no value>` by default, the zero of the map's elements, or an
   * error.
   */
  readonly missingKey?: MissingKey;
  /** Go type of data that are a map; `map[string]any` by default. Ignored for prepared data, which have their own. */
  readonly dataKind?: DataKind;
}

/** Options for parsing and executing a template. */
export interface ExpandOptions extends ExecuteOptions {
  /** Name of the template in messages. */
  readonly name: string;
}

/** Parsed template, to be executed as often as needed. */
export interface Template {
  /** Returns the output for the data. Throws a TemplateError, also if the output is not UTF-8. */
  expand(data: TemplateData | PreparedData, options?: ExecuteOptions): string;
  /** Returns the output as bytes, which need not be UTF-8: `slice` can split a character. */
  expandBytes(data: TemplateData | PreparedData, options?: ExecuteOptions): Uint8Array;
}

/** Parses a template of Go's text/template. Throws a TemplateError whose message is Go's. */
export function parseTemplate(text: string, name: string): Template {
  const bytes = { name: encodeBytes(name), text: encodeBytes(text) };
  return new ParsedText({ ...bytes, templates: parse(bytes.name, bytes.text) });
}

/** Parses and executes a template: `parseTemplate(template, name).expand(data, options)`. */
export function expand(template: string, data: TemplateData | PreparedData, options: ExpandOptions): string {
  return parseTemplate(template, options.name).expand(data, options);
}

class ParsedText implements Template {
  readonly #parsed: ParsedTemplate;

  constructor(parsed: ParsedTemplate) {
    this.#parsed = parsed;
  }

  expand(data: TemplateData | PreparedData, options: ExecuteOptions = {}): string {
    const bytes = this.#execute(data, options);
    const text = decodeBytes(bytes);
    if (text !== undefined) return text;
    const message = `template: ${decodeLeniently(this.#parsed.name)}: the output is not valid UTF-8`;
    throw new TemplateError('exec', message, decodeLeniently(bytes));
  }

  expandBytes(data: TemplateData | PreparedData, options: ExecuteOptions = {}): Uint8Array {
    return new Uint8Array(Buffer.from(this.#execute(data, options), 'latin1'));
  }

  #execute(data: TemplateData | PreparedData, { missingKey = 'default', dataKind }: ExecuteOptions): string {
    const value = readData(data, dataKind, decodeLeniently(this.#parsed.name));
    return execute(this.#parsed, value, missingKey);
  }
}

/** Parsed template; all texts are bytes. */
interface ParsedTemplate {
  readonly name: string;
  readonly text: string;
  readonly templates: Templates;
}

/** List of nodes being executed. */
interface Frame {
  readonly list: readonly Node[];
  next: number;
  dot: Operand;
  /** Number of variables that remain when the list ends. */
  readonly variables: number;
  /** Loop of which the list is the body, if any. */
  readonly loop?: Loop;
  /** Caller of the template that the list is, if any. */
  readonly caller?: Caller;
}

interface Loop {
  readonly iterations: Iterator<Iteration>;
  readonly names: readonly VariableNode[];
  readonly assigns: boolean;
  /** Number of variables that remain when the range ends. */
  readonly variables: number;
}

interface Caller {
  readonly template: string;
  readonly scope: Scope;
}

/** Executes a template on data and returns the output as bytes. Throws a TemplateError. */
function execute(template: ParsedTemplate, data: GoValue, missingKey: MissingKey): string {
  return new Execution(template, data, missingKey).run();
}

/** Executes lists of nodes on an explicit stack: templates may recurse deeper than functions can. */
class Execution {
  readonly #parsed: ParsedTemplate;
  readonly #evaluator: Evaluator;
  readonly #frames: Frame[] = [];
  readonly #output: string[] = [];
  /** Name of the current template. */
  #template: string;
  /** Number of template calls around the current template. */
  #depth = 0;

  constructor(parsed: ParsedTemplate, data: GoValue, missingKey: MissingKey) {
    this.#parsed = parsed;
    this.#template = parsed.name;
    this.#evaluator = new Evaluator(new Scope(data), missingKey);
    this.#enter(parsed.templates.get(parsed.name), data);
  }

  run(): string {
    try {
      for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) {
        const node = frame.list[frame.next++];
        if (node === undefined) this.#leave(frame);
        else this.#execute(node, frame);
      }
      return this.#output.join('');
    } catch (error) {
      if (!(error instanceof Failure || error instanceof FormattedTooLong)) throw error;
      throw this.#located(error.message, error instanceof Failure ? error.hint : '');
    }
  }

  #execute(node: Node, { dot }: Frame): void {
    this.#evaluator.budget.step();
    switch (node.kind) {
      case 'text':
        this.#write(node.text);
        break;
      case 'action': {
        const value = this.#evaluator.evaluate(node.pipe, dot);
        if (node.pipe.variables.length === 0) this.#write(sprint([printable(value)]));
        break;
      }
      case 'if':
      case 'with':
        this.#choose(node, dot);
        break;
      case 'range':
        this.#range(node, dot);
        break;
      case 'template':
        this.#call(node, dot);
        break;
      case 'break':
      case 'continue':
        this.#jump(node.kind);
        break;
    }
  }

  #write(bytes: string): void {
    if (bytes === '') return;
    this.#evaluator.budget.write(bytes);
    this.#output.push(bytes);
  }

  #enter(list: readonly Node[] | undefined, dot: Operand, variables = this.#evaluator.scope.size): void {
    if (list === undefined) this.#evaluator.scope.shrink(variables);
    else this.#frames.push({ list, next: 0, dot, variables });
  }

  #choose({ kind, pipe, list, otherwise }: BranchNode, dot: Operand): void {
    const variables = this.#evaluator.scope.size;
    const value = this.#evaluator.evaluate(pipe, dot);
    if (isTrue(unwrap(value))) this.#enter(list, kind === 'with' ? value : dot, variables);
    else this.#enter(otherwise, dot, variables);
  }

  #range({ pipe, list, otherwise }: BranchNode, dot: Operand): void {
    const { scope } = this.#evaluator;
    const variables = scope.size;
    const value = this.#evaluator.evaluate(pipe, dot);
    const iterations = iterationsOf(unwrap(value), pipe.variables.length);
    const first = iterations.next();
    if (first.done === true) {
      this.#enter(otherwise, dot, variables);
      return;
    }
    const loop = { iterations, names: pipe.variables, assigns: pipe.assigns, variables };
    const frame = { list, next: 0, dot, variables: scope.size, loop };
    this.#frames.push(frame);
    this.#iterate(frame, loop, first.value);
  }

  #iterate(frame: Frame, { names, assigns }: Loop, [index, element]: Iteration): void {
    this.#evaluator.budget.step();
    const { scope } = this.#evaluator;
    const [first, second] = names;
    if (!assigns && first !== undefined) scope.setLast(1, element);
    if (!assigns && second !== undefined) scope.setLast(2, index);
    if (assigns && first !== undefined) scope.set(first.name, second === undefined ? element : index);
    if (assigns && second !== undefined) scope.set(second.name, element);
    frame.dot = element;
    frame.next = 0;
  }

  #call(node: TemplateNode, dot: Operand): void {
    this.#evaluator.node = node;
    const list = this.#parsed.templates.get(node.name);
    if (list === undefined) throw new Failure(`template ${quote(node.name)} not defined`);
    if (this.#depth === MAX_TEMPLATE_DEPTH)
      throw new Failure(`exceeded maximum template depth (${MAX_TEMPLATE_DEPTH})`);
    const data = node.pipe === undefined ? NIL : this.#evaluator.evaluate(node.pipe, dot);
    const caller = { template: this.#template, scope: this.#evaluator.scope };
    this.#template = node.name;
    this.#depth++;
    this.#evaluator.scope = new Scope(data);
    this.#frames.push({ list, next: 0, dot: data, variables: 0, caller });
  }

  /** Ends a list: continues with the next iteration of its range, or after it. */
  #leave(frame: Frame): void {
    this.#evaluator.scope.shrink(frame.variables);
    if (frame.loop !== undefined) {
      const iteration = frame.loop.iterations.next();
      if (iteration.done === true) this.#endLoop(frame);
      else this.#iterate(frame, frame.loop, iteration.value);
      return;
    }
    this.#frames.pop();
    if (frame.caller === undefined) return;
    this.#template = frame.caller.template;
    this.#evaluator.scope = frame.caller.scope;
    this.#depth--;
  }

  #endLoop({ loop }: Frame): void {
    this.#frames.pop();
    this.#evaluator.scope.shrink(loop?.variables ?? 0);
  }

  /** Leaves everything inside the innermost range, then ends its iteration or the range. */
  #jump(kind: 'break' | 'continue'): void {
    let frame = this.#frames.at(-1);
    while (frame !== undefined && frame.loop === undefined) {
      this.#frames.pop();
      frame = this.#frames.at(-1);
    }
    if (frame === undefined) return;
    if (kind === 'break') this.#endLoop(frame);
    else this.#leave(frame);
  }

  #located(message: string, hint: string): TemplateError {
    const text = this.#place() + message;
    return new TemplateError('exec', decodeLeniently(text), decodeLeniently(this.#output.join('')), hint);
  }

  /** Returns the position: the line from 1, the column in bytes from 0. */
  #place(): string {
    const { name, text } = this.#parsed;
    const { node } = this.#evaluator;
    if (node === undefined) return `template: ${name}: `;
    const before = text.slice(0, node.position).split('\n');
    const location = `${name}:${before.length}:${before.at(-1)?.length}`;
    return `template: ${location}: executing ${quote(this.#template)} at <${nodeText(node)}>: `;
  }
}

/** Index or key, and element, of one iteration of a range. */
type Iteration = readonly [index: Operand, element: Operand];

/** Returns the iterations of a range over a value, with that many variables. */
function iterationsOf(value: GoValue, variables: number): Iterator<Iteration> {
  if (value.kind === 'nil') return [][Symbol.iterator]();
  if (value.kind === 'map') return entriesOf(value.entries, value.element === 'any');
  if (value.kind === 'slice') return itemsOf(value.items);
  if (value.kind !== 'int' && value.kind !== 'uint8')
    throw new Failure(sprintf("range can't iterate over %v", [value]));
  if (variables > 1) throw new Failure(`can't use ${value.value} to iterate over more than one variable`);
  return countUp(value.kind, value.value);
}

function* countUp(kind: 'int' | 'uint8', end: bigint): Generator<Iteration> {
  for (let value = 0n; value < end; value++) yield [NIL, { kind, value }];
}

function* entriesOf(entries: ReadonlyMap<string, GoValue>, inInterface: boolean): Generator<Iteration> {
  for (const [key, value] of entries) {
    yield [{ kind: 'string', value: key }, inInterface ? { kind: 'interface', value } : value];
  }
}

function* itemsOf(items: readonly GoValue[]): Generator<Iteration> {
  for (const [index, value] of items.entries()) {
    yield [
      { kind: 'int', value: BigInt(index) },
      { kind: 'interface', value },
    ];
  }
}
