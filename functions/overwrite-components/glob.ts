/** `*`, `**`, `**` for whole segments with the slash after it, or plain text. */
const TOKENS = /(?<![^/])\*\*\/|\*\*|\*|[^*]+/g;

/** Offsets in a text at which a part of a pattern can begin or end. */
type Places = ReadonlySet<number>;

/**
 * Reports whether a pattern matches an entire text: `*` is any text without a slash, `**` is any text, `**` as a whole
 * segment is any number of segments. All else is literal. Takes time proportional to the lengths of pattern and text multiplied.
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

/** Reports whether a token that has reached `places`, in order, can reach the place after a character. */
function reaches(token: string, places: Places, at: number, character: string | undefined): boolean {
  if (token === '*') return places.has(at - 1) && character !== '/';
  return token === '**' || character === '/';
}
