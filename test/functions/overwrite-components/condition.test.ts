import assert from 'node:assert/strict';
import { conditionMessage, conditionOf } from '../../../functions/overwrite-components/condition.ts';
import { makeMatcher } from '../../../functions/overwrite-components/matcher.ts';
import type { Reference } from '../../../functions/overwrite-components/reference.ts';
import { substitute } from '../../../functions/overwrite-components/substitution.ts';

const BEFORE: Reference = {
  repositoryContext: { baseUrl: 'old.org/components', type: 'ociRegistry' },
  componentName: 'a',
  version: 'v1',
};

const CONTEXT = 'RepositoryContext has not been overwritten';
const NAME = 'ComponentName has not been overwritten';
const VERSION = 'Version has not been overwritten';

type Row = readonly [name: string, before: Partial<Reference>, after: Partial<Reference>, lines: readonly string[]];

/** Cases with the lines after the first. */
const rows: readonly Row[] = [
  ['of the name', {}, { componentName: 'b' }, [CONTEXT, 'a -> b', VERSION]],
  ['of the version', {}, { version: 'v2' }, [CONTEXT, NAME, 'v1 -> v2']],
  ['from an empty version', { version: '' }, { version: 'v2' }, [CONTEXT, NAME, ' -> v2']],
  [
    'between two registries',
    {},
    { repositoryContext: { type: 'ociRegistry', baseUrl: 'new.org' } },
    ['old.org/components () -> new.org ()', NAME, VERSION],
  ],
  [
    'between two name mappings, and no other field',
    { repositoryContext: { type: 'ociRegistry', baseUrl: 'x', componentNameMapping: 'urlPath', subPath: 's' } },
    { repositoryContext: { type: 'ociRegistry', baseUrl: 'x', componentNameMapping: 'sha256-digest' } },
    ['x (urlPath) -> x (sha256-digest)', NAME, VERSION],
  ],
  [
    'to a repository context of another type',
    {},
    { repositoryContext: { type: 'OCIRegistry', baseUrl: 'new.org' } },
    [
      '{"baseUrl":"old.org/components","type":"ociRegistry"} -> {"baseUrl":"new.org","type":"OCIRegistry"}',
      NAME,
      VERSION,
    ],
  ],
  [
    'between repository contexts of another type',
    { repositoryContext: { type: 'local', n: 1 } },
    { repositoryContext: { type: 'local', n: 2 } },
    ['{"n":1,"type":"local"} -> {"n":2,"type":"local"}', NAME, VERSION],
  ],
  [
    'from no repository context',
    { repositoryContext: undefined },
    { repositoryContext: { type: 'ociRegistry', baseUrl: 'new.org' }, version: 'v2' },
    ['-> {"baseUrl":"new.org","type":"ociRegistry"}', NAME, 'v1 -> v2'],
  ],
  [
    'to a registry without a valid address',
    { repositoryContext: { type: 'ociRegistry' } },
    { repositoryContext: { type: 'ociRegistry', baseUrl: 1 } },
    ['{"type":"ociRegistry"} -> {"baseUrl":1,"type":"ociRegistry"}', NAME, VERSION],
  ],
];

describe('conditions of overwrite-components', () => {
  for (const [name, before, after, lines] of rows) {
    it(`describe a change: ${name}`, () => {
      const from = { ...BEFORE, ...before };
      const want = ['Component reference has been overwritten:', ...lines].join('\n');
      assert.equal(conditionMessage(from, { ...from, ...after }), want);
    });
  }

  it('match those of the design word for word', () => {
    const context = { baseUrl: 'eu.gcr.io/gardener-project/landscaper/tutorials/components', type: 'ociRegistry' };
    const componentName = 'github.com/gardener/landscaper/echo-server';
    const own = { baseUrl: 'example.org/my-own-registry/components', type: 'ociRegistry' };
    const before = { repositoryContext: context, componentName, version: 'v0.2.0' };
    const overwrites = [
      {
        source: { repositoryContext: context, componentName },
        substitution: { repositoryContext: own, componentName: 'my-own-echo-server' },
        field: ['overwrites', 0],
      },
      {
        source: { componentName },
        substitution: { componentName: 'another-echo-server', version: 'v1.2.3' },
        field: ['overwrites', 1],
      },
    ];
    const matcher = makeMatcher({ versionRanges: false, globs: false });
    assert.deepEqual(conditionOf(before, substitute(before, overwrites, matcher)), {
      type: 'ComponentReferenceOverwrite',
      status: 'True',
      reason: 'FoundOverwrite',
      message: `Component reference has been overwritten:
eu.gcr.io/gardener-project/landscaper/tutorials/components () -> example.org/my-own-registry/components ()
github.com/gardener/landscaper/echo-server -> my-own-echo-server
Version has not been overwritten`,
    });
  });

  it('report that nothing matched', () => {
    assert.deepEqual(conditionOf(BEFORE, { result: BEFORE, matched: false, steps: [] }), {
      type: 'ComponentReferenceOverwrite',
      status: 'False',
      reason: 'No overwrite defined',
      message: 'component reference has not been overwritten',
    });
  });

  it('report that a match changed nothing', () => {
    const context = { type: 'ociRegistry', baseUrl: 'old.org/components' };
    const result = { ...BEFORE, repositoryContext: context };
    assert.deepEqual(conditionOf(BEFORE, { result, matched: true, steps: [] }), {
      type: 'ComponentReferenceOverwrite',
      status: 'True',
      reason: 'FoundOverwrite',
      message: 'Component reference has not been overwritten.',
    });
  });
});
