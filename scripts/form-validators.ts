import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/**
 * Writes the same validators into the folder of the built library, with a package.json that makes them its
 * `#validators`.
 */
export async function writeLibraryValidators(folder: string): Promise<void> {
  await esbuild({
    entryPoints: ['#validators'],
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    target: 'node20',
    minify: true,
    plugins: [formValidators],
    outfile: join(folder, 'validators.js'),
  });
  const settings = { type: 'module', sideEffects: false, imports: { '#validators': './validators.js' } };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(settings, null, 2)}\n`);
}
