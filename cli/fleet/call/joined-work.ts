import { joinPaths } from '../../../src/fleet/index.ts';
import type { FleetWork } from '../show/fleet-outcome.ts';
import { shownFolder } from '../show/table.ts';
import { unpublishedRow } from '../show/variant-row.ts';
import { shownIn } from '../show/repository-paths.ts';

/** A call in another git repository. */
interface JoinedCall {
  /** URL of the git repository, for people. */
  readonly repository: string;
  /** False if its changes were to be published, and were not. */
  readonly isDone: boolean;
}

/** Adds what a call in another git repository did to the work of all. */
export function joinWork(all: FleetWork, done: FleetWork, { repository, isDone }: JoinedCall): void {
  all.ended.push(...done.ended.map((ended) => shownIn(repository, ended, isDone)));
  for (const row of done.rows) {
    const facts = done.facts.get(row);
    const shown = { ...(isDone ? row : unpublishedRow(row)), repository };
    all.rows.push(shown);
    if (facts !== undefined) all.facts.set(shown, facts);
  }
  all.commits.push(...done.commits.map((commit) => ({ ...commit, repository })));
  all.conflicts.push(...done.conflicts.map((each) => ({ ...each, repository })));
  all.pruneConflicts.push(
    ...done.pruneConflicts.map((each) => ({
      ...each,
      file: { ...each.file, path: joinPaths(repository, each.file.path) },
    })),
  );
  const inRepository = (folder: string): string => shownFolder({ repository, folder });
  all.changed.push(...done.changed.map(({ folder, files }) => ({ folder: inRepository(folder), files })));
  all.edits += done.edits;
  for (const resolution of done.used) all.used.add(resolution);
}
