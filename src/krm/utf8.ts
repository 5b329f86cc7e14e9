import { isUtf16, strictText, utf8Damage } from '../files/index.ts';
import { KrmError } from './result.ts';

/**
 * Decodes UTF-8 and keeps a byte order mark. Throws a `KrmError` that names the text by `name`, and the first invalid
 * byte.
 */
export function decodeUtf8(bytes: Uint8Array, name = 'the input'): string {
  const text = isUtf16(bytes) ? undefined : strictText(bytes);
  if (text !== undefined) return text;
  throw new KrmError([{ severity: 'error', code: 'not-utf8', message: `${name} must be UTF-8: ${utf8Damage(bytes)}` }]);
}
