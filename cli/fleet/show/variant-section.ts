import { groupBy } from '../../../src/group-by.ts';
import { markup, type Content, type Html } from '../../report/html.ts';
import { ARROW, bar, code, dataTable, nameList, tag, type Column, type Row } from '../../report/page-parts.ts';
import { countOf, grouped, type PageSection } from '../../report/page.ts';
import { revisionCounts } from './revision-table.ts';
import { byAttention, shownFolder } from './table.ts';
import { ACTION_LOOK } from './action-look.ts';
import type { VariantRow } from '../../../src/fleet/index.ts';

/** Shows the variants, those with one action and version together: those that need attention first, held ones by their hold. */
export function variantSection(variants: readonly VariantRow[]): PageSection {
  const groups = groupBy(byAttention(variants), (row) =>
    JSON.stringify([row.action, row.upstream, row.from, row.to, row.hold?.file]),
  );
  const rows = [...groups.values()].map((group) => variantRow(group, variants.length));
  const content = dataTable('Variants', VARIANT_COLUMNS, rows);
  return { id: 'variants', title: 'Variants', count: variants.length, content };
}

const VARIANT_COLUMNS: readonly Column[] = [
  { head: 'State' },
  { head: 'Package' },
  { head: 'Version' },
  { head: 'Variants', width: 'measure' },
  { head: 'Folders', width: 'names' },
];

function variantRow(group: readonly VariantRow[], all: number): Row {
  const [first] = group;
  if (first === undefined) return [];
  const { action, upstream, hold } = first;
  const { color, sign } = ACTION_LOOK[action];
  const files = group.reduce((sum, row) => sum + row.files.length, 0);
  return [
    markup`${tag(action, color, sign)}${hold && heldBy(hold)}`,
    upstream === undefined ? '' : code(upstream),
    versionsOf(first),
    measured(group.length, all, { color, about: files === 0 ? undefined : countOf(files, 'file') }),
    nameList(group.map(shownFolder)),
  ];
}

/** Shows the version of an upstream, and the earlier one if it was another. */
function versionsOf({ from, to }: VariantRow): Content {
  if (from === undefined && to === undefined) return '';
  if (to === undefined || from === undefined || from === to) return code(to ?? from ?? '');
  return markup`${code(from)} <span class="next"><span aria-hidden="true">${ARROW}</span> ${code(to)}</span>`;
}

function heldBy({ reason, until, file }: NonNullable<VariantRow['hold']>): Html {
  return markup`<span class="sub">${reason}</span>${until === undefined ? '' : markup`<span class="sub">until ${code(until)}</span>`}<span class="sub">${code(file)}</span>`;
}

function measured(
  count: number,
  all: number,
  { color, about }: { readonly color: string; readonly about?: Content },
): Html {
  return markup`<span class="number">${grouped(count)}</span>${bar([{ count, color }], all)}${about === undefined ? '' : markup`<span class="sub">${about}</span>`}`;
}

/** Shows how many variants have each revision, now and after `apply`. */
export function revisionSection(variants: readonly VariantRow[]): PageSection {
  const counts = revisionCounts(variants);
  const most = counts.reduce((count, { now, after }) => Math.max(count, now, after), 0);
  const rows = counts.map((each): Row => [
    code(each.revision),
    code(each.package),
    measured(each.now, most, { color: 'gray' }),
    measured(each.after, most, { color: 'blue' }),
  ]);
  const content = dataTable('Revisions', REVISION_COLUMNS, rows);
  return { id: 'revisions', title: 'Revisions', count: counts.length, content };
}

const REVISION_COLUMNS: readonly Column[] = [
  { head: 'Revision' },
  { head: 'Package' },
  { head: 'Now' },
  { head: 'After apply' },
];

/** Shows the conflicts that MergeResolutions decide. */
export function decisionSection(variants: readonly VariantRow[]): PageSection {
  const all = variants.flatMap((row) =>
    (row.resolutions ?? []).map((resolution) => ({ resolution, folder: shownFolder(row) })),
  );
  const groups = groupBy(all, ({ resolution: { conflict, file } }) => `${conflict} ${file}`);
  const rows = [...groups.values()].flatMap(([first, ...others]): readonly Row[] => {
    if (first === undefined) return [];
    const { place, take, file, conflict } = first.resolution;
    const folders = [first, ...others].map(({ folder }) => folder);
    return [[markup`${code(place)}<span class="sub">${conflict}</span>`, take, code(file), nameList(folders)]];
  });
  const content = dataTable('Decided conflicts', DECISION_COLUMNS, rows);
  return { id: 'decisions', title: 'Decided conflicts', count: rows.length, content };
}

const DECISION_COLUMNS: readonly Column[] = [
  { head: 'Place' },
  { head: 'Takes', width: 'short' },
  { head: 'Decided by' },
  { head: 'Folders', width: 'names' },
];
