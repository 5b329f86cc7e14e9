/**
 * Returns a text with `part` between `<!-- generated: NAME -->` and `<!-- end -->`, or `# generated: NAME` and `# end`.
 * Throws if the text has no such place.
 */
export function withGeneratedPart(text: string, name: string, part: string): string {
  const place = new RegExp(`^((?:<!--|#) generated: ${name}(?: -->)?\n).*?^(<!-- end -->|# end)$`, 'ms');
  if (!place.test(text)) throw new Error(`there is no place for the generated "${name}"`);
  return text.replace(place, (_, start: string, end: string) => `${start}${part}${end}`);
}
