import assert from 'node:assert/strict';
import fc from 'fast-check';
import { resourceList } from '../../support/resource-list.ts';
import { expandList, variantsOf } from './expanded-variants.ts';
import {
  expectedVariants,
  type EntryRule,
  type MapRule,
  type TargetRule,
  type TemplateRule,
  type TextRule,
  type World,
} from './expected-variants.ts';
import { keptSet, repository, team } from './variant-set-items.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(150);

const REPOSITORIES = ['r1', 'r2', 'r3', 'r4'];
const PACKAGES = ['foo', 'p', 'q', 'u'];
const labels = fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('v', 'w'), { maxKeys: 2 });

const world: fc.Arbitrary<World> = fc
  .tuple(fc.array(labels, { minLength: 4, maxLength: 4 }), fc.array(labels, { maxLength: 3 }))
  .map(([ofRepositories, ofTeams]) => ({
    repositories: ofRepositories.map((own, index) => ({ name: REPOSITORIES[index] ?? '', labels: own })),
    teams: ofTeams.map((own, index) => ({ name: `r${3 - index}`, labels: own })),
  }));

const plain = (...texts: readonly string[]): fc.Arbitrary<TextRule> =>
  fc.constantFrom(...texts).map((text) => ({ plain: text }));
/** Rarely an expression that fails without a label `a`. */
const expression: fc.Arbitrary<TextRule> = fc.record({
  of: fc.oneof(
    {
      weight: 12,
      arbitrary: fc.constantFrom('repoDefault' as const, 'packageDefault' as const, 'repository.name' as const),
    },
    { weight: 1, arbitrary: fc.constant('repository.labels' as const) },
  ),
  suffix: fc.constantFrom('', '-x', 'y'),
});
const text = fc.oneof(plain('r1', 'k', 'l'), expression);

const map: fc.Arbitrary<MapRule> = fc.record({
  plain: fc.dictionary(fc.constantFrom('k', 'l', 'r1', 'foo'), fc.constantFrom('1', 'true', '', 'x: y'), {
    maxKeys: 3,
  }),
  exprs: fc.array(fc.record({ key: text, value: fc.option(text, { nil: undefined }) }), { maxLength: 3 }),
});

const template: fc.Arbitrary<TemplateRule> = fc.record({
  repo: fc.option(
    fc.oneof(
      plain(...REPOSITORIES),
      fc.constant<TextRule>({ of: 'repoDefault', suffix: '' }),
      fc.constant<TextRule>({ plain: 'r9' }),
    ),
    { nil: undefined, freq: 2 },
  ),
  package: fc.option(fc.oneof(plain(...PACKAGES), expression), { nil: undefined }),
  adoptionPolicy: fc.option(fc.constantFrom('adoptNone', 'adoptExisting'), { nil: undefined }),
  labels: map,
  annotations: map,
  packageContext: fc.option(fc.record({ data: map, removeKeys: fc.array(text, { maxLength: 3 }) }), { nil: undefined }),
  mutators: fc.array(fc.record({ image: fc.constantFrom('i', 'j:v1'), configMap: map }), { maxLength: 2 }),
  injectors: fc.array(text, { maxLength: 2 }),
});

const packageNames = fc.uniqueArray(fc.constantFrom(...PACKAGES), { maxLength: 2 });
const target: fc.Arbitrary<TargetRule> = fc.record({
  by: fc.oneof(
    fc.record({
      repositories: fc.uniqueArray(fc.record({ name: fc.constantFrom(...REPOSITORIES), packageNames }), {
        minLength: 1,
        maxLength: 3,
        selector: ({ name }) => name,
      }),
    }),
    fc.record({ kind: fc.constantFrom('repositories' as const, 'teams' as const), labels, packageNames }),
  ),
  template: fc.option(template, { nil: undefined }),
});
const targets = fc.array(target, { minLength: 1, maxLength: 2 });

/** Returns one of a pair `plain` and `plainExpr` of a template, or nothing. */
function oneOf(name: string, rule: TextRule | undefined): Readonly<Record<string, string>> {
  if (rule === undefined) return {};
  return 'plain' in rule ? { [name]: rule.plain } : { [`${name}Expr`]: expressionOf(rule) };
}

function expressionOf(rule: TextRule): string {
  if ('plain' in rule) return JSON.stringify(rule.plain);
  const value = rule.of === 'repository.labels' ? "repository.labels['a']" : rule.of;
  return `${value} + '${rule.suffix}'`;
}

function entriesOf({ exprs }: MapRule): readonly Readonly<Record<string, string>>[] {
  return exprs.map(({ key, value }: EntryRule) => ({ ...oneOf('key', key), ...oneOf('value', value) }));
}

function templateData(rule: TemplateRule): unknown {
  const { packageContext, mutators, injectors } = rule;
  return {
    downstream: { ...oneOf('repo', rule.repo), ...oneOf('package', rule.package) },
    adoptionPolicy: rule.adoptionPolicy,
    labels: rule.labels.plain,
    labelExprs: entriesOf(rule.labels),
    annotations: rule.annotations.plain,
    annotationExprs: entriesOf(rule.annotations),
    packageContext: packageContext && {
      data: packageContext.data.plain,
      dataExprs: entriesOf(packageContext.data),
      removeKeys: packageContext.removeKeys.flatMap((key) => ('plain' in key ? [key.plain] : [])),
      removeKeyExprs: packageContext.removeKeys.flatMap((key) => ('plain' in key ? [] : [expressionOf(key)])),
    },
    pipeline: {
      mutators: mutators.map(({ image, configMap }) => ({
        image,
        configMap: configMap.plain,
        configMapExprs: entriesOf(configMap),
      })),
    },
    injectors: injectors.map((name) => oneOf('name', name)),
  };
}

const SELECTORS = {
  repositories: ['repositorySelector', {}],
  teams: ['objectSelector', { apiVersion: 'krm-platform.bigco.com/v1', kind: 'Team' }],
} as const;

function targetData({ by, template: rule }: TargetRule): unknown {
  const fields = { template: rule && templateData(rule) };
  if ('repositories' in by) return { ...by, ...fields };
  const [name, kind] = SELECTORS[by.kind];
  return { [name]: { ...kind, matchLabels: by.labels, packageNames: by.packageNames }, ...fields };
}

function setOf(all: readonly TargetRule[]): string {
  return keptSet({ targets: JSON.stringify(all.map(targetData)) });
}

function itemsOf({ repositories, teams }: World): readonly string[] {
  return [
    ...repositories.map(({ name, labels: own }) => repository(name, JSON.stringify(own))),
    ...teams.map(({ name, labels: own }) => team(name, JSON.stringify(own))),
  ];
}

/** Returns the `spec` of each PackageVariant by name. */
function specsOf(list: string): ReadonlyMap<string, unknown> {
  return new Map(variantsOf(list).map(({ metadata, spec }) => [metadata.name, spec]));
}

describe('expand-package-variant-set, by property', () => {
  it("makes the PackageVariants of Porch's rules, or nothing, and is settled", async () => {
    const seen = { errors: 0, variants: 0 };
    await fc.assert(
      fc.asyncProperty(targets, world, async (all, things) => {
        const input = resourceList([setOf(all), ...itemsOf(things)]);
        const want = expectedVariants(all, things);
        const { list, results, stderr, report } = await expandList(input);
        const about = `${input}\n${results.join('\n')}\n`;
        assert.equal(stderr === '', want !== undefined, about);
        if (want === undefined) {
          seen.errors++;
          assert.equal(list, input, about);
          return;
        }
        seen.variants += want.size;
        assert.deepEqual(specsOf(list), want, about);
        assert.deepEqual([...specsOf(list).keys()], [...want.keys()], `${about}the order`);
        assert.ok(list.startsWith(input), `${about}items that were there stay`);
        const again = await expandList(list);
        assert.deepEqual([again.list, again.report], [list, report], `${about}a second run`);
      }),
      { numRuns: RUNS },
    );
    assert.ok(seen.errors > 0 && seen.variants > RUNS / 2, JSON.stringify(seen));
  });

  it('makes the same from the output of another set as from nothing', async () => {
    const seen = { kept: 0, gone: 0 };
    await fc.assert(
      fc.asyncProperty(targets, targets, world, async (before, after, things) => {
        const want = expectedVariants(after, things);
        if (expectedVariants(before, things) === undefined || want === undefined) return;
        const earlier = (await expandList(resourceList([setOf(before), ...itemsOf(things)]))).list;
        const { list, stderr, report } = await expandList(
          earlier.replace(asItem(setOf(before)), () => asItem(setOf(after))),
        );
        const about = `${earlier}\n${setOf(after)}\n${stderr}`;
        assert.deepEqual(specsOf(list), want, about);
        const again = await expandList(list);
        assert.deepEqual([again.list, again.report], [list, report], `${about}a second run`);
        const names = [...specsOf(earlier).keys()];
        seen.kept += names.filter((name) => want.has(name)).length;
        seen.gone += names.filter((name) => !want.has(name)).length;
      }),
      { numRuns: RUNS },
    );
    assert.ok(seen.kept > 0 && seen.gone > 0, JSON.stringify(seen));
  });
});

/** Returns an item as it is written in a list. */
function asItem(item: string): string {
  return resourceList([item]).split('items:\n')[1] ?? '';
}
