/** Manifests of package managers that install the archives of a release. */
import { stringify } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { archiveName } from './archives.ts';
import { PLATFORMS, type Platform } from './platforms.ts';

/** A release on the page of a git repository. */
export interface Release {
  /** Page of the git repository, such as `https://github.com/OWNER/krm-variants`. */
  readonly repository: string;
  /** SHA-256 of each archive, in hexadecimal, by name. */
  readonly checksums: ReadonlyMap<string, string>;
}

const { name, version, license } = packageJson;

/** One line for people, without the article and the full stop that Homebrew refuses. */
const SUMMARY = 'Turn one Kubernetes package into the variant that each cluster needs';

/** Returns the files of the manifests by name, with what each package manager expects. */
export function manifests(release: Release): ReadonlyMap<string, string> {
  return new Map([
    [`${name}.rb`, formula(release)],
    [`${name}.yaml`, krewManifest(release)],
    [`${name}.json`, scoopManifest(release)],
  ]);
}

function urlOf({ repository }: Release, platform: Platform): string {
  return `${repository}/releases/download/v${version}/${archiveName(platform)}`;
}

function sumOf({ checksums }: Release, platform: Platform): string {
  const sum = checksums.get(archiveName(platform));
  if (sum === undefined) throw new Error(`${archiveName(platform)} is missing`);
  return sum;
}

function platformNamed(wanted: string): Platform {
  const platform = PLATFORMS.find((each) => each.name === wanted);
  if (platform === undefined) throw new Error(`no platform is named ${wanted}`);
  return platform;
}

/** Returns the formula of a Homebrew tap, for macOS and Linux. */
function formula(release: Release): string {
  const part = (condition: string, platform: Platform): string =>
    `    ${condition} do\n      url "${urlOf(release, platform)}"\n      sha256 "${sumOf(release, platform)}"\n    end\n`;
  const system = (os: 'macos' | 'linux', go: string): string =>
    `  on_${os} do\n${part('on_arm', platformNamed(`${go}-arm64`))}${part('on_intel', platformNamed(`${go}-amd64`))}  end\n`;
  return `class KrmVariants < Formula
  desc "${SUMMARY}"
  homepage "${release.repository}"
  version "${version}"
  license "${license}"

${system('macos', 'darwin')}
${system('linux', 'linux')}
  def install
    bin.install "${name}"
    man1.install "${name}.1"
    generate_completions_from_executable(bin/"${name}", "completion")
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/${name} version").strip
  end
end
`;
}

/** Returns the manifest of a plugin of kubectl for krew: `kubectl krm-variants`. */
function krewManifest(release: Release): string {
  const entry = (platform: Platform): object => ({
    selector: {
      matchLabels: {
        os: platform.os === 'win32' ? 'windows' : platform.os,
        arch: platform.cpu === 'x64' ? 'amd64' : 'arm64',
      },
    },
    uri: urlOf(release, platform),
    sha256: sumOf(release, platform),
    files: [
      { from: executableOf(platform), to: '.' },
      { from: 'LICENSE', to: '.' },
    ],
    bin: executableOf(platform),
  });
  return stringify(
    {
      apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
      kind: 'Plugin',
      metadata: { name },
      spec: {
        version: `v${version}`,
        homepage: release.repository,
        shortDescription: SUMMARY,
        description:
          'Applies OverridePolicies, PackageVariants and other policies to Kubernetes YAML, and keeps a copy of a package for each cluster up to date in git. Changes only the lines that a policy asks for.\n',
        platforms: PLATFORMS.filter(({ libc }) => libc !== 'musl').map(entry),
      },
    },
    { lineWidth: 0 },
  );
}

function executableOf({ os }: Platform): string {
  return os === 'win32' ? `${name}.exe` : name;
}

/** Returns the manifest of a bucket for Scoop, on Windows. */
function scoopManifest(release: Release): string {
  const windows = platformNamed('windows-amd64');
  const manifest = {
    version,
    description: `${SUMMARY}.`,
    homepage: release.repository,
    license,
    architecture: { '64bit': { url: urlOf(release, windows), hash: sumOf(release, windows) } },
    bin: executableOf(windows),
    checkver: 'github',
    autoupdate: {
      architecture: {
        '64bit': { url: urlOf(release, windows).replaceAll(version, '$version') },
      },
    },
  };
  return `${JSON.stringify(manifest, undefined, 4)}\n`;
}
