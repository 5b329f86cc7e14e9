/**
 * `node scripts/images.ts [--with docker|podman|buildah] [--platform PLATFORM]... [--prefix REGISTRY/PATH] [--push]
 * [--tls-verify=false] [NAME...]` builds the image of each named function, or else of all functions and `krm-variants`
 * with all of them, from the output of `npm run build`, and pushes them with --push. With more than one PLATFORM, such
 * as linux/arm64, each is an index of an image for each platform. Prints names, digest and size of each: the ids of the
 * images, or after a push the digest by which it can be pulled. With --prefix, writes FunctionConfigs for Porch to
 * dist/porch.
 *
 * `--archive-only` writes only the archives with the contents of the images: dist/image-ARCHITECTURE.tar.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import packageJson from '../package.json' with { type: 'json' };
import { writeFunctionConfigs } from './function-config.ts';
import { findFunctions, root } from './functions.ts';
import { writeImageArchive } from './image/archive.ts';
import { imageTags } from './image/tags.ts';
import { FLEET_IMAGE } from './indexed-job.ts';
import { archiveFile, imagePlatforms, type ImagePlatform } from './image/platforms.ts';
import { findImageTool } from './image/tool.ts';

const dist = join(root, 'dist');

try {
  await buildImages();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function buildImages(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      with: { type: 'string' },
      platform: { type: 'string', multiple: true, default: [] },
      'archive-only': { type: 'boolean', default: false },
      prefix: { type: 'string' },
      push: { type: 'boolean', default: false },
      'tls-verify': { type: 'string', default: 'true' },
    },
    allowPositionals: true,
  });
  const { prefix, push } = values;
  if (push && prefix === undefined) throw new Error('--push needs --prefix REGISTRY/PATH');
  const names = chosen(positionals);
  const platforms = imagePlatforms(values.platform);
  const isIndex = platforms.length > 1;
  if (values['archive-only']) return platforms.forEach(writeArchive);
  const tool = findImageTool(values.with);
  // The images are kept by this tool.
  console.error(`Building with ${tool.name} ...`);
  platforms.forEach(writeArchive);
  const sizes = platforms.map((platform) => (statSync(archiveFile(dist, platform)).size / 1e6).toFixed(1));
  const built = names.map((name) => {
    const images = imageTags(packageJson.version).map((tag) => `${prefix ?? 'localhost'}/${name}:${tag}`);
    return { images, id: tool.build(name, images, platforms) };
  });
  const tlsVerify = values['tls-verify'] !== 'false';
  for (const { images, id } of built) {
    const digest = push ? pushAll(images, (image) => tool.push(image, { isIndex, tlsVerify })) : id;
    console.log(`${images.join(' ')} ${digest} ${sizes.join(' + ')} MB`);
  }
  if (prefix !== undefined) await writeFunctionConfigs(join(dist, 'porch'), names, prefix);
}

function writeArchive(platform: ImagePlatform): void {
  writeImageArchive(dist, platform, archiveFile(dist, platform));
}

/** Returns the requested names, or else all. */
function chosen(names: readonly string[]): readonly string[] {
  const all = [...findFunctions(), packageJson.name];
  // Its base comes from a registry, so it is built only if it is named.
  const known = [...all, FLEET_IMAGE];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`unknown image "${unknown}": must be one of ${known.join(', ')}`);
  return names.length === 0 ? all : names;
}

function pushAll(images: readonly string[], push: (image: string) => string): string {
  return [...new Set(images.map(push))].join(' ');
}
