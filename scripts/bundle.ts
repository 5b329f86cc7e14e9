import { chmodSync } from 'node:fs';
import { build as esbuild, type Plugin } from 'esbuild';
import { definitionFile, helpText, loadDefinition, root } from './functions.ts';
import { validatorsSource } from './validators.ts';

/** Bundles the command line with all these functions: `krm-variants`. Returns the files that went in, by their path here. */
export async function bundleAll(functions: readonly string[], version: string, outfile: string): Promise<string[]> {
  const loaders = functions.map((name) => `${JSON.stringify(name)}: ${loader(name)}`);
  return await bundle(
    `import { main } from './cli/main.ts';
     void main({ ${loaders.join(', ')} }, ${JSON.stringify({ version })});`,
    outfile,
  );
}

/** Bundles the executable of one function. */
export async function bundleOne(name: string, version: string, outfile: string): Promise<void> {
  await bundle(
    `import { functionMain } from './cli/main.ts';
     void functionMain(${loader(name)}, ${JSON.stringify({ version })});`,
    outfile,
  );
}

/** The source of what loads a function: its code is evaluated only when it is asked for. */
function loader(name: string): string {
  return `() => require(${JSON.stringify(`function:${name}`)})`;
}

/** Writes one executable CommonJS file that needs nothing but Node 20. */
async function bundle(entry: string, outfile: string): Promise<string[]> {
  const { metafile } = await esbuild({
    stdin: { contents: entry, resolveDir: root, sourcefile: 'entry.js' },
    absWorkingDir: root,
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    banner: { js: '#!/usr/bin/env node' },
    plugins: [functionModules],
    logLevel: 'warning',
    metafile: true,
  });
  chmodSync(outfile, 0o755);
  return Object.keys(metafile.inputs);
}

/** `function:NAME` is a module that is a LoadedFunction, `validators:NAME` its compiled validators. */
const functionModules: Plugin = {
  name: 'function modules',
  setup(build) {
    build.onResolve({ filter: /^(function|validators):/ }, ({ path }) => {
      const [namespace, name] = path.split(':', 2);
      return { namespace: namespace ?? '', path: name ?? '' };
    });
    build.onLoad({ filter: /.*/, namespace: 'function' }, ({ path: name }) => ({
      contents: `export { default as definition } from ${JSON.stringify(definitionFile(name))};
        export { default as validators } from ${JSON.stringify(`validators:${name}`)};
        export const help = ${JSON.stringify(helpText(name))};`,
      resolveDir: root,
    }));
    build.onLoad({ filter: /.*/, namespace: 'validators' }, async ({ path: name }) => ({
      contents: validatorsSource(await loadDefinition(name)),
      resolveDir: root,
    }));
  },
};
