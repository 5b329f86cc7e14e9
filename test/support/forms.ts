import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/functions.ts';
import type { LoadedFunction } from '../../src/function/index.ts';
import { runProgram } from './child.ts';
import { builtFunction } from './kpt.ts';
import { inProcess, type Runner } from './runner.ts';

/** Oldest Node.js that the bundles support. */
export const NODE_20 = fileURLToPath(import.meta.resolve('node-20/bin/node'));

/** Command of a function, by the form in which it was built. */
type Commands = Readonly<Record<string, readonly [command: string, ...args: string[]]>>;

/** Returns the commands of a function in every form in which it was built. */
export function commandsOf(name: string): Commands {
  return {
    'the bundle on this Node': [process.execPath, builtFunction(name)],
    'the bundle on Node 20': [NODE_20, builtFunction(name)],
    'krm-variants.cjs': [process.execPath, join(root, 'dist/krm-variants.cjs'), name],
    'krm-variants': [join(root, 'dist/krm-variants'), name],
  };
}

/**
 * Runs a function in process and in every form in which it was built; checks that all outputs are the same, byte for
 * byte, and returns them once.
 */
export function inEveryForm(fn: LoadedFunction): Runner {
  return async (list) => {
    const forms = Object.entries(commandsOf(fn.definition.name));
    const want = await inProcess(fn)(list);
    const ended = forms.map(async ([form, [command, ...args]]) => {
      assert.deepEqual(await runProgram(command, args, list), want, form);
    });
    await Promise.all(ended);
    return want;
  };
}
