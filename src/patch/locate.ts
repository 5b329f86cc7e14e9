import type { Path } from '../yaml/index.ts';
import type { PatchErrorCode } from './error.ts';
import { formatPointer, parsePointer } from './pointer.ts';
import type { Places } from './target.ts';

/** The location of tokens. */
export interface Located {
  readonly path: Path;
  /** True if a value put there would replace an existing one, which is never so for elements. */
  readonly present: boolean;
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
}

/**
 * Returns the path of a JSON pointer, or undefined if nothing is there. @throws PatchError if the text is not a
 * pointer.
 */
export function evaluatePointer(places: Places, pointer: string): Path | undefined {
  const found = locate(places, parsePointer(pointer), false);
  return 'code' in found ? undefined : found.path;
}

/** A problem with one token. */
type Fault = Omit<Miss, 'noHolder'>;

/**
 * Follows tokens to an existing value or, if `adding`, to a place for a new one. Elements also have negative indexes,
 * from the end, as in evanphx/json-patch: -1 is the last one or, if `adding`, the end. `-` is the end, only if
 * `adding`.
 */
export function locate(places: Places, tokens: readonly string[], adding: boolean): Located | Miss {
  const path: (string | number)[] = [];
  for (const [index, token] of tokens.entries()) {
    const isLast = index === tokens.length - 1;
    const step = stepTo(places, path, token, adding && isLast);
    if (typeof step === 'object') return { ...step, noHolder: !isLast || isInnerScalar(places, path) };
    path.push(step);
    if (isLast && adding) return { path, present: typeof step === 'string' && places.get(path) !== undefined };
  }
  return { path, present: true };
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
  };
}

function indexOf(token: string, length: number, path: Path, adding: boolean): number | Fault {
  const end = adding ? length + 1 : length;
  if (adding && token === '-') return length;
  if (!/^(?:0|-?[1-9][0-9]*)$/.test(token)) {
    return {
      code: 'index',
      cause: `value was not a proper array index: '${token}'`,
      detail: `${JSON.stringify(token)} must be 0, 1, 2 and so on, or -1, -2 and so on from the end`,
    };
  }
  const index = token.startsWith('-') ? end + Number(token) : Number(token);
  if (index >= 0 && index < end) return index;
  return {
    code: 'missing',
    cause: `Unable to access invalid index: ${token}: invalid index referenced`,
    detail: `${at('the sequence', path)} has ${length} element${length === 1 ? '' : 's'}`,
  };
}

function at(what: string, path: Path): string {
  return path.length === 0 ? `${what} at the top` : `${what} at ${JSON.stringify(formatPointer(path))}`;
}
