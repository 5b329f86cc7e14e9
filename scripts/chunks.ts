import type { AnyNode, FunctionDeclaration, Statement } from 'acorn';
import type { Metafile } from 'esbuild';
import { groupBy } from '../src/group-by.ts';
import { nameOf, readModules, visit, type BundledModule } from './bundle-modules.ts';

/**
 * Returns a bundle with one function, a chunk, for the modules that are always needed together. It runs when one of
 * them is first needed, and declares what only they use: a runtime creates all functions of a scope when it is entered,
 * and most calls need few of them. `text`: the bundle in the format `cjs`, with white space. Throws an `Error` if it is
 * not as esbuild writes it.
 */
export function withChunks(text: string, { inputs }: Metafile): string {
  const { start, modules } = readModules(text, inputs);
  if (!start.includes('"use strict";')) throw new Error('a bundle must be strict as a whole');
  return new ChunkedBundle(text, modules).print(start);
}

/** Modules that are needed together, in the order in which they are evaluated. */
interface Chunk {
  /** Name of the function that evaluates them. */
  readonly load: string;
  readonly modules: readonly BundledModule[];
}

/** Name of the function that a chunk becomes once it runs. */
const LOADED = 'chunk_loaded';

class ChunkedBundle {
  readonly #text: string;
  readonly #modules: readonly BundledModule[];
  /** Modules by the functions that evaluate them, or that they are required by. */
  readonly #byEntry: ReadonlyMap<string, BundledModule>;
  readonly #chunks: readonly Chunk[];
  readonly #chunkOf: ReadonlyMap<BundledModule, Chunk>;
  /** Names that a chunk declares and other code uses. */
  readonly #shared: ReadonlySet<string>;

  constructor(text: string, modules: readonly BundledModule[]) {
    this.#text = text;
    this.#modules = modules;
    this.#byEntry = new Map(modules.flatMap((each) => (each.entry === undefined ? [] : [[each.entry, each]])));
    this.#checkCalls();
    this.#chunks = this.#findChunks();
    this.#chunkOf = new Map(this.#chunks.flatMap((chunk) => chunk.modules.map((module) => [module, chunk])));
    this.#shared = this.#findShared();
  }

  /** Checks that modules are evaluated only by calls that are replaced. No name has two meanings in a bundle. */
  #checkCalls(): void {
    for (const statement of this.#allStatements()) {
      const replaced = this.#evaluated(statement) === undefined ? this.#loadsIn(statement).length : 1;
      let calls = 0;
      visit(statement, (node) => {
        if (node.type === 'Identifier' && this.#byEntry.get(node.name)?.body !== undefined) calls++;
      });
      if (calls !== replaced)
        throw new Error(`a module must be evaluated by a call: ${this.#textOf(statement).slice(0, 80)}`);
    }
  }

  #allStatements(): Statement[] {
    return this.#modules.flatMap(({ statements, body = [] }) => [...statements, ...body]);
  }

  print(start: string): string {
    const { size } = this.#shared;
    const shared = size === 0 ? '' : `var ${[...this.#shared].join(', ')};\n`;
    const chunks = this.#chunks.map((chunk) => this.#printChunk(chunk));
    const rest = this.#modules.filter((module) => !this.#chunkOf.has(module));
    const statements = rest.flatMap((module) => module.statements).filter((each) => !this.#isDone(each));
    const started = [...this.#loadsFor(rest).map(printCall), ...statements.map((each) => this.#print(each))];
    return [start, shared, `function ${LOADED}() {}\n`, ...chunks, ...started].join('');
  }

  /** Returns the chunks: modules that the same roots need, which are the start and what is loaded by a call. */
  #findChunks(): Chunk[] {
    const start = this.#modules.filter(({ entry }) => entry === undefined);
    const loaded = new Set(this.#allStatements().flatMap((each) => this.#loadsIn(each).map(({ module }) => module)));
    const orders = [start, ...Array.from(loaded, (root) => [root])].map((roots) => this.#orderOf(roots));
    const rootsOf = new Map<BundledModule, string>();
    for (const [root, order] of orders.entries())
      for (const module of order) rootsOf.set(module, `${rootsOf.get(module) ?? ''} ${root}`);
    const ordered = [...new Set(orders.flat())].filter((module) => module.entry !== undefined && !isEmpty(module));
    const groups = groupBy(ordered, (module) => rootsOf.get(module));
    return Array.from(groups.values(), (modules, index) => ({ load: `chunk_${index}`, modules }));
  }

  /** Returns the module that a call evaluates. */
  #evaluated(node: AnyNode | undefined): BundledModule | undefined {
    if (node?.type === 'ExpressionStatement') return this.#evaluated(node.expression);
    if (node?.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined;
    const module = this.#byEntry.get(node.callee.name);
    return module?.body === undefined ? undefined : module;
  }

  /** Returns these modules and all that they need, in the order of evaluation. */
  #orderOf(roots: readonly BundledModule[]): BundledModule[] {
    const order = new Set<BundledModule>();
    const seen = new Set<BundledModule>();
    const add = (module: BundledModule): void => {
      if (seen.has(module)) return;
      seen.add(module);
      for (const needed of this.#neededBy(module)) add(needed);
      order.add(module);
    };
    for (const root of roots) add(root);
    return [...order];
  }

  /** Returns the modules that one evaluates first, and those that it may require. */
  #neededBy({ statements, body, names }: BundledModule): BundledModule[] {
    const evaluated = (body ?? statements).map((each) => this.#evaluated(each));
    const required = Array.from(names, (name) => this.#byEntry.get(name)).filter((each) => each?.body === undefined);
    return [...evaluated, ...required].filter((each) => each !== undefined);
  }

  #findShared(): Set<string> {
    const users = new Map<string, Set<Chunk | undefined>>();
    for (const module of this.#modules)
      for (const name of module.names) users.set(name, (users.get(name) ?? new Set()).add(this.#chunkOf.get(module)));
    for (const { load } of [{ load: LOADED }, ...this.#chunks])
      if (users.has(load)) throw new Error(`the name ${load} must be free`);
    const declared = this.#chunks.flatMap(({ modules }) =>
      modules.flatMap(({ statements }) => statements.flatMap(namesOf)),
    );
    return new Set(declared.filter((name) => (users.get(name)?.size ?? 0) > 1));
  }

  #printChunk({ load, modules }: Chunk): string {
    const declarations = modules.flatMap(({ statements }) => statements);
    const functions = declarations.filter((each) => each.type === 'FunctionDeclaration');
    const rest = declarations.filter((each) => each.type !== 'FunctionDeclaration');
    const bodies = modules.flatMap(({ body = [] }) => body).filter((each) => !this.#isDone(each));
    const statements = [
      ...functions.map((each) => this.#printFunction(each)),
      ...this.#loadsFor(modules)
        .filter((each) => each !== load)
        .map(printCall),
      ...rest.map((each) => this.#printDeclaration(each)),
      ...bodies.map((each) => this.#print(each)),
    ];
    return `function ${load}() {\n${load} = ${LOADED};\n${statements.join('')}}\n`;
  }

  /** Returns the functions of the chunks that modules need. */
  #loadsFor(modules: readonly BundledModule[]): string[] {
    const needed = modules.flatMap((module) => this.#neededBy(module));
    return [...new Set(needed.flatMap((module) => this.#chunkOf.get(module)?.load ?? []))];
  }

  /**
   * Reports whether a statement of a module does nothing any more: the bundle is strict, and what the modules need is
   * loaded before.
   */
  #isDone(statement: Statement): boolean {
    return 'directive' in statement || this.#evaluated(statement) !== undefined;
  }

  #loadOf(module: BundledModule): string {
    return this.#chunkOf.get(module)?.load ?? '';
  }

  /** Returns a function, or the assignment of one that other code uses. */
  #printFunction(declaration: FunctionDeclaration): string {
    const name = nameOf(declaration);
    if (!this.#shared.has(name)) return this.#print(declaration);
    const { async, generator, id } = declaration;
    return `${name} = ${async ? 'async ' : ''}function${generator ? '*' : ''}${this.#textOf(declaration, id.end)};\n`;
  }

  /** Returns a statement; of a declaration, assignments of what other code uses. */
  #printDeclaration(statement: Statement): string {
    if (statement.type !== 'VariableDeclaration') return this.#print(statement);
    const declarations = statement.declarations.map((declarator) => {
      const declared = `${this.#shared.has(nameOf(declarator)) ? '' : 'var '}${nameOf(declarator)}`;
      return declarator.init ? `${declared} = ${this.#textOf(declarator.init)};\n` : `${declared};\n`;
    });
    return declarations.join('');
  }

  #print(statement: Statement): string {
    return `${this.#textOf(statement)}\n`;
  }

  /** Returns the text of a node from an offset on, with calls of chunks instead of those that load a module. */
  #textOf(node: AnyNode, from = node.start): string {
    let text = '';
    let end = from;
    for (const { call, module } of this.#loadsIn(node)) {
      text += `${this.#text.slice(end, call.start)}${this.#loadOf(module)}()`;
      ({ end } = call);
    }
    return `${text}${this.#text.slice(end, node.end)}`;
  }

  /** Returns the calls in a node that load a module, which esbuild writes as `(entry(), exports)`, in order. */
  #loadsIn(node: AnyNode): { readonly call: AnyNode; readonly module: BundledModule }[] {
    const loads: { readonly call: AnyNode; readonly module: BundledModule }[] = [];
    visit(node, (each) => {
      const [call] = each.type === 'SequenceExpression' ? each.expressions : [];
      const module = this.#evaluated(call);
      if (call !== undefined && module !== undefined) loads.push({ call, module });
    });
    return loads.toSorted((a, b) => a.call.start - b.call.start);
  }
}

function printCall(load: string): string {
  return `${load}();\n`;
}

/** Reports whether a module has nothing but types. */
function isEmpty({ statements, body = [] }: BundledModule): boolean {
  return statements.length === 0 && body.every((each) => 'directive' in each);
}

/** Returns the names that a statement at the top of a bundle declares. */
function namesOf(statement: Statement): string[] {
  if (statement.type === 'FunctionDeclaration') return [nameOf(statement)];
  return statement.type === 'VariableDeclaration' ? statement.declarations.map(nameOf) : [];
}
