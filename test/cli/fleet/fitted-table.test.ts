import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fittedTable, type TableColumn } from '../../../cli/fleet/show/fitted-table.ts';
import { setColors } from '../../../cli/terminal/terminal.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const COLUMNS: readonly TableColumn[] = [
  { head: 'ACTION' },
  { head: 'FOLDER', long: 'name' },
  { head: 'REASON', long: 'text', isOptional: true },
];

/** Returns rows without a style. */
function rows(...cells: readonly (readonly string[])[]) {
  return cells.map((each) => ({ cells: each }));
}

describe('a table of a fleet', () => {
  it('is empty without rows', () => {
    assert.equal(fittedTable(COLUMNS, []), '');
  });

  it('leaves out an optional column without cells, and control characters', () => {
    assert.equal(fittedTable(COLUMNS, rows(['create', 'a\u001b[31m/b', ''])), 'ACTION  FOLDER\ncreate  a [31m/b\n');
  });

  it('shortens the middle of names and the end of texts, and nothing else, to fit 100 columns', () => {
    const folder = `clusters/${'deep/'.repeat(12)}shop`;
    const reason = 'the canary runs the new version first, since the last one had a defect in the payments';
    const [head = '', line = ''] = fittedTable(COLUMNS, rows(['conflict', folder, reason])).split('\n');
    assert.equal(line.length, 100);
    const [action, shortFolder = '', shortReason = ''] = line.split(/ {2,}/);
    assert.equal(action, 'conflict');
    assert.match(shortFolder, /^clusters\/deep\/.*….*\/shop$/);
    assert.match(shortReason, /^the canary runs.*…$/);
    assert.equal(head.indexOf('REASON'), line.indexOf('the canary'));
  });

  it('keeps the end of URLs, so that folders of several git repositories differ', () => {
    const cell = (url: string, reason = 'r'.repeat(80)): string => {
      const [, line = ''] = fittedTable(COLUMNS, rows(['conflict', url, reason])).split('\n');
      assert.ok(line.length <= 100, line);
      return line.split(/ {2,}/)[1] ?? '';
    };
    const host = `https://git.example.com/${'team/'.repeat(12)}`;
    assert.match(cell(`${host}bergen.git/deploy/shop`), /^…\/(?:team\/)*bergen\.git\/deploy\/shop$/);
    assert.match(cell(`${host}bergen.git/deploy/shop`, ''), /^…\/(?:team\/){9,}bergen\.git\/deploy\/shop$/);
    assert.match(cell(`git@h:${'team/'.repeat(20)}narvik.git/shop`), /^…\/(?:team\/)*narvik\.git\/shop$/);
    assert.match(cell(`git@${'h'.repeat(90)}:narvik.git/shop`), /^…\/narvik\.git\/shop$/);
    assert.match(cell(`https://${'h'.repeat(90)}/bergen/deploy/shop`), /^…\/bergen\/deploy\/shop$/);
    assert.match(cell(`${host}bergen.git/${'deep/'.repeat(30)}shop`), /^…\/bergen\.git\/deep.*….*deep\/shop$/);
  });

  it('keeps cells whole that fit', () => {
    assert.equal(fittedTable(COLUMNS, rows(['a', 'b'.repeat(91), ''])).split('\n')[1], `a       ${'b'.repeat(91)}`);
  });

  it('counts more than 10 rows of one quiet state, and lists all others', () => {
    const quiet = (count: number, state: string) =>
      Array.from({ length: count }, (_, index) => ({ cells: [state, `f${index}`, ''], quiet: state }));
    const table = fittedTable(COLUMNS, [...rows(['error', 'e', '']), ...quiet(11, 'unchanged'), ...quiet(10, 'held')]);
    const lines = table.trimEnd().split('\n');
    assert.equal(lines.length, 1 + 1 + 10 + 1);
    assert.match(lines[1] ?? '', /^error /);
    assert.equal(lines.at(-1), '11 variants unchanged, not listed');
    assert.equal(fittedTable(COLUMNS, quiet(11, 'unchanged')), '11 variants unchanged, not listed\n');
  });

  it('styles the head and first cells on a terminal, and aligns as without', () => {
    const given = [{ cells: ['error', 'a', ''], style: 'red' as const }, ...rows(['unchanged', 'b', ''])];
    const plain = fittedTable(COLUMNS, given);
    setColors(true);
    try {
      const styled = fittedTable(COLUMNS, given);
      assert.match(styled, /\n\u001b\[31merror\u001b\[0m {6}a\n/);
      assert.equal(styled.replaceAll(/\u001b\[\d+m/g, ''), plain);
    } finally {
      setColors(undefined);
    }
  });

  it('is at most 100 columns wide with any names, and never longer than they are', () => {
    const name = fc.string({ maxLength: 150, unit: fc.constantFrom('a', '/', '-', '𝕏') });
    fc.assert(
      fc.property(fc.array(fc.tuple(name, name), { minLength: 1, maxLength: 5 }), (names) => {
        const table = fittedTable(COLUMNS, rows(...names.map(([folder, reason]) => ['unchanged', folder, reason])));
        for (const line of table.trimEnd().split('\n')) {
          assert.ok(line.length <= 100, line);
          // No half of a surrogate pair is left.
          assert.equal(Buffer.from(line).toString(), line);
        }
      }),
      { numRuns: propertyRuns(50) },
    );
  });
});
