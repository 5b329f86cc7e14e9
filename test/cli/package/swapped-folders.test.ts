import assert from 'node:assert/strict';
import { cpSync, existsSync, realpathSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { writeChanges } from '../../../cli/package/file-changes.ts';
import { skip } from '../../support/skip.ts';
import { inFolder, readFiles, type Files } from '../run-support.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import type { RootedChange } from '../../../src/package/change.ts';

const RUNS = propertyRuns(300);

const FILES: Files = { 'a.yaml': 'old', 'd/b.yaml': 'old', 'd/e/c.yaml': 'old', 'f/d.yaml': 'old' };

/** Each file is edited, removed, or becomes a folder; files are added beside them. */
const EDITS: readonly Omit<RootedChange, 'root'>[] = [
  ...Object.keys(FILES).flatMap((path) => [
    { path, before: 'old', after: 'new' },
    { path, before: 'old', after: undefined },
  ]),
  ...['g.yaml', 'd/g.yaml', 'd/e/g.yaml', 'f/new/g.yaml'].map((path) => ({ path, before: undefined, after: 'new' })),
];

interface Swapped {
  /** Files that stood outside of the package, afterwards. */
  readonly outside: Files;
  readonly inside: Files;
  readonly error: string;
}

/** Writes changes to a folder. When they are checked, another process puts a link in the place of a folder. */
function swapped(changes: readonly Omit<RootedChange, 'root'>[], folder: string): Promise<Swapped> {
  return inFolder(under('top/p', FILES), (top) => {
    cpSync(join(top, 'top/p'), join(top, 'outside'), { recursive: true });
    const root = realpathSync(join(top, 'top/p'));
    const beforeReplacing = (): void => {
      const place = join(root, folder);
      renameSync(place, join(top, 'moved'));
      symlinkSync(join(top, 'outside', folder === '..' ? '..' : folder), place);
    };
    let error = '';
    try {
      writeChanges(
        changes.map((change) => ({ ...change, root })),
        { beforeReplacing },
      );
    } catch (thrown) {
      error = thrown instanceof Error ? thrown.message : String(thrown);
    }
    return { outside: readFiles(join(top, 'outside')), inside: readFiles(join(top, 'moved')), error };
  });
}

function under(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
}

describe('a folder that another process swaps for a link while files are written', () => {
  before(function () {
    if (!existsSync('/proc/self/fd')) skip(this, 'this system has no /proc/self/fd');
  });

  for (const change of EDITS)
    for (const folder of ['', 'd', 'd/e', 'f'].filter((each) => each === '' || change.path.startsWith(`${each}/`)))
      it(`leads no ${change.before === undefined ? 'new file' : change.after === undefined ? 'removal' : 'edit'} of ${change.path} elsewhere: ${folder || 'the package'}`, async () => {
        const { outside, inside, error } = await swapped([change], folder);
        assert.deepEqual(outside, FILES);
        // The package is opened once, so it can be moved; a folder in it cannot be.
        if (folder === '') assert.equal(inside[change.path], change.after);
        else
          assert.match(
            error,
            /^a folder in its path must stay while files are written, but was replaced; files written: none; /,
          );
      });

  it('leads no write elsewhere, whatever the changes', async () => {
    const changes = fc.uniqueArray(fc.constantFrom(...EDITS), {
      minLength: 1,
      maxLength: 6,
      selector: ({ path }) => path,
    });
    await fc.assert(
      fc.asyncProperty(changes, fc.constantFrom('', 'd', 'd/e', 'f', 'f/new'), async (drawn, folder) => {
        if (folder === 'f/new' && !drawn.some(({ path }) => path.startsWith('f/new/'))) return;
        const { outside } = await swapped(drawn, folder);
        assert.deepEqual(outside, FILES);
      }),
      { numRuns: RUNS },
    );
  });
});
