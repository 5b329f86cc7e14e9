import {
  attributeEdits,
  distinctResults,
  editsAfter,
  equalValues,
  formatFieldPath,
  policiesFor,
  RECORD_ORIGIN,
  Results,
  type Call,
  type OverrideEffect,
  type Overrider,
  type OverrideRule,
  type Resource,
  type Result,
} from '../../src/index.ts';
import type { NamedPolicy, Settings } from './settings.ts';
import { writeRecords } from './record.ts';

/** Effects on a resource, by the overriders that were applied. */
export type Effects = ReadonlyMap<Overrider, OverrideEffect>;

/** A resource after its overriders. */
export interface OverriddenResource {
  readonly resource: Resource;
  /** Effects of this run. */
  readonly effects: Effects;
  /** Effects of a further run, which changes nothing. */
  readonly again: Effects;
}

/** Policies and the way in which they are applied. */
export interface Application extends Pick<Settings, 'scope' | 'record'> {
  /** With the rules that apply to the cluster. */
  readonly policies: readonly NamedPolicy[];
}

/** One run of the policies on a resource. */
interface Run {
  readonly effects: Effects;
  readonly results: Results;
}

/** Maximum number of runs until the text is stable, while its data stay equal and only the style changes. */
const MAX_RUNS = 5;

/** Applies policies to a resource, and reports what a further run will report. An error voids all edits. */
export function override(
  resource: Resource,
  application: Application,
  results: Call<Settings>['results'],
): OverriddenResource {
  const { document } = resource;
  let edits = document.edits.length;
  const first = runOnce(resource, application);
  let last = first;
  for (let run = 1; !last.results.hasErrors() && document.edits.length > edits; run++) {
    edits = document.edits.length;
    // One overrider alone settles by itself; several may be equal in data only.
    const [text, data] = [document.text(), last.effects.size > 1 ? document.value([]) : undefined];
    last = runOnce(resource, application);
    const isSettled = document.edits.length === edits || document.text() === text;
    if (isSettled || last.results.hasErrors()) break;
    if (run < MAX_RUNS && data !== undefined && equalValues(document.value([]) ?? null, data)) continue;
    last.results.error(unsettled(last.effects), { resource });
  }
  // Each overrider reports what is wrong with a resource.
  results.include(distinctResults(last === first ? last.results : again(last.results)));
  results.includeNotices(first.results);
  return { resource, effects: first.effects, again: last.effects };
}

/** Returns the results of a further run. Its errors say that the first run had none, unless they do already. */
function again(results: Results): readonly Result[] {
  const isUnexplained = ({ severity, message }: Result): boolean =>
    severity === 'error' && !message.includes(REPEATABLE);
  const explained = (message: string): string => `${REPEATABLE}: a second run would fail: ${message}`;
  return Array.from(results, (result) =>
    isUnexplained(result) ? { ...result, message: explained(result.message) } : result,
  );
}

const REPEATABLE = 'edits must be repeatable';

/** Names the overrider whose repetition changes a resource: the last of all that change something. */
function unsettled(effects: Effects): string {
  const [overrider] = [...effects].findLast(([, { changed }]) => changed > 0) ?? [];
  const name = overrider === undefined ? '' : `\`${formatFieldPath(overrider.field)}\`: `;
  return `${name}${REPEATABLE}: a second run would change this resource again; write one entry with the final value`;
}

function runOnce(resource: Resource, { policies, scope, record }: Application): Run {
  const effects = new Map<Overrider, OverrideEffect>();
  const results = new Results();
  const applied = policiesFor(resource, policies);
  const edits = applied.flatMap(({ rules }) => rules.flatMap(sequenceEditsOf));
  for (const { rules, name, source, selection } of applied) {
    const own = new Results();
    for (const overrider of rules.flatMap(({ overriders }) => overriders)) {
      const later = editsAfter(overrider.sequenceEdit, edits);
      const context = { results: own, scope, later, selectsAll: selection.selectors.length === 0 };
      const origin = { resource: source, field: overrider.field };
      const effect = attributeEdits(origin, resource, () => overrider.apply(resource, context));
      if (effect !== undefined) effects.set(overrider, effect);
    }
    results.include(own, policies.length > 1 ? `${source.kind} ${JSON.stringify(name)}: ` : '');
    results.includeNotices(own);
  }
  if (record) attributeEdits(RECORD_ORIGIN, resource, () => writeRecords(resource, applied));
  return { effects, results };
}

function sequenceEditsOf({ overriders }: OverrideRule): readonly Overrider['sequenceEdit'][] {
  return overriders.map(({ sequenceEdit }) => sequenceEdit);
}
