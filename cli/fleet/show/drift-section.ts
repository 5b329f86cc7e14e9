import { firstNames } from '../../../src/wording.ts';
import { diffPart } from '../../report/diff-part.ts';
import { markup, type Html } from '../../report/html.ts';
import { code, entries, itemList, tag } from '../../report/page-parts.ts';
import { countOf, type PageSection } from '../../report/page.ts';
import { editsDiff, type FileEdit } from '../../../src/fleet/answers/file-edit.ts';
import { shownFolder } from './table.ts';
import type { DriftRow } from '../../../src/fleet/answers/variant-drift.ts';

/** Shows what people edited since the last apply, each folder with its diff. */
export function driftSection(rows: readonly DriftRow[]): PageSection {
  const edited = rows.filter(({ state }) => state === 'edited' || state === 'removed' || state === 'error');
  const indexed = edited.map((row, index) => ({ row, hasDiff: index < MAX_DIFFS }));
  const content = markup`<p class="note lead">What people changed in the folders since the last apply. An apply keeps it.</p>
${entries(indexed, driftItem, { thing: 'folder', rest: 'krm-variants fleet drift', around: itemList })}`;
  return { id: 'edits', title: 'Local edits', count: edited.length, content };
}

/** Maximum number of folders with a diff. */
const MAX_DIFFS = 100;

function driftItem({ row, hasDiff }: { readonly row: DriftRow; readonly hasDiff: boolean }): Html {
  const { state, edits } = row;
  const folder = shownFolder(row);
  if (state !== 'edited') {
    const words = state === 'removed' ? 'folder deleted' : 'cannot be read';
    return markup`<div class="card pad">${code(folder)} ${tag(words, 'red', '×')}</div>`;
  }
  return markup`<details class="item card"><summary>
<span>${code(folder)} <span class="sub"><bdi>${firstNames(edits, ({ path }) => path)}</bdi></span></span>
<span class="measure">${editCounts(edits)}</span>
</summary>
<div class="inside">${edits.map(fileLine)}${hasDiff ? diffPart(editsDiff(folder, edits)) : LEFT_OUT(folder)}</div></details>
`;
}

/** Counts edits by kind: `2 changed, 1 added`. */
function editCounts(edits: readonly FileEdit[]): string {
  return (['changed', 'added', 'deleted'] as const)
    .flatMap((change) => {
      const { length } = edits.filter((edit) => edit.change === change);
      return length === 0 ? [] : [`${countOf(length, 'file')} ${change}`];
    })
    .join(', ');
}

/** Names a file of which there is no diff. */
function fileLine({ path, isBaseLost }: FileEdit): Html {
  return isBaseLost
    ? markup`<p class="note">${code(path)}: what was derived is lost, so that there is no diff</p>`
    : markup``;
}

const LEFT_OUT = (folder: string): Html =>
  markup`<p class="note">Run ${code(`krm-variants fleet drift --diff --variant ${folder}`)} for the diff.</p>`;
