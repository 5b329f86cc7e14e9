import assert from 'node:assert/strict';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { FLEET_IMAGE } from '../../scripts/indexed-job.ts';
import { inFolder, writeFiles } from '../cli/run-support.ts';
import { Containers, imageOf } from '../support/containers.ts';
import { needTools } from '../support/kpt.ts';
import { addLibraries, addProgram } from '../support/root-folder.ts';

const BASE = 'localhost/base-with-git:1';

/** Files of this machine in a base image that has git, ssh and certificates already. */
const COPIED = ['/usr/lib/git-core', '/etc/ssl/certs', '/usr/share/git-core'];
const PROGRAMS = ['sh', 'git', 'ssh'];

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
    const args = ['FILES=local', `BASE_IMAGE=${BASE}`].flatMap((arg) => ['--build-arg', arg]);
    const options = ['--quiet', ...args, '--target', FLEET_IMAGE];
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
