import type { LoadedFunction } from '../../src/function/index.ts';
import { didYouMean } from '../../src/nearest-name.ts';
import type { CommandProgram } from './command.ts';
import { UsageError } from './usage-error.ts';

/** Commands of kpt, and what has their part here. */
const KPT_COMMANDS: ReadonlyMap<string, string> = new Map([
  ['fn', '`kpt fn render` is `krm-variants render` here, and `kpt fn eval` is `krm-variants eval`'],
  ['pkg', 'get a package with git or kpt; `krm-variants merge` does what `kpt pkg update` does'],
  ['live', 'apply what `krm-variants render DIR -o unwrap` prints with kubectl or `kpt live`'],
]);

/**
 * Returns the loader of a function. For an unknown name, throws a `UsageError` that suggests the nearest name of a
 * function or command.
 */
export function findFunction(
  name: string,
  { functions, commands }: Pick<CommandProgram, 'functions' | 'commands'>,
): () => LoadedFunction {
  const load = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (load !== undefined) return load;
  throw unknownName(name, { functions, commands });
}

/** Returns the error for an unknown name, with the nearest name of a function or command. */
export function unknownName(
  name: string,
  { functions, commands }: Pick<CommandProgram, 'functions' | 'commands'>,
): UsageError {
  const hint = KPT_COMMANDS.get(name);
  if (hint !== undefined) return new UsageError(`unknown command "${name}": ${hint}`);
  const names = [...Object.keys(functions), ...commands.map((command) => command.name)];
  return new UsageError(`unknown function or command "${name}"${didYouMean(name, names)}`);
}
