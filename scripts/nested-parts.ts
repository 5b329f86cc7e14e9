import { relative, resolve } from 'node:path';
import { build as esbuild, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { root } from './functions.ts';

/** Part of a program that is loaded on demand. */
export interface Part {
  /** Module that is loaded, by its name in a metafile. The part is all that only this module needs. */
  readonly head: string;
  /** Parts of it that are loaded on demand in turn. */
  readonly parts?: readonly Part[];
}

/**
 * Returns options for the build of a program with each of its parts in the scope of a function of its own, which runs when the
 * part is first needed: a runtime creates all functions of a scope when it is entered, and most calls need one or two parts
 * of a dozen. What several parts need, or the start, exists once, outside of them. `options`, `metafile`: those of the program in one scope.
 * `around`: plugins that lead to what is outside of the program, if it is a part.
 */
export async function withNestedParts(
  options: BuildOptions,
  metafile: Metafile,
  parts: readonly Part[],
  around: readonly Plugin[] = [],
): Promise<BuildOptions> {
  const shared = sharedModules(
    metafile,
    parts.map(({ head }) => head),
  );
  const { banner: _, plugins = [], ...inner } = options;
  const outside = [outsideModules(shared), ...around];
  const bundle = async ({ head, parts: further = [] }: Part): Promise<string> => {
    const contents = `export * from ${JSON.stringify(isFile(head) ? `./${head}` : head)};`;
    const stdin = { contents, resolveDir: root, sourcefile: 'part.js' };
    const part: BuildOptions = { ...inner, stdin, write: false, format: 'esm' };
    const whole = await esbuild({ ...part, plugins: [...outside, ...plugins], metafile: true });
    const { outputFiles = [] } =
      further.length === 0
        ? whole
        : await esbuild(await withNestedParts({ ...part, plugins }, whole.metafile, further, outside));
    return asFunctionBody(outputFiles[0]?.text ?? '');
  };
  const texts = new Map(await Promise.all(parts.map(async (part) => [part.head, await bundle(part)] as const)));
  return { ...options, plugins: [...around, partModules(texts, shared), ...plugins] };
}

/** Returns the modules that the start of a program needs, or several heads. */
function sharedModules({ inputs, outputs }: Metafile, heads: readonly string[]): ReadonlySet<string> {
  const [entry = ''] = Object.values(outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  const needs = (from: string): ReadonlySet<string> => {
    const found = new Set([from]);
    // The loop reaches what it adds.
    for (const module of found)
      for (const { path, external } of inputs[module]?.imports ?? [])
        if (external !== true && !heads.includes(path)) found.add(path);
    return found;
  };
  const shared = new Set(needs(entry));
  const seen = new Set<string>();
  for (const head of heads) for (const module of needs(head)) (seen.has(module) ? shared : seen).add(module);
  return shared;
}

/**
 * Keeps modules that are outside of a part out of its bundle. What it imports of them stays an import: the scope around the part has
 * it as a variable. Modules that it requires are called by `OUTSIDE`, since a bundle with imports does not keep \`require\`.
 */
function outsideModules(shared: ReadonlySet<string>): Plugin {
  /** Marks what this plugin resolves itself; the plugin of an outer part adds a mark of its own. */
  const mark = {};
  return {
    name: 'modules outside of a part',
    setup(build) {
      build.onResolve({ filter: /.*/ }, async ({ path, pluginData, ...place }) => {
        const marks: readonly unknown[] = Array.isArray(pluginData) ? pluginData : [];
        if (place.kind === 'entry-point' || marks.includes(mark)) return undefined;
        const found = await build.resolve(path, { ...place, pluginData: [...marks, mark] });
        const outside = found.external ? found.path : shared.has(nameOf(found)) ? `${SHARED}:${nameOf(found)}` : undefined;
        if (outside === undefined) return undefined;
        if (place.kind === 'import-statement') return { path: outside, external: true, sideEffects: false };
        return { namespace: SHARED, path: outside };
      });
      build.onLoad({ filter: /.*/, namespace: SHARED }, ({ path }) => ({
        contents: `module.exports = ${OUTSIDE}(${JSON.stringify(path)});`,
      }));
    },
  };
}

const SHARED = 'shared';

/** Stands for `require` in the bundle of a part. */
const OUTSIDE = 'requireFromOutside';

/** Matches the last statement of a bundle, which lists what it exports. */
const EXPORTS = /export\s*\{([^}]*)\};?\s*$/;

/** Returns the text of a part as that of a module that is evaluated when it is required, with the imports of its bundle. */
function asFunctionBody(bundle: string): string {
  const exported = ([, list = '']: RegExpExecArray): string =>
    list
      .split(',')
      .map((each) => each.trim().split(' as '))
      .map(([name = '', as = name]) => `${as}: ${name}`)
      .join(', ');
  const found = EXPORTS.exec(bundle);
  if (found === null) throw new Error('a part must export something');
  return `${bundle.slice(0, found.index)}module.exports = { ${exported(found)} };`.replaceAll(`${OUTSIDE}(`, 'require(');
}

/** Replaces the heads by the texts of their parts. */
function partModules(texts: ReadonlyMap<string, string>, shared: ReadonlySet<string>): Plugin {
  return {
    name: 'nested parts',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, namespace, resolveDir }) => {
        if (namespace === 'part') {
          const name = path.replace(new RegExp(`^${SHARED}:`), '');
          return name !== path && shared.has(name) ? moduleOf(name) : { path, external: true };
        }
        const name = path.startsWith('.') ? nameOf({ namespace: 'file', path: resolve(resolveDir, path) }) : path;
        return texts.has(name) ? { namespace: 'part', path: name } : undefined;
      });
      build.onLoad({ filter: /.*/, namespace: 'part' }, ({ path }) => ({ contents: texts.get(path) ?? '' }));
    },
  };
}

interface Module {
  readonly namespace: string;
  readonly path: string;
}

/** Returns the name of a module in a metafile. */
function nameOf({ namespace, path }: Module): string {
  return namespace === 'file' ? relative(root, path) : `${namespace}:${path}`;
}

/** Returns the module with a name. */
function moduleOf(name: string): Module {
  if (isFile(name)) return { namespace: 'file', path: resolve(root, name) };
  const colon = name.indexOf(':');
  return { namespace: name.slice(0, colon), path: name.slice(colon + 1) };
}

function isFile(name: string): boolean {
  return !name.includes(':');
}
