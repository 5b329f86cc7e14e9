import assert from 'node:assert/strict';
import { join } from 'node:path';
import { findObjects, hasObject, readObjects, tryToReadObjects } from '../../../cli/git/stored-objects.ts';
import { inRepository } from '../../support/git-repository.ts';

/** Id that the repository lacks. */
const MISSING = 'a'.repeat(40);

describe('stored objects', () => {
  it('reads contents that look like lines of git, and what lies between them', () =>
    inRepository((repository) => {
      const files = { empty: '', 'end of line': 'x\n', 'line of git': `${'0'.repeat(40)} blob 3\nabc\n`, 'ä b': 'ä' };
      repository.commit(files);
      const paths = Object.keys(files);
      const names = ['HEAD:', ...paths.flatMap((path) => [`HEAD:${path}`, `HEAD:no ${path}`]), '', MISSING, 'HEAD'];
      const place = { folder: repository.folder };
      const read = readObjects(place, names);
      const found = findObjects(place, names);
      const idOf = (name: string): string => repository.git('rev-parse', name);
      assert.deepEqual(
        read.map((each) => each?.kind),
        ['tree', ...paths.flatMap(() => ['blob', undefined]), undefined, undefined, 'commit'],
      );
      for (const [index, path] of paths.entries()) {
        const object = read[2 * index + 1];
        assert.equal(object?.id, idOf(`HEAD:${path}`), path);
        assert.equal(object.bytes.toString(), Object.values(files)[index], path);
      }
      assert.deepEqual(
        found,
        read.map((each) => each && { kind: each.kind, id: each.id }),
      );
    }));

  it('returns none for no names', () => {
    const place = { gitDir: '/no/repository' };
    assert.deepEqual([readObjects(place, []), tryToReadObjects(place, []), findObjects(place, [])], [[], [], []]);
  });

  it('distinguishes an object that is missing from one that must be fetched', () =>
    inRepository((repository) => {
      repository.commit({ a: 'a\n' });
      const place = { folder: repository.folder };
      assert.deepEqual([hasObject(place, 'HEAD^{commit}'), hasObject(place, 'HEAD:b')], [true, false]);
      assert.deepEqual(tryToReadObjects(place, ['HEAD:b']), [undefined]);
      repository.git('config', 'uploadpack.allowFilter', 'true');
      const clone = join(repository.folder, 'clone');
      repository.git('clone', '--quiet', '--bare', '--filter=blob:none', `file://${repository.folder}`, clone);
      assert.equal(tryToReadObjects({ gitDir: clone }, ['HEAD:a']), undefined);
      assert.throws(() => readObjects({ gitDir: clone }, ['HEAD:a']), /git cat-file failed/);
    }));
});
