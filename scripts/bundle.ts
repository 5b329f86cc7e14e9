import { chmodSync } from 'node:fs';
import { build as esbuild, type Plugin } from 'esbuild';
import { definitionFile, helpText, loadDefinition, root } from './functions.ts';
import { validatorsSource } from './validators.ts';

/**
 * Bundles the command line and the named functions into `outfile`: one executable CommonJS file that needs nothing but
 * Node 20. A function is evaluated only when it is asked for. Returns the files that went in, by their path in the project.
 */
export async function bundle(functions: readonly string[], version: string, outfile: string): Promise<string[]> {
  const loaders = functions.map(
    (name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(`function:${name}`)})`,
  );
  const { metafile } = await esbuild({
    stdin: {
      contents: `import { main } from './cli/main.ts';
        void main({ ${loaders.join(', ')} }, { version: ${JSON.stringify(version)} });`,
      resolveDir: root,
      sourcefile: 'entry.js',
    },
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
