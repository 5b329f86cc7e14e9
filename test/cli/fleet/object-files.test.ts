import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ObjectFiles, type ObjectFormat } from '../../../cli/fleet/store/object-files.ts';
import { GitRepository, inRepository } from '../../support/git-repository.ts';

/** Sizes around those from which on a pack needs another byte for them. */
const SIZES = [0, 1, 15, 16, 17, 2047, 2048, 2049, 262_143, 262_144, 300_000];

const ROWS: readonly (readonly [name: string, format: ObjectFormat, count: number])[] = [
  ['few contents, which become loose objects', 'sha1', 3],
  ['contents below the limit of loose objects', 'sha1', 98 - SIZES.length],
  ['contents for a pack', 'sha1', 99 - SIZES.length],
  ['contents in a repository of SHA-256', 'sha256', 150],
];

describe('ObjectFiles', () => {
  for (const [name, format, count] of ROWS)
    it(`stores ${name}`, () =>
      inRepository(({ folder }) => {
        const repository = new GitRepository(`${folder}-${format}`, '');
        new GitRepository(folder, '').git('init', '--quiet', `--object-format=${format}`, repository.folder);
        const objects = new ObjectFiles(join(repository.folder, '.git'), format);
        const texts = [
          ...SIZES.map((size) => 'ä'.repeat(size)),
          ...Array.from({ length: count }, (_, at) => `${at}\n`),
        ];
        const contents = new Map([...texts, Buffer.from([0, 255, 10])].map((each) => [objects.idOf(each), each]));
        objects.write(contents);
        objects.write(contents);
        for (const [id, content] of contents)
          assert.equal(repository.git('cat-file', '-s', id), String(Buffer.byteLength(content)));
        assert.equal(repository.git('fsck', '--strict', '--no-dangling'), '');
        assert.deepEqual(new ObjectFiles(join(repository.folder, '.git'), format).read(contents.keys()), contents);
      }));
});
