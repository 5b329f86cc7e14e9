import { findPackage } from '../../cli/package/input.ts';
import { readFolder } from '../../cli/package/read-folder.ts';
import { formatResult, resultsOf, type Resource, type Resources } from '../../src/krm/index.ts';
import { isChange } from '../../src/package/folder.ts';
import {
  renderPackages,
  type FunctionCall,
  type PipelineFunction,
  type RenderOptions,
} from '../../src/render/index.ts';
import { inFolder, kptfile, type Files } from '../cli/run-support.ts';

/** Action of a function of a pipeline. */
export type Act = (resources: Resources, config: Resource | undefined) => void;

export interface Rendered {
  /** A line for each package and each call. */
  readonly log: readonly string[];
  /** Results of failed calls, or of the whole rendering. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Texts of changed files; undefined for a removed one. */
  readonly changes: Readonly<Record<string, string | undefined>>;
}

/** Renders a package whose functions are the names of `acts`. */
export function render(
  files: Files,
  acts: Readonly<Record<string, Act>> = {},
  options: Pick<RenderOptions, 'allowsDeleteAll' | 'allowsUnknownFields' | 'kptCompat'> = {},
): Promise<Rendered> {
  return inFolder(files, async (folder) => {
    const log: string[] = [];
    const { root, files: found } = findPackage(folder);
    const open = readFolder(root, found);
    const callOf = ({ called }: PipelineFunction): FunctionCall => ({
      inProcess: true,
      run: (resources, { config }) => {
        log.push(`${called}: ${[...resources].map(({ name }) => name).join(' ')}`);
        acts[called]?.(resources, config);
        return Promise.resolve({ results: [], notices: [] });
      },
    });
    const observer = { package: (of: string): void => void log.push(`package "${of}"`) };
    try {
      const { steps, warnings } = await renderPackages(open.resources, { root, callOf, observer, ...options });
      const errors = steps.filter(({ isFailed }) => isFailed).flatMap(({ results }) => results.map(formatResult));
      const changes = open.texts().filter(isChange);
      return {
        log,
        errors,
        warnings: warnings.map(formatResult),
        changes: Object.fromEntries(changes.map(({ path, after }) => [path, after])),
      };
    } catch (error) {
      return { log, errors: resultsOf(error).map(formatResult), warnings: [], changes: {} };
    }
  });
}

/** Returns a Kptfile with mutators, each a YAML map. */
export const pipeline = (name: string, ...functions: readonly string[]): string =>
  `${kptfile(name)}pipeline:\n  mutators:\n${functions.map((fn) => `  - ${fn}\n`).join('')}`;
