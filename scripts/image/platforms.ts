import { join } from 'node:path';
import { executableFile, platformsOf } from '../release/platforms.ts';

/** Platform that images are built for. */
export interface ImagePlatform {
  /** Name in an image or an index: `linux/arm64`. */
  readonly name: string;
  /** Architecture in names of files and packages: that of Go's GOARCH, and of Debian. */
  readonly arch: string;
  /** Name of the architecture for Node. */
  readonly cpu: string;
  /** Folder of the architecture's libraries in Debian, below `/lib`: its loader searches there. */
  readonly libraries: string;
}

const IMAGE_PLATFORMS: readonly ImagePlatform[] = [
  { name: 'linux/amd64', arch: 'amd64', cpu: 'x64', libraries: 'x86_64-linux-gnu' },
  { name: 'linux/arm64', arch: 'arm64', cpu: 'arm64', libraries: 'aarch64-linux-gnu' },
];

/** Returns the platforms of these names, in their own order, each once; without names, the platform of this machine. */
export function imagePlatforms(names: readonly string[]): readonly ImagePlatform[] {
  const known = IMAGE_PLATFORMS.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`--platform must be one of ${known.join(', ')}, not "${unknown}"`);
  const wanted = IMAGE_PLATFORMS.filter((each) => (names.length === 0 ? isOwn(each) : names.includes(each.name)));
  if (wanted.length === 0) throw new Error(`--platform must name one of ${known.join(', ')}: this machine is neither`);
  return wanted;
}

/** Reports whether a platform is that of this machine. */
export function isOwn({ cpu }: ImagePlatform): boolean {
  return cpu === process.arch;
}

/** Returns the archive of a platform's files in the folder of a build. */
export function archiveFile(dist: string, { arch }: ImagePlatform): string {
  return join(dist, `image-${arch}.tar`);
}

/** Executable of a platform, and the command that builds it. */
interface BuiltExecutable {
  readonly file: string;
  readonly command: string;
}

/** Returns the executable of a platform in the folder of a build. */
export function builtExecutable(dist: string, platform: ImagePlatform): BuiltExecutable {
  if (isOwn(platform)) return { file: join(dist, 'krm-variants'), command: 'npm run build' };
  const name = `linux-${platform.arch}`;
  const [path = ''] = platformsOf([name]).map(executableFile);
  return { file: join(dist, path), command: `npm run build -- --platform ${name}` };
}
