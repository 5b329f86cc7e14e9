import assert from 'node:assert/strict';
import { join } from 'node:path';
import { inFolder, kptfile, type Files } from '../cli/run-support.ts';
import { foreign, renderForeign, withSteps, type ForeignRendering } from '../render/foreign.ts';
import { COMPACT } from '../render/foreign-packages.ts';

const FOLDERS = ['', 'a/', 'a/x/', 'b/', 'c/'] as const;

/** Returns a package with subpackages whose functions edit, add and report; one may fail. */
function packages(failing?: string): Files {
  const trees = FOLDERS.map((folder) => {
    const mode = folder === failing ? 'fail' : 'results';
    const pipeline = { mutators: [foreign(`label in=${folder || 'root'}`), foreign('add'), foreign(mode)] };
    const files = withSteps({ ...COMPACT, Kptfile: kptfile('p') }, pipeline);
    return Object.entries(files).map(([path, text]) => [`${folder}${path}`, text] as const);
  });
  return Object.fromEntries(trees.flat());
}

describe('krm-variants render --jobs', () => {
  it('makes the same files, log and results of all packages in a folder with any number', () =>
    inFolder({}, async (folder) => {
      const trees = ['one', 'two', 'three'].flatMap((name, index) =>
        Object.entries(packages(index === 1 ? 'b/' : undefined)).map(
          ([path, text]) => [`${name}/${path}`, text] as const,
        ),
      );
      const [one, other] = await Promise.all(
        ['1', '3'].map((jobs) =>
          renderForeign(join(folder, jobs), Object.fromEntries(trees), [
            '--all',
            '--jobs',
            jobs,
            '--truncate-output=false',
          ]),
        ),
      );
      assert.equal(one?.exitCode, 1, one?.stderr);
      assert.match(one.stderr, /^2 of 3 packages rendered: /m);
      assert.deepEqual(shown(other), shown(one));
    }));

  for (const failing of [undefined, 'a/', 'b/'])
    it(`makes the same files, log and results with any number${failing === undefined ? '' : ` if ${failing} fails`}`, () =>
      inFolder({}, async (folder) => {
        const [one, ...others] = await Promise.all(
          ['1', '2', '9'].map((jobs) =>
            renderForeign(join(folder, jobs), packages(failing), ['--jobs', jobs, '--truncate-output=false']),
          ),
        );
        assert.equal(one?.exitCode, failing === undefined ? 0 : 1, one?.stderr);
        for (const other of others) assert.deepEqual(shown(other), shown(one));
      }));
});

/** Returns a rendering without times. */
function shown({ stderr = '', ...rest }: Partial<ForeignRendering> = {}): unknown {
  return { ...rest, stderr: stderr.replaceAll(/ in [\d.]+m?s$/gm, '') };
}
