import assert from 'node:assert/strict';
import { context, deployItem, installation, options, overwrites } from './overwrite-contexts.ts';
import { componentVersion, listed, overwriteIn, reference } from './overwritten-components.ts';

const REF = '{componentDescriptor: {ref: {componentName: a, version: v1}}}';
const MATCHES_NONE = 'matches no reference';

interface Row {
  readonly name: string;
  readonly list: string;
  readonly items?: readonly string[];
  readonly config?: string;
  /** Results about overwrites. */
  readonly want: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: 'applied, and to how many',
    list: '[{source: {componentName: a}, substitution: {componentName: b}}]',
    items: [
      installation('i', REF),
      deployItem('d', `{config: ${REF}}`),
      componentVersion('b', 'v1', [reference('one', 'a', 'v7'), reference('two', 'c', 'v1')]),
    ],
    // The reference of the descriptor is counted once, however many lead there.
    want: ['info overwrites[0]: applied to 3 references'],
  },
  {
    name: 'applied without a change: it pins',
    list: '[{source: {componentName: a}, substitution: {version: v1}}]',
    want: ['info overwrites[0]: applied to 1 reference'],
  },
  {
    name: 'never matched',
    list: '[{source: {componentName: b}, substitution: {version: v2}}, {source: {componentName: A}, substitution: {version: v2}}, {source: {version: "1"}, substitution: {version: v2}}]',
    want: [0, 1, 2].map((index) => `warning overwrites[${index}]: ${MATCHES_NONE}`),
  },
  {
    name: 'what another one makes is not matched',
    list: '[{source: {componentName: a}, substitution: {componentName: b}}, {source: {componentName: b}, substitution: {componentName: c}}]',
    want: ['info overwrites[0]: applied to 1 reference', `warning overwrites[1]: ${MATCHES_NONE}`],
  },
  {
    name: 'shadowed, by which on which attribute',
    list: '[{source: {}, substitution: {version: v2}}, {source: {}, substitution: {componentName: b}}, {source: {}, substitution: {componentName: c, version: v3}}, {source: {}, substitution: {version: v4}}]',
    want: [
      'info overwrites[0]: applied to 1 reference',
      'info overwrites[1]: applied to 1 reference',
      'info overwrites[2]: shadowed for 1 reference by `overwrites[1]` on `componentName`, `overwrites[0]` on `version`: an attribute is overwritten once',
      'info overwrites[3]: shadowed for 1 reference by `overwrites[0]` on `version`: an attribute is overwritten once',
    ],
  },
  {
    name: 'shadowed by one that changes nothing',
    list: '[{source: {}, substitution: {componentName: a}}, {source: {}, substitution: {componentName: b}}]',
    want: [
      'info overwrites[0]: applied to 1 reference',
      'info overwrites[1]: shadowed for 1 reference by `overwrites[0]` on `componentName`: an attribute is overwritten once',
    ],
  },
  {
    name: 'one that is left out shadows nothing: it is left out as a whole',
    list: '[{source: {}, substitution: {componentName: b}}, {source: {}, substitution: {componentName: c, version: v2}}, {source: {}, substitution: {version: v3}}]',
    want: [
      'info overwrites[0]: applied to 1 reference',
      'info overwrites[1]: shadowed for 1 reference by `overwrites[0]` on `componentName`: an attribute is overwritten once',
      'info overwrites[2]: applied to 1 reference',
    ],
  },
  {
    name: 'applied to some and shadowed for others, by different ones',
    list: '[{source: {version: v1}, substitution: {componentName: b}}, {source: {version: v2}, substitution: {componentName: c}}, {source: {componentName: a}, substitution: {componentName: d}}]',
    items: ['v1', 'v1', 'v2', 'v3'].map((version, index) => installation(`i${index}`, REF.replace('v1', version))),
    want: [
      'info overwrites[0]: applied to 2 references',
      'info overwrites[1]: applied to 1 reference',
      'info overwrites[2]: applied to 1 reference',
      'info overwrites[2]: shadowed for 1 reference by `overwrites[1]` on `componentName`: an attribute is overwritten once',
      'info overwrites[2]: shadowed for 2 references by `overwrites[0]` on `componentName`: an attribute is overwritten once',
    ],
  },
  {
    name: 'near: a repository context that means the same',
    list: '[{source: {repositoryContext: {type: OCIRegistry, baseUrl: near/}}, substitution: {version: v2}}]',
    want: [
      'warning overwrites[0]: nearly matches: its repository context differs only by names of one `type` and by a slash at the end of `baseUrl`',
    ],
  },
  {
    name: 'a range and a glob are matched where they are asked for',
    list: '[{source: {componentName: "*"}, substitution: {componentName: b}}, {source: {version: "<2"}, substitution: {version: v9}}]',
    config: options('{globs: true}'),
    want: ['info overwrites[0]: applied to 1 reference', `warning overwrites[1]: ${MATCHES_NONE}`],
  },
  {
    name: 'in status mode',
    list: '[{source: {}, substitution: {version: v2}}, {source: {}, substitution: {version: v3}}, {source: {componentName: z}, substitution: {}}]',
    config: options('{mode: status}'),
    want: [
      'info overwrites[0]: applied to 1 reference',
      'info overwrites[1]: shadowed for 1 reference by `overwrites[0]` on `version`: an attribute is overwritten once',
      `warning overwrites[2]: ${MATCHES_NONE} of an Installation`,
    ],
  },
];

/** Returns the results about overwrites, without those about references. */
function told(results: readonly string[]): readonly string[] {
  return results.filter((result) => /^\w+ overwrites\[\d+\]: /.test(result)).toSorted();
}

describe('overwrite-components: results about overwrites', () => {
  for (const { name, list, items = [installation('i', REF)], config, want } of rows)
    it(name, async () => {
      const near = 'repositoryContext: {type: ociRegistry, baseUrl: near}\n';
      const { results, stderr } = await overwriteIn([...listed(list, near), ...items], config);
      assert.equal(stderr, '');
      const expected = want.map((result) => result.replace(/(nearly matches: ).*/, '$1'));
      assert.deepEqual(
        told(results).map((result) => result.replace(/(nearly matches: ).*/, '$1')),
        expected,
      );
      for (const result of want.filter((one) => one.includes('nearly')))
        for (const part of ['names of one `type`', 'a slash at the end of `baseUrl`'])
          assert.ok(
            results.some((one) => one.includes(part)),
            `${result}\n${results.join('\n')}`,
          );
    });

  it('reports on each list separately', async () => {
    const { results } = await overwriteIn([
      overwrites('o', '[{source: {}, substitution: {version: v2}}]', 'far'),
      context('default', 'componentVersionOverwrites: o\n', 'far'),
      ...listed('[{source: {}, substitution: {version: v2}}]'),
      installation('i', REF, 'far'),
    ]);
    assert.deepEqual(told(results), [
      'info overwrites[0]: applied to 1 reference',
      `warning overwrites[0]: ${MATCHES_NONE}`,
    ]);
  });

  it('warns if there are no lists', async () => {
    const { results, list, input } = await overwriteIn([installation('i', REF)]);
    assert.deepEqual(results, [
      'warning -: nothing to go by: there is no ComponentVersionOverwrites, neither as the function config nor among the items',
    ]);
    assert.equal(list, input);
  });

  it('rejects all invalid patterns, if patterns are allowed', async () => {
    const list = '[{source: {version: ">=foo"}, substitution: {}}, {source: {version: "1 ~"}, substitution: {}}]';
    const items = [...listed(list), installation('i', REF)];
    assert.equal((await overwriteIn(items)).stderr, '');
    const { results } = await overwriteIn(items, options('{versionRanges: true}'));
    assert.deepEqual(
      results.map((result) => result.split(': ')[0]),
      ['error overwrites[0].source.version', 'error overwrites[1].source.version'],
    );
  });
});
