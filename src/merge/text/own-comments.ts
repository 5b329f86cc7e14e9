/** Returns the comments in a text, each with its line, except for kpt's. */
export function ownComments(text: string): readonly string[] {
  return [...text.matchAll(/(?:^|(?<=\s))#(?! kpt-merge: ).*$/gm)].map(([comment]) => comment.trimEnd());
}
