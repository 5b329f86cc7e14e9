import { groupBy } from '../../../src/group-by.ts';
import { isOfFolder, placeText, type ConflictClass } from '../../../src/fleet/index.ts';
import { shownValues } from '../../report/conflict-values.ts';
import { markup, type Html } from '../../report/html.ts';
import { code, DOT, entries, nameList } from '../../report/page-parts.ts';
import { countOf, type PageSection } from '../../report/page.ts';

/** Shows each class of conflicts with its values. `isResolvable`: true if `fleet resolve` knows these conflicts. */
export function conflictSection(classes: readonly ConflictClass[], isResolvable: boolean): PageSection {
  const card = (found: ConflictClass): Html =>
    conflictCard(found, isResolvable && !isOfFolder(found) ? decideNote(found) : undefined);
  return {
    id: 'conflicts',
    title: 'Conflicts',
    count: classes.length,
    content: entries(classes, card, {
      thing: 'conflict',
      rest: 'krm-variants fleet plan',
      around: (cards) => markup`${cards}`,
    }),
  };
}

function conflictCard(found: ConflictClass, note: Html | undefined): Html {
  const { kind, upstream, places, first } = found;
  const { base, theirs } = shownValues(first);
  return markup`<article class="card pad">
<h3>${code(placeText(found))}</h3>
<p class="sub">${kind} ${DOT} ${upstream.repository}/${upstream.package} ${DOT} ${countOf(places.length, 'variant')}</p>
<dl class="values">
<div><dt><b>Base</b> as last applied</dt><dd>${code(base)}</dd></div>
<div><dt><b>New</b> as derived now</dt><dd>${code(theirs)}</dd></div>
<div><dt><b>Local</b> in the folder</dt><dd>${localValues(found)}</dd></div>
</dl>
${nameList(places)}
${note}
</article>
`;
}

function decideNote({ id }: ConflictClass): Html {
  return markup`<p class="note">Decide it for all of them: <code>krm-variants fleet resolve ${id} --take local</code> or <code>new</code></p>`;
}

/** Lists the local values of a class, the most frequent one first. */
function localValues({ conflicts }: ConflictClass): readonly Html[] {
  const groups = [...groupBy(conflicts, (conflict) => shownValues(conflict).local)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const count = (length: number): Html | undefined =>
    groups.length > 1 ? markup` <span class="sub inline">in ${countOf(length, 'variant')}</span>` : undefined;
  const shown = groups.slice(0, MAX_LOCAL).map(([value, all]) => markup`<div>${code(value)}${count(all.length)}</div>`);
  const more = groups.length - shown.length;
  return more > 0 ? [...shown, markup`<div class="sub">and ${countOf(more, 'other value')}</div>`] : shown;
}

/** Maximum number of local values: the others are seen in the folders. */
const MAX_LOCAL = 5;
