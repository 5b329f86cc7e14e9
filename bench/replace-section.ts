/** Replaces the section of a page with a title, or adds it at the end. `section`: its Markdown, with the title. */
export function replaceSection(page: string, title: string, section: string): string {
  const from = page.search(new RegExp(`^## ${title}$`, 'm'));
  if (from === -1) return `${page}\n${section}`;
  const length = page.slice(from + 1).search(/^## /m);
  return `${page.slice(0, from)}${section}${length === -1 ? '' : `\n${page.slice(from + 1 + length)}`}`;
}
