import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { readFiles, writeFiles, type Files } from '../cli/run-support.ts';
import { runProgram, type Ended } from '../support/child.ts';
import { assertSameFiles } from '../support/corpus.ts';
import { diskFor, needDisks, runOnDisk, type Disk } from '../support/disk.ts';
import { inCopy } from '../support/example-files.ts';
import { FOLDER_COMMANDS, render, SOURCE_PROGRAM, type Command } from '../support/folder-commands.ts';
import { packageFiles, runInSteps, temporaries } from '../support/in-steps.ts';
import { largePackage } from '../support/large-package.ts';
import { needPermissions, unprivileged } from '../support/unprivileged.ts';

const { before: files, after: done } = largePackage(60, ['team-3']);
const changed = Object.keys(files).filter((path) => files[path] !== done[path]);
const [first = '', last = ''] = [changed.toSorted()[0], changed.toSorted().at(-1)];
/** A file that no function changes. */
const unchanged = 'team-3/Kptfile';

/** Disks that have no room for all new files. Folders need an inode, too. */
const DISKS: Readonly<Record<string, readonly [disk: Disk, message: RegExp]>> = {
  'the disk becomes full': [diskFor(files, 50), /^\[error\] \S+\/team-\d\/app-\d+\.yaml: no space is left$/m],
  'the disk has room for no more files': [
    { options: `nr_inodes=${Object.keys(files).length + 30}` },
    /^\[error\] \S+\/team-\d\/app-\d+\.yaml: no space is left$/m,
  ],
  'the disk is read-only': [
    { options: 'size=20m', remount: 'ro' },
    /^\[error\] \S+\/team-0\/app-0\.yaml: the file system is read-only$/m,
  ],
};

/** Modes of a file or a folder that stop the command, and the message. */
const MODES: Readonly<Record<string, readonly [path: string, mode: number, message: string]>> = {
  'a file cannot be read': [last, 0o200, `${last}: access is denied`],
  'a file without a change cannot be read': [unchanged, 0o200, `${unchanged}: access is denied`],
  'a file cannot be written': [last, 0o444, `${last}: access is denied: the file is read-only; .*chmod u\\+w.*`],
  'a folder cannot be written': ['team-9', 0o555, 'team-9/app-\\d+\\.yaml: access is denied'],
  'a folder cannot be read': ['team-9', 0o300, 'team-9: access is denied'],
};

/** Changes that others make between reading and replacing. */
const DISTURBANCES: Readonly<Record<string, (file: string) => void>> = {
  'a file is edited meanwhile': (file) => writeFileSync(file, 'edited\n'),
  'a file is removed meanwhile': (file) => rmSync(file),
  'a file becomes a symbolic link meanwhile': (file) => {
    renameSync(file, `${file}.old`);
    symlinkSync(`${file}.old`, file);
  },
};

/** Command that writes the files of a folder, or a new one. */
type Writing = (folder: string, output?: string) => Command;

const stripping = Object.entries(FOLDER_COMMANDS).map(([name, command]): [string, Writing] => [
  name,
  (folder, output) => [...command('strip-transform', folder), ...(output === undefined ? [] : ['-o', output])],
]);

/** Folders of the versions that are merged; the third is the folder of the test, without changes of its own. */
const versions = mkdtempSync(join(tmpdir(), 'krm-variants-versions-'));

const merge: Writing = (folder, output) => [
  join(root, 'dist/krm-variants'),
  'merge',
  ...['base', 'new'].map((name) => join(versions, name)),
  folder,
  '-o',
  output ?? folder,
  ...(output === undefined ? ['--in-place'] : []),
];

before(() => {
  writeFiles(join(versions, 'base'), files);
  writeFiles(join(versions, 'new'), done);
});
after(() => rmSync(versions, { recursive: true }));

for (const [name, strip] of [...stripping, ['merge', merge] as const]) {
  describe(`krm-variants ${name} writes no file`, function () {
    describe('on a disk', () => {
      before(function () {
        needDisks(this);
      });

      for (const [title, [disk, message]] of Object.entries(DISKS))
        it(`if ${title}`, () => inCopy(files, (copy) => assertFailed(runOnDisk(copy, disk, strip), message)));

      it('if the disk becomes full with the new folder of -o', () =>
        inCopy(below('in', files), (copy) => {
          const ended = runOnDisk(copy, diskFor(files, 50), (folder) => strip(`${folder}/in`, `${folder}/new`));
          assertFailed(ended, /^\[error\] \S+\/new: no space is left$/m, below('in', files));
        }));
    });

    describe('as a user whom permissions stop', () => {
      before(function () {
        needPermissions(this);
      });

      for (const [title, [path, mode, message]] of Object.entries(MODES)) {
        it(`if ${title}`, () =>
          inCopy(files, async ({ folder }) => {
            const [program, ...args] = unprivileged(strip(folder));
            const ended = await withMode(join(folder, path), mode, () => runProgram(program, args));
            assertFailed({ ...ended, left: readFiles(folder) }, new RegExp(`^\\[error\\] ${folder}/${message}$`, 'm'));
          }));
      }
    });

    describe('while others write', () => {
      for (const [title, disturb] of Object.entries(DISTURBANCES)) it(`if ${title}`, () => disturbed(strip, disturb));
    });
  });
}

describe('krm-variants render --all', function () {
  before(function () {
    needPermissions(this);
  });

  it('renders the other packages if a file of one cannot be written', () => {
    const two = { ...inside('one', files), ...inside('two', files) };
    return inCopy(two, async ({ folder }) => {
      const [program, ...args] = unprivileged([...render('strip-transform', folder), '--all']);
      const ended = await withMode(join(folder, 'one', last), 0o444, () => runProgram(program, args));
      assert.equal(ended.exitCode, 1);
      assert.match(
        ended.stderr,
        new RegExp(`^\\[error\\] \\S+/one/${last}: access is denied: the file is read-only; .*chmod u\\+w.*$`, 'm'),
      );
      assertSameFiles(readFiles(folder), { ...two, ...inside('two', done) }, 'files');
    });
  });
});

function inside(folder: string, some: Files): Files {
  return Object.fromEntries(Object.entries(some).map(([path, content]) => [`${folder}/${path}`, content]));
}

/**
 * Checks a command, run from its sources, during which the last file is disturbed, before the first file is replaced.
 */
function disturbed(command: Writing, disturb: (file: string) => void): Promise<void> {
  return inCopy(files, async ({ folder }) => {
    let left: Files | undefined;
    const [, ...args] = command(folder);
    const { stderr, exitCode } = await runInSteps(SOURCE_PROGRAM, ['strip-transform', ...args], () => {
      if (left !== undefined || temporaries(folder).length <= 10) return;
      assert.equal(readFileSync(join(folder, first), 'utf8'), files[first]);
      disturb(join(folder, last));
      left = packageFiles(folder);
    });
    assert.equal(exitCode, 1);
    // It may look for the file before or after it has written the new text.
    assert.match(
      stderr,
      new RegExp(`^\\[error\\] ${join(folder, last)}: (?:the file changed after it was read|does not exist)`, 'm'),
    );
    assertSameFiles(readFiles(folder), left ?? {}, 'files');
  });
}

/** Checks that a command failed with a message, and that all files are as before. */
function assertFailed(
  { stderr, exitCode, left }: Ended & { readonly left: Files },
  message: RegExp,
  before: Files = files,
): void {
  assert.match(stderr, message);
  assert.equal(exitCode, 1, stderr);
  assertSameFiles(left, before, 'files');
}

/** Returns files in a folder. */
function below(folder: string, all: Files): Files {
  return Object.fromEntries(Object.entries(all).map(([path, content]) => [`${folder}/${path}`, content]));
}

/** Acts while a file or folder has another mode. */
async function withMode<T>(path: string, mode: number, act: () => Promise<T>): Promise<T> {
  const { mode: before } = statSync(path);
  chmodSync(path, mode);
  try {
    return await act();
  } finally {
    chmodSync(path, before);
  }
}
