import assert from 'node:assert/strict';
import { context, deployItem, installation, options, overwrites } from './overwrite-contexts.ts';
import {
  at,
  componentVersion,
  dataOf,
  listed,
  mapOf,
  originalsOf,
  overwriteAgain,
  overwriteIn,
} from './overwritten-components.ts';

const REF = ['spec', 'componentDescriptor', 'ref'] as const;
const NEAR = '{type: ociRegistry, baseUrl: near}';
const FAR = '{type: ociRegistry, baseUrl: far}';
const A_TO_B = '[{source: {componentName: a}, substitution: {componentName: b}}]';

const near = { type: 'ociRegistry', baseUrl: 'near' };
const far = { type: 'ociRegistry', baseUrl: 'far' };

interface Row {
  readonly name: string;
  readonly ref: string;
  readonly list: string;
  /** Expected reference. Defaults to the reference on input. */
  readonly want?: Readonly<Record<string, unknown>>;
  /** Fields of the default Context. */
  readonly context?: string;
}

const rows: readonly Row[] = [
  {
    name: 'overwrites a name',
    ref: '{componentName: a, version: v1}',
    list: A_TO_B,
    want: { componentName: 'b', version: 'v1' },
  },
  {
    name: 'overwrites all attributes of a reference',
    ref: `{repositoryContext: ${NEAR}, componentName: a, version: v1}`,
    list: `[{source: {repositoryContext: ${NEAR}, componentName: a, version: v1}, substitution: {repositoryContext: ${FAR}, componentName: b, version: v2}}]`,
    want: { repositoryContext: far, componentName: 'b', version: 'v2' },
  },
  {
    name: 'matches an inherited repository context without writing it',
    ref: '{componentName: a, version: v1}',
    context: `repositoryContext: ${NEAR}\n`,
    list: `[{source: {repositoryContext: ${NEAR}}, substitution: {version: v2}}]`,
    want: { componentName: 'a', version: 'v2' },
  },
  {
    name: 'writes an inherited repository context that is overwritten',
    ref: '{componentName: a, version: v1}',
    context: `repositoryContext: ${NEAR}\n`,
    list: `[{source: {repositoryContext: ${NEAR}}, substitution: {repositoryContext: ${FAR}}}]`,
    want: { repositoryContext: far, componentName: 'a', version: 'v1' },
  },
  {
    name: 'prefers the repository context of the reference to that of the Context',
    ref: `{repositoryContext: ${FAR}, componentName: a, version: v1}`,
    context: `repositoryContext: ${NEAR}\n`,
    list: `[{source: {repositoryContext: ${NEAR}}, substitution: {version: v2}}]`,
  },
  {
    name: 'adds a missing repository context',
    ref: '{componentName: a, version: v1}',
    list: `[{source: {}, substitution: {repositoryContext: ${NEAR}}}]`,
    want: { repositoryContext: near, componentName: 'a', version: 'v1' },
  },
  {
    name: 'overwrites a repository context as a whole',
    ref: '{repositoryContext: {type: ociRegistry, baseUrl: near, componentNameMapping: urlPath}, componentName: a, version: v1}',
    list: `[{source: {}, substitution: {repositoryContext: ${FAR}}}]`,
    want: { repositoryContext: far, componentName: 'a', version: 'v1' },
  },
  {
    name: 'does not write an equal repository context, whatever the order of its keys',
    ref: '{componentName: a, version: v1}',
    context: `repositoryContext: ${NEAR}\n`,
    list: '[{source: {}, substitution: {repositoryContext: {baseUrl: near, type: ociRegistry}, version: v2}}]',
    want: { componentName: 'a', version: 'v2' },
  },
  {
    name: 'does not match an overwritten name again',
    ref: '{componentName: a, version: v1}',
    list: '[{source: {componentName: a}, substitution: {componentName: b}}, {source: {componentName: b}, substitution: {version: v2}}]',
    want: { componentName: 'b', version: 'v1' },
  },
  {
    name: 'pins an attribute that is overwritten by its own value',
    ref: '{componentName: a, version: v1}',
    list: '[{source: {componentName: a}, substitution: {version: v1}}, {source: {}, substitution: {version: v2}}]',
  },
  {
    name: 'changes nothing without overwrites',
    ref: '{componentName: a, version: v1}',
    list: '[]',
  },
];

describe('overwrite-components: references of Installations and DeployItems', () => {
  for (const { name, ref, list, want, context: fields = '' } of rows) {
    it(name, async () => {
      const items = [
        ...listed(list, fields),
        installation('i', `{componentDescriptor: {ref: ${ref}}}`),
        deployItem('d', `{type: t, config: {componentDescriptor: {ref: ${ref}}}}`),
      ];
      const ran = await overwriteIn(items);
      assert.equal(ran.stderr, '');
      const [, , holder, deployed] = ran.items;
      const own = at(items[2], ...REF);
      assert.deepEqual(at(holder, ...REF), want ?? own);
      assert.deepEqual(at(deployed, 'spec', 'config', 'componentDescriptor', 'ref'), want ?? own);
      if (want === undefined) assert.equal(ran.list, ran.input);
      else assert.deepEqual(Object.keys(mapOf(originalsOf(holder))), ['spec.componentDescriptor.ref']);

      const again = await overwriteAgain(ran);
      assert.deepEqual([again.list, again.report], [ran.list, ran.report], 'a second run');
      assert.deepEqual(again.results, ran.results);

      const restored = await overwriteAgain(ran, { 1: overwrites('o') });
      assert.equal(restored.stderr, '');
      assert.deepEqual(restored.items.slice(2).map(dataOf), items.slice(2).map(dataOf), 'without overwrites');
    });
  }

  it('reports the change of a reference, and the overwrites that applied', async () => {
    const { results } = await overwriteIn([
      ...listed(
        `[{source: {}, substitution: {repositoryContext: ${FAR}, version: v2}}]`,
        `repositoryContext: ${NEAR}\n`,
      ),
      installation('i', '{componentDescriptor: {ref: {componentName: a, version: v1}}}'),
    ]);
    assert.deepEqual(results.toSorted(), [
      'info overwrites[0]: applied to 1 reference: Installation i',
      'info spec.componentDescriptor.ref: Component reference has been overwritten:\nnear () -> far ()\nComponentName has not been overwritten\nv1 -> v2',
    ]);
  });

  it('applies the Context of each namespace', async () => {
    const named = 'componentVersionOverwrites: o\n';
    const spec = '{componentDescriptor: {ref: {componentName: a, version: v1}}}';
    const { items } = await overwriteIn([
      overwrites('o', A_TO_B, 'one'),
      context('default', named, 'one'),
      overwrites('o', '[{source: {}, substitution: {version: v2}}]'),
      context('default', named, 'default'),
      installation('i', spec, 'one'),
      installation('i', spec),
      installation('i', spec, 'three'),
    ]);
    assert.deepEqual(
      items.slice(4).map((item) => at(item, ...REF)),
      [
        { componentName: 'b', version: 'v1' },
        { componentName: 'a', version: 'v2' },
        { componentName: 'a', version: 'v1' },
      ],
    );
  });

  it('applies overwrites in the function config to the Installations of their namespace', async () => {
    const spec = '{componentDescriptor: {ref: {componentName: a, version: v1}}}';
    const { items } = await overwriteIn(
      [installation('i', spec, 'one'), installation('i', spec), deployItem('d', `{config: ${spec}}`, 'one')],
      overwrites('o', A_TO_B, 'one'),
    );
    assert.equal(at(items[0], ...REF, 'componentName'), 'b');
    assert.equal(at(items[1], ...REF, 'componentName'), 'a');
    assert.equal(at(items[2], 'spec', 'config', 'componentDescriptor', 'ref', 'componentName'), 'b');
  });

  it('matches ranges and globs if they are allowed', async () => {
    const items = [
      ...listed('[{source: {componentName: "x/*", version: ">=1 <2"}, substitution: {version: v2.0.0}}]'),
      ...['x/a', 'x/a/b'].map((name, index) =>
        installation(`i${index}`, `{componentDescriptor: {ref: {componentName: ${name}, version: v1.5.0}}}`),
      ),
    ];
    const versions = async (config?: string): Promise<readonly unknown[]> =>
      (await overwriteIn(items, config)).items.slice(2).map((item) => at(item, ...REF, 'version'));
    assert.deepEqual(await versions(), ['v1.5.0', 'v1.5.0']);
    assert.deepEqual(await versions(options('{globs: true}')), ['v1.5.0', 'v1.5.0']);
    assert.deepEqual(await versions(options('{versionRanges: true}')), ['v1.5.0', 'v1.5.0']);
    assert.deepEqual(await versions(options('{globs: true, versionRanges: true}')), ['v2.0.0', 'v1.5.0']);
  });

  it('leaves local configuration, and descriptors that nothing refers to, unchanged', async () => {
    const local = installation('i', '{componentDescriptor: {ref: {componentName: a, version: v1}}}').replace(
      'spec:',
      '  annotations: {config.kubernetes.io/local-config: "true"}\nspec:',
    );
    const { list, input, results } = await overwriteIn([
      ...listed(A_TO_B),
      local,
      componentVersion('r', 'v1', ['{name: n, componentName: a, version: v1}']),
    ]);
    assert.equal(list, input);
    assert.deepEqual(results, ['warning overwrites[0]: matches no reference']);
  });

  it('changes nothing on any error', async () => {
    const { list, input, stderr } = await overwriteIn([
      ...listed(A_TO_B),
      installation('i', '{componentDescriptor: {ref: {componentName: a, version: v1}}}'),
      installation('j', '{context: missing, componentDescriptor: {ref: {componentName: a, version: v1}}}'),
    ]);
    assert.match(stderr, /must be the name of a Context/);
    assert.equal(list, input);
  });
});

describe('overwrite-components: text', () => {
  const pair = 'componentName: a, version: v1';

  it('keeps comments, quotes and order', async () => {
    const text = `apiVersion: landscaper.gardener.cloud/v1alpha1
kind: Installation
metadata:
  name: i
  # of the metadata
  annotations:
    kept: 'yes' # kept
spec:
  componentDescriptor:
    ref: # the reference
      version: "v1" # its version
      # the component
      componentName: 'a' # its name
      repositoryContext: # where
        type: ociRegistry # what
        baseUrl: "x"
  context: default # last
`;
    const ran = await overwriteIn([...listed('[{source: {}, substitution: {componentName: b, version: v1}}]'), text]);
    const want = text.replace("componentName: 'a'", "componentName: 'b'");
    const lines = (ran.items[2] ?? '').split('\n').filter((line) => !line.includes('original-component-references'));
    assert.equal(lines.join('\n'), want);
    assert.equal((await overwriteAgain(ran, { 1: overwrites('o') })).items[2], text);
  });

  it('keeps JSON', async () => {
    const json = `{"apiVersion": "landscaper.gardener.cloud/v1alpha1", "kind": "Installation", "metadata": {"name": "i"},
 "spec": {"componentDescriptor": {"ref": {"componentName": "a", "version": "v1"}}}}
`;
    const ran = await overwriteIn([...listed(A_TO_B), json]);
    const [, , item = ''] = ran.items;
    assert.ok(item.includes('{"componentName": "b", "version": "v1"}'), item);
    const again = await overwriteAgain(ran);
    assert.deepEqual([again.list, again.report], [ran.list, ran.report]);
    const restored = await overwriteAgain(ran, { 1: overwrites('o') });
    assert.deepEqual(dataOf(restored.items[2]), dataOf(json));
  });

  it('ignores the order of keys in a list', async () => {
    const holder = installation('i', `{componentDescriptor: {ref: {repositoryContext: ${NEAR}, ${pair}}}}`);
    const [one, other] = await Promise.all(
      [FAR, '{baseUrl: far, type: ociRegistry}'].map((where) =>
        overwriteIn([...listed(`[{source: {}, substitution: {repositoryContext: ${where}}}]`), holder]),
      ),
    );
    assert.match(one?.items[2] ?? '', /baseUrl: far/);
    assert.equal(one?.items[2], other?.items[2]);
  });

  it('keeps numbers beyond the precision of doubles', async () => {
    const where = 'repositoryContext: {type: t, size: 9007199254740993}';
    const item = installation('i', `{componentDescriptor: {ref: {${pair}, ${where}}}}`);
    const ran = await overwriteIn([...listed(A_TO_B), item]);
    assert.equal(ran.stderr, '');
    assert.ok(ran.items[2]?.includes(`{componentName: b, version: v1, ${where}}`), ran.list);
    const again = await overwriteAgain(ran);
    assert.deepEqual([again.list, again.report], [ran.list, ran.report]);
    assert.equal((await overwriteAgain(ran, { 1: overwrites('o') })).items[2], item);
    const moved = await overwriteAgain(ran, {
      1: overwrites('o', `[{source: {}, substitution: {repositoryContext: ${FAR}}}]`),
    });
    assert.ok(moved.items[2]?.includes(`{componentName: a, version: v1, repositoryContext: ${FAR}}`), moved.list);
    assert.match((await overwriteAgain(moved, { 1: overwrites('o') })).items[2] ?? '', /size: 9007199254740993\b/);
  });

  it('replaces a reference that is an alias by its own value, and keeps the anchor', async () => {
    const { items } = await overwriteIn([
      ...listed(A_TO_B),
      installation('i', `{other: &r {${pair}}, componentDescriptor: {ref: *r}}`),
      installation('j', `{componentDescriptor: {ref: &r {${pair}}}, other: *r}`),
      installation('k', `{other: &r {${pair}}, componentDescriptor: {ref: {<<: *r}}}`),
    ]);
    for (const item of items.slice(2, 4)) {
      assert.equal(at(item, 'spec', 'other', 'componentName'), 'a');
      assert.equal(at(item, ...REF, 'componentName'), 'b');
    }
    assert.match(items[4] ?? '', /other: &r \{componentName: a, version: v1\}, .*\{<<: \*r, componentName: b\}/);
  });
});
