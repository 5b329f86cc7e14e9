import type { Call } from '../../src/function/index.ts';
import { editedSelectedField, OR_ONCE, type SelectorMatch } from '../../src/karmada/index.ts';
import { distinctResults, formatFieldPath, type Resource, type Result } from '../../src/krm/index.ts';
import { firstNames } from '../../src/wording.ts';
import { equalValues, isList, isMap, type Path, type Value } from '../../src/yaml/index.ts';
import { describePolicy, editorsOf, type EditRange, policyName } from './policy-names.ts';
import { type Effects, isSettled, type PolicyApplication, type PolicyRun, runPolicies } from './policy-run.ts';
import type { NamedPolicy, Settings } from './settings.ts';

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

/**
 * Returns the path of the first value that differs: a scalar, a value that only one side has, or lists of different
 * lengths. Returns undefined if both are equal.
 */
function firstDifference(a: Value | undefined, b: Value | undefined, path: Path = []): Path | undefined {
  if (a === undefined || b === undefined) return a === b ? undefined : path;
  if (equalValues(a, b)) return undefined;
  for (const [key, item, other] of pairsOf(a, b)) {
    const found = firstDifference(item, other, [...path, key]);
    if (found !== undefined) return found;
  }
  return path;
}

type Pair = readonly [key: string | number, a: Value | undefined, b: Value | undefined];

function pairsOf(a: Value, b: Value): readonly Pair[] {
  if (isList(a) && isList(b) && a.length === b.length) return a.map((item, index) => [index, item, b[index]]);
  if (!isMap(a) || !isMap(b)) return [];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].map((key) => [key, a[key], b[key]]);
}

/** First words of each refusal of policies whose second run would not leave alone what the first has made. */
const REPEATABLE = 'edits must be repeatable';

/**
 * Describes why a further run changes a resource once more: other policies apply, or the same ones edit a field again.
 * `field`: the first one whose value differs.
 */
function describeUnsettled(resource: Resource, first: PolicyRun, again: PolicyRun, field: Path = []): string {
  const reselected = describeReselection(first, again);
  if (reselected !== undefined) return `${REPEATABLE}: a second run would ${reselected}${OR_ONCE}`;
  const editors = editorsOf(resource, [first.from, resource.document.edits.length], formatFieldPath(field));
  const by = editors === '' ? '' : `, by ${editors}`;
  return `${REPEATABLE}: a second run would change this resource again${by}; write one entry with the final value${OR_ONCE}`;
}

/** Describes an error that a further run has and the first has not, with what the first did to cause it. */
function describeFailure(resource: Resource, first: PolicyRun, again: PolicyRun, error: Result): string {
  const reselected = describeReselection(first, again);
  const editors = editorsOf(resource, [first.from, resource.document.edits.length], error.field?.path);
  const edited = editors === '' ? '' : `; edited by ${editors}: leave out one of these`;
  const cause = reselected === undefined ? edited : `; it would ${reselected}`;
  return `${REPEATABLE}: a second run would fail: ${error.message}${cause}${OR_ONCE}`;
}

/**
 * Describes the policies that a further run selects otherwise, since edits changed what they select by; undefined if
 * none.
 */
function describeReselection(first: PolicyRun, again: PolicyRun): string | undefined {
  const added = again.applied.filter((policy) => !first.applied.includes(policy));
  const gone = first.applied.filter((policy) => !again.applied.includes(policy));
  const moved = first.applied.filter((policy, index) => policy !== again.applied[index]);
  const [change, policies] =
    added.length > 0
      ? [`also apply ${namesOf(added)}`, added]
      : gone.length > 0
        ? [`no longer apply ${namesOf(gone)}`, gone]
        : [`apply ${namesOf(moved)} in another order`, moved];
  if (policies.length === 0) return undefined;
  return `${change}${causeOf(policies, first.applied)}; select by a name or by labels that no policy edits`;
}

function namesOf(policies: readonly NamedPolicy[]): string {
  return firstNames(policies, ({ source }) => describePolicy(source));
}

/** Names the policies that edit what others select by; '' if none does. */
function causeOf(policies: readonly NamedPolicy[], applied: readonly NamedPolicy[]): string {
  const causes = policies.flatMap(({ selection }) =>
    selection.selectors.flatMap((selector) =>
      applied.flatMap((editor) => {
        const field = editedSelectedField(editor, selector, selection);
        return field === undefined ? [] : [`${describePolicy(editor.source)} edits \`${formatFieldPath(field)}\``];
      }),
    ),
  );
  return causes.length === 0 ? '' : `, since ${firstNames([...new Set(causes)], (cause) => cause)}`;
}
