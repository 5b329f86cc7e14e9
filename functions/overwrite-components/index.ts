import { defineFunction, isList, isMap, KrmError, makeResult, Problems, type Value } from '../../src/index.ts';
import type { Options } from './kinds/component-overwriting.ts';
import { conditionOf } from './condition.ts';
import { Contexts, type EffectiveContext } from './contexts.ts';
import { OverwriteMatcher } from './overwrite-matcher.ts';
import { findReferences, type ReferenceHolder } from './installations.ts';
import { checkPatterns } from './matcher.ts';
import type { OverwriteList } from './overwrite.ts';
import { Overwriting } from './overwriting.ts';
import { configs, policies, type Policies } from './policies.ts';

/** Overwrites references to components (design "ComponentVersionOverwrites"). */
export default defineFunction<Policies>({
  name: 'overwrite-components',
  summary: 'Overwrites which components Installations, DeployItems and component descriptors refer to.',
  origin: 'ComponentVersionOverwrites',
  configs,
  policies,
  run(call) {
    const { config, resources, results } = call;
    const lists = [config.given ?? config.lists].flat();
    if (lists.length === 0) results.warning(NOTHING);
    checkAll(lists, config.options);
    const holders = findReferences({ resources, results });
    const contexts = new Contexts(config, results);
    const found = holders.map((holder) => [holder, contexts.for(holder)] as const);
    contexts.report();
    const explanation = new OverwriteMatcher(config.options);
    const overwriting = new Overwriting(resources, explanation, results);
    const isStatus = config.options.mode === 'status';
    if (isStatus) {
      for (const [holder, context] of found) if (context) setCondition(holder, context, overwriting);
    } else {
      for (const [holder, context] of found) overwriting.overwrite(holder, context);
      overwriting.write(holders);
    }
    explanation.report(lists, isStatus ? 'reference of an Installation' : 'reference', results);
  },
});

const NOTHING =
  'nothing to go by: there is no ComponentVersionOverwrites, neither as the function config nor among the items';

/** Throws a `KrmError` that names all invalid patterns. The options determine which texts are patterns. */
function checkAll(lists: readonly OverwriteList[], options: Options): void {
  const failures = lists.flatMap(({ resource, overwrites }) => {
    const problems = new Problems();
    for (const overwrite of overwrites) checkPatterns(overwrite, options, problems);
    return [...problems].map(({ message, ...about }) => makeResult('error', message, { resource, ...about }));
  });
  if (failures.length > 0) throw new KrmError(failures);
}

/** Writes Landscaper's condition, which only an Installation has, and leaves its reference unchanged. */
function setCondition(holder: ReferenceHolder, context: EffectiveContext, overwriting: Overwriting): void {
  const root = holder.resource.kind === 'Installation' ? overwriting.root(holder, context) : undefined;
  if (root === undefined) return;
  const { document } = holder.resource;
  const path = ['status', 'conditions'];
  const condition: Readonly<Record<string, Value>> = { ...conditionOf(root.before, root.outcome) };
  const conditions = document.value(path);
  const index = isList(conditions)
    ? conditions.findIndex((one) => isMap(one) && one['type'] === condition['type'])
    : -1;
  if (index === -1) document.append(path, condition);
  else for (const [key, value] of Object.entries(condition)) document.set([...path, index, key], value);
}
