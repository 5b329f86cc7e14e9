import assert from 'node:assert/strict';
import { deployItem, installation, overwrites } from './overwrite-contexts.ts';
import {
  at,
  componentVersion,
  dataOf,
  listed,
  mapOf,
  originalsOf,
  overwriteAgain,
  overwriteIn,
  reference,
} from './overwritten-components.ts';

const A_TO_B = '[{source: {componentName: a}, substitution: {componentName: b}}]';
const NESTED = 'landscaper.gardener.cloud/component-descriptor';
const DIGEST = 'digest: {hashAlgorithm: SHA-256, normalisationAlgorithm: jsonNormalisation, value: abc}';

/** Returns a descriptor of schema v2 in flow style. */
function v2(name: string, references: readonly string[], more = '', rest = ''): string {
  return `{meta: {schemaVersion: v2}, component: {name: ${name}, version: v1, componentReferences: [${references.join(', ')}]${more}}${rest}}`;
}

/** Returns a descriptor of schema v3alpha1 in flow style. */
function v3(name: string, references: readonly string[], more = ''): string {
  return `{apiVersion: ocm.software/v3alpha1, kind: ComponentVersion, metadata: {name: ${name}, version: v1}${more}, spec: {references: [${references.join(', ')}]}}`;
}

/** Returns a reference with an embedded descriptor. */
function bringing(name: string, componentName: string, descriptor: string): string {
  return reference(
    name,
    componentName,
    'v1',
    `, labels: [{name: other, value: 1}, {name: ${NESTED}, value: ${descriptor}}]`,
  );
}

function inlined(descriptor: string): string {
  return installation('i', `{componentDescriptor: {inline: ${descriptor}}}`);
}

/** Index of the item, after the Context and its overwrites. */
const ITEM = 2;

interface Row {
  readonly name: string;
  readonly list?: string;
  readonly item: string;
  /** Replacements in the item's text. */
  readonly want: readonly (readonly [from: string, to: string])[];
  readonly context?: string;
}

const rows: readonly Row[] = [
  {
    name: 'overwrites references in a descriptor of schema v2',
    item: inlined(v2('root', [reference('one', 'a', 'v1'), reference('m', 'c', 'v1')])),
    want: [['name: one, componentName: a', 'name: one, componentName: b']],
  },
  {
    name: 'overwrites references in a descriptor of schema v3alpha1',
    item: inlined(v3('root', [reference('one', 'a', 'v1'), reference('m', 'c', 'v1')])),
    want: [['name: one, componentName: a', 'name: one, componentName: b']],
  },
  {
    name: 'overwrites references in the descriptor of a DeployItem',
    item: deployItem('d', `{config: {componentDescriptor: {inline: ${v2('root', [reference('one', 'a', 'v1')])}}}}`),
    want: [['name: one, componentName: a', 'name: one, componentName: b']],
  },
  {
    name: 'overwrites references in a descriptor embedded in a reference',
    item: inlined(v2('root', [bringing('o', 'c', v2('c', [reference('one', 'a', 'v1')]))])),
    want: [['name: one, componentName: a', 'name: one, componentName: b']],
  },
  {
    name: 'overwrites references in descriptors of two schemas, embedded in each other',
    item: inlined(
      v2('root', [bringing('o', 'c', v3('c', [bringing('p', 'd', v2('d', [reference('one', 'a', 'v1')]))]))]),
    ),
    want: [['name: one, componentName: a', 'name: one, componentName: b']],
  },
  {
    name: 'prefers an inline descriptor to the reference beside it',
    item: installation(
      'i',
      `{componentDescriptor: {ref: {componentName: a, version: v1}, inline: ${v2('root', [reference('one', 'a', 'v1')])}}}`,
    ),
    want: [['name: one, componentName: a', 'name: one, componentName: b']],
  },
  {
    name: 'matches references with the last repository context of a descriptor of schema v2',
    list: '[{source: {repositoryContext: {type: last}}, substitution: {version: v2}}]',
    item: inlined(v2('root', [reference('one', 'a', 'v1')], ', repositoryContexts: [{type: first}, {type: last}]')),
    want: [['componentName: a, version: v1', 'componentName: a, version: v2']],
  },
  {
    name: 'matches references with the last repository context of a descriptor of schema v3alpha1',
    list: '[{source: {repositoryContext: {type: last}}, substitution: {version: v2}}]',
    item: inlined(v3('root', [reference('one', 'a', 'v1')], ', repositoryContexts: [{type: first}, {type: last}]')),
    want: [['componentName: a, version: v1', 'componentName: a, version: v2']],
  },
  {
    name: 'matches references with the repository context of the Context if the descriptor has none',
    context: 'repositoryContext: {type: near}\n',
    list: '[{source: {repositoryContext: {type: near}, componentName: a}, substitution: {version: v2}}]',
    item: inlined(v2('root', [reference('one', 'a', 'v1')], ', repositoryContexts: []')),
    want: [['componentName: a, version: v1', 'componentName: a, version: v2']],
  },
  {
    name: 'removes the digest of a changed reference, and keeps others',
    item: inlined(v2('root', [reference('one', 'a', 'v1', `, ${DIGEST}`), reference('m', 'c', 'v1', `, ${DIGEST}`)])),
    want: [[`name: one, componentName: a, version: v1, ${DIGEST}`, 'name: one, componentName: b, version: v1']],
  },
  {
    name: 'keeps the digest of a pinned reference',
    list: '[{source: {componentName: a}, substitution: {componentName: a}}, {source: {}, substitution: {componentName: b}}]',
    item: inlined(v2('root', [reference('one', 'a', 'v1', `, ${DIGEST}`)], ', repositoryContexts: []')),
    want: [],
  },
  {
    name: 'leaves a descriptor without references unchanged',
    item: inlined('{meta: {schemaVersion: v2}, component: {name: root, version: v1}}'),
    want: [],
  },
];

describe('overwrite-components: inline descriptors', () => {
  for (const { name, list = A_TO_B, item, want, context } of rows) {
    it(name, async () => {
      const ran = await overwriteIn([...listed(list, context), item]);
      assert.equal(ran.stderr, '');
      const expected = want.reduce((text, [from, to]) => text.replace(from, to), item);
      const { annotations, ...metadata } = mapOf(dataOf(ran.items[ITEM])['metadata']);
      assert.deepEqual({ ...dataOf(ran.items[ITEM]), metadata }, dataOf(expected));
      assert.equal(annotations === undefined, want.length === 0);
      const again = await overwriteAgain(ran);
      assert.deepEqual([again.list, again.report], [ran.list, ran.report], 'a second run');
      const restored = await overwriteAgain(ran, { 1: overwrites('o') });
      assert.deepEqual(dataOf(restored.items[ITEM]), dataOf(item), 'without overwrites');
    });
  }

  it('overwrites references in the items that an inline descriptor leads to', async () => {
    const { items, stderr } = await overwriteIn([
      ...listed(A_TO_B),
      inlined(v2('root', [reference('one', 'a', 'v1')])),
      componentVersion('b', 'v1', [reference('m', 'a', 'v2')]),
      componentVersion('a', 'v1', [reference('m', 'a', 'v2')]),
    ]);
    assert.equal(stderr, '');
    assert.equal(at(items[3], 'spec', 'references', 0, 'componentName'), 'b');
    assert.equal(at(items[4], 'spec', 'references', 0, 'componentName'), 'a');
  });

  it('prefers a descriptor embedded in a reference to an item', async () => {
    const { items } = await overwriteIn([
      ...listed(A_TO_B),
      inlined(v2('root', [bringing('o', 'c', v2('c', [reference('one', 'a', 'v1')]))])),
      componentVersion('c', 'v1', [reference('m', 'a', 'v1')]),
    ]);
    assert.match(items[ITEM] ?? '', /name: one, componentName: b/);
    assert.equal(at(items[3], 'spec', 'references', 0, 'componentName'), 'a');
  });

  it('uses the item of the new reference instead of the descriptor embedded in a changed one', async () => {
    const ran = await overwriteIn([
      ...listed(A_TO_B),
      inlined(v2('root', [bringing('o', 'a', v2('a', [reference('one', 'a', 'v1')]))])),
      componentVersion('b', 'v1', [reference('m', 'a', 'v1')]),
    ]);
    assert.match(ran.items[ITEM] ?? '', /name: o, componentName: b/);
    assert.match(ran.items[ITEM] ?? '', /name: one, componentName: a/);
    assert.equal(at(ran.items[3], 'spec', 'references', 0, 'componentName'), 'b');
    assert.ok(
      ran.results.some((result) =>
        /^warning spec.componentDescriptor.inline.component.componentReferences\[0\].labels\[1\].value: unused: /.test(
          result,
        ),
      ),
      ran.results.join('\n'),
    );
  });

  it('keeps its own component, with a warning', async () => {
    const item = inlined(v2('root', [], ', repositoryContexts: [{type: near}]'));
    for (const [substitution, expected] of [
      ['{componentName: other, version: v2}', /^warning spec.componentDescriptor.inline: .*root:v1.*"other".*"v2"/],
      ['{repositoryContext: {type: far}}', /^warning spec.componentDescriptor.inline: .*far/],
    ] as const) {
      const list = `[{source: {}, substitution: ${substitution}}]`;
      const { list: out, input, results } = await overwriteIn([...listed(list), item]);
      assert.equal(out, input);
      assert.ok(
        results.some((result) => expected.test(result)),
        results.join('\n'),
      );
    }
  });

  it('leaves a descriptor without a known schema unchanged, with a warning', async () => {
    for (const descriptor of ['{}', '{meta: {schemaVersion: v3}}', v3('c', []).replace('v3alpha1', 'v4')]) {
      const { list, input, results, stderr } = await overwriteIn([...listed(A_TO_B), inlined(descriptor)]);
      assert.equal(stderr, '');
      assert.equal(list, input);
      assert.ok(
        results.some((result) =>
          result.startsWith('warning spec.componentDescriptor.inline: must be a component descriptor of schema v2 or '),
        ),
        results.join('\n'),
      );
    }
  });

  it('warns that signatures no longer match, also further up', async () => {
    const signed = (name: string, references: readonly string[]): string =>
      v2(name, references, '', ', signatures: [{name: s}]');
    const item = inlined(
      signed('root', [
        bringing('o', 'c', signed('c', [reference('one', 'a', 'v1')])),
        bringing('p', 'd', signed('d', [reference('one', 'd', 'v1')])),
      ]),
    );
    const { results } = await overwriteIn([...listed(A_TO_B), item]);
    const inner = 'spec.componentDescriptor.inline.component.componentReferences[0].labels[1].value.signatures';
    assert.deepEqual(
      results.filter((result) => result.startsWith('warning')).map((result) => result.split(': ')[0]),
      [`warning ${inner}`, 'warning spec.componentDescriptor.inline.signatures'].toSorted(),
    );
  });

  it('does not warn of an empty list of signatures', async () => {
    const item = inlined(v2('root', [reference('one', 'a', 'v1')], '', ', signatures: []'));
    assert.doesNotMatch((await overwriteIn([...listed(A_TO_B), item])).results.join('\n'), /signatures/);
  });

  it('keeps original references by name, even if they move', async () => {
    const nested = (before: string): string =>
      inlined(v2('root', [before, bringing('o', 'c', v2('c', [reference('one', 'a', 'v1')]))].filter(Boolean)));
    const ran = await overwriteIn([...listed(A_TO_B), nested('')]);
    const more = reference('first', 'c', 'v1');
    const moved = ran.items[ITEM]?.replace('componentReferences: [', `componentReferences: [${more}, `) ?? '';
    const restored = await overwriteAgain(ran, { 1: overwrites('o'), [ITEM]: moved });
    assert.equal(restored.items[ITEM], nested(more));
  });
});

describe('overwrite-components: references of descriptors that are malformed', () => {
  const AT = 'spec.references[0]';
  const malformed: readonly (readonly [entry: string, field: string, message: string])[] = [
    ['{name: one, componentName: a, version: 1.10}', `${AT}.version`, 'must be a string'],
    ['{name: one, componentName: a}', `${AT}.version`, 'must be set'],
    ['{name: one, componentName: a, version: ""}', `${AT}.version`, 'must not be empty'],
    ['{name: one, version: v1}', `${AT}.componentName`, 'must be set'],
    ['{name: one, componentName: [a], version: v1}', `${AT}.componentName`, 'must be a string'],
    ['text', AT, 'must be a map'],
    ['[]', AT, 'must be a map'],
    ['null', AT, 'must be a map'],
  ];

  for (const [entry, field, message] of malformed)
    it(`leaves ${entry} unchanged: it ${message}`, async () => {
      const list = '[{source: {}, substitution: {componentName: root}}, {source: {}, substitution: {version: v1}}]';
      const { items, results, stderr } = await overwriteIn([
        ...listed(list),
        installation('i', '{componentDescriptor: {ref: {componentName: root, version: v1}}}'),
        componentVersion('root', 'v1', [entry, reference('m', 'c', 'v1')]),
      ]);
      assert.equal(stderr, '');
      assert.ok(items[3]?.includes(`    - ${entry}\n    - {name: m, componentName: root, version: v1}\n`), items[3]);
      assert.deepEqual(Object.keys(mapOf(originalsOf(items[3]))).length, 1);
      assert.ok(
        results.some((result) => result.startsWith(`warning ${field}: ${message}`)),
        results.join('\n'),
      );
    });

  it('rejects a map instead of the list', async () => {
    const item = componentVersion('root', 'v1', []).replace('{}', '{references: {n: a}}');
    const { list, input, results } = await overwriteIn([
      ...listed(A_TO_B),
      installation('i', '{componentDescriptor: {ref: {componentName: root, version: v1}}}'),
      item,
    ]);
    assert.equal(list, input);
    assert.ok(
      results.some((result) => result.startsWith('warning spec.references: must be a list')),
      results.join('\n'),
    );
  });
});
