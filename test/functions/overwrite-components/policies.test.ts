import assert from 'node:assert/strict';
import type { Options } from '../../../functions/overwrite-components/kinds/component-overwriting.ts';
import type { Overwrite } from '../../../functions/overwrite-components/kinds/component-version-overwrites.ts';
import { resource } from '../../support/resource-list.ts';
import { context, look, options, overwrites } from './overwrite-contexts.ts';

const OCI = '{type: ociRegistry, baseUrl: example.org}';

/** Text of a resource and its errors, sorted. */
type Row = readonly [name: string, text: string, errors: readonly string[]];

const REFERENCE = 'known fields: `repositoryContext`, `componentName`, `version`';

const lists: readonly Row[] = [
  [
    'accepts a source and a substitution that set nothing',
    overwrites('o', '[{source: {}, substitution: {repositoryContext: null, componentName: "", version: null}}]'),
    [],
  ],
  ['accepts an empty list', overwrites('o'), []],
  [
    'accepts a resource without fields',
    resource('landscaper.gardener.cloud/v1alpha1', 'ComponentVersionOverwrites', 'o'),
    [],
  ],
  [
    'accepts any field in a repository context',
    overwrites('o', '[{source: {repositoryContext: {type: a, b: {c: [1, null]}}}, substitution: {}}]'),
    [],
  ],
  [
    'rejects an overwrite without source or substitution',
    overwrites('o', '[{}, {source: null, substitution: {}}]'),
    [
      'error overwrites[0].source: must be set',
      'error overwrites[0].substitution: must be set',
      'error overwrites[1].source: must be set',
    ],
  ],
  [
    'rejects a version without quotes and a name that is a list',
    overwrites('o', '[{source: {version: 1.0}, substitution: {componentName: [a]}}]'),
    [
      'error overwrites[0].source.version: must be a string, not a number',
      'error overwrites[0].substitution.componentName: must be a string, not a list',
    ],
  ],
  [
    'rejects invalid repository contexts',
    overwrites(
      'o',
      `[{source: {repositoryContext: example.org}, substitution: {repositoryContext: {baseUrl: a}}},
      {source: {repositoryContext: {type: 1}}, substitution: {repositoryContext: {type: null}}},
      {source: {repositoryContext: {type: ""}}, substitution: {}}]`,
    ),
    [
      'error overwrites[0].source.repositoryContext: must be a map, not a string',
      'error overwrites[0].substitution.repositoryContext.type: must be set',
      'error overwrites[1].source.repositoryContext.type: must be a string, not a number',
      'error overwrites[1].substitution.repositoryContext.type: must be set',
      'error overwrites[2].source.repositoryContext.type: must not be empty',
    ],
  ],
  [
    'rejects the fields of an older design and a misspelled one',
    overwrites('o', '[{component: {}, target: {}, source: {name: a, componentname: b}, substitution: {}}]'),
    [
      'error overwrites[0].component: unknown field; known fields: `source`, `substitution`',
      'error overwrites[0].source.componentname: unknown field; did you mean `componentName`?',
      `error overwrites[0].source.name: unknown field; ${REFERENCE}`,
      'error overwrites[0].target: unknown field; known fields: `source`, `substitution`',
    ],
  ],
  [
    'rejects a map instead of the list',
    overwrites('o', '{source: {}}'),
    ['error overwrites: must be a list, not a map: put "- " before `source`'],
  ],
  [
    'rejects a spec',
    resource('landscaper.gardener.cloud/v1alpha1', 'ComponentVersionOverwrites', 'o', 'spec: {overwrites: []}\n'),
    ['error spec: unknown field; write `overwrites` at the top level'],
  ],
  ['rejects a list without a name', overwrites('""'), ['error metadata.name: must be set']],
  [
    'rejects another group',
    resource('landscaper.gardener.com/v1alpha1', 'ComponentVersionOverwrites', 'o'),
    ['error apiVersion: must be "landscaper.gardener.cloud/v1alpha1" for kind ComponentVersionOverwrites'],
  ],
];

describe('overwrite-components: validation of ComponentVersionOverwrites', () => {
  for (const [name, text, want] of lists) {
    it(name, async () => {
      assert.deepEqual(errorsOf((await look([], text)).results), want);
    });
  }

  it('also validates those among the items', async () => {
    const { results } = await look([overwrites('o', '[{source: {version: 1}, substitution: {}}]')]);
    assert.deepEqual(results, ['error overwrites[0].source.version: must be a string, not a number']);
  });
});

const contexts: readonly Row[] = [
  ['accepts a Context without fields', context('c'), []],
  [
    'accepts every field of Landscaper',
    context(
      'c',
      `repositoryContext: ${OCI}
ocmConfig: {name: a}
useOCM: true
registryPullSecrets: [{name: a}]
configurations: {a: {b: c}}
verificationSignatures: {a: {b: c}}
status: {a: b}
`,
    ),
    [],
  ],
  [
    'accepts fields that are null or empty',
    context('c', 'repositoryContext: null\ncomponentVersionOverwrites: ""\n'),
    [],
  ],
  [
    'rejects a list of names and a repository context without a type',
    context('c', 'repositoryContext: {baseUrl: a}\ncomponentVersionOverwrites: [a]\n'),
    ['error componentVersionOverwrites: must be a string, not a list', 'error repositoryContext.type: must be set'],
  ],
  [
    'rejects a spec and a misspelled field',
    context('c', 'spec: {}\ncomponentVersionOverwrite: a\n'),
    [
      'error componentVersionOverwrite: unknown field; did you mean `componentVersionOverwrites`?',
      'error spec: unknown field; write its fields at the top level',
    ],
  ],
  ['rejects a Context without a name', context('""'), ['error metadata.name: must be set']],
  [
    'rejects another version',
    resource('landscaper.gardener.cloud/v1', 'Context', 'c'),
    ['error apiVersion: must be "landscaper.gardener.cloud/v1alpha1" for kind Context'],
  ],
];

describe('overwrite-components: validation of Contexts', () => {
  for (const [name, text, want] of contexts) {
    it(name, async () => {
      assert.deepEqual(errorsOf((await look([text])).results), want);
      assert.deepEqual(errorsOf((await look([text], overwrites('o'))).results), want, 'beside a list that is given');
    });
  }

  it('refuses them as the function config', async () => {
    assert.deepEqual((await look([], context('c'))).results, [
      'error kind: the function config must be ComponentVersionOverwrites (landscaper.gardener.cloud/v1alpha1) or ComponentOverwriting (krm-variants.dev/v1alpha1)',
    ]);
  });
});

describe('overwrite-components: reading overwrites', () => {
  const read = async (list: string): Promise<readonly Overwrite[]> =>
    (await look([], overwrites('o', list))).policies?.given?.overwrites ?? [];

  it('reads attributes that are set, and the path of each overwrite', async () => {
    const all = `{repositoryContext: ${OCI}, componentName: a, version: v1}`;
    assert.deepEqual(
      plain(await read(`[{source: {version: v0}, substitution: {}}, {source: ${all}, substitution: ${all}}]`)),
      [
        { source: { version: 'v0' }, substitution: {}, field: ['overwrites', 0] },
        {
          source: {
            repositoryContext: { type: 'ociRegistry', baseUrl: 'example.org' },
            componentName: 'a',
            version: 'v1',
          },
          substitution: {
            repositoryContext: { type: 'ociRegistry', baseUrl: 'example.org' },
            componentName: 'a',
            version: 'v1',
          },
          field: ['overwrites', 1],
        },
      ],
    );
  });

  it('treats null and "" as unset', async () => {
    const none = '{repositoryContext: null, componentName: "", version: null}';
    assert.deepEqual(plain(await read(`[{source: ${none}, substitution: ${none}}]`)), [
      { source: {}, substitution: {}, field: ['overwrites', 0] },
    ]);
  });

  it('keeps all digits of numbers and nulls in a repository context', async () => {
    const [overwrite] = await read(
      '[{source: {repositoryContext: {type: a, size: 9007199254740993, z: null}}, substitution: {}}]',
    );
    assert.deepEqual(
      { ...Object(overwrite?.source.repositoryContext) },
      { type: 'a', size: 9007199254740993n, z: null },
    );
  });
});

const OPTIONS: readonly (readonly [spec: string, want: Options])[] = [
  ['{}', { mode: 'rewrite', versionRanges: false, globs: false }],
  ['{mode: null, globs: null}', { mode: 'rewrite', versionRanges: false, globs: false }],
  ['{mode: status, versionRanges: true}', { mode: 'status', versionRanges: true, globs: false }],
  ['{mode: rewrite, globs: true}', { mode: 'rewrite', versionRanges: false, globs: true }],
];

describe('overwrite-components: ComponentOverwriting', () => {
  for (const [spec, want] of OPTIONS) {
    it(`reads the spec ${spec}`, async () => {
      assert.deepEqual((await look([], options(spec))).policies?.options, want);
    });
  }

  it('refuses other fields and values', async () => {
    assert.deepEqual((await look([], options('{mode: dry, glob: true, versionRanges: "yes"}'))).results, [
      'error spec.glob: unknown field; did you mean `globs`?',
      'error spec.mode: must be "rewrite" or "status"',
      'error spec.versionRanges: must be a boolean, not a string',
    ]);
  });

  it('leaves the policies to the items', async () => {
    const { policies } = await look([overwrites('o'), context('c')], options('{}'));
    assert.equal(policies?.given, undefined);
    assert.deepEqual(
      policies?.lists.map(({ resource: { name } }) => name),
      ['o'],
    );
    assert.deepEqual(
      policies.contexts.map(({ resource: { name } }) => name),
      ['c'],
    );
  });
});

describe('overwrite-components: a list that is the function config', () => {
  it('is the only list: those among the items are ignored, but Contexts are read', async () => {
    const bad = overwrites('bad', '[{}]');
    const { policies, results } = await look([bad, overwrites('o'), context('c')], overwrites('o'));
    assert.deepEqual(errorsOf(results), []);
    assert.ok(policies?.given !== undefined);
    assert.equal(policies.given.resource.name, 'o');
    assert.deepEqual(policies.lists, []);
    assert.deepEqual(
      policies.contexts.map(({ resource: { name } }) => name),
      ['c'],
    );
  });
});

function errorsOf(results: readonly string[]): readonly string[] {
  return results.filter((line) => line.startsWith('error '));
}

/** Converts overwrites to plain data without their list: maps that were read have no prototype. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, each: unknown) => (key === 'resource' ? undefined : each)));
}
