import {
  parse,
  type AnyNode,
  type Expression,
  type FunctionDeclaration,
  type ModuleDeclaration,
  type Statement,
  type VariableDeclarator,
} from 'acorn';
import type { Metafile } from 'esbuild';

/** Module of a bundle that esbuild wrote in the format `cjs`, with white space. */
export interface BundledModule {
  /** Its statements in the bundle, without the function that evaluates it. */
  readonly statements: readonly Statement[];
  /** Statements of the function that evaluates it; undefined if it has none. */
  readonly body: readonly Statement[] | undefined;
  /**
   * Name of the function that evaluates it, or that a CommonJS module is required by. Undefined for an ECMAScript
   * module that is evaluated where it stands: only the start needs it.
   */
  readonly entry: string | undefined;
  /** All names in its text, but those of properties. */
  readonly names: ReadonlySet<string>;
}

/** Modules of a bundle in order, and the text before the first one. */
export interface BundledModules {
  readonly start: string;
  readonly modules: readonly BundledModule[];
}

/** Reads a bundle. `inputs`: those of its metafile. Throws an `Error` if a module is not as esbuild writes it. */
export function readModules(text: string, inputs: Metafile['inputs']): BundledModules {
  const { body } = parse(text, { ecmaVersion: 'latest', sourceType: 'script', allowHashBang: true });
  const found: { readonly name: string; readonly statements: Statement[] }[] = [];
  let start = text.length;
  let end = 0;
  for (const statement of body) {
    if (!isStatement(statement)) throw new Error('a bundle must be a script');
    const name = moduleAbove(text.slice(end, statement.start), inputs);
    if (name !== undefined) found.push({ name, statements: [] });
    if (found.length > 0) start = Math.min(start, statement.start);
    found.at(-1)?.statements.push(statement);
    ({ end } = statement);
  }
  return {
    start: text.slice(0, start),
    modules: found.map(({ name, statements }) => moduleOf(name, statements, inputs)),
  };
}

function isStatement(node: Statement | ModuleDeclaration): node is Statement {
  return !/^(?:Import|Export)/.test(node.type);
}

/** Returns the name of the module that the last comment between two statements names. */
function moduleAbove(between: string, inputs: Metafile['inputs']): string | undefined {
  return Array.from(between.matchAll(/^\/\/ (.+)$/gm), ([, name = '']) => name).findLast((name) =>
    Object.hasOwn(inputs, name),
  );
}

function moduleOf(name: string, statements: readonly Statement[], inputs: Metafile['inputs']): BundledModule {
  const names = new Set<string>();
  for (const statement of statements)
    visit(statement, (node) => {
      if (node.type === 'Identifier') names.add(node.name);
    });
  const last = statements.at(-1);
  const { entry, wrapped } = wrapperOf(last) ?? {};
  if (wrapped === undefined || inputs[name]?.format !== 'esm') return { statements, body: undefined, entry, names };
  if (wrapped.async) throw new Error(`${name} must not wait at its top`);
  if (wrapped.body.type !== 'BlockStatement') throw new Error(`${name} must be evaluated by statements`);
  return { statements: statements.slice(0, -1), body: wrapped.body.body, entry, names };
}

/** A function, and the name of what another function makes of it. */
interface Wrapper {
  readonly entry: string;
  readonly wrapped: Expression & { readonly type: 'ArrowFunctionExpression' | 'FunctionExpression' };
}

/** Reads a declaration such as `var entry = wrap(() => { ... })`. */
function wrapperOf(statement: Statement | undefined): Wrapper | undefined {
  const [declarator] = statement?.type === 'VariableDeclaration' ? statement.declarations : [];
  if (declarator?.init?.type !== 'CallExpression') return undefined;
  const [argument] = declarator.init.arguments;
  // Unless names are minified, the function is a method that has the name of the module.
  const [property] = argument?.type === 'ObjectExpression' ? argument.properties : [];
  const wrapped = property?.type === 'Property' ? property.value : argument;
  const isFunction = wrapped?.type === 'ArrowFunctionExpression' || wrapped?.type === 'FunctionExpression';
  return isFunction ? { entry: nameOf(declarator), wrapped } : undefined;
}

/** Returns the name that a declaration at the top of a bundle declares. */
export function nameOf({ id }: VariableDeclarator | FunctionDeclaration): string {
  if (id.type !== 'Identifier') throw new Error('a bundle must declare names, not patterns');
  return id.name;
}

/** Calls back for a node of a syntax tree, and for all nodes in it but names of properties and labels. */
export function visit(node: AnyNode, act: (node: AnyNode) => void): void {
  act(node);
  const isComputed = 'computed' in node && node.computed;
  for (const [field, value] of Object.entries(node) as readonly (readonly [string, unknown])[]) {
    if (field === 'label' || (!isComputed && UNCOMPUTED.has(`${node.type}.${field}`))) continue;
    for (const each of Array.isArray(value) ? (value as readonly unknown[]) : [value])
      if (isNode(each)) visit(each, act);
  }
}

/** Fields with the name of a property, unless it is computed. */
const UNCOMPUTED: ReadonlySet<string> = new Set([
  'MemberExpression.property',
  'Property.key',
  'MethodDefinition.key',
  'PropertyDefinition.key',
]);

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}
