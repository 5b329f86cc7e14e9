import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  classOf,
  conflictClasses,
  readResolution,
  resolutionOf,
  resolutionText,
  type NewResolution,
  type VariantConflicts,
  type Resolution,
} from '../../src/fleet/index.ts';
import { Resource } from '../../src/krm/index.ts';
import type { Conflict } from '../../src/merge/index.ts';
import { equalValues, readDocument, type Value } from '../../src/yaml/index.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RESOURCE = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };

function conflict(values: Partial<Conflict['values']> = {}, rest: Partial<Conflict> = {}): Conflict {
  return {
    kind: 'edit/edit',
    file: { path: 'clusters/eu/web.yaml', index: 0 },
    resource: RESOURCE,
    field: 'spec.replicas',
    values: { base: 2, theirs: 3, local: 4, ...values },
    ...rest,
  };
}

const FAR = { name: 'far', url: 'https://git.example.com/far.git', branch: undefined, folder: '' };

function variant(folder = 'clusters/eu', revision = 'v3', upstream = 'shop') {
  const place = { name: 'blueprints', folder: 'packages', publicUrl: undefined };
  return {
    folder,
    downstream: { place: { name: 'clusters', folder: 'clusters', publicUrl: undefined }, package: folder.slice(9) },
    labels: new Map([['region', folder.slice('clusters/'.length)]]),
    upstream: { place, package: upstream, revision, workspaceName: undefined },
  };
}

const MADE: NewResolution = {
  place: {
    upstream: { repository: 'blueprints', package: 'shop' },
    kind: 'edit/edit',
    resource: RESOURCE,
    file: undefined,
    path: 'spec.replicas',
  },
  matched: { values: { base: 2, new: 3 } },
  selector: undefined,
  variants: undefined,
  repo: undefined,
  decided: { take: 'local' },
  reason: undefined,
  until: undefined,
};

function read(made: Partial<NewResolution> = {}): Resolution {
  const text = resolutionText('a', { ...MADE, ...made });
  return readResolution(new Resource(readDocument(text), { path: 'a.yaml', index: 0 }));
}

describe('classes of conflicts', () => {
  it('are one for 500 variants with the same conflict, whatever they have locally', () => {
    const all = Array.from({ length: 500 }, (_, index) => {
      const folder = `clusters/c${index}`;
      return { variant: variant(folder), conflicts: [conflict({ local: index + 10 })] };
    });
    const [found, ...others] = conflictClasses(all);
    assert.equal(others.length, 0);
    assert.equal(found?.folders.length, 500);
    assert.equal(found.id, classOf(variant(), conflict()).id);
  });

  const others: readonly (readonly [name: string, found: string])[] = [
    ['base', classOf(variant(), conflict({ base: 1 })).id],
    ['no base', classOf(variant(), conflict({ base: undefined })).id],
    ['a base of null', classOf(variant(), conflict({ base: null })).id],
    ['new value', classOf(variant(), conflict({ theirs: '3' })).id],
    ['kind', classOf(variant(), conflict({}, { kind: 'delete/change' })).id],
    ['field', classOf(variant(), conflict({}, { field: 'spec.paused' })).id],
    ['resource', classOf(variant(), conflict({}, { resource: { ...RESOURCE, namespace: 'a' } })).id],
    ['upstream', classOf(variant('clusters/eu', 'v3', 'other'), conflict()).id],
  ];
  it('differ by each part of a conflict but its local value', () => {
    const ids = [classOf(variant(), conflict()).id, ...others.map(([, id]) => id)];
    assert.equal(new Set(ids).size, ids.length, JSON.stringify(others));
  });

  it('do not depend on the order of keys', () => {
    const [one, other] = [
      { a: 1, b: [{ c: 2, d: 3 }] },
      { b: [{ d: 3, c: 2 }], a: 1 },
    ];
    assert.equal(classOf(variant(), conflict({ base: one })).id, classOf(variant(), conflict({ base: other })).id);
  });
});

describe('a MergeResolution', () => {
  const far = { ...variant(), downstream: { place: FAR, package: 'clusters/eu' } };
  const rows: readonly (readonly [
    name: string,
    made: Partial<NewResolution>,
    found: Conflict,
    of: VariantConflicts['variant'],
    decides: boolean,
  ])[] = [
    ['the same conflict', {}, conflict(), variant(), true],
    ['a folder of another git repository', { variants: ['clusters/eu'] }, conflict(), far, false],
    ['the folder of a Repository', { variants: ['clusters/eu'], repo: 'far' }, conflict(), far, true],
    ['the folder of another Repository', { variants: ['clusters/eu'], repo: 'near' }, conflict(), far, false],
    ['the folder of a Repository here', { variants: ['clusters/eu'], repo: 'clusters' }, conflict(), variant(), true],
    ['another git repository', {}, conflict(), far, true],
    ['another local value', {}, conflict({ local: 9 }), variant(), true],
    ['another base', {}, conflict({ base: 1 }), variant(), false],
    ['no base', {}, conflict({ base: undefined }), variant(), false],
    [
      'no base, as it says',
      { matched: { values: { base: undefined, new: 3 } } },
      conflict({ base: undefined }),
      variant(),
      true,
    ],
    ['null, as it says', { matched: { values: { base: null, new: 3 } } }, conflict({ base: null }), variant(), true],
    [
      'null in place of none',
      { matched: { values: { base: null, new: 3 } } },
      conflict({ base: undefined }),
      variant(),
      false,
    ],
    ['another package', {}, conflict(), variant('clusters/eu', 'v3', 'other'), false],
    ['its labels', { selector: { matchLabels: { region: 'eu' } } }, conflict(), variant(), true],
    ['other labels', { selector: { matchLabels: { region: 'us' } } }, conflict(), variant(), false],
    ['its folder', { variants: ['clusters/eu'] }, conflict(), variant(), true],
    ['another folder', { variants: ['clusters/us'] }, conflict(), variant(), false],
    ['an earlier revision', { until: 'v4' }, conflict(), variant(), true],
    ['the revision that ends it', { until: 'v3' }, conflict(), variant(), false],
    ['a later revision', { until: 'v3' }, conflict(), variant('clusters/eu', 'v10'), false],
    ['hidden values', {}, conflict({ local: '(redacted)' }), variant(), false],
    [
      'the same packages',
      { matched: { packages: ['abc', 'def'] } },
      conflict({ local: '(redacted)' }),
      variant(),
      true,
    ],
    ['other packages', { matched: { packages: ['def'] } }, conflict({ local: '(redacted)' }), variant(), false],
    [
      'the same element at another index',
      { place: { ...MADE.place, path: 'spec.c[name=a]' } },
      conflict({}, { field: 'spec.c[7]', keyedField: 'spec.c[name=a]' }),
      variant(),
      true,
    ],
  ];
  for (const [name, made, found, of, decides] of rows)
    it(`${decides ? 'decides' : 'does not decide'} a conflict with ${name}`, () => {
      const own = read(made);
      const wanted = decides ? own : undefined;
      assert.equal(resolutionOf([own], { variant: of, conflict: found, packages: () => 'abc' }), wanted);
    });

  it('must be the only one for a conflict', () => {
    const both = [read(), read({ variants: ['clusters/eu'], decided: { take: 'new' } })];
    const found = { conflict: conflict(), packages: () => '' };
    assert.throws(
      () => resolutionOf(both, { ...found, variant: variant() }),
      /two MergeResolutions decide the conflict at Deployment\/web:spec\.replicas in clusters\/eu/,
    );
    assert.equal(resolutionOf(both, { ...found, variant: variant('clusters/us') }), both[0]);
  });

  it('has every value back from its file', () => {
    const scalar = fc.oneof(
      fc.constantFrom(
        'yes',
        '1.20',
        '0x1f',
        '~',
        '',
        ' a ',
        '# a',
        'a: b',
        '- a',
        '---',
        'null',
        '2026-01-01',
        '&a',
        '*a',
        '!a',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.stringMatching(/^[a-z \n\t#:'"-]{0,40}$/),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.bigInt({ min: 2n ** 60n, max: 2n ** 64n }),
      fc.constantFrom(true, false, null),
    );
    const { tree } = fc.letrec<{ tree: Value }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        scalar,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.string({ maxLength: 6 }), tie('tree'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(tree, tree, tree, (base, next, value) => {
        const { matched, decided } = read({ matched: { values: { base, new: next } }, decided: { value } });
        assert.ok('value' in decided && equalValues(decided.value, value));
        assert.ok(equalValues(matched.values?.base ?? null, base));
        assert.ok(equalValues(matched.values?.new ?? null, next));
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});
