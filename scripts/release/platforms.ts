/** Platform that a release has an executable for. */
export interface Platform {
  /** Name in archives, as in Go's GOOS and GOARCH: `linux-amd64-musl`. */
  readonly name: string;
  /** Name of its executable for `bun build --target`. */
  readonly target: string;
  /** Values of `os`, `cpu` and `libc` in the package.json of its npm package. */
  readonly os: 'linux' | 'darwin' | 'win32';
  readonly cpu: 'x64' | 'arm64';
  readonly libc?: 'glibc' | 'musl';
}

export const PLATFORMS: readonly Platform[] = [
  { name: 'linux-amd64', target: 'bun-linux-x64', os: 'linux', cpu: 'x64', libc: 'glibc' },
  { name: 'linux-arm64', target: 'bun-linux-arm64', os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { name: 'linux-amd64-musl', target: 'bun-linux-x64-musl', os: 'linux', cpu: 'x64', libc: 'musl' },
  { name: 'linux-arm64-musl', target: 'bun-linux-arm64-musl', os: 'linux', cpu: 'arm64', libc: 'musl' },
  { name: 'darwin-arm64', target: 'bun-darwin-arm64', os: 'darwin', cpu: 'arm64' },
  { name: 'darwin-amd64', target: 'bun-darwin-x64', os: 'darwin', cpu: 'x64' },
  { name: 'windows-amd64', target: 'bun-windows-x64', os: 'win32', cpu: 'x64' },
];

/** Returns the platforms of these names, in their order. `all` names each. Throws for a name that is not known. */
export function platformsOf(names: readonly string[]): readonly Platform[] {
  const known = [...PLATFORMS.map(({ name }) => name), 'all'];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`unknown platform "${unknown}": must be one of ${known.join(', ')}`);
  return PLATFORMS.filter(({ name }) => names.includes(name) || names.includes('all'));
}

/** Returns the file of a platform's executable, in the folder of a build. */
export function executableFile({ name, os }: Platform): string {
  return `platforms/krm-variants-${name}${os === 'win32' ? '.exe' : ''}`;
}
