import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommand } from '../../scripts/command.ts';
import { findFunctions, loadFunction, root } from '../../scripts/functions.ts';
import { writeImageArchive } from '../../scripts/image/archive.ts';
import { imagePlatforms } from '../../scripts/image/platforms.ts';
import { inFolder, writeFiles } from '../cli/run-support.ts';
import { Containers, imageOf } from '../support/containers.ts';
import { firstExample } from '../support/example-list.ts';
import { needTools } from '../support/kpt.ts';
import { resourceList } from '../support/resource-list.ts';
import { addProgram, programFile } from '../support/root-folder.ts';
import { inProcess } from '../support/runner.ts';

const [own = assert.fail()] = imagePlatforms([]);

const BASE = 'localhost/base-with-node:1';

/** Programs of the base image beside Node and npm. `ldd` is a script for bash. */
const PROGRAMS = ['bash', 'env', 'ldd', 'mkdir', 'sh', 'tar', 'uname'];
const COPIED = ['/etc/ssl/certs', '/usr/share/doc/libc6', '/usr/share/common-licenses'];

/** Certificates of the authorities that this machine trusts, such as that of a registry in its network. */
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';

const FOLDER_OF_NPM = '/usr/lib/node_modules/npm';

// This installs the packages, builds the project and makes the archive once more: minutes.
const describeLong = process.env['LONG_TESTS'] === '1' ? describe : describe.skip;

describeLong('images built by one command, without a build before', function () {
  let built: Containers | undefined;
  const containers = (): Containers => built ?? assert.fail('they are there when the tests run');

  before(async function () {
    needTools(this, 'podman', 'runc', 'npm', 'ldd');
    built = new Containers();
    await inFolder({ 'root/tmp/.keep': '' }, (folder) => {
      addBase(join(folder, 'root'));
      writeFiles(folder, { Dockerfile: `FROM scratch\nCOPY root /\nENV NODE_EXTRA_CA_CERTS=${AUTHORITIES}\n` });
      containers().podman('build', '--quiet', '--tag', BASE, folder);
    });
    for (const name of [...findFunctions(), 'krm-variants']) {
      const target = name === 'krm-variants' ? [] : ['--target', name];
      const options = ['--layers', '--quiet', '--build-arg', `BUILD_IMAGE=${BASE}`, ...target];
      containers().podman('build', ...options, '--tag', imageOf(name), root);
    }
  });

  after(() => built?.close());

  for (const name of findFunctions()) {
    it(`${name} returns the same as in process`, async () => {
      const { items, functionConfig } = firstExample(name);
      const list = resourceList(items, functionConfig);
      const want = await inProcess(await loadFunction(name))(list);
      assert.deepEqual(containers().run(['--network', 'none', '--read-only'], imageOf(name), list), want);
    });
  }

  it('contain the files of the archive, and nothing of the build', () =>
    inFolder({}, (folder) => {
      const container = containers().podman('create', imageOf('krm-variants')).trim();
      const archive = join(folder, 'files.tar');
      containers().podman('export', '--output', archive, container);
      containers().podman('rm', container);
      writeImageArchive(join(root, 'dist'), own, join(folder, 'image.tar'));
      assert.deepEqual(filesOf(archive), filesOf(join(folder, 'image.tar')));
    }));
});

/** Returns the sorted paths of the files of an archive. */
function filesOf(archive: string): string[] {
  const paths = runCommand('tar', ['--list', '--file', archive]).split('\n');
  return paths
    .filter((path) => !path.endsWith('/'))
    .map((path) => path.replace(/^\.\//, ''))
    .toSorted();
}

/** Fills the root folder of an image with Node, npm and what the build calls. */
function addBase(to: string): void {
  for (const program of PROGRAMS) addProgram(to, program);
  addProgram(to, 'node');
  cpSync(dirname(dirname(realpathSync(programFile('npm')))), join(to, FOLDER_OF_NPM), { recursive: true });
  mkdirSync(join(to, 'usr/local/bin'), { recursive: true });
  symlinkSync(`${FOLDER_OF_NPM}/bin/npm-cli.js`, join(to, 'usr/local/bin/npm'));
  for (const path of COPIED.filter((each) => existsSync(each)))
    cpSync(path, join(to, path), { recursive: true, dereference: true });
  writeFiles(to, { 'etc/passwd': 'root:x:0:0:root:/root:/bin/sh\n', 'root/.keep': '' });
}
