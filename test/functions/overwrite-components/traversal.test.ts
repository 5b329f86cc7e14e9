import assert from 'node:assert/strict';
import { installation, overwrites } from './overwrite-contexts.ts';
import {
  at,
  componentVersion,
  dataOf,
  listed,
  overwriteAgain,
  overwriteIn,
  reference,
} from './overwritten-components.ts';

const A_TO_B = '[{source: {componentName: a}, substitution: {componentName: b}}]';

/** Returns an Installation of a component `root` of version v1. */
function rooted(name: string, more = ''): string {
  return installation(name, `{componentDescriptor: {ref: {componentName: root, version: v1${more}}}}`);
}

/** Returns the components of the references of a descriptor, in order. */
function titlesIn(item: string | undefined): readonly string[] {
  const references = at(item, 'spec', 'references') as readonly Readonly<Record<string, string>>[];
  return references.map(({ name, componentName, version }) => `${name}=${componentName}:${version}`);
}

interface Row {
  readonly name: string;
  readonly list: string;
  readonly items: readonly string[];
  /** Components of the references of each descriptor. */
  readonly want: readonly (readonly string[])[];
}

const rows: readonly Row[] = [
  {
    name: 'overwrites a reference of a component, and keeps its own name',
    list: A_TO_B,
    items: [rooted('i'), componentVersion('root', 'v1', [reference('a', 'a', 'v1'), reference('one', 'c', 'v1')])],
    want: [['a=b:v1', 'one=c:v1']],
  },
  {
    name: 'overwrites references in the descriptors that references lead to',
    list: A_TO_B,
    items: [
      rooted('i'),
      componentVersion('root', 'v1', [reference('one', 'mid', 'v1')]),
      componentVersion('mid', 'v1', [reference('one', 'low', 'v2')]),
      componentVersion('low', 'v2', [reference('one', 'a', 'v3')]),
    ],
    want: [['one=mid:v1'], ['one=low:v2'], ['one=b:v3']],
  },
  {
    name: 'overwrites references in the descriptor of the new component, not of the original',
    list: `[{source: {componentName: root}, substitution: {version: v2}}, ${A_TO_B.slice(1)}`,
    items: [
      rooted('i'),
      componentVersion('root', 'v1', [reference('one', 'a', 'v1')]),
      componentVersion('root', 'v2', [reference('one', 'a', 'v1')]),
    ],
    want: [['one=a:v1'], ['one=b:v1']],
  },
  {
    name: 'follows an overwritten reference of a descriptor to the new component',
    list: '[{source: {componentName: a}, substitution: {componentName: b}}, {source: {componentName: c}, substitution: {version: v9}}]',
    items: [
      rooted('i'),
      componentVersion('root', 'v1', [reference('one', 'a', 'v1')]),
      componentVersion('a', 'v1', [reference('one', 'c', 'v1')]),
      componentVersion('b', 'v1', [reference('one', 'c', 'v1')]),
    ],
    want: [['one=b:v1'], ['one=c:v1'], ['one=c:v9']],
  },
  {
    name: 'visits each descriptor in a cycle once',
    list: '[{source: {}, substitution: {version: v1}}]',
    items: [
      rooted('i'),
      componentVersion('root', 'v1', [reference('one', 'a', 'v7')]),
      componentVersion('a', 'v1', [reference('one', 'root', 'v7'), reference('self', 'a', 'v7')]),
    ],
    want: [['one=a:v1'], ['one=root:v1', 'self=a:v1']],
  },
  {
    name: 'overwrites references in a descriptor with two paths to it',
    list: A_TO_B,
    items: [
      rooted('i'),
      componentVersion('root', 'v1', [reference('l', 'left', 'v1'), reference('r', 'right', 'v1')]),
      componentVersion('left', 'v1', [reference('one', 'low', 'v1')]),
      componentVersion('right', 'v1', [reference('one', 'low', 'v1')]),
      componentVersion('low', 'v1', [reference('one', 'a', 'v1')]),
    ],
    want: [['l=left:v1', 'r=right:v1'], ['one=low:v1'], ['one=low:v1'], ['one=b:v1']],
  },
  {
    name: 'accepts two Installations with equal results for one descriptor',
    list: A_TO_B,
    items: [rooted('i'), rooted('j'), componentVersion('root', 'v1', [reference('one', 'a', 'v1')])],
    want: [['one=b:v1']],
  },
  {
    name: 'distinguishes references with the same name',
    list: A_TO_B,
    items: [
      rooted('i'),
      componentVersion('root', 'v1', [
        reference('one', 'a', 'v1'),
        reference('one', 'a', 'v2', ', extraIdentity: {k: v}'),
        reference('"one#1"', 'a', 'v3'),
        reference('"one "', 'a', 'v4'),
      ]),
    ],
    want: [['one=b:v1', 'one=b:v2', 'one#1=b:v3', 'one =b:v4']],
  },
  {
    name: 'does not follow a reference to another version of a component',
    list: A_TO_B,
    items: [rooted('i'), componentVersion('root', 'v2', [reference('one', 'a', 'v1')])],
    want: [['one=a:v1']],
  },
];

describe('overwrite-components: transitive references', () => {
  for (const { name, list, items, want } of rows) {
    it(name, async () => {
      const ran = await overwriteIn([...listed(list), ...items]);
      const descriptors = ran.items.filter((item) => dataOf(item)['kind'] === 'ComponentVersion');
      assert.equal(ran.stderr, '');
      assert.deepEqual(descriptors.map(titlesIn), want);
      const again = await overwriteAgain(ran);
      assert.deepEqual([again.list, again.report], [ran.list, ran.report], 'a second run');
      const restored = await overwriteAgain(ran, { 1: overwrites('o') });
      assert.equal(restored.list, ran.input.replace(/overwrites: \[.*/, 'overwrites: []'), 'without overwrites');
    });
  }

  const descriptor = componentVersion('root', 'v1', [reference('one', 'a', 'v1')]);

  it('inherit the overwritten repository context of the root', async () => {
    const list =
      '[{source: {componentName: root}, substitution: {repositoryContext: {type: far}}}, {source: {repositoryContext: {type: far}}, substitution: {version: v2}}, {source: {repositoryContext: {type: near}, componentName: a}, substitution: {componentName: b}}]';
    const { items } = await overwriteIn([
      ...listed(list, 'repositoryContext: {type: near}\n'),
      rooted('i'),
      descriptor,
    ]);
    assert.deepEqual(titlesIn(items[3]), ['one=a:v2']);
  });

  it('accept an overwrite to the inherited repository context', async () => {
    const list = '[{source: {}, substitution: {repositoryContext: {type: far}}}]';
    const { items, stderr } = await overwriteIn([...listed(list), rooted('i'), descriptor]);
    assert.equal(stderr, '');
    assert.deepEqual(at(items[2], 'spec', 'componentDescriptor', 'ref', 'repositoryContext'), { type: 'far' });
    assert.equal(items[3], descriptor);
  });

  it('reject an overwrite to another repository context', async () => {
    const list = '[{source: {componentName: a}, substitution: {repositoryContext: {type: far}}}]';
    const { list: out, input, results } = await overwriteIn([...listed(list), rooted('i'), descriptor]);
    assert.equal(out, input);
    assert.ok(
      results.some((result) =>
        /^error spec\.references\[0\]: must not be overwritten to repository context \{"type":"far"\}: .*"i", which is unset$/.test(
          result,
        ),
      ),
      results.join('\n'),
    );
  });

  it('must have the same result from all roots', async () => {
    const list = '[{source: {repositoryContext: {type: far}, componentName: a}, substitution: {componentName: b}}]';
    const far = rooted('far', ', repositoryContext: {type: far}');
    const near = rooted('near', ', repositoryContext: {type: near}');
    for (const holders of [
      [far, near],
      [near, far],
    ]) {
      const { list: out, input, stderr } = await overwriteIn([...listed(list), ...holders, descriptor]);
      assert.equal(out, input);
      assert.match(
        stderr,
        /conflicting overwrites: Installation "(far|near)" and Installation "(far|near)" lead to this reference/,
      );
    }
  });

  it('must have the same result from roots with and without overwrites', async () => {
    const elsewhere = rooted('j').replace('metadata:\n', 'metadata:\n  namespace: far\n');
    const { list, input, stderr } = await overwriteIn([...listed(A_TO_B), rooted('i'), elsewhere, descriptor]);
    assert.equal(list, input);
    assert.match(stderr, /conflicting overwrites: Installation "i" and Installation "j" lead to this reference/);
  });

  it('are reported once, however many roots lead there', async () => {
    const signed = `${descriptor}signatures: [{name: s}]\n`;
    const { results } = await overwriteIn([...listed(A_TO_B), rooted('i'), rooted('j'), signed]);
    assert.equal(results.filter((result) => result.startsWith('info spec.references[0]: ')).length, 1);
    assert.equal(results.filter((result) => result.startsWith('warning signatures: ')).length, 1);
  });

  it('reject two descriptors of one component', async () => {
    const { list, input, stderr } = await overwriteIn([
      ...listed(A_TO_B),
      rooted('i'),
      rooted('j'),
      descriptor,
      descriptor.replace('metadata:\n', 'metadata:\n  namespace: far\n'),
    ]);
    assert.equal(list, input);
    assert.equal(stderr.match(/duplicate descriptor of root:v1/g)?.length, 1, stderr);
  });

  it('accept two descriptors of one component that nothing refers to', async () => {
    const others = ['one', 'two'].map((namespace) =>
      componentVersion('other', 'v1', []).replace('metadata:\n', `metadata:\n  namespace: ${namespace}\n`),
    );
    assert.equal((await overwriteIn([...listed(A_TO_B), rooted('i'), ...others])).stderr, '');
  });

  it('are at most 500 descriptors away', async () => {
    const chain = (length: number): readonly string[] =>
      Array.from({ length }, (_, index) =>
        componentVersion(index === 0 ? 'root' : `c${index}`, 'v1', [
          reference('one', index === length - 1 ? 'a' : `c${index + 1}`, 'v1'),
        ]),
      );
    const long = await overwriteIn([...listed(A_TO_B), rooted('i'), ...chain(500)]);
    assert.equal(long.stderr, '');
    assert.deepEqual(titlesIn(long.items.at(-1)), ['one=b:v1']);
    const { stderr, list, input } = await overwriteIn([...listed(A_TO_B), rooted('i'), ...chain(501)]);
    assert.match(stderr, /must be at most 500 references away from an Installation/);
    assert.equal(list, input);
  });

  it('lose digests of rewritten descriptors with an info, and get them back', async () => {
    const digest = (value: string): string => `, digest: {value: ${value}}`;
    const ran = await overwriteIn([
      ...listed(A_TO_B),
      rooted('i'),
      componentVersion('root', 'v1', [
        reference('l', 'left', 'v1', digest('left')),
        reference('r', 'right', 'v1', digest('right')),
      ]),
      componentVersion('left', 'v1', [reference('one', 'a', 'v1', digest('low'))]),
      componentVersion('right', 'v1', [reference('one', 'c', 'v1', digest('low'))]),
    ]);
    const [, , , root, left, right] = ran.items;
    assert.match(root ?? '', /- \{name: l, componentName: left, version: v1\}\n.*digest: \{value: right\}/);
    assert.match(left ?? '', /- \{name: one, componentName: b, version: v1\}/);
    assert.equal(right, componentVersion('right', 'v1', [reference('one', 'c', 'v1', digest('low'))]));
    assert.ok(ran.results.some((result) => result.startsWith('info spec.references[0].digest: digest removed')));
    const again = await overwriteAgain(ran);
    assert.deepEqual([again.list, again.report], [ran.list, ran.report]);
    const restored = await overwriteAgain(ran, { 1: overwrites('o') });
    assert.equal(restored.list, ran.input.replace(/overwrites: \[.*/, 'overwrites: []'));
  });

  it('count as rewritten on every path that leads there', async () => {
    const signed = (name: string): string =>
      componentVersion(
        name,
        'v1',
        [reference('one', 'low', 'v1', ', digest: {value: low}')],
        'signatures: [{name: s}]\n',
      );
    const { items, results, stderr } = await overwriteIn([
      ...listed(A_TO_B),
      rooted('i'),
      rooted('j'),
      componentVersion('root', 'v1', [reference('l', 'left', 'v1'), reference('r', 'right', 'v1')]),
      signed('left'),
      signed('right'),
      componentVersion('low', 'v1', [reference('one', 'a', 'v1')]),
    ]);
    assert.equal(stderr, '');
    for (const item of items.slice(5, 7)) assert.match(item, /- \{name: one, componentName: low, version: v1\}\n/);
    assert.equal(results.filter((result) => result.startsWith('warning signatures: ')).length, 2);
  });

  it('may lead to any number of near descriptors', async () => {
    const names = Array.from({ length: 501 }, (_, index) => `c${index}`);
    const { stderr } = await overwriteIn([
      ...listed(A_TO_B),
      rooted('i'),
      componentVersion(
        'root',
        'v1',
        names.map((name) => reference(name, name, 'v1')),
      ),
      ...names.map((name) => componentVersion(name, 'v1', [reference('one', 'a', 'v1')])),
    ]);
    assert.equal(stderr, '');
  });

  it('warn only of signatures that cover rewritten references', async () => {
    const signed = (name: string, references: readonly string[]): string =>
      componentVersion(name, 'v1', references, 'signatures: [{name: s}]\n');
    const { results } = await overwriteIn([
      ...listed(A_TO_B),
      rooted('i'),
      signed('root', [reference('l', 'left', 'v1'), reference('r', 'right', 'v1')]),
      signed('left', [reference('one', 'a', 'v1')]),
      signed('right', [reference('one', 'c', 'v1')]),
    ]);
    const warnings = results.filter((result) => result.startsWith('warning'));
    assert.deepEqual(
      warnings,
      Array(2).fill(
        'warning signatures: the signatures do not match the overwritten references: sign the descriptor again',
      ),
    );
  });
});
