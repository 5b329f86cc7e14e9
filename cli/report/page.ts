import { createHash } from 'node:crypto';
import { markup, Html, type Content } from './html.ts';
import { FILTER_ELEMENT, FILTER_FIELD, FILTER_SCRIPT } from './page-filter.ts';
import { PAGE_STYLE } from './page-style.ts';

/** Section of a page. */
export interface PageSection {
  /** Identifier for links to it: a word. */
  readonly id: string;
  readonly title: string;
  /** Number of things that it shows. */
  readonly count: number;
  readonly content: Content;
}

/** Page to look at in a browser. */
interface Page {
  /** Name of the report. */
  readonly title: string;
  /** State that the page is about. Default: none. */
  readonly subject?: Content;
  /** Summary, in one sentence. */
  readonly summary: string;
  /** Content before the first section. */
  readonly overview: Content;
  /** Sections without things are left out. */
  readonly sections: readonly PageSection[];
  /** Command that made it. */
  readonly command: string;
}

/**
 * Formats a page as one file, which needs no other: its policy lets a browser load nothing, and run only the script
 * of the filter. Without JavaScript, the page lacks only the filter. Equal pages are equal bytes.
 */
export function formatPage({ title, subject = '', summary, overview, sections, command }: Page): string {
  const shown = sections.filter(({ count }) => count > 0);
  const links = shown.map(
    ({ id, title: name, count }) =>
      markup`<li><a href="#${id}">${name} <span class="count">${grouped(count)}</span></a></li>`,
  );
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Html(PAGE_STYLE)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
${subject === '' ? '' : markup`<p class="sub">${subject}</p>\n`}<p class="summary">${summary}</p>
</header>
<main>
${overview}
${shown.length > 0 ? FILTER_FIELD : ''}
${shown.length > 1 ? markup`<nav aria-label="Sections"><ul>${links}</ul></nav>` : ''}
${shown.map(sectionOf)}
</main>
<footer><p>Printed by <code>${command}</code>. Values of Secrets are hidden.</p></footer>
${shown.length > 0 ? FILTER_ELEMENT : ''}
</body>
</html>
`.text;
}

/** Lets a browser use the style and the script of the page, and load and send nothing. */
const POLICY = `default-src 'none'; script-src ${hashOf(FILTER_SCRIPT)}; style-src ${hashOf(PAGE_STYLE)}; base-uri 'none'; form-action 'none'`;

/** Returns the source of a policy that allows one text. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function sectionOf({ id, title, count, content }: PageSection): Html {
  return markup`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title} <span class="count">${grouped(count)}</span></h2>
${content}
</section>
`;
}

/** Formats a count with a thin space between thousands. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, '\u2009');
}

/** Formats a count with its noun: `1 key`, `2 keys`. */
export function countOf(count: number, thing: string): string {
  return `${grouped(count)} ${thing}${count === 1 ? '' : 's'}`;
}
