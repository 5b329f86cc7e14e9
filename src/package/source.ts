import type { FileContent } from '../files/index.ts';
import { KrmError, type Result, decodeUtf8, fileError, resultsOf } from '../krm/index.ts';
import { readStream, type ReadOptions, type SourceDocument, type SourceStream } from '../yaml/index.ts';
import { UNWATCHED, type Watch } from './watch.ts';
import { CHART_TEMPLATES, EXCLUDE_FILES, notYaml } from '../messages/reading.ts';

/**
 * Returns the text of a file, with a byte order mark, so that it encodes to the same bytes. `name`: name in errors.
 * Throws a `KrmError`.
 */
export function contentText(content: FileContent, name: string): string {
  if (typeof content === 'string') return content;
  try {
    return decodeUtf8(content);
  } catch (error) {
    throw new InvalidFileError(fileError(name, 'not-utf8', reasonOf(error)).results);
  }
}

/** Documents of a text, and those that are not empty: kpt neither passes on nor counts empty ones. */
export interface SourceFile {
  readonly stream: SourceStream;
  readonly documents: readonly SourceDocument[];
}

/**
 * Reads the documents of a file. Throws a `KrmError` that names the file if its text is not YAML. With `lazy`, parts
 * are parsed on first access, and only then found not to be YAML.
 */
export function readSource(text: string, name: string, options?: ReadOptions): SourceFile {
  return withYaml(name, () => {
    const stream = readStream(text, options);
    return { stream, documents: stream.documents.filter(holdsAnything) };
  });
}

/** File whose text is not YAML or not UTF-8. */
class InvalidFileError extends KrmError {}

/** Returns what `read` returns. Throws an `InvalidFileError` that names the file if the text proves not to be YAML. */
export function withYaml<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InvalidFileError(fileError(name, 'invalid-yaml', notYaml(reasonOf(error))).results);
  }
}

/**
 * Hint after errors. A file that is not YAML is an error, as with kpt: skipping it would also skip a resource with a
 * mistake.
 */
const HINT: Result = {
  severity: 'info',
  code: 'advice',
  message: EXCLUDE_FILES,
};

/** Options of reading several files. */
interface EachOptions {
  /** Takes the errors of files that are not UTF-8 or YAML, which are then left out. Default: they are thrown. */
  readonly skip?: ((results: readonly Result[]) => void) | undefined;
  /**
   * Returns the path of the Chart.yaml of the chart that a file is a template of; undefined for any other file.
   * Default: none is a template.
   */
  readonly chartOf?: (path: string) => string | undefined;
  /** Adds advice for the command line to errors. Default: false. */
  readonly hasHint?: boolean;
  readonly watch?: Watch;
}

/**
 * Reads each file of a package. Throws a `KrmError` that names each one that cannot be read, or is not UTF-8 or YAML.
 */
export function readEach<T>(
  paths: readonly string[],
  read: (path: string) => T,
  { skip, chartOf, hasHint = false, watch = UNWATCHED }: EachOptions = {},
): T[] {
  const files: T[] = [];
  const errors: Result[] = [];
  const charts = new Set<string>();
  for (const path of watch.each('reading', paths)) {
    try {
      files.push(read(path));
    } catch (error) {
      const isInvalid = error instanceof InvalidFileError;
      const chart = isInvalid && skip === undefined ? chartOf?.(path) : undefined;
      if (chart !== undefined) charts.add(chart);
      else if (skip !== undefined && isInvalid) skip(error.results);
      else errors.push(...resultsOf(error));
    }
  }
  const ofCharts = [...charts].flatMap((chart) => fileError(chart, 'invalid-yaml', CHART_TEMPLATES).results);
  if (errors.length > 0 && hasHint) errors.push(HINT);
  if (ofCharts.length + errors.length > 0) throw new KrmError([...ofCharts, ...errors]);
  return files;
}

function holdsAnything(document: SourceDocument): boolean {
  if (document.scan !== undefined) return true;
  const top = document.get([]);
  return top !== undefined && (top.kind !== 'scalar' || document.value([]) !== null);
}

function reasonOf(error: unknown): string {
  return resultsOf(error)
    .map(({ message }) => message)
    .join('; ');
}
