/** Returns the code blocks of a language in a Markdown text. */
export function codeBlocks(markdown: string, language: string): string[] {
  return Array.from(markdown.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms')), ([, text = '']) => text);
}
