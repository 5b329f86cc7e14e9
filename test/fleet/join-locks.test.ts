import assert from 'node:assert/strict';
import fc from 'fast-check';
import { joinLocks, lockText, readLock, type LockTree, type VariantLock } from '../../src/fleet/index.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** Returns the lock of an apply of a version. `edit`: id of what people left in the folder. */
function lockOf(version: string, edit = version): string {
  const lock: VariantLock = {
    program: '1.2.3',
    upstream: {
      repository: 'blueprints',
      url: undefined,
      directory: 'packages/shop',
      asked: version,
      ref: version,
      commit: version,
      tree: version,
    },
    variant: 'kind: PackageVariant\n',
    source: 'variants/all.yaml',
    objects: '',
    functions: [],
    deletionPolicy: 'delete',
    files: [{ path: 'web.yaml', derived: { mode: '100644', id: version }, folder: { mode: '100644', id: edit } }],
  };
  return lockText(lock);
}

const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((version) => lockOf(version)) as [string, string, string, string];

function joined(base: string, ours: string, theirs: string): string {
  const merge = joinLocks({ base, ours, theirs });
  assert.ok(merge !== undefined);
  return merge.text;
}

/** Names the versions that a text has: `(ours theirs / base)` for joined locks. */
function versionsOf(text: string): string {
  const read = readLock(text);
  assert.ok(read.kind === 'valid' || read.kind === 'joined', read.kind);
  return nameOf(read);
}

function nameOf(tree: LockTree): string {
  if (tree === undefined) return 'none';
  if (tree.kind === 'valid') return tree.lock.upstream.asked ?? '';
  const [ours, theirs, base] = [tree.ours, tree.theirs, tree.base].map(nameOf);
  return `(${ours} ${theirs} / ${base})`;
}

describe('locks of branches that both applied', () => {
  it('are joined in a format that an earlier version of the program refuses as that of a later one', () => {
    const text = joined(A, B, C);
    assert.match(text, /^krm-variants fleet lock v2 sha256:[\da-f]{64}\nbase \d+\nkrm-variants fleet lock v1 /);
    assert.equal(versionsOf(text), '(b c / a)');
    assert.equal(versionsOf(text.replaceAll('\n', '\r\n')), '(b c / a)');
  });

  const rows: readonly (readonly [title: string, text: () => string, want: string])[] = [
    ['without a lock before the branches', () => joined('', B, C), '(b c / none)'],
    ['that derived the same', () => joined(A, B, lockOf('b', 'ed')), 'b'],
    ['of which one derived only what was derived before', () => joined(A, lockOf('a', 'ed'), C), 'c'],
    ['of which the other one did', () => joined(A, C, lockOf('a', 'ed')), 'c'],
    ['and then a third', () => joined(A, joined(A, B, C), D), '((b c / a) d / a)'],
    ['in a rebase of two commits', () => joined(C, joined(A, B, C), D), '((b c / a) d / c)'],
    ['in a rebase that ends where it began', () => joined(C, joined(A, B, C), A), '((b c / a) a / c)'],
    ['in a merge that is then reverted', () => joined(joined(A, B, C), joined(A, B, C), B), 'b'],
    ['in a merge that is reverted after a further apply', () => joined(joined(A, B, C), D, B), '(d b / (b c / a))'],
    ['in the same merge on both sides', () => joined(A, joined(A, B, C), joined(A, B, C)), '(b c / a)'],
  ];
  for (const [title, text, want] of rows) it(`are joined: ${title}`, () => assert.equal(versionsOf(text()), want));

  it('keep the folder that our side recorded, if both derived the same', () => {
    assert.equal(joined(A, lockOf('b', 'ed'), B), lockOf('b', 'ed'));
  });

  it('can be joined again and again, up to a limit', () => {
    let text = A;
    for (let count = 0; count < 100; count++) text = joined(count % 2 === 0 ? C : D, text, B);
    assert.equal(readLock(text).kind, 'joined');
    assert.equal(joinLocks({ base: C, ours: text, theirs: B }), undefined);
  });

  for (const [title, text] of [
    ['conflict markers', `<<<<<<< ours\n${B}=======\n${C}>>>>>>> theirs\n`],
    ['a later format', B.replace('lock v1', 'lock v3')],
    ['other text', 'kind: ConfigMap\n'],
  ] as const)
    it(`are not joined if one has ${title}`, () => {
      assert.equal(joinLocks({ base: A, ours: text, theirs: C }), undefined);
      assert.equal(joinLocks({ base: A, ours: B, theirs: text }), undefined);
      assert.equal(joinLocks({ base: text, ours: B, theirs: C }), undefined);
    });

  it('are damaged by any change of a character', () => {
    const text = joined(A, B, C);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom('0', 'f', '"', '\n', ' '), (at, character) => {
        fc.pre(text[at] !== character);
        const { kind } = readLock(`${text.slice(0, at)}${character}${text.slice(at + 1)}`);
        assert.ok(kind === 'damaged' || kind === 'newer', kind);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('give the ids of all versions if they are damaged', () => {
    const read = readLock(joined(A, B, C).replace('sha256:', 'sha256:x'));
    assert.ok(read.kind === 'damaged');
    assert.deepEqual(read.ids.get('web.yaml'), ['a', 'b', 'c']);
  });
});
