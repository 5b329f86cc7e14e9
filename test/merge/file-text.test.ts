import assert from 'node:assert/strict';
import { isSameContent } from '../../src/files/index.ts';
import { fileText, joinFile, type FileText } from '../../src/merge/text/file-text.ts';
import { mergePackages } from '../../src/merge/index.ts';

const PLAIN: FileText = { mark: '', eol: '\n', lines: 'a\nb\n', isEnded: true };

/** Contents, and what they differ in from a plain text of two lines. */
const TEXTS: readonly (readonly [title: string, content: string, wanted: Partial<FileText>])[] = [
  ['a plain text', 'a\nb\n', {}],
  ['a text without a last line break', 'a\nb', { isEnded: false }],
  ['CRLF', 'a\r\nb\r\n', { eol: '\r\n' }],
  ['CRLF without a last line break', 'a\r\nb', { eol: '\r\n', isEnded: false }],
  ['a byte order mark', '\uFEFFa\nb\n', { mark: '\uFEFF' }],
  ['a byte order mark and CRLF', '\uFEFFa\r\nb\r\n', { mark: '\uFEFF', eol: '\r\n' }],
  ['mixed line ends', 'a\r\nb\n', { eol: ['\r\n', '\n'] }],
  [
    'mixed line ends without a last line break',
    'a\nb\r\nc',
    { eol: ['\n', '\r\n'], lines: 'a\nb\nc\n', isEnded: false },
  ],
  ['a lone carriage return', 'a\rb\r\n', { lines: 'a\rb\r\n' }],
  ['an empty text', '', { lines: '' }],
];

/** Attributes of base, new and local, and of the merged file. */
const MERGED: readonly (readonly [
  title: string,
  base: string | undefined,
  theirs: string,
  local: string,
  wanted: string,
])[] = [
  ['keeps line ends of local', 'a\n', 'b\n', 'a\r\n', 'b\r\n'],
  ['takes line ends of new', 'a\n', 'a\r\n', 'b\n', 'b\r\n'],
  ['keeps line ends of all', 'a\r\n', 'b\r\n', 'a\r\n', 'b\r\n'],
  ['takes a byte order mark of new', 'a\n', '\uFEFFa\n', 'b\n', '\uFEFFb\n'],
  ['takes a byte order mark off with new', '\uFEFFa\n', 'a\n', '\uFEFFb\n', 'b\n'],
  ['adds a last line break with new', 'a', 'a\n', 'b', 'b\n'],
  ['keeps a line break away with local', 'a\n', 'b\n', 'a', 'b'],
  ['keeps a line that local ends otherwise', 'a\r\n#\r\n', 'b\r\n#\r\n', 'a\r\n#\r\n# l\n', 'b\r\n#\r\n# l\n'],
  ['takes a line that new ends otherwise', 'a\n#\n', 'a\r\n#\n', '# l\na\n#\n', '# l\na\r\n#\n'],
  ['keeps the line ends that local changed', '#\na\n#\n', '#\nb\n#\n', '#\r\na\n#\n', '#\r\nb\n#\n'],
];

/** Comments alone in base, new and local, and in the merged file, with its conflicts. */
const ABSENT: readonly (readonly [
  title: string,
  base: string | undefined,
  theirs: string | undefined,
  local: string | undefined,
  wanted: string | undefined,
  conflicts: readonly string[],
])[] = [
  ['leaves a file deleted that new left', '# a\n', '# a\n', undefined, undefined, []],
  ['leaves a file deleted with CRLF in new', '# a\n', '# a\r\n', undefined, undefined, []],
  ['deletes a file with CRLF in local', '# a\n', undefined, '# a\r\n', undefined, []],
  ['deletes a file with a byte order mark in local', '# a\n', undefined, '\uFEFF# a\n', undefined, []],
  ['takes an added file with the line ends of local', undefined, '# a\n', '# a\r\n', '# a\r\n', []],
  ['reports a file that local ends otherwise', '# a\n', undefined, '# a', '# a', ['delete/change']],
];

describe('file text', () => {
  for (const [title, content, wanted] of TEXTS)
    it(`splits ${title}, and joins it again`, () => {
      const text = fileText(content);
      assert.deepEqual(text, { ...PLAIN, ...wanted });
      assert.deepEqual(fileText(new TextEncoder().encode(content)), text);
      assert.equal(joinFile([text.lines], { base: text, theirs: text, local: text }), content);
    });

  for (const [title, content] of [
    ['bytes that are not UTF-8', Uint8Array.of(0x61, 0xff)],
    ['bytes with NUL', Uint8Array.of(0x61, 0)],
    ['a string with NUL', 'a\0'],
  ] as const)
    it(`takes ${title} for binary`, () => assert.equal(fileText(content), undefined));

  for (const [title, base, theirs, local, wanted] of MERGED)
    for (const path of ['t.txt', 'v.yaml'])
      it(`${title} in ${path}`, () => {
        const file = (content: string | undefined): ReadonlyMap<string, string> =>
          new Map(
            content === undefined ? [] : [[path, path === 'v.yaml' ? content.replace(/[ab]/, 'k: $&') : content]],
          );
        const merged = mergePackages({ base: file(base), theirs: file(theirs), local: file(local) });
        assert.deepEqual([...merged.files], [...file(wanted)]);
        assert.deepEqual(merged.conflicts, []);
      });

  for (const path of ['t.txt', 'v.yaml'])
    it(`puts a byte order mark below the marker of a conflict in the first line of ${path}`, () => {
      const file = (value: number): ReadonlyMap<string, string> => new Map([[path, `\uFEFFa: ${value}\r\nb: 1\r\n`]]);
      const markers = { size: 7, names: { local: 'ours', theirs: 'theirs' } };
      const { files } = mergePackages({ base: file(1), theirs: file(2), local: file(3) }, { markers });
      const lines = ['<<<<<<< ours', '\uFEFFa: 3', '=======', '\uFEFFa: 2', '>>>>>>> theirs', 'b: 1', ''];
      assert.equal(files.get(path), lines.join('\r\n'));
    });

  for (const [title, base, theirs, local, wanted, conflicts] of ABSENT)
    for (const path of ['t.txt', 'v.yaml'])
      it(`${title} in ${path}`, () => {
        const file = (content: string | undefined): ReadonlyMap<string, string> =>
          new Map(content === undefined ? [] : [[path, content]]);
        const merged = mergePackages({ base: file(base), theirs: file(theirs), local: file(local) });
        assert.deepEqual([...merged.files], [...file(wanted)]);
        assert.deepEqual(
          merged.conflicts.map(({ kind }) => kind),
          conflicts,
        );
        assert.deepEqual(merged.results, []);
      });

  it('compares texts and bytes', () => {
    const bytes = Uint8Array.of(1, 2);
    assert.equal(isSameContent('a', 'a'), true);
    assert.equal(isSameContent('a', 'b'), false);
    assert.equal(isSameContent(bytes, Uint8Array.of(1, 2)), true);
    assert.equal(isSameContent(bytes, Uint8Array.of(1, 3)), false);
    assert.equal(isSameContent(bytes, Uint8Array.of(1)), false);
    assert.equal(isSameContent(bytes, undefined), false);
    assert.equal(isSameContent(undefined, undefined), true);
  });
});
