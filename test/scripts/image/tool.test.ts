import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { findImageTool } from '../../../scripts/image/tool.ts';
import { inFolder } from '../../cli/run-support.ts';

const works = '#!/bin/sh\n';
/** Script of a command whose server is absent. */
const isAlone = '#!/bin/sh\nexit 1\n';
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
