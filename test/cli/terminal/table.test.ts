import assert from 'node:assert/strict';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { alignColumns, cut, formatTable, type TableColumn } from '../../../cli/terminal/table.ts';
import { setColors } from '../../../cli/terminal/terminal.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const COLUMNS: readonly TableColumn[] = [
  { head: 'ACTION' },
  { head: 'FOLDER', long: 'path' },
  { head: 'PACKAGEVARIANT', long: 'name' },
  { head: 'UPSTREAM', long: 'version' },
  { head: 'FILES' },
  { head: 'HELD', long: 'text', isOptional: true },
];

const CLUSTERS = ['eu-west-1', 'eu-west-2', 'us-east-1'];

const FLEET = CLUSTERS.map((cluster, index) => [
  index === 0 ? 'conflict' : 'update',
  `clusters/prod/${cluster}/boutique`,
  `boutique-${cluster}`,
  'v1 (dce7e6e7e655) -> v2 (44a8bbbfe4d3)',
  index === 0 ? '' : '1',
  '',
]);

/** Returns rows without a style. */
function rows(...cells: readonly (readonly string[])[]) {
  return cells.map((each) => ({ cells: each }));
}

function table(width: number | undefined, ...cells: readonly (readonly string[])[]): string {
  return formatTable(COLUMNS, rows(...cells), width);
}

/** Tables of the same rows, by the width of the terminal. */
const AT_WIDTH: Readonly<Record<number, string>> = {
  200: `
ACTION    FOLDER                            PACKAGEVARIANT      UPSTREAM                                FILES
conflict  clusters/prod/eu-west-1/boutique  boutique-eu-west-1  v1 (dce7e6e7e655) -> v2 (44a8bbbfe4d3)
update    clusters/prod/eu-west-2/boutique  boutique-eu-west-2  v1 (dce7e6e7e655) -> v2 (44a8bbbfe4d3)  1
update    clusters/prod/us-east-1/boutique  boutique-us-east-1  v1 (dce7e6e7e655) -> v2 (44a8bbbfe4d3)  1
`,
  100: `
UPSTREAM: v1 (dce7e6e7e655) -> v2 (44a8bbbfe4d3)
ACTION    FOLDER                            PACKAGEVARIANT      FILES
conflict  clusters/prod/eu-west-1/boutique  boutique-eu-west-1
update    clusters/prod/eu-west-2/boutique  boutique-eu-west-2  1
update    clusters/prod/us-east-1/boutique  boutique-us-east-1  1
`,
  60: `
UPSTREAM: v1 (dce7e6e7e655) -> v2 (44a8bbbfe4d3)
ACTION    FOLDER                            FILES
conflict  clusters/prod/eu-west-1/boutique
update    clusters/prod/eu-west-2/boutique  1
update    clusters/prod/us-east-1/boutique  1
`,
  40: `
FOLDER: clusters/prod/*/boutique
UPSTREAM: v1 (dce7e6e7e655) -> v2 (44a8bbbfe4d3)
ACTION    FOLDER     FILES
conflict  eu-west-1
update    eu-west-2  1
update    us-east-1  1
`,
  20: `
FOLDER: clusters/prod/*/boutique
UPSTREAM: v1 (dce7e6e7e655) -> v2 (44a8bbbfe4d3)
ACTION    FOLDER
conflict  eu-west-1
update    eu-west-2
  FILES  1
update    us-east-1
  FILES  1
`,
};

describe('a table for people', () => {
  it('is empty without rows', () => {
    assert.equal(table(80), '');
  });

  for (const [width, want] of Object.entries(AT_WIDTH))
    it(`says once what all rows share where it does not fit ${width} columns`, () => {
      assert.equal(`\n${table(Number(width), ...FLEET)}`, want);
    });

  it('is whole without a terminal', () => {
    assert.equal(table(undefined, ...FLEET), table(500, ...FLEET));
  });

  it('leaves out the commits of versions, unless they tell them apart', () => {
    const one = ['update', 'a', 'x', 'v1 (dce7e6e7e655) -> v2 (44a8bbbfe4d3)', '1', ''];
    const other = ['conflict', 'b', 'y', 'v1 (dce7e6e7e655) -> v3 (0123456789ab)', '2', ''];
    assert.match(table(60, one, other), /^update {4}a {7}x {15}v1 -> v2 {2}1$/m);
    const moved = other.with(3, 'v1 (dce7e6e7e655) -> v2 (0123456789ab)');
    assert.match(table(60, one, moved), /v2 \(0123456789ab\)/);
  });

  it('keeps the commits of a branch that moved', () => {
    const moved = FLEET.map((row, index) => row.with(3, `main (0123456789a${index}) -> main (0123456789b${index})`));
    assert.match(table(60, ...moved), /main \(0123456789a0\) -> main \(0123456789b0\)/);
  });

  it('keeps names that tell rows apart, although a folder has them', () => {
    const names = ['shop-oslo', 'shop-rome', 'shop-bern'];
    const folders = ['clusters/oslo-rome', 'clusters/oslo-rome', 'clusters/bern'];
    const lines = table(
      30,
      ...names.map((name, index) => ['update', folders[index] ?? '', name, 'v1', String(index), '']),
    ).split('\n');
    assert.equal(new Set(lines).size, lines.length);
  });

  it('says nothing of a column without cells, and leaves no place of a row out', () => {
    assert.doesNotMatch(table(40, ...FLEET.map((row) => row.with(4, ''))), /FILES/);
    const columns = [{ head: 'FOLDER' }, { head: 'BASE' }, { head: 'NEW' }];
    const text = formatTable(columns, rows(['12345678', '', 'x2345678'], ['12345679', 'y2345678', '']), 12);
    assert.equal(text, 'FOLDER\n12345678\n  NEW  x2345678\n12345679\n  BASE  y2345678\n');
  });

  it('keeps names that do not follow from the folder', () => {
    assert.match(table(70, ...FLEET.map((row, index) => row.with(2, `other-name-${index}`))), /other-name-2/);
  });

  it('leaves out optional columns without cells, and control characters', () => {
    const columns = [{ head: 'A' }, { head: 'B', isOptional: true }, { head: 'C' }];
    assert.equal(formatTable(columns, rows(['a\u001b[31m', '', 'c'])), 'A       C\na [31m  c\n');
  });

  it('counts the columns that a terminal needs for a character', () => {
    assert.equal(
      alignColumns([
        ['京都', 'x'],
        ['e\u0301', 'y'],
        ['ab', 'z'],
      ]).join('\n'),
      '京都  x\ne\u0301     y\nab    z',
    );
  });

  it('cuts values at a limit, and later where they differ only there', () => {
    const long = 'x'.repeat(60);
    assert.deepEqual(cut([long, 'y'], 20), [`${'x'.repeat(19)}…`, 'y']);
    assert.deepEqual(cut([`${long}1`, `${long}2`], 20), [`${long}1`, `${long}2`]);
    assert.deepEqual(cut(['京都京都'], 5), ['京都…']);
  });

  it('styles the head and first cells on a terminal, and aligns as without', () => {
    const given = [
      { cells: ['error', 'a', '', '', '', ''], style: 'red' as const },
      ...rows(['unchanged', 'b', '', '', '', '']),
    ];
    const plain = formatTable(COLUMNS, given);
    setColors(true);
    try {
      const styled = formatTable(COLUMNS, given);
      assert.match(styled, /\n\u001b\[31merror\u001b\[0m {6}a\n/);
      assert.equal(styled.replaceAll(/\u001b\[\d+m/g, ''), plain);
    } finally {
      setColors(undefined);
    }
  });

  it('never shows two different cells of a column as equal, and fits if a row takes several lines', () => {
    const part = fc.constantFrom(
      'eu',
      'us',
      'prod',
      'stage',
      'west',
      'Deployment',
      'livenessProbe',
      'readinessProbe',
      '京都',
    );
    const path = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'));
    const version = fc.tuple(fc.constantFrom('v1', 'v2', 'main'), fc.constantFrom('0123456789ab', '0123456789ac'));
    const cells = fc.tuple(
      fc.constantFrom('update', 'create'),
      path,
      path.map((text) => text.replaceAll('/', '-')),
      version.map(([name, commit]) => `${name} (${commit})`),
      fc.constantFrom('', '1', '12'),
      fc.lorem({ maxCount: 12 }).map((text) => text.repeat(2)),
    );
    fc.assert(
      fc.property(fc.array(cells, { minLength: 2, maxLength: 8 }), fc.integer({ min: 20, max: 160 }), (all, width) => {
        // Each column alone, so that its cells are the lines: it is as narrow as in a table without room for it.
        for (const [index, column] of COLUMNS.entries()) {
          const own = all.map((row) => row[index] ?? '');
          if (new Set(own).size === 1) continue;
          const shown = formatTable([column], rows(...own.map((cell) => [cell])), 1).split('\n');
          const lines = shown.slice(-own.length - 1, -1);
          for (const [a, cell] of own.entries())
            for (const [b, other] of own.entries())
              if (cell !== other && cell !== '' && other !== '')
                assert.notEqual(lines[a], lines[b], `${cell} and ${other}`);
        }
        const lines = table(width, ...all).split('\n');
        const wide = lines.filter((line) => stringWidth(line) > width && !/^[A-Z]+: /.test(line));
        // A cell is never cut for its line: then the line is that cell, after the head of its column.
        for (const line of wide) assert.doesNotMatch(line.trim().replace(/^[A-Z]+ {2,}/, ''), / {2}/);
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});
