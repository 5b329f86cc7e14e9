import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { writeChanges } from '../../../cli/package/file-changes.ts';
import { withFile } from '../../../cli/package/file-error.ts';
import { inFolder } from '../run-support.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(300);

const LONG = 'a'.repeat(300);

/** Files, and links to a folder, to nothing and to themselves. */
function inOddFolder(act: (root: string) => void): Promise<void> {
  return inFolder({ 'p/file': 'x', 'p/dir/f': 'x', 'outside/f': 'x' }, (folder) => {
    const root = realpathSync(join(folder, 'p'));
    for (const [name, target] of Object.entries({ link: '../outside', dangling: 'nowhere', loop: 'loop' }))
      symlinkSync(target, join(root, name));
    act(root);
  });
}

function create(root: string, path: string): void {
  writeChanges([{ root, path, before: undefined, after: 'x' }]);
}

const refused: readonly (readonly [path: string, reason: RegExp])[] = [
  ['a\0b', /^a path must not have a NUL character$/],
  ['a\0b/c', /^a path must not have a NUL character$/],
  ['link/new', /^a new file must be in a folder, but "link" is a symbolic link; no file was written$/],
  ['dir/../link/new', /^a new file must be in a folder, but "link" is a symbolic link; no file was written$/],
  ['dangling/new', /^a new file must be in a folder, but "dangling" is a symbolic link; no file was written$/],
  ['loop/new', /^a new file must be in a folder, but "loop" is a symbolic link; no file was written$/],
  ['file/new', /^a new file must be in a folder, but "file" is not a folder; no file was written$/],
  ['dir/f/a/new', /^a new file must be in a folder, but "dir\/f" is not a folder; no file was written$/],
  ['file', /^a new file must not exist yet; no file was written$/],
  ['dangling', /^a new file must not exist yet, but is a symbolic link; no file was written$/],
  [LONG, /^the path, or a name in it, is too long$/],
];

const read: readonly (readonly [path: string, reason: string])[] = [
  ['a\0b', 'a path must not have a NUL character'],
  ['loop', 'a symbolic link leads to itself, or is not allowed here'],
  ['dangling', 'does not exist'],
  ['file/below', 'a part of the path is not a folder'],
  ['dir', 'is a folder'],
  [LONG, 'the path, or a name in it, is too long'],
];

describe('messages about files', () => {
  for (const [path, reason] of refused)
    it(`say why ${JSON.stringify(path.slice(0, 20))} cannot be created`, () =>
      inOddFolder((root) => assert.throws(() => create(root, path), { name: 'KrmError', message: reason })));

  for (const [path, message] of read)
    it(`say why ${JSON.stringify(path.slice(0, 20))} cannot be read`, () =>
      inOddFolder((root) =>
        assert.throws(() => withFile(path, () => readFileSync(join(root, path))), { name: 'KrmError', message }),
      ));

  it('never show a code of the system, and nothing outside is written', async () => {
    const part = fc.constantFrom('file', 'dir', 'f', 'link', 'dangling', 'loop', 'new', 'a\0b', LONG, '\ud800', 'ä');
    const acts: readonly ((root: string, path: string) => unknown)[] = [
      create,
      (root, path) => writeChanges([{ root, path, before: 'x', after: 'y' }]),
      (root, path) => writeChanges([{ root, path, before: 'x', after: undefined }]),
      (root, path) => withFile(path, () => readFileSync(join(root, path))),
      (root, path) => withFile(path, () => readdirSync(join(root, path))),
      (root, path) => withFile(path, () => realpathSync(join(root, path))),
      (root, path) => withFile(path, () => mkdirSync(join(root, path))),
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), fc.constantFrom(...acts), (parts, act) =>
        inOddFolder((root) => {
          try {
            act(root, parts.join('/'));
          } catch (error) {
            assert.ok(error instanceof Error);
            assert.equal(error.name, 'KrmError', error.message);
            assert.doesNotMatch(error.message, /\bE[A-Z]{3,}\b|ERR_/);
          }
          if (act === acts[0]) assert.deepEqual(readdirSync(join(root, '../outside')), ['f']);
        }),
      ),
      { numRuns: RUNS },
    );
  });
});
