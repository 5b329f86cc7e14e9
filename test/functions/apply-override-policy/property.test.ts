import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { loadFunction } from '../../../scripts/functions.ts';
import { readDocument, type Path, type Value } from '../../../src/yaml/index.ts';
import { plain } from '../../patch/plain.ts';
import { resource } from '../../support/resource-list.ts';
import { clusterItem, runPolicies } from './policy-runs.ts';
import type { Item, Policy } from './random/data.ts';
import { writeCommented, type CommentedText } from './random/commented-text.ts';
import { packages, type Package } from './random/random-policies.ts';
import { isTarget } from './random/reference-order.ts';
import { applyPolicies, type Outcome } from './random/reference.ts';
import { relabelledPackages } from './random/relabelled.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(300);

const fn = await loadFunction('apply-override-policy');

function textsOf({ items, choices }: Package): readonly CommentedText[] {
  return items.map((item, index) => writeCommented(plainOf(item), item.metadata.name, choices.slice(index)));
}

function plainOf(item: Item): Value {
  return JSON.parse(JSON.stringify(item)) as Value;
}

function policyText({ kind, name, namespace, spec }: Policy): string {
  const metadata = namespace === undefined ? '' : `  namespace: ${namespace}\n`;
  return resource('policy.karmada.io/v1alpha1', kind, name, `spec: ${JSON.stringify(spec)}\n`, metadata);
}

function clusterText({ cluster: { name, labels, ...spec } }: Package): string {
  return clusterItem(name, JSON.stringify(spec), `  labels: ${JSON.stringify(labels)}\n`);
}

/** Outcomes by the reference. */
interface Wanted {
  readonly outcomes: readonly Outcome[];
  /** True if a further run by its rules neither fails nor changes anything. */
  readonly isSettled: boolean;
  /** Policies for the cluster that have a selector which matches nothing in that run. */
  readonly unselecting: readonly string[];
}

function wanted({ items, policies, cluster }: Package): Wanted {
  const outcomes = items.map((item) => applyPolicies(item, { policies, cluster, isRepeated: false }));
  const further = outcomes.map(
    (outcome) => outcome && applyPolicies(outcome.item, { policies, cluster, isRepeated: true }),
  );
  const isSettled = further.every((again, index) => {
    const outcome = outcomes[index];
    if (again === undefined || !outcome?.isSettled || !again.isSettled) return false;
    return isDeepStrictEqual(again.item, outcome.item);
  });
  const matched = new Set(further.flatMap((again) => [...(again?.matched ?? [])]));
  const active = policies.filter(({ spec }) =>
    spec.overrideRules?.some(({ targetCluster }) => isTarget(targetCluster, cluster)),
  );
  const unselecting = active
    .filter(({ spec }) => spec.resourceSelectors?.some((selector) => !matched.has(selector)))
    .map(({ kind, name }) => `${kind} "${name}"`);
  return { outcomes, isSettled, unselecting: unselecting.toSorted() };
}

/** Definitions of kinds that packages have: a cluster-scoped and a namespaced one. */
const DEFINITIONS = [
  ['wide.example.com', 'Cluster'],
  ['near.example.com', 'Namespaced'],
].map(([group, scope]) =>
  resource(
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    `widgets.${group}`,
    `spec: {group: ${group}, scope: ${scope}, names: {kind: Widget, plural: widgets}}\n`,
  ),
);

/** Applies the policies of a package, beside definitions of its kinds, and checks the result by the reference. */
async function checkPackage(given: Package, definitions: readonly string[]): Promise<void> {
  const texts = textsOf(given);
  const others = [...given.policies.map(policyText), clusterText(given), ...definitions];
  const { list, changed, faults } = await runPolicies(fn, [...texts.map(({ text }) => text), ...others]);
  const { outcomes, isSettled, unselecting } = wanted(given);
  const errors = faults.filter((fault) => fault.startsWith('error'));
  if (errors.length > 0) {
    assert.ok(!isSettled, errors.join('\n'));
    assert.deepEqual(changed, [], 'an error edits nothing');
    for (const error of given.policies.length > 1 ? errors : [])
      assert.match(error, /OverridePolicy "/, 'an error names the policy');
    return;
  }
  const document = readDocument(list);
  for (const [index, outcome] of outcomes.entries()) {
    assert.ok(outcome, 'the reference refuses an edit');
    assert.deepEqual(plain(document.value(['items', index])), plain(plainOf(outcome.item)), list);
    assertComments(list, texts[index], outcome.touched);
  }
  if (given.policies.length > 1) assert.deepEqual(unselectingIn(faults), unselecting);
}

/** Returns the policies that have a selector which matches nothing, by results. */
function unselectingIn(faults: readonly string[]): readonly string[] {
  const found = faults.flatMap(
    (fault) => /-: (\w+ "[^"]+"): the selector of .* matches no resource/.exec(fault)?.[1] ?? [],
  );
  return [...new Set(found)].toSorted();
}

describe('apply-override-policy, by property', () => {
  it('edits a package as a reference edits its data, keeps other comments, and changes nothing in a second run', async () => {
    await fc.assert(
      fc.asyncProperty(packages, (given) => checkPackage(given, [])),
      { numRuns: RUNS },
    );
  });

  it('selects by what earlier policies have edited, as a reference does, and reports selectors that match nothing', async () => {
    await fc.assert(
      fc.asyncProperty(relabelledPackages, (given) => checkPackage(given, DEFINITIONS)),
      { numRuns: RUNS },
    );
  });
});

/** Checks that a text has all comments but those of entries that were edited. */
function assertComments(list: string, text: CommentedText | undefined, touched: readonly Path[]): void {
  for (const { text: comment, path } of text?.comments ?? []) {
    if (touched.some((other) => other.every((step, depth) => step === path[depth]))) continue;
    assert.ok(list.includes(comment), `${comment} in\n${list}`);
  }
}
