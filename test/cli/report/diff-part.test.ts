import assert from 'node:assert/strict';
import { diffPart, hunkAt } from '../../../cli/report/diff-part.ts';

const HEAD = '--- a/a.yaml\n+++ b/a.yaml\n';
const FIRST = '@@ -3,3 +3,3 @@\n a\n-b: 1\n+b: 2\n c\n';
const SECOND = '@@ -40,2 +40,1 @@\n d\n-e\n';

describe('diffs in pages', () => {
  const shown: readonly (readonly [name: string, diff: string, want: RegExp])[] = [
    [
      'keep the sign of each line',
      FIRST,
      /<span> a\n<\/span><del>-b: <mark>1<\/mark>\n<\/del><ins>\+b: <mark>2<\/mark>\n<\/ins><span> c\n/,
    ],
    [
      'tell the names of files from removed and added lines',
      `${HEAD}@@ -1,2 +1,2 @@\n--- x\n+++ y\n`,
      /a\.yaml\n<\/span><span class="meta">@@[^<]*<\/span><del>--- x\n<\/del><ins>\+\+\+ y\n/,
    ],
    ['escape their lines', '@@ -1,1 +1,1 @@\n-<script>\n', /<del>-&lt;script&gt;\n<\/del>/],
    [
      'mark nothing in lines that have little in common',
      '@@ -1,1 +1,1 @@\n-a: one\n+b: other\n',
      /<del>-a: one\n<\/del><ins>\+b: other\n/,
    ],
    [
      'mark nothing where more lines were added than removed',
      '@@ -1,1 +1,2 @@\n-key: a\n+key: b\n+key: c\n',
      /<del>-key: a\n<\/del><ins>\+key: b\n/,
    ],
    [
      'pair lines that replace others in their order',
      '@@ -1,2 +1,2 @@\n-one: 1\n-two: 2\n+one: 3\n+two: 4\n',
      /<del>-one: <mark>1<.*<del>-two: <mark>2<.*<ins>\+one: <mark>3<.*<ins>\+two: <mark>4</s,
    ],
    ['leave out carriage returns that all lines have', '@@ -1,1 +1,1 @@\n-a\r\n+b\r\n', /<del>-a\n<\/del><ins>\+b\n/],
    ['show carriage returns that only some lines have', '@@ -1,1 +1,1 @@\n-a\r\n+a\n', /<del>-a(?:<mark>)?\\u000d/],
    [
      'are cut after 300 lines, and say so',
      `@@ -0,0 +1,400 @@\n${'+a\n'.repeat(400)}`,
      /101 more lines: run the command with <code>--diff<\/code>/,
    ],
    [
      'cut long lines, and say so',
      `@@ -0,0 +1,1 @@\n+${'a'.repeat(5000)}\n`,
      /<ins>\+a{1999}… \(3001 more characters\)\n/,
    ],
  ];
  for (const [name, diff, want] of shown) it(name, () => assert.match(diffPart(diff).text, want));

  const hunks: readonly (readonly [name: string, line: number | undefined, side: 'before' | 'after', want: string])[] =
    [
      ['finds the part with a line', 4, 'after', `${HEAD}${FIRST}`],
      ['finds the part with a line of the old version', 41, 'before', `${HEAD}${SECOND}`],
      ['keeps all of a diff if no part has the line', 20, 'after', `${HEAD}${FIRST}${SECOND}`],
      ['keeps all of a diff without a line', undefined, 'after', `${HEAD}${FIRST}${SECOND}`],
    ];
  for (const [name, line, side, want] of hunks)
    it(name, () => assert.equal(hunkAt(`${HEAD}${FIRST}${SECOND}`, line, side), want));
});
