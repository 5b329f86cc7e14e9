/**
 * Returns a word with one letter dropped, and with two letters swapped, as slips of a hand; none that is one of
 * `others`.
 */
export function misspellings(word: string, others: readonly string[] = []): readonly string[] {
  const middle = Math.floor(word.length / 2);
  const dropped = word.slice(0, middle) + word.slice(middle + 1);
  return [dropped, swapped(word)].filter((typo) => typo !== '' && typo !== word && !others.includes(typo));
}

/** Swaps the last two letters that differ. */
function swapped(word: string): string {
  for (let at = word.length - 1; at > 0; at--) {
    const [left = '', right = ''] = [word[at - 1], word[at]];
    if (left !== right && /\w/.test(left + right)) return word.slice(0, at - 1) + right + left + word.slice(at + 1);
  }
  return word;
}
