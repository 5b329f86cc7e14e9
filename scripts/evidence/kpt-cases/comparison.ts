import { isDeepStrictEqual } from 'node:util';
import { parseAllDocuments } from 'yaml';
import type { Files } from '../../../test/cli/run-support.ts';
import type { Outcome } from './renderer.ts';

/** Outcome of a case beside the recorded one. */
export interface Comparison {
  readonly isExitCode: boolean;
  /** True if there are the recorded files, and each has the recorded data, beside messages in its status. */
  readonly isData: boolean;
  /** True if there are the recorded files, byte for byte. */
  readonly isBytes: boolean;
}

/** Compares an outcome with the recorded one. */
export function compare(outcome: Outcome, recorded: Pick<Outcome, 'exitCode' | 'files'>): Comparison {
  return {
    isExitCode: outcome.exitCode === recorded.exitCode,
    isData: isDeepStrictEqual(dataOf(outcome.files), dataOf(recorded.files)),
    isBytes: isDeepStrictEqual(outcome.files, recorded.files),
  };
}

/** Returns the documents of each YAML file, and the text of others. */
function dataOf(files: Files): unknown {
  const entries = Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([path, content]) => {
    const documents = /(?:\.ya?ml|\.json|Kptfile)$/.test(path) ? parseAllDocuments(String(content)) : [];
    const values = Array.isArray(documents)
      ? // kpt drops documents without a value, such as comments alone.
        documents
          .map((document) => withoutMessages(document.toJS({ mapAsMap: true })))
          .filter((value) => value !== null)
      : [];
    return [path, values.length > 0 ? values : content];
  });
}

/** Fields of the status of a Kptfile that have texts of a renderer and of functions. */
const MESSAGES: readonly unknown[] = ['message', 'stderr', 'executionError', 'errorSummary', 'results', 'errorResults'];

/** Returns a document without the messages in its status, in which renderers have words of their own. */
function withoutMessages(document: unknown): unknown {
  if (!(document instanceof Map) || !document.has('status')) return document;
  return new Map<unknown, unknown>([...document, ['status', withoutKeys(document.get('status'))]]);
}

function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (!(value instanceof Map)) return value;
  return new Map([...value].filter(([key]) => !MESSAGES.includes(key)).map(([key, each]) => [key, withoutKeys(each)]));
}
