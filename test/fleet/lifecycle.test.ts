import assert from 'node:assert/strict';
import {
  actionOf,
  isNearest,
  lockText,
  MAKING_STEPS,
  neededConsent,
  pruning,
  readLock,
  stepEvidence,
  takeover,
  type VariantLock,
} from '../../src/fleet/index.ts';

describe('the rules of adoption', () => {
  const folders: readonly (readonly [Parameters<typeof takeover>[0], want: ReturnType<typeof takeover>])[] = [
    [{ hasFiles: false, isDerived: false, policy: 'adoptNone' }, 'create'],
    [{ hasFiles: false, isDerived: false, policy: 'adoptExisting' }, 'create'],
    [{ hasFiles: true, isDerived: true, policy: 'adoptNone' }, 'create'],
    [{ hasFiles: true, isDerived: false, policy: 'adoptNone' }, 'refuse'],
    [{ hasFiles: true, isDerived: false, policy: 'adoptExisting' }, 'adopt'],
  ];
  for (const [folder, want] of folders)
    it(`decides to ${want} a folder: ${JSON.stringify(folder)}`, () => assert.equal(takeover(folder), want));

  const evidence: readonly (readonly [Parameters<typeof stepEvidence>, isDone: boolean, doubt: string | undefined])[] =
    [
      [['after', false], true, undefined],
      [['before', false], false, undefined],
      [['both', false], false, 'mixed'],
      [['both', true], false, 'mixed'],
      [['neither', true], true, undefined],
      [['neither', false], false, 'edited'],
    ];
  for (const [[agreed, isSettled], isDone, doubt] of evidence)
    it(`takes a step for ${isDone ? 'made' : 'not made'}: ${agreed}, settled: ${isSettled}`, () =>
      assert.deepEqual(stepEvidence(agreed, isSettled), { isDone, doubt }));

  const versions: readonly (readonly [name: string, ...Parameters<typeof isNearest>, want: boolean])[] = [
    ['the only one, half explained', { lines: 10, different: 5 }, undefined, true],
    ['the only one, less than half explained', { lines: 10, different: 6 }, undefined, false],
    ['half as different as the second', { lines: 10, different: 2 }, { lines: 10, different: 4 }, true],
    ['more than half as different as the second', { lines: 10, different: 2 }, { lines: 10, different: 3 }, false],
    ['a tie', { lines: 10, different: 2 }, { lines: 10, different: 2 }, false],
    ['equal', { lines: 10, different: 0 }, { lines: 10, different: 1 }, true],
    ['clearly nearer, less than half explained', { lines: 10, different: 6 }, { lines: 90, different: 80 }, false],
  ];
  for (const [name, first, second, want] of versions)
    it(`${want ? 'takes' : 'does not take'} a version for the nearest: ${name}`, () =>
      assert.equal(isNearest(first, second), want));

  const upstream = {
    repository: 'blueprints',
    url: undefined,
    directory: 'packages/shop',
    asked: 'v1',
    ref: 'v1',
    commit: 'abc',
    tree: 'def',
  };
  const lock: VariantLock = {
    program: '1.2.3',
    upstream,
    variant: 'kind: PackageVariant\n',
    source: undefined,
    objects: '',
    functions: [],
    deletionPolicy: 'delete',
    files: [],
  };
  for (const adopted of [[], ['mutated'], MAKING_STEPS] as const)
    it(`reads the steps of an adoption from its lock: ${adopted.join(' ')}`, () =>
      assert.deepEqual(readLock(lockText({ ...lock, adopted })), { kind: 'valid', lock: { ...lock, adopted } }));
});

describe('the rules of pruning', () => {
  const states: readonly (readonly [Parameters<typeof pruning>[0], want: ReturnType<typeof pruning>])[] = [
    [{ policy: 'delete', isEdited: false, answer: undefined }, 'remove'],
    [{ policy: 'delete', isEdited: true, answer: undefined }, 'conflict'],
    [{ policy: 'delete', isEdited: true, answer: 'theirs' }, 'remove'],
    [{ policy: 'delete', isEdited: true, answer: 'local' }, 'keep'],
    [{ policy: 'orphan', isEdited: false, answer: undefined }, 'keep'],
    [{ policy: 'orphan', isEdited: true, answer: 'theirs' }, 'keep'],
  ];
  for (const [state, want] of states)
    it(`decides ${want} for ${JSON.stringify(state)}`, () => assert.equal(pruning(state), want));

  const shares: readonly (readonly [pruned: number, all: number, want: ReturnType<typeof neededConsent>])[] = [
    [10, 100, 'none'],
    [11, 100, 'usual'],
    [1, 9, 'usual'],
    [3, 3, 'usual'],
    [2, 4, 'usual'],
    [3, 4, 'most'],
    [50, 100, 'usual'],
    [51, 100, 'most'],
  ];
  for (const [pruned, all, want] of shares)
    it(`needs the consent "${want}" to prune ${pruned} of ${all} variants`, () =>
      assert.equal(neededConsent(pruned, all), want));

  it('names the action of a pruned variant, unless it failed or has a conflict', () => {
    const gone = { isAskedFor: false, isPruned: true };
    const pruned = [gone, { ...gone, conflicts: 1 }, { ...gone, isFailed: true }, { isAskedFor: false }];
    assert.deepEqual(
      pruned.map((state) => actionOf(state)),
      ['prune', 'conflict', 'error', 'gone'],
    );
  });
});
