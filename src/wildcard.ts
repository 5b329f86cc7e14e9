/**
 * Reports whether a text matches a pattern, in which each `*` stands for any number of characters, also none. Each part
 * between two of them is searched once, from the end of the part before it.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [start = '', ...parts] = pattern.split('*');
  const end = parts.pop();
  if (end === undefined) return text === start;
  if (!text.startsWith(start)) return false;
  let from = start.length;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return text.length - end.length >= from && text.endsWith(end);
}
