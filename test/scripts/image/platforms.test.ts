import assert from 'node:assert/strict';
import { archiveFile, builtExecutable, imagePlatforms, isOwn } from '../../../scripts/image/platforms.ts';

const both = imagePlatforms(['linux/arm64', 'linux/amd64', 'linux/arm64']);

describe('imagePlatforms', () => {
  it('returns each platform once, in an order of its own, on which the digest of an index depends', () => {
    assert.deepEqual(
      both.map(({ name }) => name),
      ['linux/amd64', 'linux/arm64'],
    );
  });

  it('returns the platform of this machine by default', () => {
    assert.deepEqual(imagePlatforms([]), both.filter(isOwn));
  });

  it('refuses an unknown platform', () => {
    const message = '--platform must be one of linux/amd64, linux/arm64, not "linux/s390x"';
    assert.throws(() => imagePlatforms(['linux/amd64', 'linux/s390x']), new Error(message));
  });
});

describe('builtExecutable', () => {
  it('returns the executable of the build for this machine, and its own for another platform', () => {
    for (const platform of both) {
      const [file, command] = isOwn(platform)
        ? ['dist/krm-variants', 'npm run build']
        : [`dist/platforms/krm-variants-linux-${platform.arch}`, `npm run build -- --platform linux-${platform.arch}`];
      assert.deepEqual(builtExecutable('dist', platform), { file, command });
      assert.equal(archiveFile('dist', platform), `dist/image-${platform.arch}.tar`);
    }
  });
});
