import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { formatDiff } from '../../../src/package/diff.ts';
import { inFolder, readFiles } from '../run-support.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const shown: readonly (readonly [name: string, before: string, after: string, want: string])[] = [
  ['a line changed', 'a\nb\nc\n', 'a\nB\nc\n', '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n'],
  ['lines that end in CRLF', 'a\r\nb\r\n', 'a\r\nB\r\n', '@@ -1,2 +1,2 @@\n a\r\n-b\r\n+B\r\n'],
  ['a final newline added', 'a\nb', 'a\nb\n', '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n'],
  ['no final newline at all', 'a\nb', 'A\nb', '@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n'],
  [
    'two places far apart',
    `a\n${'x\n'.repeat(9)}b\n`,
    `A\n${'x\n'.repeat(9)}B\n`,
    '@@ -1,4 +1,4 @@\n-a\n+A\n x\n x\n x\n@@ -8,4 +8,4 @@\n x\n x\n x\n-b\n+B\n',
  ],
  ['a byte order mark', '\uFEFFa: 1\n', '\uFEFFa: 2\n', '@@ -1,1 +1,1 @@\n-\uFEFFa: 1\n+\uFEFFa: 2\n'],
  ['a text that was empty', '', 'a\n', '@@ -0,0 +1,1 @@\n+a\n'],
];

const paths = [
  'a.yaml',
  'sub/a.yaml',
  'with space.yaml',
  'quote".yaml',
  'back\\slash.yaml',
  'tab\there.yaml',
  'ü\u{1F600}.yaml',
];

describe('unified diff', () => {
  for (const [name, before, after, want] of shown) {
    it(`shows ${name}`, () => {
      assert.equal(formatDiff([{ path: 'a.yaml', before, after }]), `--- a/a.yaml\n+++ b/a.yaml\n${want}`);
    });
  }

  const commands: readonly (readonly string[])[] = [
    ['patch', '-p1', '--binary', '--quiet'],
    ['git', 'apply', '--whitespace=nowarn', '-'],
  ];
  for (const [command = '', ...args] of commands) {
    it(`is accepted by ${command} ${args.join(' ')} for any names and texts`, async () => {
      const changes = [
        ...paths.map((path) => ({ path, before: 'a\nb\n', after: 'a\nc\n' })),
        ...shown
          .filter(([, before]) => before !== '')
          .map(([, before, after], i) => ({ path: `${i}.yaml`, before, after })),
        { path: 'long.yaml', before: '- a\n'.repeat(5000), after: `${'- b\n'.repeat(5000)}- c` },
        ...fc
          .sample(texts, { numRuns: propertyRuns(100), seed: 1 })
          .map(([before, after], i) => ({ path: `s/${i}.yaml`, before, after })),
      ].filter(({ before, after }) => before !== after);
      const files = Object.fromEntries(changes.map(({ path, before }) => [path, before]));
      await inFolder(files, (folder) => {
        const { status, stdout, stderr } = spawnSync(command, args, {
          cwd: folder,
          input: formatDiff(changes),
          encoding: 'utf8',
        });
        assert.equal(status, 0, stdout + stderr);
        assert.deepEqual(readFiles(folder), Object.fromEntries(changes.map(({ path, after }) => [path, after])));
      });
    });
  }
});

const text = fc
  .tuple(fc.array(fc.constantFrom('- a\n', '- b\n', '- b\r\n', '\n', '# c\n')), fc.constantFrom('', '- x', '- x\r'))
  .map(([lines, end]) => lines.join('') + end);
const texts = fc.tuple(
  text.filter((before) => before !== ''),
  text.filter((after) => after !== ''),
);
