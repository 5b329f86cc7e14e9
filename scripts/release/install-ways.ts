/** The ways to install a release, for README and `docs/install.md`. */
import packageJson from '../../package.json' with { type: 'json' };
import { archiveName } from './archives.ts';
import { PLATFORMS, type Platform } from './platforms.ts';

/** Way to install `krm-variants`. */
interface InstallWay {
  readonly name: string;
  readonly needs: string;
  readonly command: string;
}

const { name } = packageJson;

/** Returns the ways to install a release. `repository`: page of its git repository. */
export function installWays(repository: string): readonly InstallWay[] {
  const [linux] = PLATFORMS as readonly [Platform, ...Platform[]];
  const latest = `${repository}/releases/latest/download`;
  const owner = repository.split('/').at(-2) ?? '';
  return [
    {
      name: 'Homebrew',
      needs: 'macOS or Linux, with [Homebrew](https://brew.sh)',
      command: `brew install ${owner}/tap/${name}`,
    },
    { name: 'npm', needs: 'Node 20 or later, on any platform', command: `npm install --global ${name}` },
    {
      name: 'krew',
      needs: 'kubectl with [krew](https://krew.sigs.k8s.io); the command is then `kubectl krm-variants`',
      command: `kubectl krew install ${name}`,
    },
    {
      name: 'Scoop',
      needs: 'Windows, with [Scoop](https://scoop.sh)',
      command: `scoop install ${latest}/${name}.json`,
    },
    {
      name: 'Archive',
      needs: `Linux on amd64 with glibc; [other archives](${repository}/releases/latest) are for macOS, Windows, arm64 and musl`,
      command: `curl -fsSL ${latest}/${archiveName(linux)} | tar -xz -C ~/.local/bin ${name}`,
    },
  ];
}

/**
 * Returns the part of README that says how to install. `repository`: page of the git repository. `isReleased`: false if
 * it can only be built.
 */
export function installText(repository: string, isReleased: boolean): string {
  return isReleased ? releasedText(repository) : `${BUILD_FIRST}${BUILD}`;
}

/** Returns the same part of `docs/install.md`, with the build from source as the last way. */
export function allInstallText(repository: string, isReleased: boolean): string {
  return isReleased ? `${releasedText(repository)}\nOr build it:\n\n${BUILD}` : `${BUILD_FIRST}${BUILD}`;
}

const BUILD_FIRST = 'Build the executable, with git, npm and Node 20 or later:\n\n';

const BUILD = `\`\`\`shell not-run
git clone REPOSITORY krm-variants && cd krm-variants # REPOSITORY: the address of this repository
npm ci && npm run build
install -D dist/krm-variants ~/.local/bin/krm-variants
\`\`\`
`;

function releasedText(repository: string): string {
  const rows = installWays(repository).map(
    (way) => `| ${way.name} | \`${way.command.replaceAll('|', '\\|')}\` | ${way.needs} |`,
  );
  return `| way | command | what it needs |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}
