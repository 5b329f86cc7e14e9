import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LineTable, NONE, UNCERTAIN } from '../../../src/yaml/read/line-table.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(2000);

/** Lines in all forms that matter: white space, comments, elements, tabs, text, with and without a line break. */
const texts = fc
  .array(
    fc.tuple(fc.nat({ max: 4 }), fc.constantFrom('', '#', '# a', '-', '- a', 'a: 1', '\t', '\ta', '---', 'é', '😀')),
  )
  .chain((lines) => {
    const text = lines.map(([indent, rest]) => `${' '.repeat(indent)}${rest}`).join('\n');
    return fc.boolean().map((isEnded) => (isEnded ? `${text}\n` : text));
  });

/** Returns the offset and the column of each line that is neither blank nor a comment. */
function linesOf(text: string): { readonly start: number; readonly column: number }[] {
  let line = 0;
  return text.split('\n').flatMap((content) => {
    const column = content.length - content.replace(/^ +/, '').length;
    const start = line + column;
    line += content.length + 1;
    return /^ *(?:#|$)/.test(content) ? [] : [{ start, column }];
  });
}

describe('LineTable', () => {
  it('holds the lines with text, and finds the next one at a column or before it', () => {
    fc.assert(
      fc.property(texts, fc.nat({ max: 5 }), (text, limit) => {
        const table = new LineTable(text);
        const want = linesOf(text);
        assert.equal(table.length, want.length);
        for (const [line, { start, column }] of want.entries()) {
          assert.equal(table.start(line), start);
          assert.equal(table.column(line), column);
          assert.equal(table.lineFrom(start), line);
          const next = want.findIndex((other, index) => index > line && other.column <= Math.max(limit, column));
          assert.equal(table.next(line, Math.max(limit, column)), next === -1 ? want.length : next);
        }
        assert.equal(table.start(table.length), text.length);
      }),
      { numRuns: RUNS },
    );
  });

  it('passes over the elements at the column of the first, again and again', () => {
    const text = 'a:\n- b\n- - c\n  - d\n- e:\n    f\ng:\n- h\n';
    const table = new LineTable(text);
    for (const [line, past] of [
      [1, 6],
      [3, UNCERTAIN],
      [7, NONE],
      [1, 6],
    ] as const) {
      assert.equal(table.pastElements(line, text.length), past);
    }
  });
});
