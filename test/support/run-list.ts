import { parse } from 'yaml';
import { applyFunction, runFunction, type LoadedFunction } from '../../src/function/index.ts';
import { ResourceList } from '../../src/krm/resource-list.ts';

/** Output of a function for a ResourceList. */
export interface Ran {
  /** Text up to the results. */
  readonly list: string;
  /** Text of the results. */
  readonly report: string;
  /** Severity, field and message of each result. */
  readonly results: readonly string[];
  readonly stderr: string;
}

/** Runs a function on the text of a ResourceList. */
export async function runList(fn: LoadedFunction, text: string): Promise<Ran> {
  const { stdout, stderr } = await runFunction(fn, new TextEncoder().encode(text));
  const [list = '', report] = stdout.split('\nresults:\n');
  // The items may be YAML that only our own reader accepts.
  const results = (parse(report ?? '') ?? []) as { severity: string; field?: { path: string }; message: string }[];
  return {
    list: report === undefined ? stdout : `${list}\n`,
    report: report ?? '',
    results: results.map(({ severity, field, message }) => `${severity} ${field?.path ?? '-'}: ${message}`),
    stderr,
  };
}

/** Output of a function for a ResourceList, and its notices; none if it fails. */
export interface Noticed extends Ran {
  readonly notices: readonly string[];
}

/** Runs a function on the text of a ResourceList, and again for its notices, which are not part of its output. */
export async function runNoticed(fn: LoadedFunction, text: string): Promise<Noticed> {
  const ran = await runList(fn, text);
  return { ...ran, notices: ran.stderr === '' ? await noticesOf(fn, text) : [] };
}

/** Returns field and message of each notice of a function that succeeds on the text of a ResourceList. */
export async function noticesOf(fn: LoadedFunction, text: string): Promise<readonly string[]> {
  const { resources, functionConfig } = new ResourceList(text);
  const { notices } = await applyFunction(fn, resources, functionConfig);
  return notices.map(({ field, message }) => `${field?.path ?? '-'}: ${message}`).toSorted();
}
