import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build as esbuild, type Plugin } from 'esbuild';
import { commandForms } from '../cli/reference/kinds.ts';
import { root } from './functions.ts';
import { validatorsSource } from './validators.ts';

/**
 * Replaces `#validators` by the compiled validators of the kinds that commands read. They are evaluated by the first
 * call.
 */
export const formValidators: Plugin = {
  name: 'validators of forms',
  setup(build) {
    build.onResolve({ filter: /^#validators$/ }, () => ({ namespace: 'form-validators', path: 'of' }));
    build.onResolve({ filter: /^form-validators:all$/ }, () => ({ namespace: 'form-validators', path: 'all' }));
    build.onLoad({ filter: /^of$/, namespace: 'form-validators' }, () => ({
      contents: `export function validatorOf({ apiVersion, kind }) {
        const validator = require('form-validators:all')[apiVersion + '/' + kind];
        if (validator === undefined) throw new Error('no validator of ' + kind);
        return validator;
      }`,
    }));
    build.onLoad({ filter: /^all$/, namespace: 'form-validators' }, () => ({
      contents: validatorsSource({ configs: commandForms() }),
      resolveDir: root,
    }));
  },
};

/** Writes the same validators into the folder of the built library, and makes its modules import them by their path. */
export async function writeLibraryValidators(folder: string): Promise<void> {
  const file = join(folder, 'validators.js');
  await esbuild({
    entryPoints: ['#validators'],
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    target: 'node20',
    minify: true,
    plugins: [formValidators],
    outfile: file,
  });
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.js')) continue;
    const module = join(folder, path);
    const text = readFileSync(module, 'utf8');
    const named = text.replaceAll(/(?<=\bfrom ')#validators(?=')/g, () => importPath(dirname(module), file));
    if (named !== text) writeFileSync(module, named);
  }
}

function importPath(from: string, to: string): string {
  return `./${relative(from, to)}`.replace('./../', '../');
}
