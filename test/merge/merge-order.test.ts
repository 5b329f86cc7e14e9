import assert from 'node:assert/strict';
import { hasLooseAdditions, mergeOrder } from '../../src/merge/values/merge-order.ts';

/** Things are letters. What one side deletes still has a place: whether it stays is decided elsewhere. */
const ROWS: readonly (readonly [
  title: string,
  base: string | undefined,
  theirs: string,
  local: string,
  want: string,
])[] = [
  ['keeps an order that nobody changes', 'abc', 'abc', 'abc', 'abc'],
  ['places what new adds after the one before it', 'abc', 'axbc', 'abc', 'axbc'],
  ['places what new adds first at the start', 'abc', 'xabc', 'abc', 'xabc'],
  ['places what new adds last at the end', 'abc', 'abcx', 'abc', 'abcx'],
  ['keeps the order of several additions', 'ab', 'axyb', 'ab', 'axyb'],
  ['keeps what local adds', 'abc', 'abc', 'abxc', 'abxc'],
  ['puts new first where both add at one place', 'ab', 'axb', 'ayb', 'axyb'],
  ['puts new first where both add at the start', 'ab', 'xab', 'yab', 'xyab'],
  ['puts new first where both add at the end', 'ab', 'abx', 'aby', 'abxy'],
  ['has what both add once', 'ab', 'axb', 'axb', 'axb'],
  ['takes the order of new if only new moves', 'abc', 'cab', 'abc', 'cab'],
  ['keeps the order of local if only local moves', 'abc', 'abc', 'cab', 'cab'],
  ['has the moves of both', 'abc', 'bca', 'cab', 'cba'],
  ['has the moves of both beside what each adds', 'abcd', 'bacxd', 'aybdc', 'ybaxdc'],
  ['keeps the order of local if the moves contradict each other', 'abc', 'acb', 'bac', 'bac'],
  ['keeps what local adds in the order of new', 'abc', 'cab', 'abxc', 'cabx'],
  ['places what new adds in the order of local', 'abc', 'abxc', 'cab', 'cabx'],
  ['keeps the place of what local deletes', 'abc', 'abxc', 'ac', 'abxc'],
  ['keeps the place of what new deletes', 'abc', 'ac', 'abxc', 'abxc'],
  ['has the additions of new alone if local is empty', 'a', 'axy', '', 'axy'],
  ['places what new adds after a removed one behind what local has for it', 'a', 'axy', 'b', 'abxy'],
  ['places what local adds after a removed one behind what new has for it', 'a', 'b', 'axy', 'baxy'],
  ['places it before the next one that both have', 'abc', 'abxc', 'dec', 'abdexc'],
  ['merges two orders without a base', undefined, 'abx', 'aby', 'abxy'],
  ['joins lists that have nothing in common', undefined, 'ab', 'cd', 'abcd'],
];

describe('mergeOrder', () => {
  for (const [title, base, theirs, local, want] of ROWS)
    it(title, () => {
      const merged = mergeOrder({
        base: base === undefined ? undefined : [...base],
        theirs: [...theirs],
        local: [...local],
      });
      assert.equal(merged.join(''), want);
    });
});

/** Things of three versions, and whether one has an addition without a neighbour on the other side. */
const LOOSE: readonly (readonly [title: string, base: string, theirs: string, local: string, isLoose: boolean])[] = [
  ['between things that the other side replaced', 'ab', 'axb', 'cd', true],
  ['between things that the other side replaced, swapped', 'ab', 'cd', 'axb', true],
  ['at the end below one that the other side replaced', 'ab', 'abx', 'ac', true],
  ['beside one that both have', 'abc', 'abxc', 'dec', false],
  ['between things that the other side only removed', 'abc', 'axbc', 'c', false],
  ['in a list that was empty', '', 'x', 'y', false],
  ['on both sides', 'ab', 'axb', 'cxd', false],
];

describe('hasLooseAdditions', () => {
  for (const [title, base, theirs, local, isLoose] of LOOSE)
    it(`${isLoose ? 'finds' : 'does not find'} an addition ${title}`, () => {
      assert.equal(hasLooseAdditions({ base: [...base], theirs: [...theirs], local: [...local] }), isLoose);
    });
});
