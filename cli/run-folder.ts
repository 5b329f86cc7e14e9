import { applyFunction, type LoadedFunction, type Report, type Resource, type Sources } from '../src/index.ts';
import { runOnFolders, type FolderOutcome, type FolderWork } from './folder-run.ts';
import type { OpenInput } from './open-input.ts';
import { parseRunArguments, type RunArguments } from './run-arguments.ts';
import { readFunctionConfig } from './run-config.ts';
import { namedSources, sources } from './sources.ts';
import { progress } from './terminal/progress.ts';
import { UsageError } from './usage-error.ts';

/**
 * Applies a function to the files of folders, as `runFolder` (`run-command.ts`) does, but prints nothing and has no limit
 * of its time. `show` receives the diff before a file is written, and may throw.
 */
export async function applyToFolder(
  fn: LoadedFunction,
  args: readonly string[],
  show?: (diff: string) => void,
): Promise<FolderOutcome> {
  const asked = parseRunArguments(args);
  const { name, takesObjects } = fn.definition;
  const option = (['objects', 'context'] as const).find((each) => asked[each] !== undefined);
  if (option !== undefined && takesObjects !== true)
    throw new UsageError(`${name} reads no objects of clusters: \`--${option}\` is not an option of it`);
  return await runOnFolders(new FunctionWork(fn, asked), asked, show);
}

/** One function, applied to each input. */
class FunctionWork implements FolderWork {
  readonly name: string;
  readonly #fn: LoadedFunction;
  readonly #args: RunArguments;
  /** Configuration that the command line names. */
  #config: Resource | undefined;
  #named: Sources = {};

  constructor(fn: LoadedFunction, args: RunArguments) {
    this.name = fn.definition.name;
    this.#fn = fn;
    this.#args = args;
  }

  async prepare(): Promise<void> {
    this.#config = readFunctionConfig(this.#args);
    this.#named = await namedSources(this.#args);
  }

  async apply({ resources, functionConfig }: OpenInput): Promise<Report> {
    // A configuration in a list or among the items may come with the package, so it reads nothing else.
    const given = this.#config === undefined ? this.#named : { ...sources, ...this.#named };
    progress.report(() => `applying ${this.name}`);
    return await applyFunction(this.#fn, resources, this.#config ?? functionConfig, given);
  }

  origin({ functionConfig }: OpenInput) {
    return { resource: this.#config ?? functionConfig };
  }

  givenFile(): string | undefined {
    return this.#config?.file?.path;
  }
}
