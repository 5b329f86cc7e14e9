import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Chunks, MAX_CHUNK } from '../../../src/yaml/tree/chunks.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(300);

/** An insertion or removal at a place, as a part of the length, and how often it is repeated there. */
const edits = fc.record({
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  isRemoval: fc.boolean(),
  times: fc.oneof(fc.constant(1), fc.nat(2 * MAX_CHUNK)),
});

describe('Chunks', () => {
  it('has the elements of an array after the same edits', () => {
    fc.assert(
      fc.property(fc.nat(3 * MAX_CHUNK), fc.array(edits, { maxLength: 8 }), (length, list) => {
        const array = Array.from({ length }, (_, index) => index);
        const chunks = new Chunks(array);
        let next = length;
        for (const { place, isRemoval, times } of list) {
          const index = Math.floor(place * array.length);
          const possible = isRemoval ? Math.min(times, array.length - index) : times;
          for (let time = 0; time < possible; time++) {
            const added = isRemoval ? [] : [next++];
            const removed = isRemoval ? 1 : 0;
            assert.deepEqual(chunks.splice(index, removed, ...added), array.splice(index, removed, ...added));
          }
          const near = array[index] ?? -1;
          assert.equal(chunks.indexOf(near), array.indexOf(near));
        }
        chunks.push(-2);
        assert.deepEqual(chunks.flat(), [...array, -2]);
        assert.equal(chunks.length, array.length + 1);
        for (const index of [-1, 0, 1, MAX_CHUNK, array.length, array.length + 1])
          assert.equal(chunks.at(index), index < 0 ? undefined : [...array, -2][index]);
      }),
      { numRuns: RUNS },
    );
  });
});
