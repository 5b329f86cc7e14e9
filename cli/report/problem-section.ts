import { formatResult, type Result } from '../../src/krm/index.ts';
import { markup, type Html } from './html.ts';
import { code, entries, tag } from './page-parts.ts';
import type { PageSection } from './page.ts';

/** Lists errors and warnings. `rest`: command that shows all of them. */
export function problemSection(results: readonly Result[], rest: string): PageSection {
  const problems = results.filter(({ severity }) => severity !== 'info');
  return {
    id: 'problems',
    title: 'Errors and warnings',
    count: problems.length,
    content: entries(problems, problemItem, {
      thing: 'message',
      rest,
      around: (items) => markup`<ul class="list card">${items}</ul>`,
    }),
  };
}

function problemItem(result: Result): Html {
  const [color, sign] = result.severity === 'error' ? ['red', '×'] : ['orange', '!'];
  return markup`<li>${tag(result.severity, color, sign)} ${messageOf(result)}</li>\n`;
}

/** Formats a result without its severity. What it has between backquotes is code. */
function messageOf(result: Result): Html {
  const text = formatResult(result).slice(`[${result.severity}]`.length).replace(/^:? /, '');
  return markup`${text.split('`').map((part, index) => (index % 2 === 0 ? part : code(part)))}`;
}
