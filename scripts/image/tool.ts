import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../command.ts';
import { root } from '../functions.ts';

/** Program that builds and pushes the images of the Dockerfile. */
export interface ImageTool {
  readonly name: string;
  /** Builds a stage under these names, and returns the image's id: the digest of its configuration. */
  build(stage: string, names: readonly string[]): string;
  /** Pushes an image, and returns its digest in the registry: that of its manifest. */
  push(name: string, tlsVerify: boolean): string;
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
  return (stage, names) =>
    written((file) => [command, 'build', ...reproducible, ...buildArguments(stage, names, file)]);
}

function pushWith(command: string): ImageTool['push'] {
  return (name, tlsVerify) =>
    written((file) => [command, 'push', '--quiet', `--tls-verify=${tlsVerify}`, '--digestfile', file, name]);
}

function buildArguments(stage: string, names: readonly string[], idFile: string): string[] {
  const tags = names.flatMap((name) => ['--tag', name]);
  return ['--quiet', '--target', stage, '--iidfile', idFile, ...tags, root];
}

function buildWithDocker(stage: string, names: readonly string[]): string {
  // An attestation would contain the time of the build. So would an image built by BuildKit before 0.11 (Docker 23).
  const env = { DOCKER_BUILDKIT: '1', BUILDX_NO_DEFAULT_ATTESTATIONS: '1', SOURCE_DATE_EPOCH: '0' };
  return written((file) => ['docker', 'build', ...buildArguments(stage, names, file)], env);
}

function pushWithDocker(name: string, tlsVerify: boolean): string {
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
