import { parse } from 'yaml';
import type { Files } from '../cli/run-support.ts';
import type { DrawnPackage } from './generate-package.ts';
import { formatResult, type Result } from '../../src/krm/index.ts';

/** A function in the `results.yaml` of a rendering. */
interface ResultItem {
  readonly stderr?: string;
  readonly exitCode: number;
  readonly results?: readonly ListedResult[];
}

/** A result, whose file has no index if it is 0. */
interface ListedResult extends Omit<Result, 'file'> {
  readonly file?: { readonly path: string; readonly index?: number };
}

/** Contents of a `results.yaml`. */
export interface ResultsFile {
  readonly items?: readonly ResultItem[];
}

export function readResults(text: string): ResultsFile {
  return parse(text) as ResultsFile;
}

/**
 * Returns what the renderers share of a `results.yaml`: without kpt's stderr, with files relative to the package of the
 * resource, and results and their keys in one order. The exit code is that of the functions.
 */
export function sharedResults(
  list: ResultsFile,
  { files, extra, validatorConfigs }: DrawnPackage,
  isOurs: boolean,
): unknown {
  const folders = isOurs ? packageFolders({ ...files, ...extra?.files }) : [];
  const items = list.items?.map(({ results, ...item }) => ({
    ...item,
    stderr: undefined,
    ...(results && { results: results.map((result) => inPackage(result, folders, validatorConfigs)).toSorted() }),
  }));
  const exitCode = items?.some((item) => item.exitCode !== 0) === true ? 1 : 0;
  return { ...list, exitCode, ...(items && { items }) };
}

/** Returns the folders of all packages, the longest first, with a slash at their ends. */
function packageFolders(files: Files): readonly string[] {
  const kptfiles = Object.keys(files).filter((path) => path.endsWith('/Kptfile'));
  return kptfiles.map((path) => path.slice(0, -'Kptfile'.length)).toSorted((a, b) => b.length - a.length);
}

/**
 * Returns a result as text, with its file relative to its package unless that configures a validator, and keys in
 * order. A problem that many resources share has only their number, since its first resource depends on the order of
 * files.
 */
function inPackage(
  { file, ...result }: ListedResult,
  folders: readonly string[],
  pathless: ReadonlySet<string>,
): string {
  const repeated = / \(and \d+ more/.exec(result.message);
  if (repeated !== null) return `${result.severity}${repeated[0]}`;
  const folder = folders.find((each) => file?.path.startsWith(each)) ?? '';
  const path = file?.path.slice(folder.length) ?? '';
  const own = file === undefined || pathless.has(path) ? result : { ...result, file: { ...file, path } };
  return JSON.stringify(own, (_, value: unknown) => (isPlain(value) ? sorted(value) : value));
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the line of each result as kpt shows it, without its file, by our line. */
export function kptLines({ items = [] }: ResultsFile): ReadonlyMap<string, string> {
  const results = items.flatMap((item) => item.results ?? []);
  return new Map(
    results.map(({ file, ...result }) => {
      const located = file === undefined ? result : { ...result, file: { ...file, index: file.index ?? 0 } };
      return [formatResult(located), formatResult(result)];
    }),
  );
}
