import { elementsNamed, readElementName, type Tokens } from '../patch/index.ts';
import { counted } from '../wording.ts';
import type { Path, SourceDocument } from '../yaml/index.ts';

/** A `predicate.path` that leads to no string. The message is that of Karmada, where it has one. */
export class ImagePathError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImagePathError';
  }
}

/**
 * Returns the path of the string that tokens lead to: a field of a map, which may be an element of a list.
 * @throws ImagePathError
 */
export function locateImage(document: SourceDocument, { tokens, elementsByField = false }: Tokens): Path {
  const path: (string | number)[] = [];
  for (const [depth, token] of tokens.entries()) {
    const isLast = depth === tokens.length - 1;
    const length = document.length(path);
    const index = length !== undefined && elementsByField ? elementNamed(document, path, token) : undefined;
    path.push(length === undefined ? token : (index ?? readIndex(token, length)));
    if (!isLast) checkCollection(document, path, token, length !== undefined);
    else if (length !== undefined) throw new ImagePathError(`path(${token}) must be a field of a map`);
    else if (typeof document.value(path) !== 'string')
      throw new ImagePathError(`failed to convert path(${token}) to string`);
  }
  return path;
}

/** Checks a collection on the way to an image: it must be a map, or a list of maps. */
function checkCollection(document: SourceDocument, path: Path, token: string, isElement: boolean): void {
  if (document.keys(path) !== undefined) return;
  if (isElement) throw new ImagePathError(`path(${token}) of rawObj's type is not map[string]interface{}`);
  if (document.length(path) === undefined)
    throw new ImagePathError(`path(${token}) of rawObj's type is not map[string]interface{} and []interface{}`);
}

/** Returns the index of the element that a token names. Returns undefined if the token is not a name. */
function elementNamed(document: SourceDocument, list: Path, token: string): number | undefined {
  const name = readElementName(token);
  if (name === undefined) return undefined;
  const [index, ...others] = elementsNamed(document, list, name);
  if (index === undefined) throw new ImagePathError(`path(${token}) is missing: the list has no such element`);
  if (others.length === 0) return index;
  throw new ImagePathError(
    `path(${token}) must name one element: the list has ${others.length + 1} matching elements; use an index`,
  );
}

function readIndex(token: string, length: number): number {
  if (!/^(?:0|[1-9][0-9]*)$/.test(token))
    throw new ImagePathError(
      `path(${token}) of rawObj's is not number; write the zero-based index of one element: there are no wildcards`,
    );
  const index = Number(token);
  if (index < length) return index;
  throw new ImagePathError(`path(${token}) is out of range: the list has ${counted(length, 'element')}`);
}
