import { mapSides, type Sides } from '../sides.ts';

/** Reports whether a merged text lacks comments that no side removed. May take a `#` inside a string for a comment. */
export function losesComments(texts: Sides<string>, merged: string): boolean {
  const { base, theirs, local } = mapSides(texts, commentsIn);
  const found = commentsIn(merged);
  const isLost = (comment: string): boolean => !found.has(comment);
  const ofLocal = [...(local ?? [])].filter((comment) => base?.has(comment) !== true || theirs?.has(comment) === true);
  const ofNew = [...(theirs ?? [])].filter((comment) => base?.has(comment) !== true);
  return [...ofLocal, ...ofNew].some(isLost);
}

function commentsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/(?<=^|\s)#.*$/gm));
}
