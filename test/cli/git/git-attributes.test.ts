import assert from 'node:assert/strict';
import fc from 'fast-check';
import { conversionErrors } from '../../../cli/git/converted-files.ts';
import { conversionsOf } from '../../../cli/git/git-attributes.ts';
import { inRepository, type GitRepository } from '../../support/git-repository.ts';
import { needTools } from '../../support/kpt.ts';
import { writeFiles, type Files } from '../run-support.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const ROWS: readonly (readonly [name: string, files: Files, want: Readonly<Record<string, string>>])[] = [
  ['a filter by name', { '.gitattributes': '*.key filter=git-crypt\n' }, { 'a/b.key': 'filter=git-crypt' }],
  ['a path', { '.gitattributes': 'a/*.yaml filter=x\n' }, { 'a/b.yaml': 'filter=x' }],
  ['a path from the top folder', { '.gitattributes': '/c.yaml filter=x\n' }, { 'c.yaml': 'filter=x' }],
  ['no folder', { '.gitattributes': 'a filter=x\na/ filter=x\n' }, {}],
  [
    'a folder and all in it',
    { '.gitattributes': 'a/** filter=x\n' },
    { 'a/b.yaml': 'filter=x', 'a/b.key': 'filter=x', 'a/é/d.yaml': 'filter=x' },
  ],
  [
    'a name after any folders',
    { '.gitattributes': '**/.yaml filter=y\na/**/b.yaml filter=x\n' },
    { 'a/b.yaml': 'filter=x' },
  ],
  ['a name with two bytes for a letter', { '.gitattributes': 'a/??/* filter=x\n' }, { 'a/é/d.yaml': 'filter=x' }],
  [
    'a filter that a deeper folder turns off',
    { '.gitattributes': '* filter=x\n', 'a/.gitattributes': '* -filter\n' },
    { 'c.yaml': 'filter=x' },
  ],
  [
    'a filter that a later line makes unspecified',
    { '.gitattributes': '* filter=x\na/** !filter\n' },
    { 'c.yaml': 'filter=x' },
  ],
  ['a filter without a name', { '.gitattributes': '* filter\n' }, {}],
  ['Git LFS', { '.gitattributes': '* filter=lfs diff=lfs -text\n' }, {}],
  ['a macro', { '.gitattributes': '[attr]secret filter=x\nc.yaml secret\n' }, { 'c.yaml': 'filter=x' }],
  ['a macro outside of the top folder', { 'a/.gitattributes': '[attr]secret filter=x\n* secret\n' }, {}],
  [
    'an encoding',
    { '.gitattributes': 'c.yaml working-tree-encoding=UTF-16LE-BOM\n' },
    { 'c.yaml': 'working-tree-encoding=UTF-16LE-BOM' },
  ],
  ['the encoding of git', { '.gitattributes': '* working-tree-encoding=utf8\n' }, {}],
  [
    'a quoted name, and comments',
    { '.gitattributes': '# c.yaml filter=y\n  "\\143.yaml" filter=x\r\n' },
    { 'c.yaml': 'filter=x' },
  ],
  ['invalid lines', { '.gitattributes': '!c.yaml filter=x\nc.yaml filter=x -=\n' }, {}],
];

const PATHS = ['c.yaml', 'a/b.yaml', 'a/b.key', 'a/é/d.yaml'];

function ours(files: Files): Readonly<Record<string, string>> {
  const found = conversionsOf(new Map(Object.entries(files)), PATHS);
  return Object.fromEntries(Array.from(found, ([path, { attribute }]) => [path, attribute]));
}

/** Returns what git finds out, of which only the first conversion of a file counts. */
function gits(up: GitRepository): Readonly<Record<string, string>> {
  const fields = up.git('check-attr', '-z', 'filter', 'working-tree-encoding', '--', ...PATHS).split('\0');
  const found: Record<string, string> = {};
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', name = '', value = ''] = fields.slice(at, at + 3);
    const isNone = ['unspecified', 'set', 'unset', 'lfs', '', 'utf8'].includes(value);
    if (!isNone) found[path] ??= `${name}=${value}`;
  }
  return found;
}

describe('attributes of git', () => {
  before(function () {
    needTools(this, 'git');
  });

  for (const [name, files, want] of ROWS)
    it(`finds ${name}, as git does`, () =>
      inRepository((up) => {
        writeFiles(up.folder, files);
        assert.deepEqual(ours(files), want);
        assert.deepEqual(gits(up), want);
      }));

  it('are those of git, whatever the patterns are', () =>
    inRepository((up) => {
      const runs = propertyRuns(20);
      fc.assert(
        fc.property(anyFiles(), (files) => {
          writeFiles(up.folder, { 'a/.gitattributes': '', 'a/é/.gitattributes': '', ...files });
          assert.deepEqual(ours(files), gits(up));
        }),
        { numRuns: runs },
      );
    }));

  it('are turned off by the line that an error names', () =>
    inRepository((up) => {
      const names = ['a.yaml', 'my file.yaml', '[x]*?.md', '!a', '#b', '-c', '[attr]d', 'é"\\.md'];
      const read = (lines: readonly string[]) =>
        conversionsOf(new Map([['.gitattributes', lines.map((line) => `${line}\n`).join('')]]), names);
      const errors = conversionErrors({ conversions: read(['* filter=x']) });
      const lines = ['* filter=x', ...errors.map(({ message }) => /the line `(.*?)` to/.exec(message)?.[1] ?? '')];
      assert.equal(lines.length, names.length + 1);
      assert.deepEqual([...read(lines)], []);
      writeFiles(up.folder, { '.gitattributes': lines.map((line) => `${line}\n`).join('') });
      assert.doesNotMatch(up.git('check-attr', 'filter', '--', ...names), /filter: x/);
    }));

  it('take little time for a hostile pattern', () => {
    const pattern = `${'*a'.repeat(500)}b`;
    const found = conversionsOf(new Map([['.gitattributes', `${pattern} filter=x\n`]]), ['a'.repeat(200)]);
    assert.equal(found.size, 0);
  });
});

/** Sets of characters, and what is almost one. */
const SETS =
  '[a-c] [!a] []a] [^[:alpha:]] [[:alpha:]-c] [a-[:digit:]] [[:no:]a] [a [\\]a-] [\x80-\xff] \\* \\ ! [b-\\c] [a-c--e]'.split(
    ' ',
  );

function anyFiles(): fc.Arbitrary<Files> {
  const part = fc.constantFrom(
    'a',
    'b',
    'c',
    '.yaml',
    '.key',
    'é',
    '\\é',
    '*',
    '**',
    '**/',
    '/',
    '/**',
    '?',
    '??',
    ...SETS,
  );
  const pattern = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
  const name = fc.oneof(
    pattern,
    fc.constantFrom(...PATHS, '*'),
    fc.constantFrom('[attr]m', '[attr]n', '"c.yaml"', '"a/\\303\\251/*"', '"a'),
  );
  const setting = fc.constantFrom(
    'filter=x',
    '-filter',
    '!filter',
    'filter',
    'filter=lfs',
    'm',
    '-m',
    '!m',
    'n',
    'm=1',
    'text',
    '-=',
    'filter=',
    'working-tree-encoding=UTF-16',
    '-working-tree-encoding',
    'working-tree-encoding=utf8',
    '--text',
  );
  const line = fc
    .tuple(name, fc.array(setting, { maxLength: 3 }), fc.constantFrom('\n', '\r\n', ' \n'))
    .map(([first, settings, end]) => `${[first, ...settings].join(' ')}${end}`);
  const file = fc.array(line, { maxLength: 5 }).map((lines) => lines.join(''));
  return fc.record({ '.gitattributes': file, 'a/.gitattributes': file, 'a/é/.gitattributes': file });
}
