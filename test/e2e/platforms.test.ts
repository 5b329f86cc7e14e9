import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { signatureFault } from '../../scripts/release/mach-o-signature.ts';
import { executableFile, PLATFORMS, type Platform } from '../../scripts/release/platforms.ts';
import { runProgram } from '../support/child.ts';
import { exampleList } from '../support/example-list.ts';
import { findExamples } from '../support/example.ts';
import { needTools } from '../support/kpt.ts';
import { resourceList } from '../support/resource-list.ts';

/** C library of Debian's package `libc6-arm64-cross`. */
const SYSROOT = '/usr/aarch64-linux-gnu';

function fileOf(platform: Platform): string {
  return join(root, 'dist', executableFile(platform));
}

// Their build takes minutes: `npm run build -- --platform all` comes before it.
if (PLATFORMS.every((platform) => existsSync(fileOf(platform))))
  describe('executables for other platforms', () => {
    before(function () {
      needTools(this, 'qemu-aarch64');
    });

    for (const platform of PLATFORMS.filter(({ os }) => os === 'darwin'))
      it(`have a signature that fits, for ${platform.name}`, () => {
        assert.equal(signatureFault(readFileSync(fileOf(platform))), undefined);
      });

    const [arm64] = PLATFORMS.filter(({ name }) => name === 'linux-arm64').map(fileOf);
    for (const example of findExamples())
      it(`do the same under an emulator, for linux-arm64: ${example.title}`, async () => {
        const { items, functionConfig } = exampleList(example);
        const input = resourceList(items, functionConfig);
        const native = await runProgram(join(root, 'dist/krm-variants'), [example.functionName], input);
        const emulated = ['-L', SYSROOT, arm64 ?? '', example.functionName];
        assert.deepEqual(await runProgram('qemu-aarch64', emulated, input), native);
      });
  });
