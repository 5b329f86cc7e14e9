import { joinPath } from '../../../src/files/index.ts';
import { type ContentChange, formatDiff } from '../../../src/package/index.ts';
import { diffPart, hunkAt } from '../../report/diff-part.ts';
import { markup, type Html } from '../../report/html.ts';
import { ARROW, bar, code, entries, itemList, nameList, valueCode } from '../../report/page-parts.ts';
import { countOf, grouped, type PageSection } from '../../report/page.ts';
import { type ChangeClass, foldersOf, pendingCount } from '../../../src/fleet/index.ts';

/** Shows each class of changes with the diff of one of its variants. `changes`: changed files, with paths as in `classes`. */
export function changeSection(classes: readonly ChangeClass[], changes: readonly ContentChange[]): PageSection {
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const diffs = new Map<string, string>();
  const diffOf = (path: string): string => {
    const change = byPath.get(path);
    const known = diffs.get(path) ?? (change === undefined ? '' : formatDiff([change]));
    diffs.set(path, known);
    return known;
  };
  const most = classes.reduce((count, found) => Math.max(count, foldersOf(found).length), 0);
  const items = entries(classes, (found) => changeItem(found, diffOf, most), {
    thing: 'change',
    rest: 'krm-variants fleet plan --diff',
    around: itemList,
  });
  const content = markup`<p class="note lead">Equal changes of existing variants are one line. Open it for the diff of one of them.</p>
${items}`;
  return { id: 'changes', title: 'Changes', count: classes.length, content };
}

function changeItem(found: ChangeClass, diffOf: (path: string) => string, most: number): Html {
  const { resource, field, before, after, places } = found;
  const folders = foldersOf(found);
  const count = folders.length;
  const [place] = places;
  const path = joinPath(place?.folder ?? '', place?.file ?? '');
  const diff = hunkAt(diffOf(path), place?.line, after === undefined ? 'before' : 'after');
  return markup`<details class="item card"><summary>
<span>${code(field === '' ? resource : `${resource}:${field}`)} <span class="change">${fromTo(before, after)}</span></span>
<span class="measure">${countOf(count, 'variant')}${anyway(pendingCount(found))}${bar([{ count, color: 'blue' }], most)}</span>
</summary>
<div class="inside">${diff === '' ? '' : diffPart(diff)}${nameList(folders)}</div></details>
`;
}

/** Tells how many variants get the change without `--with`, too. */
function anyway(count: number): string {
  return count === 0 ? '' : ` (${grouped(count)} anyway)`;
}

/** Formats both values. A change of layout alone has equal ones. */
function fromTo(before: string | undefined, after: string | undefined): Html {
  if (before === after) return markup`${before}`;
  const old =
    before === undefined ? markup`<span class="sub inline">absent</span>` : markup`<del>${valueCode(before)}</del>`;
  const now =
    after === undefined ? markup`<span class="sub inline">absent</span>` : markup`<ins>${valueCode(after)}</ins>`;
  return markup`${old} <span aria-hidden="true">${ARROW}</span> ${now}`;
}
