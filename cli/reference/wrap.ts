/** Width of all human-readable output, in columns of a terminal. */
export const COLUMNS = 80;

/** Fills lines with words up to a width in characters. A longer word has a line of its own. Returns '' for no words. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Wraps a text to the width of a terminal. `first` precedes its first line; the others are indented as far. */
export function hang(first: string, text: string, columns = COLUMNS): string[] {
  const indent = ' '.repeat(first.length);
  return wrap(text, columns - first.length).map((line, index) => `${index === 0 ? first : indent}${line}`);
}
