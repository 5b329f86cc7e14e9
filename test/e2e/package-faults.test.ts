import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { configMap, readFiles, writeFiles, type Files } from '../cli/run-support.ts';
import type { Ended } from '../support/child.ts';
import { diskFor, needDisks, runOnDisk, type Disk } from '../support/disk.ts';
import type { Command } from '../support/folder-commands.ts';
import { GitServer } from '../support/git-server.ts';
import { needTools } from '../support/kpt.ts';
import { get } from '../support/package-commands.ts';
import { inUpstream, type UpstreamSetting } from '../support/upstream-repository.ts';

const COUNT = 60;

/** Returns a package of many files, each of several pages on a disk. */
function version(text: string): Files {
  const data = `data:\n${`  # ${text} ${'x'.repeat(70)}\n`.repeat(150)}`;
  return Object.fromEntries(
    Array.from({ length: COUNT }, (_, index) => [`c${index}.yaml`, configMap(`c${index}`, data)]),
  );
}

/** Disks with less room than the new files need, by the files that are on it. */
const DISKS: Readonly<Record<string, readonly [disk: (files: Files) => Disk, message: RegExp]>> = {
  'the disk becomes full': [(files) => diskFor(files, 40), /no space is left$/m],
  'the disk has room for no more files': [
    (files) => ({ options: `nr_inodes=${Object.keys(files).length + 20}` }),
    /no space is left$/m,
  ],
  'the disk is read-only': [() => ({ options: 'size=20m', remount: 'ro' }), /the file system is read-only$/m],
};

describe('a package command that fails on its disk', function () {
  before(function () {
    needTools(this, 'git');
    needDisks(this);
  });

  /** Passes a package to a test that has `v1` and `v2`. */
  function served(act: (setting: UpstreamSetting) => Promise<void>): Promise<void> {
    return inUpstream(async (setting) => {
      const { up, folder } = setting;
      for (const tag of ['v1', 'v2']) {
        writeFiles(join(up.folder, 'shop'), version(tag));
        up.git('add', '--all');
        up.git('commit', '--quiet', '--message', tag);
        up.git('tag', tag);
      }
      mkdirSync(join(folder, 'aside'));
      await act(setting);
    });
  }

  const krmVariants = (...args: readonly string[]): Command => [join(root, 'dist/krm-variants'), ...args];

  function assertFailed(
    { stdout, stderr, exitCode, left }: Ended & { readonly left: Files },
    message: RegExp,
    want: Files,
  ): void {
    assert.match(stderr, message);
    assert.deepEqual([stdout, exitCode, left], ['', 1, want], stderr);
  }

  for (const [title, [disk, message]] of Object.entries(DISKS)) {
    it(`get leaves nothing if ${title}`, () =>
      served(async ({ folder, up }) => {
        const before = { 'own.yaml': configMap('own') };
        writeFiles(join(folder, 'work'), before);
        const place = { folder: join(folder, 'work'), aside: join(folder, 'aside') };
        const address = `${up.folder}/shop@v1`;
        const ended = runOnDisk(place, disk(before), (on) => krmVariants('get', address, `${on}/mine`));
        assertFailed(ended, message, before);
      }));

    it(`update changes nothing if ${title}`, () =>
      served(async ({ folder, up }) => {
        const mine = join(folder, 'mine');
        await get(`${up.folder}/shop@v1`, mine);
        const before = readFiles(mine);
        const place = { folder: mine, aside: join(folder, 'aside') };
        const ended = runOnDisk(place, disk(before), (on) => krmVariants('update', `${on}@v2`));
        assertFailed(ended, message, before);
      }));
  }

  it('get leaves nothing if the disk of its cache becomes full, and works once there is room', () =>
    served(async ({ folder, up }) => {
      up.git('clone', '--quiet', '--bare', '.', join(folder, 'served/up.git'));
      const server = await GitServer.start(join(folder, 'served'));
      try {
        const [mine, address] = [join(folder, 'mine'), `${server.url}/up.git/shop@v1`];
        mkdirSync(join(folder, 'work'));
        const place = { folder: join(folder, 'work'), aside: join(folder, 'aside') };
        const command = (on: string): Command => ['env', `XDG_CACHE_HOME=${on}`, ...krmVariants('get', address, mine)];
        const { stderr, exitCode } = runOnDisk(place, { options: 'size=24k' }, command);
        assert.match(stderr, /No space left on device|no space is left/);
        assert.deepEqual([exitCode, Object.keys(readFiles(folder)).filter((path) => path.startsWith('mine'))], [1, []]);
        rmSync(join(folder, 'cache'), { recursive: true, force: true });
        // With its empty folders.
        cpSync(join(folder, 'aside/left'), join(folder, 'cache'), { recursive: true });
        const again = await get(address, mine);
        assert.equal(again.exitCode, 0, again.stderr);
        assert.equal(Object.keys(readFiles(mine)).length, COUNT + 1);
      } finally {
        await server.stop();
      }
    }));
});
