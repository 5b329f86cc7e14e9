/** `*`, `**`, `**` for whole segments with the slash after it, or plain text. */
const TOKENS = /(?<![^/])\*\*\/|\*\*|\*|[^*]+/g;

/** Where in a text a part of a pattern can begin or end. */
type Places = ReadonlySet<number>;

/**
 * Whether a pattern matches all of a text: `*` is any text without a slash, `**` is any text, `**` as a whole segment
 * is any number of segments. All else is what it says. Takes steps by the length of the pattern times that of the text.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  let places: Places = new Set([0]);
  for (const [token] of pattern.matchAll(TOKENS)) places = placesAfter(token, places, text);
  return places.has(text.length);
}

function placesAfter(token: string, before: Places, text: string): Places {
  if (!token.startsWith('*'))
    return new Set([...before].filter((at) => text.startsWith(token, at)).map((at) => at + token.length));
  const [first = Infinity] = before;
  const places = new Set<number>();
  for (let at = first; at <= text.length; at++)
    if (before.has(at) || reaches(token, places, at, text[at - 1])) places.add(at);
  return places;
}

/** Whether a token that has got to `places`, in their order, can go on to the place after a character. */
function reaches(token: string, places: Places, at: number, character: string | undefined): boolean {
  if (token === '*') return places.has(at - 1) && character !== '/';
  return token === '**' || character === '/';
}
