import { createHash } from 'node:crypto';

/** Returns the SHA-256 of bytes, or of texts in UTF-8, one after another, as 64 hexadecimal digits. */
export function sha256(...contents: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return hash.digest('hex');
}
