import type { Metafile } from 'esbuild';

/**
 * Part of a program that is loaded on demand: a module and all that only it needs, or, without a head, several such parts and all that
 * only they need.
 */
export interface Part {
  /** Module that is loaded, by its name in a metafile, only by calls of `import` or `require`. */
  readonly head?: string;
  /** Parts that the head loads on demand in turn, or that make up the part. */
  readonly parts?: readonly Part[];
}

/**
 * Returns a bundle with each of its parts in the scope of a function of its own, which runs when the part is first needed: a runtime
 * creates all functions of a scope when it is entered, and most calls need one or two parts of a dozen. What several parts need, or
 * the start, stays outside of them. `bundle`, `metafile`: those of the program in one scope, with white space. Throws if the bundle is
 * not as expected.
 */
export function withNestedParts(bundle: string, metafile: Metafile, parts: readonly Part[]): string {
  const { inputs, outputs } = metafile;
  const [entry = ''] = Object.values(outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  const [start = '', ...pieces] = piecesOf(bundle, inputs);
  return `${start}${nested(pieces, [entry], inputs, parts)}`;
}

type Inputs = Metafile['inputs'];

/** The text of a module in a bundle, with the comment that names it. */
type Piece = string;

/** Returns the text before the first module of a bundle, and that of each module. */
function piecesOf(bundle: string, inputs: Inputs): Piece[] {
  const starts = Array.from(bundle.matchAll(/^\/\/ (.+)$/gm))
    .filter(([, name = '']) => Object.hasOwn(inputs, name))
    .map(({ index }) => index);
  return [0, ...starts].map((from, index) => bundle.slice(from, starts[index]));
}

function moduleOf(piece: Piece): string {
  return piece.slice('// '.length, piece.indexOf('\n'));
}

/** Returns the text of these pieces, with the parts in functions. `top`: modules that need what is around the parts. */
function nested(pieces: readonly Piece[], top: readonly string[], inputs: Inputs, parts: readonly Part[]): string {
  const heads = parts.flatMap(headsOf);
  const around = needs(top, inputs, heads);
  const needed = new Map(parts.map((part) => [part, needs(headsOf(part), inputs, heads)]));
  const partOf = (piece: Piece): Part | undefined => {
    const module = moduleOf(piece);
    const [only, ...others] = around.has(module) ? [] : parts.filter((part) => needed.get(part)?.has(module));
    return others.length > 0 ? undefined : only;
  };
  const functions = parts.map((part) => {
    const own = pieces.filter((piece) => partOf(piece) === part);
    const { head, parts: further = [] } = part;
    if (head !== undefined) return partFunction(namesOf(head, own), nested(own, [head], inputs, further));
    return groupFunctions(
      headsOf(part).map((each) => namesOf(each, own)),
      nested(own, [], inputs, further),
    );
  });
  const text = [...pieces.filter((piece) => partOf(piece) === undefined), ...functions].join('');
  return heads.reduce((whole, head) => withCalls(whole, namesOf(head, pieces)), text);
}

/** Returns the modules that load a part. */
function headsOf({ head, parts = [] }: Part): readonly string[] {
  return head === undefined ? parts.flatMap(headsOf) : [head];
}

/** Returns these modules and what they need, without other heads and what only those need. */
function needs(from: readonly string[], inputs: Inputs, heads: readonly string[]): ReadonlySet<string> {
  const found = new Set(from);
  // The loop reaches what it adds.
  for (const module of found)
    for (const { path, kind, external } of inputs[module]?.imports ?? []) {
      if (external === true) continue;
      if (!heads.includes(path)) found.add(path);
      else if (kind === 'import-statement') throw new Error(`${module} must load ${path} by a call`);
    }
  return found;
}

/** Names of a bundle for a module that is loaded on demand: the function that evaluates it, and its exports. */
interface HeadNames {
  readonly init: string;
  readonly exports: string;
}

function namesOf(head: string, pieces: readonly Piece[]): HeadNames {
  const piece = pieces.find((each) => moduleOf(each) === head) ?? '';
  const [, init] = /^var ([\w$]+) = [\w$]+\((?:\(\) => )?\{$/m.exec(piece) ?? [];
  const [, exports] = /^var ([\w$]+) = \{\};$/m.exec(piece) ?? [];
  if (init === undefined || exports === undefined) throw new Error(`${head} is not loaded on demand`);
  return { init, exports };
}

/** Returns a function with the text of a part that evaluates its head, and returns what that exports. */
function partFunction({ init, exports }: HeadNames, text: string): string {
  return onceFunction(`load_${exports}`, `${text}\n${init}();\nreturn ${exports};`);
}

/** Returns functions that load these heads from a function with the text of their group. */
function groupFunctions(heads: readonly HeadNames[], text: string): string {
  const loaders = heads.map(({ exports }) => `load_${exports}`);
  const group = `group_of_${loaders[0]}`;
  const forwards = loaders.map((load) => `function ${load}() { return ${group}().${load}(); }\n`);
  return `${onceFunction(group, `${text}\nreturn { ${loaders.join(', ')} };`)}${forwards.join('')}`;
}

/** Returns a function that runs its body once. */
function onceFunction(name: string, body: string): string {
  return `var ${name}_result;
function ${name}() {
return ${name}_result ??= (() => {
${body}
})();
}
`;
}

/** Returns a text with calls of the function of a part instead of evaluations of its head. */
function withCalls(text: string, { init, exports }: HeadNames): string {
  const load = `load_${exports}()`;
  return text
    .replaceAll(`(${init}(), ${exports})`, () => load)
    .replaceAll(CONVERTED, (all, first: string, convert: string, second: string) =>
      first === init && second === exports ? `${convert}(${load})` : all,
    );
}

/** Matches the evaluation of a module whose exports a function converts. */
const CONVERTED = /\(([\w$]+)\(\), ([\w$]+)\(([\w$]+)\)\)/g;
