import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../../cli/arguments/usage-error.ts';
import { parseAddress } from '../../../cli/upstream/package-address.ts';
import { inFolder } from '../run-support.ts';

describe('address of a package', () => {
  const rows: readonly (readonly [text: string, url: string, directory: string, ref?: string])[] = [
    ['https://example.com/a/b.git/c/d@v1', 'https://example.com/a/b', 'c/d', 'v1'],
    ['https://example.com/a/b.git/c@feature/x', 'https://example.com/a/b', 'c', 'feature/x'],
    ['https://example.com/a/b.git/c/', 'https://example.com/a/b', 'c'],
    ['https://example.com/a/b.git@v1', 'https://example.com/a/b', '', 'v1'],
    ['https://example.com/a/b.git', 'https://example.com/a/b', ''],
    ['https://me@example.com/a/b.git/c@v1', 'https://me@example.com/a/b', 'c', 'v1'],
    ['git@example.com:a/b.git/c@v1', 'git@example.com:a/b', 'c', 'v1'],
    ['ssh://git@example.com/a/b.git/c', 'ssh://git@example.com/a/b', 'c'],
    ['https://github.com/a/b/c/d@v1', 'https://github.com/a/b', 'c/d', 'v1'],
    ['https://github.com/a/b', 'https://github.com/a/b', ''],
    ['https://github.com/a/b@v1', 'https://github.com/a/b', '', 'v1'],
    ['https://github.com/a/b/tree/v1/c/d', 'https://github.com/a/b', 'c/d', 'v1'],
    ['https://github.com/a/b/tree/v1', 'https://github.com/a/b', '', 'v1'],
    ['git@github.com:a/b/c@v1', 'git@github.com:a/b', 'c', 'v1'],
    ['file:///up.git/c@v1', 'file:///up', 'c', 'v1'],
    ['file:///up/.git/c@v1', 'file:///up/', 'c', 'v1'],
    ['https://github.gitlab.example/a.git/c', 'https://github.gitlab.example/a', 'c'],
    ['https://example.com/a.github/b.git/.github/c', 'https://example.com/a.github/b', '.github/c'],
  ];
  for (const [text, url, directory, ref] of rows)
    it(`reads ${text}`, () => {
      const address = parseAddress(text);
      assert.deepEqual([address.url.text, address.directory, address.ref], [url, directory, ref]);
    });

  it('finds the repository that holds a folder of this machine', () =>
    inFolder({ 'up/.git/HEAD': '', 'bare.git/HEAD': '', 'up/c/d': '' }, (folder) => {
      mkdirSync(join(folder, 'bare.git/objects'));
      for (const [text, url, directory, ref] of [
        ['up/c@v1', 'up', 'c', 'v1'],
        ['up/gone/d@v1', 'up', 'gone/d', 'v1'],
        ['up', 'up', '', undefined],
        ['up@v1', 'up', '', 'v1'],
        ['bare/c@v1', 'bare', 'c', 'v1'],
      ]) {
        const address = parseAddress(join(folder, text ?? ''));
        assert.deepEqual([address.url.text, address.directory, address.ref], [join(folder, url ?? ''), directory, ref]);
      }
    }));

  it('finds the repository that is the current folder', () =>
    inFolder({ '.git/HEAD': '', 'c/d': '' }, (folder) => {
      const before = process.cwd();
      process.chdir(folder);
      try {
        for (const text of ['c@v1', './c@v1']) assert.deepEqual(parseAddress(text).directory, 'c');
        assert.equal(parseAddress('.@v1').directory, '');
      } finally {
        process.chdir(before);
      }
    }));

  const refused: readonly (readonly [text: string, message: RegExp])[] = [
    ['https://example.com/a/b/c@v1', /write `\.git` after the repository/],
    ['https://token@example.com/a@v1', /not "https:\/\/example\.com\/a@v1"/],
    ['/nowhere/at/all@v1', /no git repository is at "\/nowhere\/at\/all@v1", or above it: check the path/],
    ['../typo/pkg@v1', /no git repository is at "\.\.\/typo\/pkg@v1"/],
    ['https://example.com/a.git/b/../../c', /must not have "\.\." in its path/],
    ['https://example.com/a.git/b@', /must follow "@"/],
  ];
  for (const [text, message] of refused)
    it(`refuses ${text}`, () => {
      assert.throws(
        () => parseAddress(text),
        (error) => error instanceof UsageError && message.test(error.message),
      );
    });
});
