import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { imagePlatforms } from '../../../scripts/image/platforms.ts';
import { findImageTool } from '../../../scripts/image/tool.ts';
import { inFolder } from '../../cli/run-support.ts';

const works = '#!/bin/sh\n';
/** Script of a command whose server is absent. */
const isAlone = '#!/bin/sh\nexit 1\n';
/** Script of a docker that writes its first arguments where the id of what it built belongs. */
const BUILDX = `#!/bin/sh
[ "$2" != build ] || echo "$1 $2 $3 $4 $5 $6 $7 $8 $9 $\{10} $\{11}" >"$\{12}"
`;
const isPodman = '#!/bin/sh\necho "Client: Podman Engine"\n';

describe('findImageTool', () => {
  const rows: readonly (readonly [name: string, commands: Readonly<Record<string, string>>, want: string])[] = [
    ['prefers docker', { docker: works, podman: works, buildah: works }, 'docker'],
    ['ignores docker without its server', { docker: isAlone, podman: works, buildah: works }, 'podman'],
    ['recognizes podman under any name', { docker: isPodman, podman: works }, 'podman'],
    ['finds buildah alone', { buildah: works }, 'buildah'],
  ];
  for (const [name, commands, want] of rows) {
    it(name, () => withCommands(commands, () => assert.equal(findImageTool().name, want)));
  }

  const platforms = imagePlatforms(['linux/arm64', 'linux/amd64']);

  it('builds for several platforms with docker and buildx', () =>
    withCommands({ docker: BUILDX }, () => {
      const id = findImageTool().build('one', ['localhost/one:1'], platforms);
      const options = '--quiet --build-arg FILES=local --platform linux/amd64,linux/arm64 --target one --iidfile';
      assert.equal(id, `buildx build --load ${options}`);
    }));

  it('requires buildx to build for several platforms with docker', () =>
    withCommands({ docker: works.replace('\n', '\n[ "$1" != buildx ]\n') }, () => {
      const message = 'docker builds for several platforms with buildx only: install it, or add --with podman';
      assert.throws(() => findImageTool().build('one', ['localhost/one:1'], platforms), new Error(message));
    }));

  it('returns the requested tool, and no other', () =>
    withCommands({ docker: isAlone, podman: works, buildah: works }, () => {
      assert.equal(findImageTool('buildah').name, 'buildah');
      assert.throws(() => findImageTool('docker'), new Error('docker does not work here'));
    }));
});

/** Runs a test with only these commands on the PATH. */
async function withCommands(commands: Readonly<Record<string, string>>, act: () => void): Promise<void> {
  const { PATH } = process.env;
  await inFolder(commands, (folder) => {
    for (const name of Object.keys(commands)) chmodSync(join(folder, name), 0o755);
    process.env['PATH'] = folder;
    try {
      act();
    } finally {
      process.env['PATH'] = PATH;
    }
  });
}
