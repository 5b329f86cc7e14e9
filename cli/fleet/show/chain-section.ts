import { groupBy } from '../../../src/group-by.ts';
import { markup } from '../../report/html.ts';
import { code, dataTable, nameList, tag, type Column, type Row } from '../../report/page-parts.ts';
import { countOf, grouped, type PageSection } from '../../report/page.ts';
import { byAttention, shownFolder } from './table.ts';
import { ACTION_LOOK } from './action-look.ts';
import type { ChainStep } from './chain-steps.ts';

/** Shows the order of variants that are made of other variants, one chain after the other. */
export function chainSection(steps: readonly ChainStep[]): PageSection {
  const more = steps.length - MAX_STEPS;
  const content = markup`<p class="note lead">An apply writes the variants of a chain in this order: those of a step are made of a variant of the step before.</p>
${dataTable('Chains', CHAIN_COLUMNS, steps.slice(0, MAX_STEPS).map(stepRow))}${more > 0 ? markup`<p class="note">${countOf(more, 'more step')} left out.</p>` : ''}`;
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
  return [String(step), code(source), markup`${states}`, nameList(variants.map(shownFolder))];
}
