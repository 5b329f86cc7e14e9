import assert from 'node:assert/strict';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';

const OPTIONS = [
  { name: 'dry-run', meaning: 'Write nothing.' },
  { name: 'output', value: 'DIR', meaning: 'Write a new folder.' },
  { name: 'exclude', value: 'GLOB', isRepeatable: true, meaning: 'Leave out files.' },
] as const;

describe('sortArguments', () => {
  it('sorts operands, options and the rest', () => {
    const sorted = sortArguments(['a', '--exclude=x', '--dry-run', '--exclude', 'y', 'b', '--', '--output'], OPTIONS);
    assert.deepEqual([sorted.operands, sorted.rest], [['a', 'b'], ['--output']]);
    assert.equal(sorted.has('dry-run'), true);
    assert.equal(sorted.value('output'), undefined);
    assert.deepEqual(sorted.values('exclude'), ['x', 'y']);
  });

  it('does not compile with a name that is not in the table, or is of another kind', () => {
    const sorted = sortArguments([], OPTIONS);
    // @ts-expect-error: the option is `dry-run`.
    assert.equal(sorted.has('dryrun'), false);
    // @ts-expect-error: it has a value.
    assert.equal(sorted.has('output'), false);
    // @ts-expect-error: it is a flag.
    assert.equal(sorted.value('dry-run'), undefined);
    // @ts-expect-error: it is repeatable.
    assert.equal(sorted.value('exclude'), undefined);
    // @ts-expect-error: there is no option.
    assert.equal(sortArguments([], []).has('dry-run'), false);
  });
});
