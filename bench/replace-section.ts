/**
 * Replaces the section of a page with the title of another one, or adds it at the end. `section`: its Markdown, with
 * the title.
 */
export function replaceSection(page: string, section: string): string {
  const [title = ''] = section.split('\n', 1);
  const from = `\n${page}`.indexOf(`\n${title}\n`);
  if (from === -1) return `${page}\n${section}`;
  const length = page.slice(from + 1).search(/^## /m);
  return `${page.slice(0, from)}${section}${length === -1 ? '' : `\n${page.slice(from + 1 + length)}`}`;
}
