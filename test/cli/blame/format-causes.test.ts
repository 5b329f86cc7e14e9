import assert from 'node:assert/strict';
import stringWidth from 'string-width';
import { formatFiles } from '../../../cli/blame/format-causes.ts';
import { setColors } from '../../../cli/terminal/terminal.ts';
import type { BlamedFile, BlamedLine, Cause } from '../../../src/blame/index.ts';

const COMMIT = {
  commit: '0123456789abcdef',
  author: 'Astrid Lindgren of Vimmerby',
  date: '2026-01-01',
  subject: 's',
  isCutOff: false,
};
const PERSON: Cause = { by: 'person', commit: COMMIT };

/** Returns the cause of a line that a rule in a file asked for. */
function rule(file: string): Cause {
  return { by: 'function', name: 'apply-override-policy', isOther: false, rules: [{ resource: 'r', file, line: 13 }] };
}

const LONG = 'platform/policies/europe/north/oslo/policy.yaml';

/** Returns a file of lines with these causes. */
function fileOf(...causes: readonly Cause[]): readonly BlamedFile[] {
  const lines = causes.map((cause, index): BlamedLine => ({ line: index + 1, text: 'replicas: 2', cause }));
  return [{ path: 'web.yaml', lines }];
}

/** Formats lines for a width of the terminal. */
function shown(width: number | undefined, ...causes: readonly Cause[]): readonly string[] {
  return formatFiles(fileOf(...causes), (path) => path, width)
    .trimEnd()
    .split('\n');
}

describe('the columns of blame', () => {
  it('have at most 34 characters without a terminal', () => {
    assert.deepEqual(shown(undefined, rule(LONG), PERSON), [
      'function …orth/oslo/policy.yaml:13  apply-override-policy               1  replicas: 2',
      'person                              01234567 2026-01-01 Astrid Lindgr…  2  replicas: 2',
    ]);
  });

  it('are whole on a terminal if the lines fit', () => {
    const lines = shown(140, rule(LONG), PERSON);
    assert.ok(lines[0]?.startsWith(`function ${LONG}:13  apply-override-policy `), lines[0]);
    assert.match(lines[1] ?? '', / {2}01234567 2026-01-01 Astrid Lindgren of Vimmerby {2}2 {2}replicas: 2$/);
  });

  it('shorten the author first, and the name of the file last, in its middle', () => {
    for (let width = 120; width >= 70; width--) {
      const lines = shown(width, rule(LONG), PERSON);
      for (const line of lines) assert.ok(stringWidth(line) <= width, `${width}: ${line}`);
      const [first = '', second = ''] = lines;
      assert.match(first, /^function p.*policy\.yaml:13 /);
      if (!first.startsWith(`function ${LONG}:13`)) assert.match(second, /01234567…/);
    }
    assert.match(shown(70, rule(LONG), PERSON)[0] ?? '', /^function platf\S*…\S*o\/policy\.yaml:13 /);
  });

  it('keep the names of files that would be equal without their middles', () => {
    const [one, other] = ['oslo', 'rome'].map(
      (name) => `clusters/europe/regions/${name}/apps/web/policy-of-shops.yaml`,
    );
    const lines = shown(60, rule(one ?? ''), rule(other ?? ''));
    assert.ok(lines[0]?.startsWith(`function ${one}:13 `), lines[0]);
    assert.ok(lines[1]?.startsWith(`function ${other}:13 `), lines[1]);
  });

  it('have the color of changes for lines by people, and the same widths', () => {
    for (const width of [undefined, 90]) {
      const plain = shown(width, rule(LONG), PERSON);
      setColors(true);
      try {
        const styled = shown(width, rule(LONG), PERSON);
        assert.equal(styled[0], plain[0]);
        assert.match(styled[1] ?? '', /^\u001b\[33mperson\u001b\[0m {3}/);
        assert.deepEqual(
          styled.map((line) => line.replaceAll(/\u001b\[\d+m/g, '')),
          plain,
        );
      } finally {
        setColors(undefined);
      }
    }
  });
});
