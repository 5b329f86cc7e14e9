/** Matches the characters that determine the end of a JSON value. */
const MARK = /["{}[\]]/g;

/**
 * Returns the texts of the objects in `items` of a list, and in any other array at its top level. The text must be
 * valid JSON.
 */
export function itemTexts(list: string): string[] {
  const texts: string[] = [];
  let depth = 0;
  let isInArray = false;
  let start = 0;
  MARK.lastIndex = 0;
  for (let mark = MARK.exec(list); mark !== null; mark = MARK.exec(list)) {
    const { 0: character, index } = mark;
    if (character === '"') MARK.lastIndex = stringEnd(list, index);
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth === ITEM - 1) isInArray = character === '[';
      if (depth === ITEM) start = index;
    } else {
      if (depth === ITEM && isInArray && character === '}') texts.push(list.slice(start, index + 1));
      depth -= 1;
    }
  }
  return texts;
}

/** Depth of the objects in `{"items": [{...}]}`. */
const ITEM = 3;

/** Returns the offset just past the closing quote of a string. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}
