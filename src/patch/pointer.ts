import { PatchError } from './error.ts';

/** Reads a JSON pointer (RFC 6901) into its tokens, unescaped; the empty pointer has none. @throws PatchError with code `pointer`. */
export function parsePointer(text: string): readonly string[] {
  if (text === '') return [];
  if (!text.startsWith('/')) throw pointerError(text, 0, 'JSON pointer must be empty or start with a "/"');
  const offset = text.search(/~(?![01])/);
  if (offset >= 0) throw pointerError(text, offset, 'in a JSON pointer "~" must be followed by 0 or 1');
  return text.slice(1).split('/').map(unescapeToken);
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
