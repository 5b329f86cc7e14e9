import type { ConflictClass, VariantConflicts } from '../../src/fleet/index.ts';
import { formatResult, type Result } from '../../src/krm/index.ts';
import { firstNames } from '../../src/wording.ts';
import { conflictResults } from '../report/conflict-results.ts';
import type { EndedJob } from '../work/report-jobs.ts';

/** Returns a message for each class of conflicts. */
export function classResults(classes: readonly ConflictClass[]): readonly Result[] {
  return classes.flatMap(({ first, folders }) => {
    const [result] = conflictResults([first]);
    const others = folders.slice(1);
    if (result === undefined || others.length === 0) return result ?? [];
    return { ...result, message: `${result.message}; the same conflict with ${firstNames(others, (each) => each)}` };
  });
}

/** Returns a job without its messages about conflicts. */
export function withoutConflicts(ended: EndedJob, { conflicts }: VariantConflicts): EndedJob {
  const texts = new Set(conflictResults(conflicts).map(formatResult));
  const found = ended.messages.found.filter((each) => !texts.has(formatResult(each)));
  return { ...ended, messages: { ...ended.messages, found } };
}
