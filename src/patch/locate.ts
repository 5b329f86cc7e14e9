import type { Path } from '../yaml/index.ts';
import { elementIndex, isElementIndex } from './element-index.ts';
import { elementsNamed, readElementName, type ElementName } from './element-name.ts';
import { PatchError, type PatchErrorCode } from './error.ts';
import { formatPointer, tokensOf } from './pointer.ts';
import type { Places } from './target.ts';

/** Options for tokens of pointers. */
export interface PointerOptions {
  /**
   * Lets a token such as `[name=main]` lead to the only element of a sequence that is a map whose field `name` has that
   * value; in a map it stays a key. Adding to a name that no element has appends. Default: false, as in RFC 6901.
   */
  readonly elementsByField?: boolean;
}

/** Tokens of a pointer, and the way to follow them. */
export interface Tokens extends PointerOptions {
  readonly tokens: readonly string[];
}

/** The location of tokens. */
export interface Located {
  readonly path: Path;
  /** True if a value put there would replace an existing one, which is never so for elements without a name. */
  readonly present: boolean;
  /** Name of the element in the last token. A value put there must have it. */
  readonly element?: ElementName | undefined;
}

/** The reason why tokens lead to nothing. */
export interface Miss {
  readonly code: PatchErrorCode;
  /** True if the parent of the value is missing too. */
  readonly noHolder: boolean;
  /** The cause in the words of evanphx/json-patch. */
  readonly cause: string;
  /** Description of what is there instead. */
  readonly detail: string;
  /** Path of the map that lacks a key. */
  readonly map?: Path;
}

/**
 * Returns the path of a JSON pointer, or undefined if nothing is there. @throws PatchError if the text is not a
 * pointer, or names several elements.
 */
export function evaluatePointer(places: Places, pointer: string, options: PointerOptions = {}): Path | undefined {
  const found = locate(places, { tokens: tokensOf(pointer), ...options }, false);
  if (!('code' in found)) return found.path;
  if (found.code === 'element') throw new PatchError(found.code, found.detail, { pointer });
  return undefined;
}

/**
 * Returns tokens as a path with the indexes of elements, as far as one element has the name. Other tokens stay as
 * written, and those that are numbers become indexes in a sequence.
 */
export function describePath(places: Places, { tokens, elementsByField = false }: Tokens): Path {
  const path: (string | number)[] = [];
  for (const token of tokens) {
    const isInSequence = places.length(path) !== undefined;
    const element = elementsByField && isInSequence ? readElementName(token) : undefined;
    const found = element === undefined ? [] : elementsNamed(places, path, element);
    const index = found.length === 1 ? found[0] : undefined;
    path.push(index ?? (isInSequence && /^[0-9]+$/.test(token) ? Number(token) : token));
  }
  return path;
}

/** A problem with one token. */
type Fault = Omit<Miss, 'noHolder'>;

/**
 * Follows tokens to an existing value or, if `adding`, to a place for a new one. Elements also have negative indexes,
 * from the end, as in evanphx/json-patch: -1 is the last one or, if `adding`, the end. `-` is the end, only if
 * `adding`.
 */
export function locate(places: Places, { tokens, elementsByField = false }: Tokens, adding: boolean): Located | Miss {
  // Most tokens are keys of maps, where they mean themselves. No other path of texts exists.
  if (!adding && places.has?.(tokens) === true) return { path: tokens, present: true };
  const path: (string | number)[] = [];
  let element: ElementName | undefined;
  for (const [index, token] of tokens.entries()) {
    const isLast = index === tokens.length - 1;
    element = elementsByField && places.length(path) !== undefined ? readElementName(token) : undefined;
    const step = element
      ? stepToElement(places, path, element, adding && isLast)
      : stepTo(places, path, token, adding && isLast);
    if (typeof step === 'object') return { ...step, noHolder: !isLast || isInnerScalar(places, path) };
    path.push(step);
    if (isLast && adding) {
      const isReplaced = typeof step === 'string' || element !== undefined;
      return { path, present: isReplaced && places.get(path) !== undefined, element };
    }
  }
  return { path, present: true, element };
}

function isInnerScalar(places: Places, path: Path): boolean {
  return path.length > 0 && places.get(path)?.kind === 'scalar';
}

function stepTo(places: Places, path: Path, token: string, adding: boolean): string | number | Fault {
  const length = places.length(path);
  if (length !== undefined) return indexOf(token, length, path, adding);
  if (places.get(path)?.kind === 'scalar') {
    return {
      code: 'missing',
      cause: 'invalid value, expected object',
      detail: `${at('the value', path)} is not a map or a sequence`,
    };
  }
  if (adding || places.get([...path, token]) !== undefined) return token;
  return {
    code: 'missing',
    cause: `unable to get nonexistent key: ${token}: missing value`,
    detail: `${at('the map', path)} has no key ${JSON.stringify(token)}`,
    map: path,
  };
}

function stepToElement(places: Places, path: Path, element: ElementName, adding: boolean): number | Fault {
  const [index, ...others] = elementsNamed(places, path, element);
  const name = `${JSON.stringify(element.field)} is ${JSON.stringify(element.text)}`;
  if (others.length > 0) {
    const found = `${at('the sequence', path)} has ${others.length + 1} elements whose ${name}`;
    return { code: 'element', cause: '', detail: `a token must name one element, but ${found}; use an index` };
  }
  if (index !== undefined) return index;
  if (adding) return places.length(path) ?? 0;
  return {
    code: 'missing',
    cause: `Unable to access invalid index: [${element.field}=${element.text}]: invalid index referenced`,
    detail: `${at('the sequence', path)} has no element whose ${name}`,
  };
}

function indexOf(token: string, length: number, path: Path, adding: boolean): number | Fault {
  const end = adding ? length + 1 : length;
  if (adding && token === '-') return length;
  if (!isElementIndex(token)) {
    return {
      code: 'index',
      cause: `value was not a proper array index: '${token}'`,
      detail: `${JSON.stringify(token)} must be 0, 1, 2 and so on, or -1, -2 and so on from the end`,
    };
  }
  const index = elementIndex(token, end);
  if (index !== undefined) return index;
  return {
    code: 'missing',
    cause: `Unable to access invalid index: ${token}: invalid index referenced`,
    detail: `${at('the sequence', path)} has ${length} element${length === 1 ? '' : 's'}`,
  };
}

function at(what: string, path: Path): string {
  return path.length === 0 ? `${what} at the top` : `${what} at ${JSON.stringify(formatPointer(path))}`;
}
