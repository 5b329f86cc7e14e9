/** Reports whether a token is the index of an element: without leading zeros, and negative from the end. */
export function isElementIndex(token: string): boolean {
  return /^(?:0|-?[1-9][0-9]*)$/.test(token);
}

/**
 * Returns the index below `end` that a token means; negative ones count from there. Returns undefined if there is none.
 */
export function elementIndex(token: string, end: number): number | undefined {
  if (!isElementIndex(token)) return undefined;
  const index = token.startsWith('-') ? end + Number(token) : Number(token);
  return index >= 0 && index < end ? index : undefined;
}
