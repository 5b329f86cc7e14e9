import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentsOf, flawsOf } from '../../scripts/evidence/merge-histories/judge.ts';
import { misplacedIn } from '../../scripts/evidence/merge-histories/order.ts';
import { inFolder } from '../cli/run-support.ts';

type Versions = readonly [base: string, ours: string, theirs: string, merged: string];

/** Clean merges, and the kinds of flaws that they have. */
const ROWS: readonly (readonly [title: string, versions: Versions, flaws: readonly string[]])[] = [
  ['edits of both', ['{a: 1, b: 1}', '{a: 2, b: 1}', '{a: 1, b: 2}', '{a: 2, b: 2}'], []],
  ['no edit of ours', ['{a: 1, b: 1}', '{a: 2, b: 1}', '{a: 1, b: 2}', '{a: 1, b: 2}'], ['lost']],
  ['what nobody wrote', ['{a: 1}', '{a: 2}', '{a: 2}', '{a: 3}'], ['invented']],
  ['an edit that both contradict', ['{a: 1}', '{a: 2}', '{a: 3}', '{a: 2}'], ['lost']],
  ['a removed entry again', ['{a: 1, b: 1}', '{a: 1}', '{a: 2, b: 1}', '{a: 2, b: 1}'], ['lost']],
  [
    'a renamed entry with its edit',
    ['{a: {x: 1, y: 1}}', '{b: {x: 1, y: 1}}', '{a: {x: 2, y: 1}}', '{b: {x: 2, y: 1}}'],
    [],
  ],
  ['elements of both', ['[a]', '[a, b]', '[c, a]', '[c, a, b]'], []],
  ['an element twice', ['[a, c]', '[a, b]', '[a, b, c]', '[a, b, b]'], ['invented']],
  ['no element of theirs', ['[a]', '[a, b]', '[a, c]', '[a, b]'], ['lost']],
  [
    'both edits of an element with a name',
    ['[{name: a, x: 1, y: 1}]', '[{name: a, x: 2, y: 1}]', '[{name: a, x: 1, y: 2}]', '[{name: a, x: 2, y: 2}]'],
    [],
  ],
  [
    'both edits of an element without a name',
    ['[{x: 1, y: 1}]', '[{x: 2, y: 1}]', '[{x: 1, y: 2}]', '[{x: 2, y: 2}]'],
    [],
  ],
  [
    'an edit in another element',
    [
      '[{name: a, x: 1}, {name: b, x: 1}]',
      '[{name: a, x: 1}, {name: c, x: 1}, {name: b, x: 1}]',
      '[{name: a, x: 2}, {name: b, x: 1}]',
      '[{name: a, x: 1}, {name: c, x: 2}, {name: b, x: 1}]',
    ],
    ['invented', 'lost'],
  ],
  [
    'labels that ours added, where theirs removes the map',
    ['{labels: {a: 1}}', '{labels: {a: 1, b: 1}}', '{}', '{labels: {b: 1}}'],
    [],
  ],
  ['lines of both', ['{s: "a\\nb\\nc\\n"}', '{s: "x\\nb\\nc\\n"}', '{s: "a\\nb\\ny\\n"}', '{s: "x\\nb\\ny\\n"}'], []],
  [
    'lines of nobody',
    ['{s: "a\\nb\\nc\\n"}', '{s: "x\\nb\\nc\\n"}', '{s: "a\\nb\\ny\\n"}', '{s: "x\\nz\\ny\\n"}'],
    ['invented'],
  ],
  [
    'a document that is gone on one side',
    ['{kind: A}\n---\n{kind: B}', '{kind: A}', '{kind: A, x: 1}\n---\n{kind: B}', '{kind: A, x: 1}'],
    [],
  ],
  [
    'a document of ours no more',
    ['{kind: A}', '{kind: A}\n---\n{kind: B}', '{kind: A, x: 1}', '{kind: A, x: 1}'],
    ['lost'],
  ],
];

describe('merge-histories', () => {
  for (const [title, versions, kinds] of ROWS)
    it(`finds ${kinds.join(' and ') || 'no flaw'} in a result with ${title}`, () => {
      const [base, ours, theirs, merged] = versions.map(documentsOf);
      const found = flawsOf({ base, ours, theirs, merged }).map(({ kind }) => kind);
      assert.deepEqual([...new Set(found)].toSorted(), kinds);
    });

  const ORDERS: readonly (readonly [title: string, versions: Versions, places: readonly string[]])[] = [
    ['of one side', ['[a, b, c]', '[c, a, b]', '[a, b, c]', '[c, a, b]'], []],
    ['of both sides', ['[a, b, c]', '[c, a, b]', '[b, a, c]', '[c, b, a]'], []],
    ['of neither side', ['[a, b]', '[a, x, b]', '[a, b, y]', '[b, x, a, y]'], ['.0["b"]']],
    ['that base has and a side changed', ['[a, b]', '[b, a]', '[a, b, c]', '[a, b, c]'], ['.0["a"]']],
    [
      'of named elements with edits',
      [
        '{l: [{name: a, x: 1}, {name: b}]}',
        '{l: [{name: a, x: 2}, {name: b}]}',
        '{l: [{name: a, x: 1}, {name: b, y: 1}]}',
        '{l: [{name: b, y: 1}, {name: a, x: 2}]}',
      ],
      ['.0.l["b"]'],
    ],
  ];
  for (const [title, versions, places] of ORDERS)
    it(`finds ${places.length === 0 ? 'nothing' : 'a misplaced element'} in an order ${title}`, () => {
      const [base, ours, theirs, merged] = versions.map((text) => ({ ...documentsOf(text) }));
      assert.deepEqual(misplacedIn({ base, ours, theirs, merged }), places);
    });

  it('replays the merges, cherry-picks and reverts of a repository, and counts what came out', () =>
    inFolder({}, (folder) => {
      const git = (...args: readonly string[]): string =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
          cwd: folder,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        });
      const commit = (replicas: number, isPaused: boolean): void => {
        mkdirSync(join(folder, 'app'), { recursive: true });
        const text = `kind: Deployment\nspec:\n  replicas: ${replicas}\n  paused: ${isPaused}\n`;
        writeFileSync(join(folder, 'app/web.yaml'), text);
        git('add', '-A');
        git('commit', '-qm', 'Change');
      };
      git('init', '-q', '-b', 'main');
      commit(1, false);
      git('checkout', '-qb', 'side');
      commit(1, true);
      git('checkout', '-q', 'main');
      commit(2, false);
      git('merge', '-q', '-s', 'ours', '--no-commit', 'side');
      commit(2, true);
      commit(3, true);
      const { stdout, status, stderr } = spawnSync(
        process.execPath,
        ['scripts/evidence/merge-histories.ts', folder, '--limit', '10'],
        { encoding: 'utf8' },
      );
      assert.deepEqual([status, stderr], [0, '']);
      const lines = stdout.split('\n').filter((line) => /^\s+\S|^krm-/.test(line));
      const columns = lines.map((line) => line.trim().split(/ {2,}/));
      const of = (name: string): string | undefined => {
        const at = columns.findIndex((names) => names.includes(name));
        return columns[at + 1]?.[(columns[at]?.indexOf(name) ?? 0) + 1];
      };
      assert.deepEqual(['replays', 'only ours', 'merges', 'as people', 'lost', 'unstable'].map(of), [
        '5',
        '3',
        '1',
        '1',
        '0',
        '0',
      ]);
    }));
});
