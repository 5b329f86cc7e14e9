import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../command.ts';
import { root } from '../functions.ts';
import type { ImagePlatform } from './platforms.ts';

/** Program that builds and pushes the images of the Dockerfile, and an index of the images of several platforms. */
export interface ImageTool {
  readonly name: string;
  /**
   * Builds a stage under these names: an image for one platform, or an index for several. Returns the id of the image,
   * which is the digest of its configuration, or what identifies the index.
   */
  build(stage: string, names: readonly string[], platforms: readonly ImagePlatform[]): string;
  /** Pushes an image, or an index with all its images. Returns its digest in the registry: that of its manifest. */
  push(name: string, options: PushOptions): string;
}

interface PushOptions {
  readonly isIndex: boolean;
  readonly tlsVerify: boolean;
}

const tools: readonly ImageTool[] = [
  { name: 'docker', build: buildWithDocker, push: pushWithDocker },
  { name: 'podman', build: buildWith('podman'), push: pushWith('podman') },
  { name: 'buildah', build: buildWith('buildah'), push: pushWith('buildah') },
];

/** Returns the tool of that name, or else the first that works here. Throws if there is none. */
export function findImageTool(name?: string): ImageTool {
  const wanted = tools.filter((tool) => name === undefined || tool.name === name);
  const found = wanted.find(works);
  if (found !== undefined) return found;
  const names = tools.map((tool) => tool.name).join(', ');
  if (wanted.length === 0) throw new Error(`--with must be one of ${names}, not "${name}"`);
  throw new Error(name === undefined ? `none of ${names} works here` : `${name} does not work here`);
}

/** Reports whether a tool and its server are available; without a server it does not print its version. */
function works({ name }: ImageTool): boolean {
  const { status, stdout } = spawnSync(name, ['version'], { encoding: 'utf8' });
  // podman under the name of docker yields other digests than docker.
  return status === 0 && !(name === 'docker' && stdout.includes('Podman'));
}

/** Returns the build command; podman and buildah take the same arguments. */
function buildWith(command: string): ImageTool['build'] {
  // Without --layers every image would get an additional empty layer; the identity label is the version of the tool.
  const reproducible = ['--layers', '--timestamp', '0', '--identity-label=false'];
  const buildOne = (stage: string, names: readonly string[], platform: ImagePlatform): string =>
    written((file) => [command, 'build', ...reproducible, ...buildArguments(stage, names, [platform], file)]);
  return (stage, names, platforms) => {
    removeIndexes(command, names);
    const [platform, ...others] = platforms;
    if (platform !== undefined && others.length === 0) return buildOne(stage, names, platform);
    const ids = platforms.map((each) => buildOne(stage, [], each));
    createIndex(command, names, ids);
    return ids.join(' ');
  };
}

/** Removes the indexes of these names. An index whose names are taken would stay, and make `podman images` fail. */
function removeIndexes(command: string, names: readonly string[]): void {
  for (const name of names) {
    const { status } = spawnSync(command, ['manifest', 'exists', name]);
    if (status === 0) runCommand(command, ['manifest', 'rm', name]);
  }
}

/**
 * Creates an index of images in this order, which its digest depends on: a build for several platforms adds them as
 * they are done.
 */
function createIndex(command: string, names: readonly string[], ids: readonly string[]): void {
  // These names may be those of an image: only `tag` replaces it.
  const first = `localhost/index:${randomUUID()}`;
  const images = ids.map((id) => `containers-storage:${id.replace('sha256:', '')}`);
  runCommand(command, ['manifest', 'create', first, ...images]);
  runCommand(command, ['tag', first, ...names]);
  runCommand(command, ['manifest', 'rm', first]);
}

function pushWith(command: string): ImageTool['push'] {
  return (name, { isIndex, tlsVerify }) =>
    written((file) => {
      const options = ['--quiet', `--tls-verify=${tlsVerify}`, '--digestfile', file];
      if (!isIndex) return [command, 'push', ...options, name];
      return [command, 'manifest', 'push', '--all', '--format', 'oci', ...options, name, `docker://${name}`];
    });
}

function buildArguments(
  stage: string,
  names: readonly string[],
  platforms: readonly ImagePlatform[],
  idFile: string,
): string[] {
  const tags = names.flatMap((name) => ['--tag', name]);
  const platform = platforms.map(({ name }) => name).join(',');
  const source = ['--build-arg', 'FILES=local', '--platform', platform];
  return ['--quiet', ...source, '--target', stage, '--iidfile', idFile, ...tags, root];
}

function buildWithDocker(stage: string, names: readonly string[], platforms: readonly ImagePlatform[]): string {
  // An attestation would contain the time of the build. So would an image built by BuildKit before 0.11 (Docker 23).
  const env = { DOCKER_BUILDKIT: '1', BUILDX_NO_DEFAULT_ATTESTATIONS: '1', SOURCE_DATE_EPOCH: '0' };
  const isIndex = platforms.length > 1;
  if (isIndex && spawnSync('docker', ['buildx', 'version']).status !== 0)
    throw new Error('docker builds for several platforms with buildx only: install it, or add --with podman');
  const command = isIndex ? ['buildx', 'build', '--load'] : ['build'];
  return written((file) => ['docker', ...command, ...buildArguments(stage, names, platforms, file)], env);
}

/** Pushes an index with all its images, too: docker keeps it as one image. */
function pushWithDocker(name: string, { tlsVerify }: PushOptions): string {
  if (!tlsVerify) throw new Error('docker has no --tls-verify: its server has a list of insecure registries');
  runCommand('docker', ['push', '--quiet', name]);
  const digests = runCommand('docker', ['image', 'inspect', '--format', '{{join .RepoDigests "\\n"}}', name]);
  const repository = name.replace(/:[^:/]*$/, '');
  const digest = digests.split('\n').find((line) => line.startsWith(`${repository}@`));
  if (digest === undefined) throw new Error(`docker knows no digest of ${name}`);
  return digest.slice(repository.length + 1);
}

/** Runs a command that writes one line to a file, and returns the line. */
function written(commandFor: (file: string) => [string, ...string[]], env = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'krm-variants-image-'));
  try {
    const file = join(folder, 'line');
    const [command, ...args] = commandFor(file);
    runCommand(command, args, { env });
    return readFileSync(file, 'utf8').trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
