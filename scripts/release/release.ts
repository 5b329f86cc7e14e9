/**
 * `npm run release -- [--dry-run] [--repository URL]` builds all that a release consists of into `dist/release/`: an
 * archive with the executable for each platform, their checksums, the npm packages, a software bill of materials, the
 * notes, and manifests for Homebrew, krew and Scoop. It publishes nothing: `.github/workflows/release.yaml` does.
 *
 * URL is the page of the git repository, by default that of the workflow that runs. Without --dry-run, HEAD must have
 * the tag of the version in `package.json`, and no file may be changed.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { runCommand } from '../command.ts';
import { root } from '../functions.ts';
import { checksumList, checksumsOf, writeArchive } from './archives.ts';
import { manifests } from './manifests.ts';
import { writeNpmPackages } from './npm-packages.ts';
import { PLATFORMS } from './platforms.ts';
import { REPOSITORY } from './published.ts';

const dist = join(root, 'dist');
const folder = join(dist, 'release');

try {
  release();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function release(): void {
  const { values } = parseArgs({
    options: { 'dry-run': { type: 'boolean', default: false }, repository: { type: 'string' } },
  });
  const { version } = packageJson;
  const isDryRun = values['dry-run'];
  const repository = values.repository ?? ownRepository() ?? (isDryRun ? REPOSITORY : undefined);
  if (repository === undefined) throw new Error('--repository must name the page of the git repository');
  if (!isDryRun) checkTag(`v${version}`);
  const notes = notesOf(version, readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  runCommand('node', [join(root, 'scripts/build.ts'), '--platform', 'all']);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'npm'), { recursive: true });
  const archives = PLATFORMS.map((platform) => writeArchive(platform, dist, folder));
  const checksums = checksumsOf(archives);
  write('SHA256SUMS', checksumList(checksums));
  copyFileSync(join(dist, 'sbom.cdx.json'), join(folder, 'sbom.cdx.json'));
  write('notes.md', notes);
  for (const [name, text] of manifests({ repository, checksums })) write(name, text);
  const packages = writeNpmPackages({ dist, platforms: PLATFORMS, repository }, join(folder, 'npm'));
  for (const file of [...archives, ...packages]) console.log(file);
}

/** Returns the page of the git repository whose workflow runs; undefined outside of GitHub. */
function ownRepository(): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  return server === undefined || name === undefined ? undefined : `${server}/${name}`;
}

/** Throws unless HEAD has a tag, and all files are as in it. */
function checkTag(tag: string): void {
  const tags = runCommand('git', ['tag', '--points-at', 'HEAD'], { cwd: root }).split('\n');
  if (!tags.includes(tag)) throw new Error(`HEAD must have the tag ${tag}, that of the version in package.json`);
  const changed = runCommand('git', ['status', '--porcelain'], { cwd: root });
  if (changed !== '') throw new Error(`all files must be as in ${tag}:\n${changed}`);
}

/** Returns what a changelog says of a version. Throws if it says nothing. */
function notesOf(version: string, changelog: string): string {
  const section = changelog.split(/^## /m).find((each) => each.split('\n', 1)[0]?.startsWith(version) === true);
  if (section === undefined) throw new Error(`CHANGELOG.md must have a section "## ${version}"`);
  return `${section.slice(section.indexOf('\n')).trim()}\n`;
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}
