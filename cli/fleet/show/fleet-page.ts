import type { ConflictClass, VariantRow } from '../../../src/fleet/index.ts';
import { distinctResults, type Result } from '../../../src/krm/index.ts';
import { otherResults } from '../../report/conflict-results.ts';
import { markup, type Html } from '../../report/html.ts';
import { bar, code, tag } from '../../report/page-parts.ts';
import { formatPage, grouped, type PageSection } from '../../report/page.ts';
import { problemSection } from '../../report/problem-section.ts';
import type { ReplacedPath, RunOutcome } from '../../report/run-outcome.ts';
import { actionCounts, byAttention } from './table.ts';
import type { FleetTask } from '../../../src/fleet/plan/fleet-run.ts';
import { ACTION_LOOK } from './action-look.ts';
import { chainSection } from './chain-section.ts';
import type { ChainStep } from './chain-steps.ts';
import { changeSection } from './change-section.ts';
import { conflictSection } from './conflict-section.ts';
import { driftSection } from './drift-section.ts';
import { decisionSection, revisionSection, variantSection } from './variant-section.ts';
import type { FleetDrift } from '../../../src/fleet/answers/variant-drift.ts';

/** Outcome of a command of `fleet`, for a page. */
export interface FleetPage extends Pick<
  RunOutcome,
  'results' | 'changes' | 'changeClasses' | 'conclusion' | 'replaced'
> {
  /** Command that the page is of. */
  readonly task: Pick<FleetTask, 'name' | 'goesBack'>;
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
    summary: conclusion,
    overview: overview(variants, writes),
    sections: [
      replacedSection(replaced),
      problemSection(problemsOf(page), 'krm-variants fleet plan'),
      conflictSection(classes, task.goesBack !== true && replaced.length === 0),
      changeSection(changeClasses?.() ?? [], changes),
      variantSection(variants),
      chainSection(chains),
      revisionSection(variants),
      ...(drift === undefined ? [] : [driftSection(drift.rows)]),
      decisionSection(variants),
    ],
    command: `krm-variants fleet ${task.name} --report html`,
  });
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
