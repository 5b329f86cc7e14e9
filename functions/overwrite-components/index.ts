import { configForm, defineFunction, Problems, type Call } from '../../src/function/index.ts';
import { KrmError, makeResult } from '../../src/krm/index.ts';
import { conditionOf, writeCondition } from './condition.ts';
import { Contexts, type EffectiveContext, type OverwritePolicies } from './contexts.ts';
import { isDescriptor } from './descriptors.ts';
import { EditPlan } from './edit-plan.ts';
import { findHolders, lacksReference, type ReferenceHolder } from './holders.ts';
import { componentOverwriting, DEFAULTS, readOptions, type Options } from './kinds/component-overwriting.ts';
import {
  componentVersionOverwrites,
  readOverwrites,
  type OverwriteList,
} from './kinds/component-version-overwrites.ts';
import { context, readContext } from './kinds/context.ts';
import { checkPatterns } from './matcher.ts';
import { Substitutions } from './substitution.ts';
import { Traversal } from './traversal.ts';

/** Policies that the function applies, and how. */
interface Policies extends OverwritePolicies {
  readonly options: Options;
}

const NONE: Policies = { options: DEFAULTS, given: undefined, lists: [], contexts: [] };

const fromOverwrites = configForm({
  ...componentVersionOverwrites,
  read: (fields, problems, source): Policies => ({ ...NONE, lists: [readOverwrites(fields, problems, source)] }),
});

const fromContext = configForm({
  ...context,
  read: (fields, problems, source): Policies => ({ ...NONE, contexts: [readContext(fields, problems, source)] }),
});

const fromOptions = configForm({
  ...componentOverwriting,
  read: ({ spec }): Policies => ({ ...NONE, options: readOptions(spec) }),
});

/** Overwrites references to components (design "ComponentVersionOverwrites"). */
export default defineFunction<Policies>({
  name: 'overwrite-components',
  summary: "Replaces the component references in Landscaper's Installations, DeployItems and component descriptors.",
  origin: 'Landscaper ComponentVersionOverwrites',
  configs: [fromOverwrites, fromOptions],
  policies: {
    forms: [fromOverwrites, fromContext],
    // A given list replaces the overwrites among the items, but not the repositories that Contexts set.
    combine({ options, lists: [given] } = NONE, found) {
      const read = given === undefined ? found() : found([fromContext]);
      return {
        options,
        given,
        lists: read.flatMap(({ lists }) => lists),
        contexts: read.flatMap(({ contexts }) => contexts),
      };
    },
  },
  run(call) {
    const { config, resources, results } = call;
    const lists = [config.given ?? config.lists].flat();
    if (lists.length === 0) results.lackPolicy(NOTHING);
    checkAll(lists, config.options);
    const holders = findHolders({ resources, results });
    const contexts = new Contexts(config, results);
    const found = holders.map((holder) => ({ holder, settings: contexts.for(holder) }));
    contexts.report();
    const substitutions = new Substitutions(config.options);
    const isStatus = config.options.mode === 'status';
    if (isStatus) writeConditions(found, substitutions, call);
    else writeReferences(found, substitutions, call);
    substitutions.report(lists, isStatus ? 'reference of an Installation' : 'reference', results);
  },
});

const NOTHING = 'no ComponentVersionOverwrites in the function config or among the items';

/** Throws a `KrmError` that names all invalid patterns. The options determine which texts are patterns. */
function checkAll(lists: readonly OverwriteList[], options: Options): void {
  const failures = lists.flatMap(({ resource, overwrites }) => {
    const problems = new Problems();
    for (const overwrite of overwrites) checkPatterns(overwrite, options, problems);
    return [...problems].map(({ message, ...about }) => makeResult('error', message, { resource, ...about }));
  });
  if (failures.length > 0) throw new KrmError(failures);
}

/** A holder with the settings for its references; undefined without overwrites. */
interface FoundHolder {
  readonly holder: ReferenceHolder;
  readonly settings: EffectiveContext | undefined;
}

/** Writes the references of holders and of all descriptors that they lead to: all are planned before the first edit. */
function writeReferences(
  found: readonly FoundHolder[],
  substitutions: Substitutions,
  { resources, results }: Call<Policies>,
): void {
  const plan = new EditPlan(results);
  const traversal = new Traversal({ resources, substitutions, plan, results });
  for (const { holder, settings } of found) traversal.plan(holder, settings);
  const holders = found.map(({ holder }) => holder);
  const others = [...resources].filter((resource) => isDescriptor(resource) || lacksReference(resource));
  plan.write(traversal.references(holders), [...holders.map(({ resource }) => resource), ...others]);
}

/** Writes Landscaper's condition, which only an Installation has, and leaves its reference unchanged. */
function writeConditions(
  found: readonly FoundHolder[],
  substitutions: Substitutions,
  { resources, results }: Call<Policies>,
): void {
  const traversal = new Traversal({ resources, substitutions, plan: new EditPlan(results), results });
  for (const { holder, settings } of found) {
    if (settings === undefined || holder.resource.kind !== 'Installation') continue;
    const root = traversal.root(holder, settings);
    if (root !== undefined) writeCondition(holder.resource.document, conditionOf(root.before, root.outcome));
  }
}
