import { formatDiff } from '../../../src/package/index.ts';
import type { EndedJob } from '../../work/report-jobs.ts';
import type { FleetWork } from '../show/fleet-outcome.ts';
import { unpublishedRow } from '../show/variant-row.ts';

/** Takes the changes out of the work of a call of which nothing is left on the disk. */
export function undoWork(done: FleetWork): void {
  done.ended.splice(0, Infinity, ...done.ended.map(withoutChanges));
  for (const [at, row] of done.rows.entries()) {
    const shown = unpublishedRow(row);
    const facts = done.facts.get(row);
    done.rows[at] = shown;
    if (facts !== undefined) done.facts.set(shown, facts);
  }
  done.changed.length = 0;
  done.edits = 0;
}

function withoutChanges(ended: EndedJob): EndedJob {
  return { ...ended, diff: '', outcome: { ...ended.outcome, changes: [], diff: () => formatDiff([]) } };
}
