import type { LoadedFunction } from '../../src/function/index.ts';
import { didYouMean } from '../../src/nearest-name.ts';
import type { CommandProgram } from './command.ts';
import { UsageError } from './usage-error.ts';

/**
 * Returns the loader of a function. For an unknown name, throws a `UsageError` that suggests the nearest name of a function
 * or command.
 */
export function findFunction(
  name: string,
  { functions, commands }: Pick<CommandProgram, 'functions' | 'commands'>,
): () => LoadedFunction {
  const load = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (load !== undefined) return load;
  const names = [...Object.keys(functions), ...commands.map((command) => command.name)];
  throw new UsageError(`unknown function or command "${name}"${didYouMean(name, names)}`);
}
