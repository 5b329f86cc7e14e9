import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { makeImageRoot } from '../../scripts/image-root.ts';
import { inFolder } from '../cli/run-support.ts';

const executable = join(root, 'dist/krm-variants');

/** The part of an ELF file's head that says for which processor it is. */
const MACHINE = 18;
const AARCH64 = 183;

const optional = ['/usr/share/common-licenses/LGPL-2.1', '/usr/share/doc/libc6/copyright'];

describe('the root folder of images', () => {
  it('holds the executable, what it links, licences and two users, and nothing else', () =>
    inFolder({}, (folder) => {
      makeImageRoot(executable, folder);
      const libraries = execFileSync('ldd', [executable], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
      const files = [
        '-rwxr-xr-x /usr/local/bin/krm-variants',
        ...libraries.map((path) => `-rwxr-xr-x ${path}`),
        '-rw-r--r-- /etc/group',
        '-rw-r--r-- /etc/passwd',
        '-rw-r--r-- /usr/share/doc/krm-variants/LICENSE',
        '-rw-r--r-- /usr/share/doc/krm-variants/third-party-licences.txt',
        ...optional.filter((path) => existsSync(path)).map((path) => `-rw-r--r-- ${path}`),
      ];
      const [folders = [], others = []] = ['d', '-'].map((type) => listing(folder).filter((line) => line[0] === type));
      assert.deepEqual(others.toSorted(), files.toSorted());
      for (const line of folders) assert.match(line, /^drwxr-xr-x /);
      assert.equal(folders.length + others.length, listing(folder).length);
      assert.match(readFileSync(join(folder, 'etc/passwd'), 'utf8'), /^nobody:x:65534:65534:/m);
    }));

  it('is the same again, whatever was there, and whatever the umask is', () =>
    inFolder({ 'again/usr/old': '' }, (folder) => {
      makeImageRoot(executable, join(folder, 'once'));
      withUmask(0o077, () => makeImageRoot(executable, join(folder, 'again')));
      assert.equal(archive(join(folder, 'again')), archive(join(folder, 'once')));
    }));

  it('needs what the build writes', () =>
    inFolder({}, (folder) => {
      const missing = join(folder, 'krm-variants');
      assert.throws(
        () => makeImageRoot(missing, join(folder, 'root')),
        new Error(`${missing} is missing: npm run build`),
      );
    }));

  it('needs an executable for this platform', () =>
    inFolder({}, (folder) => {
      const bytes = readFileSync(executable);
      bytes.writeUInt16LE(AARCH64, MACHINE);
      const foreign = join(folder, 'krm-variants');
      writeFileSync(foreign, bytes);
      const message = `${foreign} is not for this platform: npm run build`;
      assert.throws(() => makeImageRoot(foreign, join(folder, 'root')), new Error(message));
    }));
});

describe('npm run images', () => {
  const rows: readonly (readonly [name: string, args: readonly string[], want: string])[] = [
    ['without a tool', [], 'none of docker, podman, buildah works here\n'],
    ['without the tool that is asked for', ['--with', 'podman'], 'podman does not work here\n'],
    [
      'with a tool that it does not know',
      ['--with', 'make'],
      '--with must be one of docker, podman, buildah, not "make"\n',
    ],
    ['for a function that there is not', ['rename'], 'there is no image "rename"; there are apply-package-context, '],
    ['pushing to nowhere', ['--push'], '--push needs --prefix REGISTRY/PATH\n'],
  ];
  for (const [name, args, want] of rows) {
    it(`${name}: says so`, () => {
      const options = { encoding: 'utf8', env: { PATH: '/nonexistent' } } as const;
      const { stderr, status } = spawnSync(process.execPath, [join(root, 'scripts/images.ts'), ...args], options);
      assert.ok(stderr.startsWith(want), stderr);
      assert.equal(status, 1);
    });
  }
});

/** Mode and path of all that is in a folder. */
function listing(folder: string): string[] {
  const found = execFileSync('find', [folder, '-mindepth', '1', '-printf', '%M /%P\n'], { encoding: 'utf8' });
  return found.trim().split('\n');
}

function withUmask(mask: number, act: () => void): void {
  const before = process.umask(mask);
  try {
    act();
  } finally {
    process.umask(before);
  }
}

/** The digest of a folder as an archive: names, modes, times, owners, content. */
function archive(folder: string): string {
  return execFileSync('sh', ['-c', 'tar --create --sort=name . | sha256sum'], { cwd: folder, encoding: 'utf8' });
}
