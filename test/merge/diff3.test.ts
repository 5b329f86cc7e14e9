import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diff3Merge, diffComm } from 'node-diff3';
import { commonRuns, diff3 } from '../../src/merge/text/diff3.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(500);

/** Merges lines with another implementation of diff3. */
function reference(local: readonly string[], base: readonly string[], theirs: readonly string[]): readonly unknown[] {
  const regions = diff3Merge([...local], [...base], [...theirs], { excludeFalseConflicts: true });
  return regions.map(({ ok, conflict }) =>
    conflict === undefined ? { merged: ok } : { local: conflict.a, base: conflict.o, theirs: conflict.b },
  );
}

/** A list and two edited copies of it, of few different lines or of many. */
const versions = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.array(fc.nat(11), { maxLength: 30 }))
  .chain(([kinds, numbers]) => {
    const base = numbers.map((number) => `l${number % kinds}`);
    const edit = fc.tuple(fc.nat(30), fc.nat(3), fc.array(fc.nat(11), { maxLength: 3 }));
    const edited = fc
      .array(edit, { maxLength: 5 })
      .map((edits) =>
        edits.reduce<readonly string[]>(
          (lines, [at, count, added]) =>
            lines.toSpliced(at % (lines.length + 1), count, ...added.map((number) => `l${number % kinds}`)),
          base,
        ),
      );
    return fc.tuple(edited, fc.constant(base), edited);
  });

describe('three-way merge of lines', () => {
  it('has the regions of another implementation', () => {
    fc.assert(
      fc.property(versions, ([local, base, theirs]) => {
        assert.deepEqual(diff3(local, base, theirs), reference(local, base, theirs));
      }),
      { numRuns: RUNS },
    );
  });

  it('has the runs of two lists of another implementation', () => {
    fc.assert(
      fc.property(versions, ([one, other]) => {
        const runs = diffComm([...one], [...other]).map(({ common, buffer1, buffer2 }) =>
          common === undefined ? { before: buffer1, after: buffer2 } : { common },
        );
        assert.deepEqual(commonRuns(one, other), runs);
      }),
      { numRuns: RUNS },
    );
  });

  it('merges more lines than a call can have arguments', () => {
    const base = Array.from({ length: 200_000 }, (_, index) => `line ${index}`);
    const last = base.length - 1;
    const [local, theirs] = [base.with(0, 'local'), base.with(last, 'new')];
    const [region, ...others] = diff3(local, base, theirs);
    assert.deepEqual(others, []);
    assert.ok(region !== undefined && 'merged' in region);
    assert.equal(region.merged.join('\n') === local.with(last, 'new').join('\n'), true);
  });
});
