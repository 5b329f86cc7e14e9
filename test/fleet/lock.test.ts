import assert from 'node:assert/strict';
import fc from 'fast-check';
import { byteOrder } from '../../src/byte-order.ts';
import { lockText, readLock, type LockedContent, type VariantLock } from '../../src/fleet/index.ts';
import { propertyRuns } from '../support/property-runs.ts';

const LOCK: VariantLock = {
  program: '1.2.3',
  upstream: {
    repository: 'blueprints',
    url: undefined,
    directory: 'packages/shop',
    asked: 'v1',
    ref: 'shop/v1',
    commit: '0123',
    tree: '4567',
  },
  variant: 'kind: PackageVariant\n',
  source: 'variants/all.yaml',
  moved: 'clusters/old',
  objects: 'abcd',
  objectsFrom: 'objects',
  reads: ['lima', 'eu'],
  functions: ['example.com/b', 'example.com/a'],
  deletionPolicy: 'delete',
  files: [
    { path: 'same.yaml', derived: { mode: '100644', id: 'aa' }, folder: { mode: '100644', id: 'aa' } },
    { path: 'edited.yaml', derived: { mode: '100644', id: 'aa' }, folder: { mode: '100755', id: 'bb' } },
    { path: 'deleted.yaml', derived: { mode: '100644', id: 'aa' }, folder: undefined },
    { path: 'added.yaml', derived: undefined, folder: { mode: '100644', id: 'cc' } },
  ],
};

const TEXT = `program "1.2.3"
repository "blueprints"
directory "packages/shop"
asked "v1"
ref "shop/v1"
commit "0123"
tree "4567"
variant "kind: PackageVariant\\n"
source "variants/all.yaml"
moved "clusters/old"
objects "abcd"
objectsFrom "objects"
reads "eu"
reads "lima"
function "example.com/a"
function "example.com/b"
deletionPolicy "delete"
file "added.yaml" none 100644:cc
file "deleted.yaml" 100644:aa none
file "edited.yaml" 100644:aa 100755:bb
file "same.yaml" 100644:aa
`;

const content: fc.Arbitrary<LockedContent> = fc.record({
  mode: fc.constantFrom('100644' as const, '100755' as const),
  id: fc.stringMatching(/^[\da-f]{40}$/),
});
const text = fc.string({ unit: 'binary' });
const optional = fc.option(text, { nil: undefined });
const unmoved: fc.Arbitrary<VariantLock> = fc.record({
  program: text,
  upstream: fc.record({
    repository: text,
    url: optional,
    directory: text,
    asked: optional,
    ref: optional,
    commit: optional,
    tree: text,
  }),
  variant: text,
  source: optional,
  objects: text,
  reads: fc.array(text, { maxLength: 3 }),
  functions: fc.array(text, { maxLength: 3 }),
  deletionPolicy: fc.constantFrom('delete' as const, 'orphan' as const),
  files: fc.uniqueArray(
    fc.record({
      path: text,
      derived: fc.option(content, { nil: undefined }),
      folder: fc.option(content, { nil: undefined }),
    }),
    { selector: ({ path }) => path, maxLength: 5 },
  ),
});
const locks = fc.tuple(unmoved, optional).map(([lock, moved]) => (moved === undefined ? lock : { ...lock, moved }));

describe('the lock of a variant', () => {
  it('has a line for each input and each file, after their digest', () => {
    const [first = '', ...lines] = lockText(LOCK).split('\n');
    assert.match(first, /^krm-variants fleet lock v1 sha256:[\da-f]{64}$/);
    assert.equal(lines.join('\n'), TEXT);
  });

  it('reads back as it was written, in any order and with any line ends', () => {
    fc.assert(
      fc.property(locks, fc.boolean(), (lock, isWindows) => {
        const written = lockText(lock);
        const read = readLock(isWindows ? written.replaceAll('\n', '\r\n') : written);
        assert.ok(read.kind === 'valid');
        assert.equal(lockText(read.lock), written);
        assert.deepEqual(read.lock.reads ?? [], lock.reads?.toSorted(byteOrder));
        const reversed = { ...lock, files: lock.files.toReversed(), functions: lock.functions.toReversed() };
        assert.equal(lockText(reversed), written);
      }),
    );
  });

  it('is damaged by any change of a character', () => {
    const written = lockText(LOCK);
    fc.assert(
      fc.property(fc.nat(written.length - 1), fc.constantFrom('0', 'f', '"', '\n', ' '), (at, character) => {
        fc.pre(written[at] !== character);
        const read = readLock(`${written.slice(0, at)}${character}${written.slice(at + 1)}`);
        // Another version can be anything.
        assert.notEqual(read.kind, 'valid');
      }),
      { numRuns: propertyRuns(1000) },
    );
  });

  it('gives the ids on both sides of the markers of git', () => {
    const marked = `<<<<<<< HEAD\n${lockText(LOCK)}=======\nfile "same.yaml" 100644:dd\n>>>>>>> other\n`;
    const read = readLock(marked);
    assert.ok(read.kind === 'damaged');
    assert.deepEqual(read.ids.get('same.yaml'), ['aa', 'dd']);
    assert.equal(read.ids.has('added.yaml'), false);
  });

  it('is not read if a later version of the program wrote it', () => {
    assert.equal(readLock(lockText(LOCK).replace('lock v1', 'lock v2')).kind, 'newer');
  });
});
