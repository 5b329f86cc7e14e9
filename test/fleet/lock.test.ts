import assert from 'node:assert/strict';
import fc from 'fast-check';
import { byteOrder } from '../../src/byte-order.ts';
import { sha256 } from '../../src/sha-256.ts';
import { lockText, readLock, type LockedContent, type LockedResult, type VariantLock } from '../../src/fleet/index.ts';
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
  moved: ['clusters/older', 'clusters/old'],
  objects: 'abcd',
  objectsFrom: 'objects',
  reads: ['lima', 'eu'],
  functions: ['example.com/b', 'example.com/a'],
  deletionPolicy: 'delete',
  results: {
    count: 3,
    recorded: [
      { severity: 'error', message: 'a "b"', file: 'variant' },
      {
        severity: 'warning',
        code: 'unknown-field',
        message: 'c',
        resource: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' },
        field: 'spec.replicas',
        file: { path: 'web.yaml', index: 2 },
      },
    ],
  },
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
moved "clusters/older"
moved "clusters/old"
objects "abcd"
objectsFrom "objects"
reads "eu"
reads "lima"
function "example.com/a"
function "example.com/b"
deletionPolicy "delete"
results "3"
result "{\\"severity\\":\\"error\\",\\"of\\":\\"variant\\",\\"message\\":\\"a \\\\\\"b\\\\\\"\\"}"
result "{\\"severity\\":\\"warning\\",\\"code\\":\\"unknown-field\\",\\"file\\":\\"web.yaml\\",\\"index\\":\\"2\\",\\"apiVersion\\":\\"apps/v1\\",\\"kind\\":\\"Deployment\\",\\"namespace\\":\\"shop\\",\\"name\\":\\"web\\",\\"field\\":\\"spec.replicas\\",\\"message\\":\\"c\\"}"
file "added.yaml" none 100644:cc
file "deleted.yaml" 100644:aa none
file "edited.yaml" 100644:aa 100755:bb
file "same.yaml" 100644:aa
`;

const RESOURCE: ('apiVersion' | 'kind' | 'name')[] = ['apiVersion', 'kind', 'name'];
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
const result: fc.Arbitrary<LockedResult> = fc.record(
  {
    severity: fc.constantFrom('error' as const, 'warning' as const),
    code: text,
    message: text,
    resource: fc.record(
      { apiVersion: text, kind: text, name: text, namespace: text },
      { requiredKeys: RESOURCE, noNullPrototype: true },
    ),
    field: text,
    file: fc.oneof(
      fc.record({ path: text, index: fc.nat() }, { noNullPrototype: true }),
      fc.constant('variant' as const),
    ),
  },
  { requiredKeys: ['severity', 'message'], noNullPrototype: true },
);
const results = fc
  .tuple(fc.array(result, { maxLength: 3 }), fc.nat(3))
  .map(([recorded, rest]) => ({ count: recorded.length + rest, recorded }));
const locks: fc.Arbitrary<VariantLock> = fc
  .tuple(unmoved, fc.array(fc.string(), { maxLength: 2 }), fc.option(results, { nil: undefined }))
  .map(([lock, moved, found]) => ({
    ...lock,
    ...(moved.length > 0 && { moved }),
    ...(found !== undefined && { results: found }),
  }));

function readLockOf(lock: VariantLock): VariantLock {
  const read = readLock(lockText(lock));
  assert.ok(read.kind === 'valid');
  return read.lock;
}

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
        assert.deepEqual(read.lock.results, lock.results);
        const reversed = { ...lock, files: lock.files.toReversed(), functions: lock.functions.toReversed() };
        assert.equal(lockText(reversed), written);
      }),
    );
  });

  it('has no results if another version wrote them in a form that is not known', () => {
    const forms = ['result "{}"', 'result "[]"', 'result "1"', 'result "x"', 'result "{\\"severity\\":\\"fatal\\"}"'];
    for (const form of forms) {
      const other = lockText(LOCK).replaceAll(/^result ".*$/gm, form);
      const rest = other.slice(other.indexOf('\n') + 1);
      const read = readLock(`krm-variants fleet lock v1 sha256:${sha256(rest)}\n${rest}`);
      assert.ok(read.kind === 'valid', form);
      assert.equal(read.lock.results, undefined, form);
      assert.deepEqual(read.lock.files, readLockOf(LOCK).files, form);
    }
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
    assert.equal(readLock(lockText(LOCK).replace('lock v1', 'lock v3')).kind, 'newer');
  });
});
