import assert from 'node:assert/strict';
import { lockChanges, lockedEdits, type LockChanges, type VariantLock } from '../../src/fleet/index.ts';

function variant(spec: string, metadata = '{name: eu}'): string {
  return `kind: PackageVariant\nmetadata: ${metadata}\nspec:\n  upstream: {revision: v1}\n${spec}`;
}

const [A, B] = [
  { mode: '100644', id: 'aa' },
  { mode: '100644', id: 'bb' },
] as const;

const LOCK: VariantLock = {
  program: '1.2.3',
  upstream: {
    repository: 'blueprints',
    url: undefined,
    directory: 'packages/shop',
    asked: 'v1',
    ref: 'v1',
    commit: '01',
    tree: '02',
  },
  variant: variant('  packageContext: {data: {a: b}}\n'),
  source: 'variants/all.yaml',
  objects: '03',
  functions: ['b', 'a'],
  deletionPolicy: 'delete',
  files: [
    { path: 'a.yaml', derived: A, folder: A },
    { path: 'edited.yaml', derived: A, folder: B },
    { path: 'added.yaml', derived: undefined, folder: A },
    { path: 'deleted.yaml', derived: A, folder: undefined },
  ],
};

const NONE: LockChanges = { upstream: false, fields: [], objects: false, functions: false, program: false, files: [] };

const ROWS: readonly (readonly [string, Partial<VariantLock>, Partial<LockChanges>])[] = [
  ['nothing', { functions: ['a', 'b'], source: 'other.yaml' }, {}],
  ['another commit with the same files', { upstream: { ...LOCK.upstream, commit: '09', ref: 'v1.0' } }, {}],
  ['other files of the upstream', { upstream: { ...LOCK.upstream, tree: '09' } }, { upstream: true }],
  ['another name of the revision', { upstream: { ...LOCK.upstream, asked: 'v2' } }, { upstream: true }],
  ['another folder', { upstream: { ...LOCK.upstream, directory: 'other' } }, { upstream: true }],
  ['another repository', { upstream: { ...LOCK.upstream, url: 'https://x.example/y' } }, { upstream: true }],
  [
    'fields of the PackageVariant',
    { variant: variant('  injectors: [{name: x}]\n', '{name: us}').replace('v1', 'v2') },
    { fields: ['metadata', 'packageContext', 'injectors'] },
  ],
  ['the layout of the PackageVariant', { variant: variant('  packageContext:\n    data: {"a": b} # c\n') }, {}],
  ['objects', { objects: '' }, { objects: true }],
  ['functions', { functions: ['a'] }, { functions: true }],
  ['the program', { program: '1.3.0' }, { program: true }],
  [
    'derived files',
    {
      files: [
        { path: 'a.yaml', derived: B, folder: B },
        { path: 'new.yaml', derived: A, folder: A },
        { path: 'edited.yaml', derived: { ...A, mode: '100755' }, folder: B },
      ],
    },
    { files: ['a.yaml', 'deleted.yaml', 'edited.yaml', 'new.yaml'] },
  ],
];

describe('lockChanges', () => {
  for (const [name, after, wanted] of ROWS)
    it(`finds a change of ${name}`, () =>
      assert.deepEqual(lockChanges({ ...LOCK, ...after }, LOCK), { ...NONE, ...wanted }));

  it('takes all files of the first lock for new', () =>
    assert.deepEqual(lockChanges(LOCK, undefined), { ...NONE, files: ['a.yaml', 'deleted.yaml', 'edited.yaml'] }));
});

describe('lockedEdits', () => {
  it('returns the files that people edited, added or deleted', () =>
    assert.deepEqual(lockedEdits(LOCK), ['added.yaml', 'deleted.yaml', 'edited.yaml']));
});
