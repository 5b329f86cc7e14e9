import { parse } from 'yaml';
import { runFunction, type LoadedFunction } from '../../src/index.ts';

/** What a function made of a ResourceList. */
export interface Ran {
  /** The text up to the results. */
  readonly list: string;
  /** The text of the results. */
  readonly report: string;
  /** Severity, field and message of each result. */
  readonly results: readonly string[];
  readonly stderr: string;
}

/** Runs a function on the text of a ResourceList. */
export async function runList(fn: LoadedFunction, text: string): Promise<Ran> {
  const { stdout, stderr } = await runFunction(fn, new TextEncoder().encode(text));
  const [list = '', report] = stdout.split('\nresults:\n');
  // The items may be what only our own reader takes.
  const results = (parse(report ?? '') ?? []) as { severity: string; field?: { path: string }; message: string }[];
  return {
    list: report === undefined ? stdout : `${list}\n`,
    report: report ?? '',
    results: results.map(({ severity, field, message }) => `${severity} ${field?.path ?? '-'}: ${message}`),
    stderr,
  };
}
