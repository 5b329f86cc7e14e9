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
import { applyPolicies, type Outcome } from './random/reference.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 300);

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

/** Outcomes by the reference, and whether a further run by its rules neither fails nor changes anything. */
interface Wanted {
  readonly outcomes: readonly Outcome[];
  readonly isSettled: boolean;
}

function wanted({ items, policies, cluster }: Package): Wanted {
  const outcomes = items.map((item) => applyPolicies(item, { policies, cluster, isRepeated: false }));
  const isSettled = outcomes.every((outcome) => {
    const again = outcome && applyPolicies(outcome.item, { policies, cluster, isRepeated: true });
    if (again === undefined || !outcome?.isSettled || !again.isSettled) return false;
    return isDeepStrictEqual(again.item, outcome.item);
  });
  return { outcomes, isSettled };
}

describe('apply-override-policy, by property', () => {
  it('edits a package as a reference edits its data, keeps other comments, and changes nothing in a second run', async () => {
    await fc.assert(
      fc.asyncProperty(packages, async (given) => {
        const texts = textsOf(given);
        const others = [...given.policies.map(policyText), clusterText(given)];
        const { list, changed, faults } = await runPolicies(fn, [...texts.map(({ text }) => text), ...others]);
        const { outcomes, isSettled } = wanted(given);
        const errors = faults.filter((fault) => fault.startsWith('error'));
        if (errors.length > 0) {
          assert.ok(!isSettled, errors.join('\n'));
          assert.deepEqual(changed, [], 'an error edits nothing');
          return;
        }
        const document = readDocument(list);
        for (const [index, outcome] of outcomes.entries()) {
          assert.ok(outcome, 'the reference refuses an edit');
          assert.deepEqual(plain(document.value(['items', index])), plain(plainOf(outcome.item)), list);
          assertComments(list, texts[index], outcome.touched);
        }
      }),
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
