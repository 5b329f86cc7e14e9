import { createHash } from 'node:crypto';

/** The first hexadecimal digits of the SHA-1 of a text in UTF-8. It tells texts apart, and keeps no secret. */
export function shortHash(text: string, digits: number): string {
  return createHash('sha1').update(text).digest('hex').slice(0, digits);
}

/** Digits of the hash that ends a name which is cut. */
const DIGITS = 8;

/**
 * A name of at most so many bytes: a longer one is cut, and ends with a dash and the hash of what is `hashed`, which is the
 * name if nothing else is said.
 */
export function shortName(name: string, most: number, hashed: string = name): string {
  const bytes = Buffer.from(name);
  if (bytes.length <= most) return name;
  return `${bytes.subarray(0, most - DIGITS - 1).toString()}-${shortHash(hashed, DIGITS)}`;
}
