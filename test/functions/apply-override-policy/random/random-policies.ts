import fc from 'fast-check';
import type { Cluster, ResourceSelector, TargetCluster, WrittenOverriders } from '../../../../src/karmada/index.ts';
import type { Item, Policy } from './data.ts';
import { defined, item, namespaces, optional } from './random-items.ts';
import { overriders, withDistinctWords } from './random-overriders.ts';
import type { Policies } from './reference.ts';

/** A package, and the policies for it. */
export interface Package extends Omit<Policies, 'isRepeated'> {
  readonly items: readonly Item[];
  /** Numbers that choose the style of the texts. */
  readonly choices: readonly number[];
}

const targetCluster: fc.Arbitrary<TargetCluster> = fc.record(
  {
    clusterNames: fc.subarray(['north', 'south']),
    exclude: fc.subarray(['south']),
    labelSelector: fc.constantFrom({}, { matchLabels: { stage: 'edge' } }),
    fieldSelector: fc.record({
      matchExpressions: fc.array(
        fc.record({
          key: fc.constantFrom('provider', 'region', 'zone'),
          operator: fc.constantFrom('In' as const, 'NotIn' as const),
          values: fc.subarray(['acme', 'eu', 'eu-1', 'eu-2'], { minLength: 1 }),
        }),
        { maxLength: 1 },
      ),
    }),
  },
  { requiredKeys: [] },
);

const cluster: fc.Arbitrary<Cluster> = fc
  .record({
    name: fc.constantFrom('north', 'south'),
    labels: fc.constantFrom({}, { stage: 'edge' }),
    provider: optional('acme'),
    region: optional('eu', 'us'),
    zones: fc.option(fc.subarray(['eu-1', 'eu-2']), { nil: undefined }),
  })
  .map(defined);

const selector = (kind: string, isLimited: boolean): fc.Arbitrary<ResourceSelector> =>
  fc
    .record({
      apiVersion: fc.constant(kind === 'ConfigMap' ? 'v1' : 'apps/v1'),
      kind: fc.constant(kind),
      namespace: isLimited ? fc.constant(undefined) : optional(undefined, undefined, 'default', 'far'),
      choice: fc.constantFrom<Pick<ResourceSelector, 'name' | 'labelSelector'>>(
        {},
        { labelSelector: {} },
        { labelSelector: { matchLabels: { tier: 'one' } } },
        { name: 'a' },
        { name: 'a', labelSelector: { matchLabels: { tier: 'none' } } },
        { name: 'b' },
      ),
    })
    .map(({ choice, ...rest }) => defined({ ...rest, ...choice }));

/** Adds a label that shows which policy came last. */
function signed(edits: WrittenOverriders, name: string): WrittenOverriders {
  const signature = { operator: 'add' as const, value: { last: name } };
  return { ...edits, labelsOverrider: [...(edits.labelsOverrider ?? []), signature] };
}

const policy = (name: string): fc.Arbitrary<Policy> =>
  fc
    .record({
      kind: fc.constantFrom('ClusterOverridePolicy' as const, 'OverridePolicy' as const),
      of: fc.constantFrom('any', 'ConfigMap', 'Deployment', 'Deployment'),
      namespace: namespaces,
    })
    .chain(({ kind, of, namespace }) =>
      fc
        .record({
          resourceSelectors: fc.array(selector(of, kind === 'OverridePolicy'), {
            minLength: of === 'any' ? 0 : 1,
            maxLength: of === 'any' ? 0 : 2,
          }),
          overrideRules: fc.array(
            fc
              .record({
                targetCluster: fc.option(targetCluster, { nil: undefined, freq: 2 }),
                overriders: overriders(of).map((edits) => signed(edits, name)),
              })
              .map(({ targetCluster: target, ...rest }) =>
                target === undefined ? rest : { targetCluster: target, ...rest },
              ),
            { minLength: 1, maxLength: 2 },
          ),
        })
        .map((spec) => ({ kind, name, ...(kind === 'OverridePolicy' && { namespace }), spec })),
    );

function withDistinctWordsIn(policies: readonly Policy[]): readonly Policy[] {
  let count = 0;
  const next = (): number => count++;
  return policies.map(({ spec, ...rest }) => {
    const rules = spec.overrideRules ?? [];
    const overrideRules = rules.map((rule) => ({ ...rule, overriders: withDistinctWords(rule.overriders, next) }));
    return { ...rest, spec: { ...spec, overrideRules } };
  });
}

/** Packages of a few resources, with up to four policies and one cluster. */
export const packages: fc.Arbitrary<Package> = fc.record({
  items: fc.integer({ min: 1, max: 3 }).chain((count) => fc.tuple(...['a', 'b', 'c'].slice(0, count).map(item))),
  policies: fc
    .subarray(['B', 'a', 'b', 'c-1', 'c.2'], { minLength: 1, maxLength: 4 })
    .chain((names) => fc.shuffledSubarray(names, { minLength: names.length }))
    .chain((names) => fc.tuple(...names.map(policy)))
    .map(withDistinctWordsIn),
  cluster,
  choices: fc.array(fc.nat(59), { minLength: 30, maxLength: 50 }),
});
