import { StdinList } from '../../cli/package/stdin-list.ts';
import { resourceListText } from '../../cli/work/folder-job.ts';
import { callHosted } from '../../src/host/index.ts';
import { formatResult, KrmError, Resource } from '../../src/krm/index.ts';
import { selectedResources } from '../../src/render/index.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { ENDED, type HostedProgram, type Texts } from './hosted-files.ts';

/** Outcome of a function of another program on a ResourceList. */
export interface HostedList {
  /** As it is printed. */
  readonly text: string;
  /** Errors as they are shown; without one the function has succeeded. */
  readonly errors: readonly string[];
}

/** Returns documents, one in a file, as a ResourceList. */
export function listOf(texts: Texts): string {
  const printed = Object.entries(texts).map(([path, text]) => ({
    resource: new Resource(readDocument(text), { path, index: 0 }),
    text,
  }));
  return resourceListText(printed, []);
}

/** Calls a function of another program on a ResourceList as `krm-variants eval -` does. */
export async function hostOnList(list: string, program: HostedProgram): Promise<HostedList> {
  const open = new StdinList(list);
  const call = (input: string): Promise<typeof ENDED & { readonly stdout: string }> => {
    const end = program(input);
    return Promise.resolve(typeof end === 'string' ? { ...ENDED, stdout: end } : end);
  };
  const fn = { name: 'fn', limit: '1s', isEval: true, allowsNoOutput: false, isMutator: true, call } as const;
  try {
    const { resources, positions } = selectedResources(open.resources, { selectors: [], exclude: [] });
    const config = open.functionConfig;
    const { results } = await callHosted({ ...fn, comments: 'added' }, resources, { config, positions });
    open.texts();
    return { text: open.list(results, true), errors: [] };
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    return { text: list, errors: error.results.map(formatResult) };
  }
}
