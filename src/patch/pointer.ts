import { PatchError } from './error.ts';

/**
 * Reads a JSON pointer (RFC 6901) into its tokens, unescaped; the empty pointer has none. @throws PatchError with code
 * `pointer`.
 */
export function parsePointer(text: string): readonly string[] {
  if (text === '') return [];
  if (!text.startsWith('/')) throw pointerError(text, 0, 'JSON pointer must be empty or start with a "/"');
  const offset = text.search(/~(?![01])/);
  if (offset >= 0) throw pointerError(text, offset, 'in a JSON pointer "~" must be followed by 0 or 1');
  const tokens = text.slice(1).split('/');
  return text.includes('~') ? tokens.map(unescapeToken) : tokens;
}

/** Maximum number of pointers to remember: more than the operations of most policies. */
const MOST = 256;

/** Tokens of the pointers that were read last. */
const KNOWN = new Map<string, readonly string[]>();

/**
 * Returns the tokens of a pointer, which is parsed once for all the texts that a patch is applied to: they depend on
 * nothing else. They are frozen, since they are shared. Otherwise the same as `parsePointer`.
 */
export function tokensOf(pointer: string): readonly string[] {
  const known = KNOWN.get(pointer);
  if (known !== undefined) return known;
  const tokens = Object.freeze(parsePointer(pointer));
  if (KNOWN.size >= MOST) KNOWN.clear();
  KNOWN.set(pointer, tokens);
  return tokens;
}

/** Writes tokens as a JSON pointer (RFC 6901). */
export function formatPointer(tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

function pointerError(pointer: string, offset: number, message: string): PatchError {
  return new PatchError('pointer', `${message}: ${JSON.stringify(pointer)}, offset ${offset}`, { pointer, offset });
}
