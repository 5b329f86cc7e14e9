import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stringify } from 'yaml';
import {
  expected,
  type PlainDescriptor,
  type PlainOverwrite,
  type PlainReference,
  type PlainRoot,
} from './expected-components.ts';
import { dataOf, mapOf, ORIGINALS, overwriteAgain, overwriteIn } from './overwritten-components.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const USUAL = 150;
const RUNS = propertyRuns(USUAL);

const NAMES = ['a', 'b', 'c'];
const VERSIONS = ['v1', 'v2'];
const CONTEXTS = [{ type: 'near' }, { type: 'far', baseUrl: 'x' }];

const repositoryContexts = fc.constantFrom(...CONTEXTS);
const components = fc.record({ componentName: fc.constantFrom(...NAMES), version: fc.constantFrom(...VERSIONS) });

const references: fc.Arbitrary<PlainReference> = fc
  .tuple(components, fc.constantFrom({}, {}, {}, { digest: { value: 'd' } }))
  .map(([component, digest]) => ({ ...component, ...digest }));

const descriptors: fc.Arbitrary<readonly PlainDescriptor[]> = fc.uniqueArray(
  fc
    .tuple(components, fc.array(references, { minLength: 1, maxLength: 3 }))
    .map(([{ componentName, version }, list]) => ({
      componentName,
      version,
      references: list,
    })),
  { minLength: 3, maxLength: 6, selector: ({ componentName, version }) => `${componentName}:${version}` },
);

const roots: fc.Arbitrary<readonly PlainRoot[]> = fc.array(
  fc.record({
    ref: fc
      .tuple(components, fc.option(repositoryContexts))
      .map(([component, own]) => ({ ...component, ...(own && { repositoryContext: own }) })),
    isDeployItem: fc.boolean(),
    isInline: fc.boolean(),
    /** False for holders with a Context that has no overwrites. */
    hasOverwrites: fc.constantFrom(true, true, true, false),
    references: fc.array(references, { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 2 },
);

/** Rarely overwrites repository contexts, since references of descriptors are then refused. */
const attributes = (isSource: boolean): fc.Arbitrary<Partial<PlainReference>> =>
  fc
    .tuple(
      fc.option(fc.constantFrom(...NAMES), { freq: 2 }),
      fc.option(fc.constantFrom(...VERSIONS), { freq: 1 }),
      fc.constantFrom(...Array<null>(isSource ? 4 : 8).fill(null), ...CONTEXTS),
    )
    .map(([componentName, version, repositoryContext]) => ({
      ...(componentName !== null && { componentName }),
      ...(version !== null && { version }),
      ...(repositoryContext && { repositoryContext }),
    }));

const lists: fc.Arbitrary<readonly PlainOverwrite[]> = fc.array(
  fc.record({ source: attributes(true), substitution: attributes(false) }),
  { minLength: 1, maxLength: 4 },
);

const cases = fc.record({
  roots,
  descriptors,
  first: lists,
  next: lists,
  inherited: fc.option(repositoryContexts),
  isFlow: fc.boolean(),
});

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

const LANDSCAPER = 'landscaper.gardener.cloud/v1alpha1';

function named(list: readonly PlainReference[]): readonly object[] {
  return list.map((reference, index) => ({ name: `r${index}`, ...reference }));
}

function componentOf(root: PlainRoot): object {
  const { componentName: name, version, repositoryContext } = root.ref;
  const contexts = repositoryContext ? [{ type: 'old' }, repositoryContext] : [];
  const component = { name, version, repositoryContexts: contexts, componentReferences: named(root.references) };
  return root.isInline ? { inline: { meta: { schemaVersion: 'v2' }, component } } : { ref: root.ref };
}

function rootItem(root: PlainRoot, index: number): object {
  const holder = { componentDescriptor: componentOf(root) };
  const context = root.hasOverwrites ? {} : { context: 'other' };
  return {
    apiVersion: LANDSCAPER,
    kind: root.isDeployItem ? 'DeployItem' : 'Installation',
    metadata: { name: `i${index}` },
    spec: root.isDeployItem ? { ...context, config: holder } : { ...context, ...holder },
  };
}

function descriptorItem({ componentName, version, references: list }: PlainDescriptor): object {
  return {
    apiVersion: 'ocm.software/v3alpha1',
    kind: 'ComponentVersion',
    metadata: { name: componentName, version },
    spec: { references: named(list) },
  };
}

/** Returns the items; the overwrites are the first. */
function itemsOf(each: Case, list: readonly PlainOverwrite[]): readonly string[] {
  const context = {
    apiVersion: LANDSCAPER,
    kind: 'Context',
    metadata: { name: 'default' },
    ...(each.inherited && { repositoryContext: each.inherited }),
    componentVersionOverwrites: 'o',
  };
  const other = { apiVersion: LANDSCAPER, kind: 'Context', metadata: { name: 'other' } };
  const style = { collectionStyle: each.isFlow ? ('flow' as const) : ('any' as const), aliasDuplicateObjects: false };
  return [
    listItem(list),
    ...[context, other, ...each.roots.map(rootItem), ...each.descriptors.map(descriptorItem)].map((item) =>
      stringify(item, style),
    ),
  ];
}

function listItem(overwrites: readonly PlainOverwrite[]): string {
  const item = { apiVersion: LANDSCAPER, kind: 'ComponentVersionOverwrites', metadata: { name: 'o' }, overwrites };
  return stringify(item, { aliasDuplicateObjects: false });
}

/** Returns items as data, without the annotation of originals. */
function plain(items: readonly string[]): readonly unknown[] {
  return items.map((text) => {
    const item = dataOf(text);
    const { annotations, ...metadata } = mapOf(item['metadata']);
    assert.deepEqual(Object.keys(mapOf(annotations)), annotations === undefined ? [] : [ORIGINALS]);
    return { ...item, metadata };
  });
}

describe('overwrite-components, by property', () => {
  it('overwrites, or refuses, like a model on plain data, and changes nothing in a second run', async () => {
    const seen = { refused: 0, rewritten: 0 };
    await fc.assert(
      fc.asyncProperty(cases, async (each) => {
        const want = expected({ ...each, overwrites: each.first });
        fc.pre(!want.isCircular);
        const ran = await overwriteIn(itemsOf(each, each.first));
        const about = `${ran.input}\n${ran.results.join('\n')}\n${ran.list}`;
        assert.equal(ran.stderr !== '', want.isRefused, about);
        if (want.isRefused) {
          seen.refused++;
          assert.equal(ran.list, ran.input, about);
          return;
        }
        if (ran.list !== ran.input) seen.rewritten++;
        assert.deepEqual(plain(ran.items), plain(itemsOf({ ...each, ...want }, each.first)), about);
        const again = await overwriteAgain(ran);
        assert.deepEqual([again.list, again.report], [ran.list, ran.report], about);
        assert.equal(again.report, ran.report, about);
      }),
      { numRuns: RUNS },
    );
    // Fewer cases may have none that are refused.
    if (RUNS >= USUAL) assert.ok(seen.refused > RUNS / 50 && seen.rewritten > RUNS / 5, JSON.stringify(seen));
  });

  it('applies other overwrites to its own output as to the original; none restore the original', async () => {
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(cases, async (each) => {
        const scratch = await overwriteIn(itemsOf(each, each.next));
        const one = await overwriteIn(itemsOf(each, each.first));
        const two = await overwriteAgain(one, { 0: listItem(each.next) });
        const about = `${one.input}\n${one.list}\n${two.list}\nfrom scratch:\n${scratch.list}`;
        assert.equal(two.stderr, scratch.stderr, about);
        if (two.stderr === '') assert.deepEqual(two.items.map(dataOf), scratch.items.map(dataOf), about);
        const none = await overwriteAgain(two, { 0: listItem([]) });
        assert.deepEqual(none.items.map(dataOf), itemsOf(each, []).map(dataOf), `${about}\nwithout:\n${none.list}`);
        if (one.list !== one.input && two.stderr === '' && two.list !== one.list) changed++;
      }),
      { numRuns: RUNS },
    );
    assert.ok(changed > RUNS / 10, `${changed}`);
  });
});
