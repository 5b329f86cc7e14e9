import { chmodSync } from 'node:fs';
import { build as esbuild, type OnLoadArgs, type OnLoadResult, type Plugin } from 'esbuild';
import type { FunctionDefinition } from '../src/index.ts';
import { definitionFile, helpText, loadDefinition, root } from './functions.ts';
import { validatorsSource } from './validators.ts';

/** What a function is bundled from. */
export interface FunctionSource {
  readonly definition: FunctionDefinition;
  /** The file whose default export is the definition. */
  readonly file: string;
  readonly help: string;
}

/** A function of the project. */
export async function functionSource(name: string): Promise<FunctionSource> {
  return { definition: await loadDefinition(name), file: definitionFile(name), help: helpText(name) };
}

/** Bundles the command line with all these functions: `krm-variants`. Returns the files that went in, by their path here. */
export async function bundleAll(
  functions: readonly FunctionSource[],
  version: string,
  outfile: string,
): Promise<string[]> {
  const loaders = functions.map(({ definition: { name } }) => `${JSON.stringify(name)}: ${loader(name)}`);
  return await bundleExecutable(
    `import { main } from './cli/main.ts';
     void main({ ${loaders.join(', ')} }, ${JSON.stringify({ version })});`,
    outfile,
    functions,
  );
}

/** Bundles the executable of one function. */
export async function bundleOne(source: FunctionSource, version: string, outfile: string): Promise<void> {
  await bundleExecutable(
    `import { functionMain } from './cli/main.ts';
     void functionMain(${loader(source.definition.name)}, ${JSON.stringify({ version })});`,
    outfile,
    [source],
  );
}

/** The source of what loads a function: its code is evaluated only when it is asked for. */
function loader(name: string): string {
  return `() => require(${JSON.stringify(`function:${name}`)})`;
}

/**
 * Writes one executable CommonJS file that needs nothing but Node 20. `entry` is its source, seen from the top folder.
 * Returns the files that went in, by their path here.
 */
export async function bundleExecutable(
  entry: string,
  outfile: string,
  functions: readonly FunctionSource[] = [],
): Promise<string[]> {
  const { metafile } = await esbuild({
    stdin: { contents: entry, resolveDir: root, sourcefile: 'entry.js' },
    absWorkingDir: root,
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    banner: { js: '#!/usr/bin/env node' },
    plugins: [functionModules(functions)],
    logLevel: 'warning',
    metafile: true,
  });
  chmodSync(outfile, 0o755);
  return Object.keys(metafile.inputs);
}

/** `function:NAME` is a module that is a LoadedFunction, `validators:NAME` its compiled validators. */
function functionModules(functions: readonly FunctionSource[]): Plugin {
  const sources = new Map(functions.map((source) => [source.definition.name, source]));
  const withSource =
    (contentsOf: (source: FunctionSource) => string) =>
    ({ path: name }: OnLoadArgs): OnLoadResult | undefined => {
      const source = sources.get(name);
      return source && { contents: contentsOf(source), resolveDir: root };
    };
  return {
    name: 'function modules',
    setup(build) {
      build.onResolve({ filter: /^(function|validators):/ }, ({ path }) => {
        const [namespace, name] = path.split(':', 2);
        return { namespace: namespace ?? '', path: name ?? '' };
      });
      build.onLoad({ filter: /.*/, namespace: 'function' }, withSource(loadedFunction));
      build.onLoad(
        { filter: /.*/, namespace: 'validators' },
        withSource(({ definition }) => validatorsSource(definition)),
      );
    },
  };
}

function loadedFunction({ definition: { name }, file, help }: FunctionSource): string {
  return `export { default as definition } from ${JSON.stringify(file)};
    export { default as validators } from ${JSON.stringify(`validators:${name}`)};
    export const help = ${JSON.stringify(help)};`;
}
