import type { Call } from '../../src/function/index.ts';
import type { SelectorMatch } from '../../src/karmada/index.ts';
import { distinctResults, type Resource } from '../../src/krm/index.ts';
import { firstDifference } from './first-difference.ts';
import { describePolicy, policyName, type EditRange } from './policy-names.ts';
import { isSettled, runPolicies, type PolicyApplication, type Effects, type PolicyRun } from './policy-run.ts';
import type { Settings } from './settings.ts';
import { describeFailure, describeUnsettled } from './unsettled.ts';

/** A resource after its overriders. */
export interface OverriddenResource {
  readonly resource: Resource;
  /** Effects of this run. */
  readonly effects: Effects;
  /** Effects of a further run, which changes nothing. */
  readonly again: Effects;
  /** Selectors that match in a further run. */
  readonly matches: readonly SelectorMatch[];
  /** Edits of its document by all runs. */
  readonly edits: EditRange;
}

/** Maximum number of runs until the text is stable, while its data stay equal and only the style changes. */
const MAX_RUNS = 5;

/** Applies policies to a resource, and reports what a further run will report. An error voids all edits. */
export function override(
  resource: Resource,
  application: PolicyApplication,
  results: Call<Settings>['results'],
): OverriddenResource {
  const { document } = resource;
  const first = runPolicies(resource, application);
  let [before, last] = [first, first];
  const isOpen = (): boolean =>
    application.isOnce !== true && document.edits.length > last.from && !hasErrors(last) && !isSettled(resource, last);
  for (let run = 1; isOpen(); run++) {
    // One overrider alone settles by itself; several may be equal in data only.
    const [text, data] = [document.text(), last.effects.size > 1 ? document.value([]) : undefined];
    [before, last] = [last, runPolicies(resource, application, last)];
    const isEqual = document.edits.length === last.from || document.text() === text;
    if (isEqual || hasErrors(last)) break;
    const field = data === undefined ? undefined : firstDifference(data, document.value([]));
    if (run < MAX_RUNS && data !== undefined && field === undefined) continue;
    const message = describeUnsettled(resource, before, last, field);
    results.error(message, { code: 'not-repeatable', resource, ...(field && { field }) });
    break;
  }
  report(resource, { first, before, last }, application, results);
  const edits = [first.from, document.edits.length] as const;
  return { resource, effects: first.effects, again: last.effects, matches: last.matches, edits };
}

function hasErrors({ reports }: PolicyRun): boolean {
  return [...reports.values()].some((results) => results.hasErrors());
}

/** Runs of policies on a resource: the first, the last, and the one before it. */
type Runs = Readonly<Record<'first' | 'before' | 'last', PolicyRun>>;

/**
 * Reports what the last run reports, and the notices of the first. Errors of a later run say that the first had none,
 * unless they do already.
 */
function report(
  resource: Resource,
  { first, before, last }: Runs,
  { stages }: PolicyApplication,
  results: Call<Settings>['results'],
): void {
  const isNamed = stages.flat().length > 1;
  for (const [policy, own] of last.reports) {
    // Each overrider reports what is wrong with a resource.
    for (const result of distinctResults(own)) {
      const isRefusal = result.code === 'not-repeatable';
      const isLater = last !== first && result.severity === 'error' && !isRefusal;
      const name = isRefusal || isLater ? describePolicy(policy.source) : policyName(policy);
      const named = isNamed ? { ...result, message: `${name}: ${result.message}` } : result;
      const message = isLater ? describeFailure(resource, before, last, named) : named.message;
      results.include([{ ...result, ...(isLater && { code: 'not-repeatable' }), message }]);
    }
  }
  for (const own of first.reports.values()) results.includeNotices(own);
}
