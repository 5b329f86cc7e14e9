import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { writeImageArchive } from '../../scripts/image/archive.ts';
import { imagePlatforms, isOwn } from '../../scripts/image/platforms.ts';
import { inFolder } from '../cli/run-support.ts';
import { needTools } from '../support/kpt.ts';
import { skip } from '../support/skip.ts';

const dist = join(root, 'dist');
const executable = join(dist, 'krm-variants');
const [own = assert.fail()] = imagePlatforms([]);
const other = imagePlatforms(['linux/amd64', 'linux/arm64']).find((each) => !isOwn(each)) ?? assert.fail();

/** Offset of the processor in the header of an ELF file. */
const MACHINE = 18;
const AARCH64 = 183;

const optional = ['/usr/share/common-licenses/LGPL-2.1', '/usr/share/doc/libc6/copyright'];

describe("archive of the images' contents", () => {
  it('contains only the executable, its libraries, licenses and two users', () =>
    inFolder({}, (folder) => {
      const archive = join(folder, 'image.tar');
      writeImageArchive(dist, own, archive);
      const libraries = execFileSync('ldd', [executable], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
      const listed = listing(archive);
      assert.deepEqual(
        listed.map(({ path }) => path).filter((path) => !path.endsWith('/')),
        [
          '/etc/group',
          '/etc/passwd',
          '/usr/local/bin/krm-variants',
          '/usr/share/doc/krm-variants/LICENSE',
          '/usr/share/doc/krm-variants/sbom.cdx.json',
          '/usr/share/doc/krm-variants/third-party-licenses.txt',
          ...libraries,
          ...optional.filter((path) => existsSync(path)),
        ].toSorted(),
      );
      for (const { mode, owner, date, path } of listed) {
        assert.equal(owner, '0/0', path);
        assert.match(date, /^19(70-01-01|69-12-31)$/, path);
        assert.match(mode, path.endsWith('/') ? /^drwxr-xr-x$/ : /^-rw(-r--r--|xr-xr-x)$/, path);
      }
    }));

  it('is reproducible, whatever existed before, with any umask', () =>
    inFolder({ 'again.tar': 'old' }, (folder) => {
      const [once, again] = [join(folder, 'once.tar'), join(folder, 'again.tar')];
      writeImageArchive(dist, own, once);
      withUmask(0o077, () => writeImageArchive(dist, own, again));
      assert.ok(readFileSync(once).equals(readFileSync(again)));
      assert.deepEqual(readdirSync(folder), ['again.tar', 'once.tar']);
    }));

  it('requires the output of the build', () =>
    inFolder({}, (folder) => {
      const missing = join(folder, 'krm-variants');
      assert.throws(
        () => writeImageArchive(folder, own, join(folder, 'image.tar')),
        new Error(`${missing} is missing: npm run build`),
      );
    }));

  it('requires an executable for this platform', () =>
    inFolder({}, (folder) => {
      const bytes = readFileSync(executable);
      bytes.writeUInt16LE(AARCH64, MACHINE);
      const foreign = join(folder, 'krm-variants');
      writeFileSync(foreign, bytes);
      const message = `${foreign} is not for this platform: npm run build`;
      assert.throws(() => writeImageArchive(folder, own, join(folder, 'image.tar')), new Error(message));
    }));
});

describe("archive of the images' contents for another platform", function () {
  /** Folder of the other platform's libraries, with the C library: an executable that tells its version. */
  const sysroot = join('/usr', other.libraries, 'lib');

  before(function () {
    needTools(this, 'readelf');
    if (!existsSync(join(sysroot, 'libc.so.6'))) skip(this, `${sysroot}/libc.so.6 is missing`);
  });

  /** Runs a test in the folder of a build that has an executable for the other platform. */
  const inBuild = (act: (folder: string) => void): Promise<void> =>
    inFolder({ 'sbom.cdx.json': '{}', 'third-party-licenses.txt': '' }, (folder) => {
      mkdirSync(join(folder, 'platforms'));
      copyFileSync(join(sysroot, 'libc.so.6'), join(folder, `platforms/krm-variants-linux-${other.arch}`));
      act(folder);
    });

  it('has the loader where the executable looks for it, and its libraries where the loader does', () =>
    inBuild((folder) => {
      const archive = join(folder, 'image.tar');
      writeImageArchive(folder, other, archive);
      const loader = other.arch === 'arm64' ? '/lib/ld-linux-aarch64.so.1' : '/lib64/ld-linux-x86-64.so.2';
      const files = listing(archive).flatMap(({ path }) => (/^\/(?:lib|usr\/local)/.test(path) ? [path] : []));
      assert.deepEqual(
        files.filter((path) => !path.endsWith('/')),
        [loader, '/usr/local/bin/krm-variants'],
      );
    }));

  it('names the command that builds the executable', () =>
    inFolder({}, (folder) => {
      const name = `linux-${other.arch}`;
      const file = join(folder, 'platforms', `krm-variants-${name}`);
      const message = `${file} is missing: npm run build -- --platform ${name}`;
      assert.throws(() => writeImageArchive(folder, other, join(folder, 'image.tar')), new Error(message));
    }));

  it("names Debian's package with the libraries", () =>
    inBuild((folder) => {
      const absent = { ...other, libraries: 'absent-linux-gnu' };
      const pattern = new RegExp(
        `^Error: /usr/absent-linux-gnu/lib/ld-linux-.* is missing: install Debian's package libc6-${other.arch}-cross$`,
      );
      assert.throws(() => writeImageArchive(folder, absent, join(folder, 'image.tar')), pattern);
    }));
});

describe('npm run images', () => {
  const rows: readonly (readonly [name: string, args: readonly string[], want: string])[] = [
    ['without a tool', [], 'none of docker, podman, buildah works here\n'],
    ['without the requested tool', ['--with', 'podman'], 'podman does not work here\n'],
    ['with an unknown tool', ['--with', 'make'], '--with must be one of docker, podman, buildah, not "make"\n'],
    ['for an unknown function', ['rename'], 'unknown image "rename": must be one of apply-override-policy, '],
    [
      'for an unknown platform',
      ['--platform', 'linux/arm'],
      '--platform must be one of linux/amd64, linux/arm64, not "linux/arm"\n',
    ],
    ['pushing without a prefix', ['--push'], '--push needs --prefix REGISTRY/PATH\n'],
  ];
  for (const [name, args, want] of rows) {
    it(`fails with a message ${name}`, () => {
      const options = { encoding: 'utf8', env: { PATH: '/nonexistent' } } as const;
      const { stderr, status } = spawnSync(process.execPath, [join(root, 'scripts/images.ts'), ...args], options);
      assert.ok(stderr.startsWith(want), stderr);
      assert.equal(status, 1);
    });
  }
});

interface Listed {
  readonly mode: string;
  readonly owner: string;
  readonly date: string;
  readonly path: string;
}

/** Returns the sorted contents of an archive; the path of a folder ends with a slash. */
function listing(archive: string): Listed[] {
  const options = { encoding: 'utf8' } as const;
  const lines = execFileSync('tar', ['--list', '--verbose', '--numeric-owner', '--file', archive], options).trim();
  const found = lines.split('\n').map((line) => {
    const [mode = '', owner = '', , date = '', , path = ''] = line.split(/ +/);
    return { mode, owner, date, path: path.replace(/^\./, '') };
  });
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function withUmask(mask: number, act: () => void): void {
  const before = process.umask(mask);
  try {
    act();
  } finally {
    process.umask(before);
  }
}
