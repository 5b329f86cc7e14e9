import { groupBy } from '../group-by.ts';
import { type Origin, originsOfEdits } from '../krm/index.ts';
import {
  changedRuns,
  type DiffLines,
  type EditedFile,
  type FileChange,
  readSource,
  type Run,
} from '../package/index.ts';
import {
  type CommentPlace,
  commentPlaces,
  type DataEdit,
  type Path,
  pathAfter,
  pathBefore,
  type SourceDocument,
} from '../yaml/index.ts';
import { type ExplainedLines, type ExplainedOrigin, ExplainedOrigins } from './explained-lines.ts';

/**
 * Explains the changed lines of a file by the origins of the edits on them. A line without an edit, such as the key of
 * a map that was added with its first value, is explained by the adjacent changed lines. `fallback`: origin of an edit
 * without one. `detailed`: the changed lines, to explain them with lines of their origins and with functions of
 * pipelines. Default: those of a diff, without details.
 */
export function explainLines(
  { path, before = '', after = '' }: FileChange,
  { documents }: EditedFile,
  fallback: Origin,
  detailed?: readonly Run[],
): readonly ExplainedLines[] {
  const [old, now] = [before, after].map((text) => readSource(text, path).documents.values());
  const lines = { before: new LineOrigins(before), after: new LineOrigins(after) };
  const origins = new ExplainedOrigins(fallback, detailed !== undefined);
  for (const document of documents) {
    if ('added' in document) {
      lines.after.add(now?.next().value, [], origins.of(document.added));
      continue;
    }
    const { edits, removed } = document;
    const versions = { before: old?.next().value, after: removed === undefined ? now?.next().value : undefined };
    if (removed === undefined) addEdits(edits, versions, lines, origins);
    else lines.before.add(versions.before, [], origins.of(removed));
  }
  return (detailed ?? changedRuns({ before, after })).flatMap((run) => explainRun(path, run, lines));
}

/** A changed line, with the origins of its edits; undefined if no edit is on it. */
interface ChangedLine {
  readonly line: number;
  readonly origins: readonly ExplainedOrigin[] | undefined;
}

/** Explains lines that changed together: the new ones, and old ones that a different origin removed. */
function explainRun(file: string, run: Run, { before, after }: LinesOfVersions): readonly ExplainedLines[] {
  const [added, removed] = [changedLines(run.added, after), changedLines(run.removed, before)];
  const originsOf = (lines: readonly ChangedLine[]): readonly ExplainedOrigin[] =>
    lines.flatMap(({ origins = [] }) => origins);
  const all = [...new Set([...originsOf(added), ...originsOf(removed)])];
  const shown = new Set(originsOf(added));
  const others = removed.filter(({ origins = [] }) => added.length === 0 || origins.some((each) => !shown.has(each)));
  return [
    ...joined(added, all).map((lines) => ({ file, side: 'added' as const, ...lines })),
    ...joined(others, all).map((lines) => ({ file, side: 'removed' as const, ...lines })),
  ];
}

function changedLines({ start, count }: DiffLines, found: LineOrigins): readonly ChangedLine[] {
  return Array.from({ length: count }, (_, index) => ({ line: start + index, origins: found.at(start + index) }));
}

/**
 * Joins consecutive lines with the same origins. A line without an edit gets the origins of the next line with one, or
 * else of the last; `all` if there is none.
 */
function joined(
  lines: readonly ChangedLine[],
  all: readonly ExplainedOrigin[],
): Pick<ExplainedLines, 'start' | 'end' | 'origins'>[] {
  const groups: { start: number; end: number; readonly of: readonly ExplainedOrigin[] }[] = [];
  let next = lines.findLast(({ origins }) => origins !== undefined)?.origins ?? all;
  for (const { line, origins } of lines.toReversed()) {
    next = origins ?? next;
    const first = groups[0];
    if (first !== undefined && first.start === line + 1 && isSame(first.of, next)) first.start = line;
    else groups.unshift({ start: line, end: line, of: next });
  }
  return groups.map(({ start, end, of }) => ({ start, end, origins: of }));
}

function isSame(a: readonly ExplainedOrigin[], b: readonly ExplainedOrigin[]): boolean {
  return a.length === b.length && a.every((origin, index) => origin === b[index]);
}

/** Origins of the values on each line of a text. */
class LineOrigins {
  /** Offsets of the starts of lines. */
  readonly #starts: readonly number[];
  readonly #lines = new Map<number, { readonly size: number; readonly origins: Set<ExplainedOrigin> }>();

  readonly #text: string;
  readonly #places = new Map<SourceDocument, ReadonlyMap<string, CommentPlace>>();

  constructor(text: string) {
    this.#text = text;
    this.#starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  }

  /**
   * Adds the lines of the value at a path of a document, with the comments above it. A smaller value on a line hides a
   * larger one.
   */
  add(document: SourceDocument | undefined, path: Path | undefined, origins: readonly ExplainedOrigin[]): void {
    const node = path && document?.get(path);
    if (node === undefined) return;
    const first = this.#withComments(this.#lineAt(node.start));
    const last = this.#lineAt(Math.max(node.start, node.end - 1));
    this.#addLines([first, last], node.end - node.start, origins);
  }

  /**
   * Adds the lines of the comments of the entry at a path of an unedited document; for the document itself, those of
   * its value.
   */
  addComments(document: SourceDocument | undefined, path: Path | undefined, origins: readonly ExplainedOrigin[]): void {
    const place = document && this.#placesOf(document).get(JSON.stringify(path));
    const { start = 0, end = 0 } = (path && document?.get(path)) ?? {};
    if (place === undefined) this.add(document, path, origins);
    else this.#addLines(place.lines, end - start, origins);
  }

  #placesOf(document: SourceDocument): ReadonlyMap<string, CommentPlace> {
    const places = this.#places.get(document) ?? commentPlaces(document);
    this.#places.set(document, places);
    return places;
  }

  #addLines([first, last]: readonly [number, number], size: number, origins: readonly ExplainedOrigin[]): void {
    for (let line = first; line <= last; line++) {
      const known = this.#lines.get(line);
      if (known === undefined || known.size > size) this.#lines.set(line, { size, origins: new Set(origins) });
      else if (known.size === size) for (const origin of origins) known.origins.add(origin);
    }
  }

  /** Returns the origins of the values on a line, given its one-based number; undefined if no edit is on it. */
  at(line: number): readonly ExplainedOrigin[] | undefined {
    const found = this.#lines.get(line);
    return found && [...found.origins];
  }

  /** Returns the first of the comment and blank lines directly above a line, or the line itself. */
  #withComments(line: number): number {
    let first = line;
    while (first > 1 && TRIVIA.test(this.#text.slice(this.#starts[first - 2], this.#starts[first - 1]))) first--;
    return first;
  }

  #lineAt(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}

/** Matches a line that is blank or a comment. */
const TRIVIA = /^\s*(?:#|$)/;

/** A document in both versions of a file. */
interface Versions {
  readonly before: SourceDocument | undefined;
  readonly after: SourceDocument | undefined;
}

/** Lines of both versions of a file. */
interface LinesOfVersions {
  readonly before: LineOrigins;
  readonly after: LineOrigins;
}

/** Adds the lines that edits of a document changed: those of old values and of new ones. */
function addEdits(
  edits: readonly DataEdit[],
  versions: Versions,
  lines: LinesOfVersions,
  explained: ExplainedOrigins,
): void {
  const origins = originsOfEdits(edits);
  const addTo = (side: keyof LinesOfVersions, path: Path | undefined, edit: DataEdit): void => {
    const add = edit.kind === 'comment' ? 'addComments' : 'add';
    lines[side][add](versions[side], path, explained.of(origins.get(edit) ?? []));
  };
  for (const group of independent(edits)) {
    group.forEach((edit, index) => {
      const made = madeBy(edit);
      if (made !== undefined) addTo('after', pathAfter(made, group.slice(index + 1)), edit);
      if (edit.kind !== 'insert') addTo('before', pathBefore(edit.path, group.slice(0, index)), edit);
    });
  }
}

/**
 * Groups edits so that none changes the paths of edits in another group: by item, unless items themselves were moved.
 */
function independent(edits: readonly DataEdit[]): Iterable<readonly DataEdit[]> {
  const movesItems = edits.some(({ kind, path }) => kind !== 'set' && kind !== 'comment' && path.length < 3);
  return movesItems ? [edits] : groupBy(edits, ({ path }) => path.slice(0, 2).join('/')).values();
}

/** Returns the path of the value that an edit creates; undefined for a removal. */
function madeBy(edit: DataEdit): Path | undefined {
  if (edit.kind === 'remove') return undefined;
  if (edit.kind === 'insert') return [...edit.path, edit.index];
  return edit.kind !== 'rename' ? edit.path : [...edit.path.slice(0, -1), edit.key];
}
