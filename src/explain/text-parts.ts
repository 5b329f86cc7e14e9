import { isManifestPath, type FileContent } from '../files/index.ts';
import { groupBy } from '../group-by.ts';
import { identityOf, KrmError } from '../krm/index.ts';
import { commentPlaces, YamlError, type Path, type SourceDocument } from '../yaml/index.ts';
import { type PackageFile, readPackageFile } from '../package/index.ts';

/** Consecutive lines of a file: a document of YAML, or a file of another format. */
export interface TextPart {
  readonly file: string;
  /** Number of lines before it in the file. */
  readonly offset: number;
  /** Identity of its resource; undefined for other text. */
  readonly id: string | undefined;
  readonly lines: readonly TextLine[];
}

/** A line, and the place of its entry in the document. */
export interface TextLine {
  /** Without its line break. */
  readonly text: string;
  /** Path of the entry, with the names of list elements that have one; '' outside of any entry. */
  readonly place: string;
  /** The same path without steps into lists. */
  readonly loosePlace: string;
}

/** Returns the lines of a text without line breaks. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Cuts a file into its documents; one part for a file that is not YAML, and none for one that is not text. */
export function textParts(path: string, content: FileContent | undefined): readonly TextPart[] {
  if (typeof content !== 'string' || content.includes('\0')) return [];
  const lines = linesOf(content);
  const file = yamlFile(path, content);
  if (file === undefined) return [partOf(path, 0, lines, undefined)];
  const starts = lines.flatMap((line, index) => (index === 0 || /^---(?:\s|$)/.test(line) ? index : []));
  const documents = groupBy(documentsOf(file), ({ line }) => starts.findLastIndex((start) => start < line));
  return starts.map((start, index) => {
    const [document, ...others] = documents.get(index) ?? [];
    const own = lines.slice(start, starts[index + 1]);
    return partOf(path, start, own, others.length > 0 ? undefined : document);
  });
}

/** A document that is not empty, with the one-based line of its first value. */
interface PlacedDocument {
  readonly line: number;
  readonly id: string | undefined;
  readonly document: SourceDocument;
}

function documentsOf({ documents, resources, text }: PackageFile): readonly PlacedDocument[] {
  const ids = new Map(resources.map((resource) => [resource.location.index, identityOf(resource)]));
  return documents.map((document, index) => ({
    line: text.slice(0, document.get([])?.start ?? 0).split('\n').length,
    id: ids.get(index),
    document,
  }));
}

function partOf(
  file: string,
  offset: number,
  lines: readonly string[],
  document: Pick<PlacedDocument, 'id' | 'document'> | undefined,
): TextPart {
  const starts = document === undefined ? NO_PLACES : entryLines(document.document);
  let place = { place: '', loosePlace: '' };
  return {
    file,
    offset,
    id: document?.id,
    lines: lines.map((text, index) => ({ text, ...(place = starts.get(offset + index + 1) ?? place) })),
  };
}

const NO_PLACES: ReadonlyMap<number, Pick<TextLine, 'place' | 'loosePlace'>> = new Map();

/**
 * Returns the places of entries by the one-based line on which each begins, with the comments above it. The innermost
 * counts.
 */
function entryLines(document: SourceDocument): ReadonlyMap<number, Pick<TextLine, 'place' | 'loosePlace'>> {
  const found = new Map<number, Pick<TextLine, 'place' | 'loosePlace'>>();
  const names = new Map<string, string | undefined>();
  for (const [key, { lines }] of placesOf(document)) {
    const path = JSON.parse(key) as Path;
    const steps = path.map((step, index) => {
      if (typeof step === 'string') return step;
      const element = path.slice(0, index + 1);
      const elementKey = JSON.stringify(element);
      if (!names.has(elementKey)) names.set(elementKey, nameOf(document, element));
      return { element: names.get(elementKey) ?? step };
    });
    const loose = path.filter((step) => typeof step === 'string');
    found.set(lines[0], { place: JSON.stringify(steps), loosePlace: JSON.stringify(loose) });
  }
  return found;
}

function placesOf(document: SourceDocument): ReturnType<typeof commentPlaces> {
  try {
    return commentPlaces(document);
  } catch (error) {
    if (error instanceof YamlError) return new Map();
    throw error;
  }
}

/** Returns the name of a list element; undefined if it has none. */
function nameOf(document: SourceDocument, element: Path): string | undefined {
  try {
    const name = document.value([...element, 'name']);
    return typeof name === 'string' ? name : undefined;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

/** Reads a file; undefined if it is not YAML. */
function yamlFile(path: string, text: string): PackageFile | undefined {
  if (!isManifestPath(path)) return undefined;
  try {
    return readPackageFile(path, text);
  } catch (error) {
    if (error instanceof KrmError) return undefined;
    throw error;
  }
}
