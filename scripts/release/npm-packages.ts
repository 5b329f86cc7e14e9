import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { runCommand } from '../command.ts';
import { root } from '../functions.ts';
import { placeFor } from '../image/archive.ts';
import { executableFile, type Platform } from './platforms.ts';

/** Source of npm packages. */
export interface NpmSource {
  /** Folder of a build with executables for the platforms. */
  readonly dist: string;
  readonly platforms: readonly Platform[];
  /** Page of the git repository, such as `https://github.com/OWNER/krm-variants`. */
  readonly repository: string;
}

/**
 * Writes the npm packages of a release into a folder: one for each platform, which holds its executable, and
 * `krm-variants` with the library, the program in JavaScript, and a launcher that prefers the executable. Returns the
 * archives in the order in which they must be published.
 */
export function writeNpmPackages(source: NpmSource, folder: string): readonly string[] {
  const platforms = source.platforms.map((platform) => {
    const place = join(folder, npmName(platform));
    const { os, cpu, libc } = platform;
    const executable = os === 'win32' ? 'krm-variants.exe' : 'krm-variants';
    copy(join(source.dist, executableFile(platform)), join(place, executable));
    addLicenses(source, place);
    const description = `Executable of krm-variants for ${platform.name}`;
    const traits = { os: [os], cpu: [cpu], ...(libc && { libc: [libc] }), preferUnplugged: true };
    return pack(place, { ...shared(source), name: npmName(platform), description, ...traits }, folder);
  });
  return [...platforms, packMain(source, folder)];
}

/** Returns the name of a platform's package, as the launcher looks for it. */
export function npmName({ os, cpu, libc }: Platform): string {
  return `@krm-variants/${os}-${cpu}${libc === 'musl' ? '-musl' : ''}`;
}

const LAUNCHER = 'bin/krm-variants.js';

function packMain(source: NpmSource, folder: string): string {
  const { name, description, keywords, type, sideEffects, engines, man, exports, dependencies } = packageJson;
  const place = join(folder, name);
  for (const path of ['krm-variants.cjs', 'read-cluster.cjs', 'krm-variants.1'])
    copy(join(source.dist, path), join(place, 'dist', path));
  cpSync(join(source.dist, 'lib'), join(place, 'dist/lib'), { recursive: true, dereference: true });
  copy(join(root, 'scripts/release/launcher.js'), join(place, LAUNCHER));
  addLicenses(source, place);
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  writeFileSync(join(place, 'README.md'), withAbsoluteLinks(readme, source.repository));
  return pack(
    place,
    {
      ...shared(source),
      name,
      description,
      keywords,
      type,
      sideEffects,
      engines,
      bin: { [name]: LAUNCHER },
      man,
      exports,
      dependencies,
      optionalDependencies: Object.fromEntries(
        source.platforms.map((platform) => [npmName(platform), packageJson.version]),
      ),
    },
    folder,
  );
}

/** Fields that all packages have. */
function shared({ repository }: NpmSource): object {
  const { version, license } = packageJson;
  return {
    version,
    license,
    repository: { type: 'git', url: `git+${repository}.git` },
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
  };
}

function addLicenses({ dist }: NpmSource, place: string): void {
  copy(join(root, 'LICENSE'), join(place, 'LICENSE'));
  copy(join(dist, 'third-party-licenses.txt'), join(place, 'third-party-licenses.txt'));
}

function copy(from: string, to: string): void {
  copyFileSync(from, placeFor(to));
}

/** Packs a folder. Returns the archive. */
function pack(place: string, settings: object, folder: string): string {
  writeFileSync(join(place, 'package.json'), `${JSON.stringify(settings, undefined, 2)}\n`);
  const [packed] = JSON.parse(
    runCommand('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: place }),
  ) as readonly { readonly filename: string }[];
  if (packed === undefined) throw new Error(`npm packed nothing of ${place}`);
  return join(folder, packed.filename);
}

/** Returns a page of the top folder whose links lead to the files of a version in the git repository. */
export function withAbsoluteLinks(page: string, repository: string): string {
  return page.replaceAll(/(?<=\]\()(?!https?:|#)/g, `${repository}/blob/v${packageJson.version}/`);
}
