import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import {
  build as esbuild,
  transform,
  type BuildOptions,
  type OnLoadArgs,
  type OnLoadResult,
  type Plugin,
} from 'esbuild';
import type { FunctionDefinition } from '../src/function/index.ts';
import { firstExample } from '../test/support/example-list.ts';
import { resourceList } from '../test/support/resource-list.ts';
import { withChunks } from './chunks.ts';
import { formValidators } from './form-validators.ts';
import { definitionFile, loadDefinition, readmeOf, root } from './functions.ts';
import { helpText } from './help-text.ts';
import { referenceText } from './reference-text.ts';
import { validatorsSource } from './validators.ts';

/** Source of a bundled function. */
export interface FunctionSource {
  readonly definition: FunctionDefinition;
  /** File whose default export is the definition. */
  readonly file: string;
  /** Output of `--help`. */
  readonly help: string;
  /** Output of `krm-variants help`. */
  readonly reference: string;
  /** ResourceList to run on: the code that it calls lies side by side in the native executable. */
  readonly sample: string;
}

/** Returns the source of a function of the project. */
export async function functionSource(name: string): Promise<FunctionSource> {
  const { items, functionConfig } = firstExample(name);
  const definition = await loadDefinition(name);
  const readme = readmeOf(name);
  return {
    definition,
    file: definitionFile(name),
    help: helpText(definition, readme),
    reference: await referenceText(definition, readme),
    sample: resourceList(items, functionConfig),
  };
}

/**
 * Bundles the command line with all these functions: `krm-variants`. Returns the files included, by their paths in the
 * project. The bundle is the input of `compileNative`.
 */
export async function bundleAll(
  functions: readonly FunctionSource[],
  version: string,
  outfile: string,
): Promise<string[]> {
  const loaders = functions.map(({ definition: { name } }) => `${JSON.stringify(name)}: ${loader(name)}`);
  return await bundleExecutable(
    `import { main } from './cli/main.ts';
     void main({ ${loaders.join(', ')} }, {
       version: ${JSON.stringify(version)},
       references: () => require(${JSON.stringify(REFERENCES)}),
     });`,
    outfile,
    functions,
  );
}

/**
 * Bundles the start of the native executable, which loads the bundle of all functions, in the same folder, only if a
 * call needs it: finding its bytecode takes longer than `krm-variants version`.
 */
export async function bundleNativeStart(bundle: string, version: string, outfile: string): Promise<void> {
  const program = `./${basename(bundle)}`;
  await writeBundle({
    stdin: {
      contents: `import { nativeMain } from './cli/native-main.ts';
        nativeMain(${JSON.stringify(version)}, () => require(${JSON.stringify(program)}));`,
      resolveDir: root,
      sourcefile: 'entry.js',
    },
    outfile,
    external: [program],
  });
}

/** Bundles the executable of one function. */
export async function bundleOne(source: FunctionSource, version: string, outfile: string): Promise<void> {
  await bundleExecutable(
    `import { functionMain } from './cli/main.ts';
     import * as loaded from ${JSON.stringify(`function:${source.definition.name}`)};
     void functionMain(() => loaded, ${JSON.stringify({ version })});`,
    outfile,
    [source],
  );
}

/** Returns the source of a function's loader: its code is evaluated on demand. */
function loader(name: string): string {
  return `() => require(${JSON.stringify(`function:${name}`)})`;
}

/**
 * Writes one executable CommonJS file that requires only Node 20. `entry` is its source, with paths relative to the top
 * folder. Returns the files included, by their paths in the project.
 */
export async function bundleExecutable(
  entry: string,
  outfile: string,
  functions: readonly FunctionSource[] = [],
): Promise<string[]> {
  const options = {
    stdin: { contents: entry, resolveDir: root, sourcefile: 'entry.js' },
    outfile,
    banner: { js: '#!/usr/bin/env node' },
    plugins: [functionModules(functions), lazyModules, clusterReader],
  };
  const files = await writeBundle(options);
  chmodSync(outfile, 0o755);
  return files;
}

/**
 * Name of the file that reads a live cluster. It is separate from the executables, since the client would double their
 * size.
 */
const CLUSTER_READER = 'read-cluster.cjs';

/**
 * Bundles the code that reads a live cluster into a folder. Returns the files included, by their paths in the project.
 */
export async function bundleClusterReader(folder: string): Promise<string[]> {
  return await writeBundle({
    entryPoints: ['cli/cluster/read-cluster.ts'],
    alias: { 'node-fetch': './cli/cluster/runtime-fetch.ts' },
    outfile: join(folder, CLUSTER_READER),
  });
}

const clusterReader: Plugin = {
  name: 'cluster reader',
  setup(build) {
    build.onResolve({ filter: /\/cluster\/read-cluster\.ts$/ }, () => ({
      path: `./${CLUSTER_READER}`,
      external: true,
    }));
  },
};

/** Versions of runtimes that bundles are for, as esbuild names them. */
const TARGET = 'node20';

async function writeBundle(options: BuildOptions): Promise<string[]> {
  const whole: BuildOptions = {
    absWorkingDir: root,
    bundle: true,
    // The comments that name modules are white space, which is minified once the modules were found by them.
    minifyIdentifiers: true,
    platform: 'node',
    target: TARGET,
    format: 'cjs',
    // Bun finds the files that a file requires, and includes them in the native executable.
    supported: { 'dynamic-import': false },
    // Of tsconfig.json, which esbuild does not apply to the modules that a plugin finds.
    tsconfigRaw: { compilerOptions: { strict: true, verbatimModuleSyntax: true } },
    logLevel: 'warning',
    ...options,
    plugins: [...(options.plugins ?? []), formValidators],
  };
  const { metafile, outputFiles } = await esbuild({ ...whole, write: false, metafile: true });
  const [output] = outputFiles;
  const code = withChunks(output?.text ?? '', metafile);
  const minified = await transform(code, { minifyWhitespace: true, minifySyntax: true, target: TARGET });
  writeFileSync(output?.path ?? '', minified.code);
  return Object.keys(metafile.inputs);
}

/** Modules that most calls never need and that slow down start-up: evaluated when one of their functions is called. */
const LAZY: readonly string[] = [
  'src/yaml/read/complete-reader.ts',
  'src/cel/program.ts',
  'src/cel/condition.ts',
  'src/pattern.ts',
  'src/go-template/expand.ts',
  'src/host/hosted-call.ts',
  'src/version-range.ts',
  'src/sha-256.ts',
  'src/short-hash.ts',
  'cli/arguments/find-function.ts',
  'cli/merge/take-option.ts',
  'src/explain/explain-lines.ts',
  'cli/host/format-stderr.ts',
  'cli/host/program-call.ts',
  'src/package/diff.ts',
  'src/files/ignore-matcher.ts',
  'cli/process/end-by.ts',
  'cli/process/start-again.ts',
  'cli/terminal/is-tty.ts',
  'cli/terminal/table.ts',
  'cli/terminal/wide-width.ts',
].map(existingPath);

/** Replaces lazy modules by functions of the same names that load them. A lazy module may export only functions. */
const lazyModules: Plugin = {
  name: 'lazy modules',
  setup(build) {
    build.onResolve({ filter: /\.ts$/ }, ({ path, resolveDir, kind }) => {
      const file = resolve(resolveDir, path);
      return LAZY.includes(file) && kind === 'import-statement' ? { namespace: 'lazy', path: file } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => {
      const exports = readFileSync(path, 'utf8').matchAll(
        /^export (?!interface |type )(?:(?:async )?function (\w+))?/gm,
      );
      return { contents: Array.from(exports, ([, name]) => stub(path, name)).join('\n'), resolveDir: root };
    });
  },
};

/** Returns the absolute path of a module of the project. Throws if it has moved: it would no longer be lazy. */
function existingPath(path: string): string {
  const file = join(root, path);
  if (!existsSync(file)) throw new Error(`${path} must exist: it is evaluated on demand`);
  return file;
}

function stub(path: string, name: string | undefined): string {
  if (name === undefined) throw new Error(`${path} exports what is no function: it cannot be lazy`);
  return `export function ${name}(...args) { return require(${JSON.stringify(path)}).${name}(...args); }`;
}

/** Module of the references of all functions, by name. It is evaluated on demand. */
const REFERENCES = 'references:all';

/**
 * Resolves `references:all`, `function:NAME` to a module that is a LoadedFunction, and `validators:NAME` to its
 * compiled validators.
 */
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
      build.onResolve({ filter: /^(function|validators|references):/ }, ({ path }) => {
        const [namespace, name] = path.split(':', 2);
        return { namespace: namespace ?? '', path: name ?? '' };
      });
      build.onLoad({ filter: /.*/, namespace: 'references' }, () => ({
        contents: JSON.stringify(
          Object.fromEntries(functions.map(({ definition: { name }, reference }) => [name, reference])),
        ),
        loader: 'json',
      }));
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
