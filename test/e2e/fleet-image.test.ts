import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { FLEET_IMAGE } from '../../scripts/indexed-job.ts';
import { inFolder, writeFiles } from '../cli/run-support.ts';
import { Containers, imageOf } from '../support/containers.ts';
import { needTools } from '../support/kpt.ts';

const BASE = 'localhost/base-with-git:1';

/** Files of this machine in a base image that has git, ssh and certificates already. */
const COPIED = ['/usr/lib/git-core', '/etc/ssl/certs', '/usr/share/git-core'];
const PROGRAMS = ['sh', 'git', 'ssh'];

function add(to: string, file: string, path = file): void {
  mkdirSync(join(to, dirname(path)), { recursive: true });
  cpSync(realpathSync(file), join(to, path));
}

/** Copies the libraries of a program into a root folder. */
function addLibraries(to: string, program: string): void {
  for (const library of spawnSync('ldd', [program], { encoding: 'utf8' }).stdout.match(/\/\S+/g) ?? [])
    add(to, library);
}

/** Copies a program with its libraries into a root folder. */
function addProgram(to: string, name: string): void {
  const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
  addLibraries(to, found);
  for (const folder of ['/bin', '/usr/bin']) add(to, found, join(folder, name));
}

describe('the image for fleets', function () {
  let built: Containers | undefined;
  const containers = (): Containers => built ?? assert.fail('they are there when the tests run');

  before(async function () {
    needTools(this, 'podman', 'runc', 'git', 'ssh', 'ldd');
    built = new Containers();
    await inFolder({ 'root/tmp/.keep': '' }, (folder) => {
      const to = join(folder, 'root');
      for (const program of PROGRAMS) addProgram(to, program);
      // Debian's C library has all of them.
      addLibraries(to, join(root, 'dist/krm-variants'));
      for (const path of COPIED.filter((each) => existsSync(each)))
        cpSync(path, join(to, path), { recursive: true, dereference: true });
      writeFiles(to, { 'etc/passwd': 'root:x:0:0:root:/:/bin/sh\nnobody:x:65534:65534:nobody:/:/nologin\n' });
      writeFiles(folder, { Dockerfile: 'FROM scratch\nCOPY root /\n' });
      containers().podman('build', '--quiet', '--tag', BASE, folder);
    });
    // This writes the archive that the Dockerfile adds.
    containers().build('krm-variants');
    const options = ['--quiet', '--build-arg', `BASE_IMAGE=${BASE}`, '--target', FLEET_IMAGE];
    containers().podman('build', ...options, '--tag', imageOf(FLEET_IMAGE), root);
  });

  after(() => built?.close());

  function run(...command: readonly string[]) {
    const [entry = '', ...args] = command;
    const options = ['--network', 'none', '--read-only', '--cap-drop', 'all', '--entrypoint', entry];
    return containers().podman('run', '--rm', ...options, imageOf(FLEET_IMAGE), ...args);
  }

  it('has the program, git and ssh, and a user who is not root', () => {
    assert.match(run('git', '--version'), /^git version/);
    assert.match(run('sh', '-c', 'ssh -V 2>&1'), /^OpenSSH/);
    assert.match(run('/usr/local/bin/krm-variants', 'fleet', 'apply', '--help'), /--shard I\/N/);
    const user = containers().podman('inspect', '--format', '{{.Config.User}}', imageOf(FLEET_IMAGE)).trim();
    assert.equal(user, '65534:65534');
  });
});
