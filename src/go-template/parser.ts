import { Declared } from './declared.ts';
import type { BranchNode, Node, PipeNode } from './nodes.ts';
import { PipelineParser } from './pipeline-parser.ts';
import { quote, unquote } from './fmt/quote.ts';
import { isKeyword, type Token } from './token.ts';
import { TokenReader } from './token-reader.ts';
import { decodeBytes } from './value.ts';

/** Templates that a text defines, including itself, by name; names and texts are bytes. */
export type Templates = ReadonlyMap<string, readonly Node[]>;

/** Template or branch whose end is not yet reached. */
type Open = OpenTemplate | OpenBranch;

interface OpenTemplate {
  readonly kind: 'text' | 'define clause' | 'block clause';
  readonly name: string;
  readonly list: Node[];
  readonly scope: ParserScope;
  readonly block?: Block;
}

/** Template that is defined where it is called. */
interface Block {
  readonly call: Node;
  /** Line where it begins, which is where Go reports an `{{else}}` in it. */
  readonly line: number;
}

interface OpenBranch {
  readonly kind: BranchNode['kind'];
  readonly pipe: PipeNode;
  list: Node[];
  /** Nodes before `{{else}}`, once that is read. */
  body?: Node[];
  readonly scope: ParserScope;
  /** Number of variables declared before it. */
  readonly declared: number;
  /** For the `if` of an `{{else if}}`, the branch that ends with it. */
  readonly outer: OpenBranch | undefined;
}

/** State of the parser within one template. */
interface ParserScope {
  readonly declared: Declared;
  /** Number of enclosing ranges. */
  ranges: number;
}

const onlySpace = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/;

/** Parses a template; the name and the text are bytes. Throws a TemplateError. */
export function parse(name: string, text: string): Templates {
  return new Parser(name, text).run();
}

/** Parser with an explicit stack of branches and blocks: they may be nested deeper than calls. */
class Parser {
  readonly #tokens: TokenReader;
  readonly #templates = new Map<string, readonly Node[]>();
  readonly #outer: Open[] = [];
  /** Innermost open template or branch. */
  #open: Open;

  constructor(name: string, text: string) {
    this.#tokens = new TokenReader(name, text);
    this.#open = { kind: 'text', name, list: [], scope: newScope() };
  }

  run(): Templates {
    for (;;) {
      const token = this.#tokens.nextNonSpace();
      if (token.kind === 'eof') break;
      if (token.kind === 'text') this.#open.list.push({ kind: 'text', text: token.text });
      else if (token.kind === 'leftDelimiter') this.#delimited(token);
      else this.#tokens.unexpected(token, 'input');
    }
    if (this.#open.kind !== 'text') this.#tokens.fail('unexpected EOF');
    this.#define(this.#open);
    return this.#templates;
  }

  #delimited({ line }: Token): void {
    if (this.#open.kind === 'text' && isKeyword(this.#tokens.peekNonSpace(), 'define')) {
      this.#tokens.nextNonSpace();
      this.#openDefinition();
      return;
    }
    this.#tokens.actionLine = line;
    this.#action();
  }

  #action(): void {
    const token = this.#tokens.nextNonSpace();
    const read = token.kind === 'keyword' ? this.#actions[token.text] : undefined;
    if (read !== undefined) {
      read();
      return;
    }
    this.#tokens.putBack(token);
    this.#add({ kind: 'action', pipe: this.#pipeline('command') });
  }

  readonly #actions: Readonly<Record<string, () => void>> = {
    block: () => this.#openBlock(),
    break: () => this.#jump('break'),
    continue: () => this.#jump('continue'),
    else: () => this.#else(),
    end: () => this.#end(),
    if: () => this.#openBranch('if'),
    range: () => this.#openBranch('range'),
    template: () => this.#template(),
    with: () => this.#openBranch('with'),
  };

  /** Adds the node of an action, which ends the action. */
  #add(node: Node): void {
    this.#tokens.actionLine = 0;
    this.#open.list.push(node);
  }

  #pipeline(context: string): PipeNode {
    return new PipelineParser(this.#tokens, this.#open.scope.declared).parse(context);
  }

  #jump(kind: 'break' | 'continue'): void {
    this.#tokens.expect('rightDelimiter', `{{${kind}}}`);
    if (this.#open.scope.ranges === 0) this.#tokens.fail(`{{${kind}}} outside {{range}}`);
    this.#add({ kind });
  }

  #template(): void {
    const token = this.#tokens.nextNonSpace();
    const name = this.#templateName(token, 'template clause');
    const next = this.#tokens.nextNonSpace();
    if (next.kind !== 'rightDelimiter') this.#tokens.putBack(next);
    const pipe = next.kind === 'rightDelimiter' ? undefined : this.#pipeline('template clause');
    this.#add({ kind: 'template', position: token.position, name, pipe });
  }

  #templateName(token: Token, context: string): string {
    if (token.kind !== 'string' && token.kind !== 'rawString') return this.#tokens.unexpected(token, context);
    return unquote(token.text) ?? this.#tokens.fail('invalid syntax');
  }

  #openDefinition(): void {
    const kind = 'define clause';
    const name = this.#templateName(this.#tokens.nextNonSpace(), kind);
    this.#tokens.expect('rightDelimiter', kind);
    this.#enter({ kind, name, list: [], scope: newScope() });
  }

  #openBlock(): void {
    const kind = 'block clause';
    const token = this.#tokens.nextNonSpace();
    const name = this.#templateName(token, kind);
    const call: Node = { kind: 'template', position: token.position, name, pipe: this.#pipeline(kind) };
    this.#tokens.actionLine = 0;
    this.#enter({ kind, name, list: [], scope: newScope(), block: { call, line: this.#tokens.line } });
  }

  #openBranch(kind: BranchNode['kind'], outer?: OpenBranch): void {
    const { scope } = this.#open;
    const declared = scope.declared.size;
    const pipe = this.#pipeline(kind);
    if (kind === 'range') scope.ranges++;
    this.#enter({ kind, pipe, list: [], scope, declared, outer });
  }

  #enter(open: Open): void {
    this.#outer.push(this.#open);
    this.#open = open;
  }

  #else(): void {
    const next = this.#tokens.peekNonSpace();
    if (!isKeyword(next, 'if') && !isKeyword(next, 'with')) this.#tokens.expect('rightDelimiter', 'else');
    this.#tokens.actionLine = 0;
    const open = this.#branchAt('{{else}}');
    if (open.body !== undefined) this.#tokens.fail('expected end; found {{else}}');
    if (open.kind === 'range') open.scope.ranges--;
    open.body = open.list;
    open.list = [];
    if (open.kind === 'range' || !isKeyword(next, open.kind)) return;
    this.#tokens.nextNonSpace();
    this.#openBranch(open.kind, open);
  }

  /** Returns the innermost branch; fails if a template is open inside it. */
  #branchAt(found: string): OpenBranch {
    const open = this.#open;
    if (open.kind === 'text') return this.#tokens.fail(`unexpected ${found}`);
    if (isTemplate(open)) return this.#tokens.fail(`unexpected ${found} in ${open.kind}`, open.block?.line);
    return open;
  }

  #end(): void {
    this.#tokens.expect('rightDelimiter', 'end');
    this.#tokens.actionLine = 0;
    const open = this.#open;
    if (open.kind === 'text') this.#tokens.fail('unexpected {{end}}');
    if (isTemplate(open)) this.#closeTemplate(open);
    else this.#closeBranch(open);
  }

  #closeTemplate(open: OpenTemplate): void {
    this.#define(open);
    this.#leave();
    if (open.block !== undefined) this.#open.list.push(open.block.call);
  }

  #closeBranch(innermost: OpenBranch): void {
    for (let open: OpenBranch | undefined = innermost; open !== undefined; open = open.outer) {
      const { kind, pipe, list, body, scope } = open;
      if (kind === 'range' && body === undefined) scope.ranges--;
      scope.declared.shrink(open.declared);
      this.#leave();
      this.#open.list.push({ kind, pipe, list: body ?? list, otherwise: body && list });
    }
  }

  #leave(): void {
    this.#open = this.#outer.pop() ?? this.#open;
  }

  /** Defines a template. One that consists of space only neither replaces another one nor conflicts with it. */
  #define({ name, list }: OpenTemplate): void {
    const before = this.#templates.get(name);
    if (before === undefined || isEmpty(before)) this.#templates.set(name, list);
    else if (!isEmpty(list)) this.#tokens.fail(`template: multiple definition of template ${quote(name)}`);
  }
}

function newScope(): ParserScope {
  return { declared: new Declared(), ranges: 0 };
}

function isTemplate(open: Open): open is OpenTemplate {
  return 'name' in open;
}

function isEmpty(list: readonly Node[]): boolean {
  return list.every((node) => node.kind === 'text' && onlySpace.test(decodeBytes(node.text) ?? '.'));
}
