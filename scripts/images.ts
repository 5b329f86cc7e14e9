/**
 * `node scripts/images.ts [--with docker|podman|buildah] [--prefix REGISTRY/PATH] [--push] [--tls-verify=false]
 * [NAME...]` builds the image of each named function, or else of all functions and `krm-variants` with all of them,
 * from the output of `npm run build`, and pushes them with --push. Prints name, digest and size of each: the image's
 * id, or after a push the digest by which it can be pulled. With --prefix, writes FunctionConfigs for Porch to
 * dist/porch.
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
import { findImageTool, type ImageTool } from './image/tool.ts';

const archive = join(root, 'dist/image.tar');

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
      prefix: { type: 'string' },
      push: { type: 'boolean', default: false },
      'tls-verify': { type: 'string', default: 'true' },
    },
    allowPositionals: true,
  });
  const { prefix, push } = values;
  if (push && prefix === undefined) throw new Error('--push needs --prefix REGISTRY/PATH');
  const names = chosen(positionals);
  const tool = findImageTool(values.with);
  // The images are kept by this tool.
  console.error(`Building with ${tool.name} ...`);
  writeImageArchive(join(root, 'dist/krm-variants'), archive);
  const size = `${(statSync(archive).size / 1e6).toFixed(1)} MB`;
  const built = names.map((name) => {
    const images = imageTags(packageJson.version).map((tag) => `${prefix ?? 'localhost'}/${name}:${tag}`);
    return { images, id: tool.build(name, images) };
  });
  for (const { images, id } of built) {
    const digest = push ? pushAll(tool, images, values['tls-verify'] !== 'false') : id;
    console.log(`${images.join(' ')} ${digest} ${size}`);
  }
  if (prefix !== undefined) await writeFunctionConfigs(join(root, 'dist/porch'), names, prefix);
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

function pushAll(tool: ImageTool, images: readonly string[], tlsVerify: boolean): string {
  const digests = new Set(images.map((image) => tool.push(image, tlsVerify)));
  return [...digests].join(' ');
}
