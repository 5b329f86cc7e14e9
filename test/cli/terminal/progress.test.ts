import assert from 'node:assert/strict';
import { Counter, leftText, showsProgress } from '../../../cli/terminal/progress.ts';

describe('the progress of a call', () => {
  it('counts on in a later part of the same work, and never back', () => {
    const counter = new Counter(() => 0);
    const texts: string[] = [];
    for (const [total, steps] of [
      [3, 3],
      [15, 2],
      [2, 2],
    ] as const) {
      counter.begin(total);
      for (let step = 0; step < steps; step++) {
        counter.step();
        texts.push(counter.text('file'));
      }
    }
    assert.deepEqual(texts, [
      '1 of 3 files',
      '2 of 3 files',
      '3 of 3 files',
      '4 of 18 files',
      '5 of 18 files',
      '6 of 7 files',
      '7 of 7 files',
    ]);
  });

  it('tells the time left once it is known well enough', () => {
    let now = 0;
    const counter = new Counter(() => now);
    counter.begin(10);
    counter.step();
    now = 1000;
    assert.equal(counter.text('variant'), '1 of 10 variants');
    counter.step();
    now = 4000;
    assert.equal(counter.text('variant'), '2 of 10 variants, 16 s left');
  });

  it('has seconds, then minutes', () => {
    assert.deepEqual([400, 1400, 89_000, 91_000, 600_000].map(leftText), [
      '',
      ', 1 s left',
      ', 89 s left',
      ', 2 min left',
      ', 10 min left',
    ]);
  });

  it('is shown to a person at a terminal, and not in CI', () => {
    assert.equal(showsProgress(true, {}), true);
    assert.equal(showsProgress(true, { CI: 'false' }), true);
    for (const env of [{ CI: 'true' }, { CI: '1' }, { NO_COLOR: '1' }, { TERM: 'dumb' }])
      assert.equal(showsProgress(true, env), false, JSON.stringify(env));
    assert.equal(showsProgress(false, {}), false);
  });
});
