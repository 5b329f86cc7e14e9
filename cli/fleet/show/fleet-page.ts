import { joinPath } from '../../../src/files/index.ts';
import { editsDiff, type FileEdit } from '../../../src/fleet/answers/file-edit.ts';
import type { DriftRow, FleetDrift } from '../../../src/fleet/answers/variant-drift.ts';
import {
  type ChangeClass,
  type ConflictClass,
  foldersOf,
  isOfFolder,
  pendingCount,
  placeText,
  type VariantRow,
} from '../../../src/fleet/index.ts';
import type { FleetTask } from '../../../src/fleet/plan/fleet-run.ts';
import { groupBy } from '../../../src/group-by.ts';
import { distinctResults, type Result } from '../../../src/krm/index.ts';
import { type ContentChange, formatDiff } from '../../../src/package/index.ts';
import { firstNames } from '../../../src/wording.ts';
import { otherResults } from '../../report/conflict-results.ts';
import { shownValues } from '../../report/conflict-values.ts';
import { diffPart, hunkAt } from '../../report/diff-part.ts';
import { type Content, type Html, markup } from '../../report/html.ts';
import {
  ARROW,
  bar,
  code,
  type Column,
  dataTable,
  DOT,
  entries,
  folderCode,
  itemList,
  nameList,
  type Row,
  tag,
  valueCode,
} from '../../report/page-parts.ts';
import { countOf, formatPage, grouped, type PageSection } from '../../report/page.ts';
import { problemSection } from '../../report/problem-section.ts';
import type { ReplacedPath, RunOutcome } from '../../report/run-outcome.ts';
import { ACTION_LOOK } from './action-look.ts';
import type { ChainStep } from './chain-steps.ts';
import { revisionCounts } from './revision-table.ts';
import { actionCounts, byAttention, shownFolder } from './table.ts';

/** State of a git repository that a page is about. */
export interface PageSubject {
  /** Its URL, or the name of its folder. */
  readonly repository: string;
  /** Undefined if HEAD names none. */
  readonly branch: string | undefined;
  /** Undefined before the first one. */
  readonly commit: string | undefined;
}

/** Outcome of a command of `fleet`, for a page. */
export interface FleetPage extends Pick<
  RunOutcome,
  'results' | 'changes' | 'changeClasses' | 'conclusion' | 'replaced'
> {
  /** Command that the page is of. */
  readonly task: Pick<FleetTask, 'name' | 'goesBack'>;
  /** State that the page is about. */
  readonly subject: PageSubject;
  /** True if the command wrote the changes. */
  readonly writes: boolean;
  readonly variants: readonly VariantRow[];
  readonly classes: readonly ConflictClass[];
  /** Chains of variants that are made of others. */
  readonly chains: readonly ChainStep[];
  /** Edits of people; undefined if they were not asked for. */
  readonly drift: FleetDrift | undefined;
}

/** Formats the report of a command of `fleet` as a page for a browser. */
export function fleetPage(page: FleetPage): string {
  const {
    task,
    subject,
    writes,
    variants,
    chains,
    classes,
    conclusion = '',
    changes,
    changeClasses,
    drift,
    replaced = [],
  } = page;
  return formatPage({
    title: `Fleet ${task.name}`,
    subject: subjectText(subject),
    summary: conclusion,
    overview: overview(variants, writes),
    sections: [
      replacedSection(replaced),
      problemSection(problemsOf(page), 'krm-variants fleet plan'),
      conflictSection(classes, task.goesBack !== true && replaced.length === 0),
      changeSection(changeClasses?.() ?? [], changes, variants.length),
      variantSection(variants),
      chainSection(chains),
      revisionSection(variants),
      ...(drift === undefined ? [] : [driftSection(drift.rows)]),
      decisionSection(variants),
    ],
    command: `krm-variants fleet ${task.name} --report html`,
  });
}

/** Names a git repository, its branch and its commit. */
function subjectText({ repository, branch, commit }: PageSubject): Html {
  const parts = [repository, branch, commit?.slice(0, 12)].filter((part) => part !== undefined);
  return markup`${parts.map((part, index) => markup`${index === 0 ? '' : ` ${DOT} `}${code(part)}`)}`;
}

function overview(variants: readonly VariantRow[], writes: boolean): Html {
  const counts = byAttention(actionCounts(variants, { writes }));
  const items = counts.map(({ action, words, count }) => {
    const { color, sign } = ACTION_LOOK[action];
    return markup`<li><b>${grouped(count)}</b> ${tag(words, color, sign)}</li>`;
  });
  if (items.length === 0) return markup``;
  const parts = counts.map(({ action, count }) => ({ count, color: ACTION_LOOK[action].color }));
  return markup`<div class="overview card">${bar(parts, variants.length)}<ul class="legend">${items}</ul></div>`;
}

/** Lists the files that a plan was made with in place of others. */
function replacedSection(replaced: readonly ReplacedPath[]): PageSection {
  const items = replaced.map(
    ({ from, at, isAdded }) => markup`<li>${code(from)} ${isAdded ? 'added as' : 'in place of'} ${code(at)}</li>`,
  );
  return {
    id: 'with',
    title: 'Planned with',
    count: replaced.length,
    content: markup`<ul class="list card">${items}</ul>`,
  };
}

/** Returns the results of a page that its other sections do not show. */
function problemsOf({ results, classes, drift }: FleetPage): readonly Result[] {
  const others = otherResults(
    results,
    classes.flatMap(({ conflicts }) => conflicts),
  );
  return distinctResults([...others, ...(drift?.errors ?? []), ...(drift?.results ?? [])]);
}

/** Shows the order of variants that are made of other variants, one chain after the other. */
function chainSection(steps: readonly ChainStep[]): PageSection {
  const more = steps.length - MAX_STEPS;
  const content = markup`<p class="note lead">An apply writes the variants of a chain in this order: those of a step are made of a variant of the step before.</p>
${dataTable('Chains', CHAIN_COLUMNS, steps.slice(0, MAX_STEPS).map(stepRow))}${more > 0 ? markup`<p class="note rest">${countOf(more, 'more step')} left out.</p>` : ''}`;
  const count = steps.filter(({ step }) => step === 1).length;
  return { id: 'chains', title: 'Chains', count, content };
}

/** Maximum number of steps: a reader stops long before. */
const MAX_STEPS = 500;

const CHAIN_COLUMNS: readonly Column[] = [
  { head: 'Step', width: 'short' },
  { head: 'Made of' },
  { head: 'State' },
  { head: 'Folders', width: 'names' },
];

function stepRow({ step, source, variants }: ChainStep): Row {
  const states = Array.from(
    groupBy(byAttention(variants), ({ action }) => action),
    ([action, { length }]) => {
      const { color, sign } = ACTION_LOOK[action];
      return markup`${length === variants.length ? '' : markup`${grouped(length)} `}${tag(action, color, sign)} `;
    },
  );
  return [
    String(step),
    step === 1 ? code(source) : folderCode(source),
    markup`${states}`,
    nameList(variants.map(shownFolder)),
  ];
}

/** Shows what people edited since the last apply, each folder with its diff. */
function driftSection(rows: readonly DriftRow[]): PageSection {
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
    return markup`<div class="card pad">${folderCode(folder)} ${tag(words, 'red', '×')}</div>`;
  }
  return markup`<details class="item card"><summary>
<span>${folderCode(folder)} <span class="sub"><bdi>${firstNames(edits, ({ path }) => path)}</bdi></span></span>
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
  markup`<p class="note">Run ${code(`krm-variants fleet drift ${folder} --diff`)} for the diff.</p>`;

/**
 * Shows each class of changes with the diff of one of its variants. `changes`: changed files, with paths as in
 * `classes`. `all`: number of variants.
 */
function changeSection(classes: readonly ChangeClass[], changes: readonly ContentChange[], all: number): PageSection {
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const diffs = new Map<string, string>();
  const diffOf = (path: string): string => {
    const change = byPath.get(path);
    const known = diffs.get(path) ?? (change === undefined ? '' : formatDiff([change]));
    diffs.set(path, known);
    return known;
  };
  const items = entries(classes, (found) => changeItem(found, diffOf, all), {
    thing: 'change',
    rest: 'krm-variants fleet plan --diff',
    around: itemList,
  });
  const content = markup`<p class="note lead">Equal changes of existing variants are one line. Open it for the diff of one of them.</p>
${items}`;
  return { id: 'changes', title: 'Changes', count: classes.length, content };
}

function changeItem(found: ChangeClass, diffOf: (path: string) => string, all: number): Html {
  const { resource, field, before, after, places } = found;
  const folders = foldersOf(found);
  const count = folders.length;
  const [place] = places;
  const path = joinPath(place?.folder ?? '', place?.file ?? '');
  const diff = hunkAt(diffOf(path), place?.line, after === undefined ? 'before' : 'after');
  return markup`<details class="item card"><summary>
<span>${code(field === '' ? resource : `${resource}:${field}`)} <span class="change">${fromTo(before, after)}</span></span>
<span class="measure">${countOf(count, 'variant')}${anyway(pendingCount(found))}${bar([{ count, color: 'blue' }], all)}</span>
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

/** Shows each class of conflicts with its values. `isResolvable`: true if `fleet resolve` knows these conflicts. */
function conflictSection(classes: readonly ConflictClass[], isResolvable: boolean): PageSection {
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

/**
 * Shows the variants, those with one action and version together: those that need attention first, held ones by their
 * hold.
 */
function variantSection(variants: readonly VariantRow[]): PageSection {
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
function revisionSection(variants: readonly VariantRow[]): PageSection {
  const counts = revisionCounts(variants);
  const rows = counts.map((each): Row => [
    code(each.revision),
    code(each.package),
    measured(each.now, variants.length, { color: 'gray' }),
    measured(each.after, variants.length, { color: 'blue' }),
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
function decisionSection(variants: readonly VariantRow[]): PageSection {
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
