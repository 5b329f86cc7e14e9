import type { Path } from '../yaml/index.ts';
import type { PatchErrorCode } from './error.ts';
import { formatPointer, parsePointer } from './pointer.ts';
import type { Places } from './target.ts';

/** Where tokens lead. */
export interface Located {
  readonly path: Path;
  /** Whether a value is there that one put there would replace: not so before elements. */
  readonly present: boolean;
}

/** Why tokens lead nowhere. */
export interface Miss {
  readonly code: PatchErrorCode;
  /** Whether what should hold the value is missing already. */
  readonly noHolder: boolean;
  /** What evanphx/json-patch calls it. */
  readonly cause: string;
  /** What is there instead. */
  readonly detail: string;
}

/** The path that a JSON pointer leads to; undefined where nothing is there. @throws PatchError where the text is no pointer. */
export function evaluatePointer(places: Places, pointer: string): Path | undefined {
  const found = locate(places, parsePointer(pointer), false);
  return 'code' in found ? undefined : found.path;
}

/** What is wrong with one token. */
type Fault = Omit<Miss, 'noHolder'>;

/**
 * Follows tokens to a value that is there or, `adding`, to where one can be added. Elements also have negative indexes,
 * from the end, as in evanphx/json-patch: -1 is the last one and, `adding`, the end. `-` is the end, `adding` alone.
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
      detail: `${at('the value', path)} is no map and no sequence`,
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
