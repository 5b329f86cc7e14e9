/**
 * Compares two strings by their UTF-8 bytes, for `toSorted`. JavaScript's own order differs if one string has a
 * character beyond U+FFFF, whose surrogates sort below U+E000.
 */
export function byteOrder(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = rank(a.charCodeAt(i)) - rank(b.charCodeAt(i));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Lifts surrogates above all other code units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
