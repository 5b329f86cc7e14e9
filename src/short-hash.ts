import { createHash } from 'node:crypto';

/**
 * Returns the first hexadecimal digits of the SHA-1 of a text in UTF-8. Distinguishes texts; not a protection of
 * secrets.
 */
export function shortHash(text: string, digits: number): string {
  return createHash('sha1').update(text).digest('hex').slice(0, digits);
}

/** Number of hash digits at the end of a shortened name. */
const DIGITS = 8;

/**
 * Returns a name of at most `most` bytes. A longer name is cut and ends with a dash and the hash of `hashed`, which
 * defaults to the name.
 */
export function shortName(name: string, most: number, hashed: string = name): string {
  const bytes = Buffer.from(name);
  if (bytes.length <= most) return name;
  return `${bytes.subarray(0, most - DIGITS - 1).toString()}-${shortHash(hashed, DIGITS)}`;
}
