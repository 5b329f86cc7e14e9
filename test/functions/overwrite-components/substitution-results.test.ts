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
    name: 'counts the references to which an overwrite is applied',
    list: '[{source: {componentName: a}, substitution: {componentName: b}}]',
    items: [
      installation('i', REF),
      deployItem('d', `{config: ${REF}}`),
      componentVersion('b', 'v1', [reference('one', 'a', 'v7'), reference('two', 'c', 'v1')]),
    ],
    // The reference of the descriptor is counted once, however many lead there.
    want: ['info overwrites[0]: applied to 3 references: ComponentVersion b, DeployItem d, Installation i'],
  },
  {
    name: 'counts an overwrite that changes nothing as applied',
    list: '[{source: {componentName: a}, substitution: {version: v1}}]',
    want: ['info overwrites[0]: applied to 1 reference: Installation i'],
  },
  {
    name: 'warns of an overwrite that matches nothing',
    list: '[{source: {componentName: b}, substitution: {version: v2}}, {source: {componentName: A}, substitution: {version: v2}}, {source: {version: "1"}, substitution: {version: v2}}]',
    want: [0, 1, 2].map((index) => `warning overwrites[${index}]: ${MATCHES_NONE}`),
  },
  {
    name: 'does not match the result of another overwrite',
    list: '[{source: {componentName: a}, substitution: {componentName: b}}, {source: {componentName: b}, substitution: {componentName: c}}]',
    want: ['info overwrites[0]: applied to 1 reference: Installation i', `warning overwrites[1]: ${MATCHES_NONE}`],
  },
  {
    name: 'names the earlier overwrites and attributes that keep an overwrite from being applied',
    list: '[{source: {}, substitution: {version: v2}}, {source: {}, substitution: {componentName: b}}, {source: {}, substitution: {componentName: c, version: v3}}, {source: {}, substitution: {version: v4}}]',
    want: [
      'info overwrites[0]: applied to 1 reference: Installation i',
      'info overwrites[1]: applied to 1 reference: Installation i',
      'info overwrites[2]: not applied to 1 reference: `overwrites[1]` already sets `componentName`, `overwrites[0]` already sets `version`',
      'info overwrites[3]: not applied to 1 reference: `overwrites[0]` already sets `version`',
    ],
  },
  {
    name: 'reports an overwrite that is shadowed by one that changes nothing',
    list: '[{source: {}, substitution: {componentName: a}}, {source: {}, substitution: {componentName: b}}]',
    want: [
      'info overwrites[0]: applied to 1 reference: Installation i',
      'info overwrites[1]: not applied to 1 reference: `overwrites[0]` already sets `componentName`',
    ],
  },
  {
    name: 'applies an overwrite after a shadowed one with the same attribute',
    list: '[{source: {}, substitution: {componentName: b}}, {source: {}, substitution: {componentName: c, version: v2}}, {source: {}, substitution: {version: v3}}]',
    want: [
      'info overwrites[0]: applied to 1 reference: Installation i',
      'info overwrites[1]: not applied to 1 reference: `overwrites[0]` already sets `componentName`',
      'info overwrites[2]: applied to 1 reference: Installation i',
    ],
  },
  {
    name: 'reports an overwrite that is applied to some references and shadowed for others',
    list: '[{source: {version: v1}, substitution: {componentName: b}}, {source: {version: v2}, substitution: {componentName: c}}, {source: {componentName: a}, substitution: {componentName: d}}]',
    items: ['v1', 'v1', 'v2', 'v3'].map((version, index) => installation(`i${index}`, REF.replace('v1', version))),
    want: [
      'info overwrites[0]: applied to 2 references: Installation i0, Installation i1',
      'info overwrites[1]: applied to 1 reference: Installation i2',
      'info overwrites[2]: applied to 1 reference: Installation i3',
      'info overwrites[2]: not applied to 1 reference: `overwrites[1]` already sets `componentName`',
      'info overwrites[2]: not applied to 2 references: `overwrites[0]` already sets `componentName`',
    ],
  },
  {
    name: 'warns of a source with an equivalent repository context',
    list: '[{source: {repositoryContext: {type: OCIRegistry, baseUrl: near/}}, substitution: {version: v2}}]',
    want: [
      'warning overwrites[0]: nearly matches: the repository contexts are equivalent, but must be equal: they differ by aliases of one `type` and by a slash at the end of `baseUrl`',
    ],
  },
  {
    name: 'matches a glob, but no range, if only globs are allowed',
    list: '[{source: {componentName: "*"}, substitution: {componentName: b}}, {source: {version: "<2"}, substitution: {version: v9}}]',
    config: options('{globs: true}'),
    want: ['info overwrites[0]: applied to 1 reference: Installation i', `warning overwrites[1]: ${MATCHES_NONE}`],
  },
  {
    name: 'counts only references of Installations in status mode',
    list: '[{source: {}, substitution: {version: v2}}, {source: {}, substitution: {version: v3}}, {source: {componentName: z}, substitution: {}}]',
    config: options('{mode: status}'),
    want: [
      'info overwrites[0]: applied to 1 reference: Installation i',
      'info overwrites[1]: not applied to 1 reference: `overwrites[0]` already sets `version`',
      `warning overwrites[2]: ${MATCHES_NONE} of an Installation`,
    ],
  },
];

/** Returns the results about overwrites, without those about references. */
function aboutOverwrites(results: readonly string[]): readonly string[] {
  return results.filter((result) => /^\w+ overwrites\[\d+\]: /.test(result)).toSorted();
}

describe('overwrite-components: results about overwrites', () => {
  for (const { name, list, items = [installation('i', REF)], config, want } of rows)
    it(name, async () => {
      const near = 'repositoryContext: {type: ociRegistry, baseUrl: near}\n';
      const { results, stderr } = await overwriteIn([...listed(list, near), ...items], config);
      assert.equal(stderr, '');
      assert.deepEqual(aboutOverwrites(results), want);
    });

  it('reports on each list separately', async () => {
    const { results } = await overwriteIn([
      overwrites('o', '[{source: {}, substitution: {version: v2}}]', 'far'),
      context('default', 'componentVersionOverwrites: o\n', 'far'),
      ...listed('[{source: {}, substitution: {version: v2}}]'),
      installation('i', REF, 'far'),
    ]);
    assert.deepEqual(aboutOverwrites(results), [
      'info overwrites[0]: applied to 1 reference: Installation far/i',
      `warning overwrites[0]: ${MATCHES_NONE}`,
    ]);
  });

  it('warns if there are no lists', async () => {
    const { results, list, input } = await overwriteIn([installation('i', REF)]);
    assert.deepEqual(results, ['warning -: no ComponentVersionOverwrites in the function config or among the items']);
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
