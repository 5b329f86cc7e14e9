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
 */
export async function withNestedParts(
  options: BuildOptions,
  metafile: Metafile,
  parts: readonly Part[],
): Promise<BuildOptions> {
  const shared = sharedModules(
    metafile,
    parts.map(({ head }) => head),
  );
  const exported = await exportedNames(shared);
  const { banner: _, plugins = [], ...inner } = options;
  const bundle = async ({ head, parts: further = [] }: Part): Promise<string> => {
    const contents = `export * from ${JSON.stringify(isFile(head) ? `./${head}` : head)};`;
    const stdin = { contents, resolveDir: root, sourcefile: 'part.js' };
    const part = { ...inner, stdin, write: false, plugins: [sharedStubs(shared, exported), ...plugins] };
    const whole = await esbuild({ ...part, metafile: true });
    const { outputFiles = [] } =
      further.length === 0 ? whole : await esbuild(await withNestedParts(part, whole.metafile, further));
    return outputFiles[0]?.text ?? '';
  };
  const texts = new Map(await Promise.all(parts.map(async (part) => [part.head, await bundle(part)] as const)));
  return { ...options, plugins: [partModules(texts, shared), ...plugins] };
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

/** Returns the names that each of these modules of the project exports. */
async function exportedNames(modules: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly string[]>> {
  const { metafile } = await esbuild({
    absWorkingDir: root,
    entryPoints: [...new Set([...modules].map(sourceOf))].filter((module) => module.endsWith('.ts') && isFile(module)),
    outdir: 'dist',
    write: false,
    metafile: true,
  });
  return new Map(Object.values(metafile.outputs).map(({ entryPoint = '', exports }) => [entryPoint, exports]));
}

/** Replaces the shared modules in a part by modules that take their exports from outside. */
function sharedStubs(modules: ReadonlySet<string>, exported: ReadonlyMap<string, readonly string[]>): Plugin {
  /** Marks what this plugin resolves itself; the stubs of an outer part add a mark of their own. */
  const mark = {};
  return {
    name: 'shared modules',
    setup(build) {
      build.onResolve({ filter: /.*/ }, async ({ path, pluginData, ...place }) => {
        const marks: readonly unknown[] = Array.isArray(pluginData) ? pluginData : [];
        if (place.kind === 'entry-point' || marks.includes(mark)) return undefined;
        if (OUTSIDE.test(path)) return { path, external: true };
        const found = await build.resolve(path, { ...place, pluginData: [...marks, mark] });
        const name = nameOf(found);
        return !found.external && modules.has(name) ? { namespace: SHARED, path: name, sideEffects: false } : undefined;
      });
      build.onLoad({ filter: /.*/, namespace: SHARED }, ({ path }) => {
        const outside = `require(${JSON.stringify(`${SHARED}:${path}`)})`;
        const names = exported.get(sourceOf(path));
        // Variables, since properties of a module object are slower.
        const taken = names?.map((name) => `export const ${name} = outside.${name};`).join('\n');
        return {
          contents: taken === undefined ? `module.exports = ${outside};` : `const outside = ${outside};\n${taken}`,
        };
      });
    },
  };
}

const SHARED = 'shared';

/** Matches the name of a module outside of a part. */
const OUTSIDE = new RegExp(`^${SHARED}:`);

/** Returns the name of the module that a stub, perhaps of another stub, stands for. */
function sourceOf(name: string): string {
  return name.replace(new RegExp(`^(?:${SHARED}:)+`), '');
}

/** Replaces the heads by the texts of their parts. */
function partModules(texts: ReadonlyMap<string, string>, shared: ReadonlySet<string>): Plugin {
  return {
    name: 'nested parts',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, namespace, resolveDir }) => {
        if (namespace === 'part') {
          const name = path.replace(OUTSIDE, '');
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
