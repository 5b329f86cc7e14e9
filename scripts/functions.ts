import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionDefinition, LoadedFunction } from '../src/function/index.ts';
import { helpText } from './help-text.ts';
import { compileValidators } from './validators.ts';

/** Top folder of the project. */
export const root = join(import.meta.dirname, '..');

/** Returns the names of all functions in byte order: folders of `functions/` that have an `index.ts`. */
export function findFunctions(): string[] {
  const names = readdirSync(join(root, 'functions')).filter((name) => existsSync(definitionFile(name)));
  return names.toSorted();
}

/** Returns the file that contains a function's definition. */
export function definitionFile(name: string): string {
  return join(root, 'functions', name, 'index.ts');
}

/** Loads a function's definition, the default export of its `index.ts`. */
export async function loadDefinition(name: string): Promise<FunctionDefinition> {
  const module = (await import(definitionFile(name))) as { readonly default: FunctionDefinition };
  if (module.default.name !== name) throw new Error(`functions/${name} defines "${module.default.name}"`);
  return module.default;
}

/** Loads a function with its validators and its help, as in its executable. */
export async function loadFunction(name: string): Promise<LoadedFunction> {
  const definition = await loadDefinition(name);
  return { definition, validators: compileValidators(definition), help: helpText(definition, readmeOf(name)) };
}

/** Returns the text of a function's README. */
export function readmeOf(name: string): string {
  return readFileSync(join(root, 'functions', name, 'README.md'), 'utf8');
}
