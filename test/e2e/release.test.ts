import assert from 'node:assert/strict';
import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../../scripts/functions.ts';
import { archiveName, checksumList, checksumsOf, writeArchive } from '../../scripts/release/archives.ts';
import { manifests } from '../../scripts/release/manifests.ts';
import { npmName, writeNpmPackages } from '../../scripts/release/npm-packages.ts';
import { executableFile, PLATFORMS } from '../../scripts/release/platforms.ts';
import { runProgram, type Ended } from '../support/child.ts';
import { firstExample } from '../support/example-list.ts';
import { NODE_20 } from '../support/forms.ts';
import { GoProgram } from '../support/go-program.ts';
import { needTools } from '../support/kpt.ts';
import { resourceList } from '../support/resource-list.ts';

const REPOSITORY = 'https://github.com/acme/krm-variants';

const HOST = PLATFORMS.filter(({ name }) => name === 'linux-amd64');

/** Oldest and newest version of TypeScript that reads the types: docs/library.md names the first one. */
const TYPESCRIPT = ['5.0.4', packageJson.devDependencies.typescript];

const PROGRAM = `import { readDocument } from 'krm-variants';
import * as cel from 'krm-variants/cel';
import * as goTemplate from 'krm-variants/go-template';
import * as merge from 'krm-variants/merge';
import * as patch from 'krm-variants/patch';
import * as yaml from 'krm-variants/yaml';
const document: yaml.SourceDocument = readDocument('a: 1 # one\\n');
document.set(['a'], 2);
console.log(document.text(), [cel, goTemplate, merge, patch].every((each) => Object.keys(each).length > 0));
`;

describe('a release for this machine', () => {
  let folder = '';
  let registry: NpmRegistry | undefined;
  let archives: readonly string[] = [];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'krm-variants-release-'));
    const dist = join(folder, 'dist');
    mkdirSync(join(dist, 'platforms'), { recursive: true });
    for (const name of ['krm-variants.cjs', 'read-cluster.cjs', 'krm-variants.1', 'third-party-licenses.txt', 'lib'])
      symlinkSync(join(root, 'dist', name), join(dist, name));
    for (const platform of HOST) copyFileSync(join(root, 'dist/krm-variants'), join(dist, executableFile(platform)));
    archives = writeNpmPackages({ dist, platforms: HOST, repository: REPOSITORY }, join(folder, 'npm'));
    registry = await NpmRegistry.open(archives);
  });

  after(async () => {
    await registry?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Installs the package from the registry into a new folder. Returns that folder. */
  async function install(...options: readonly string[]): Promise<string> {
    const place = mkdtempSync(join(folder, 'project-'));
    writeFileSync(join(place, 'package.json'), '{"private": true, "type": "module"}');
    const args = ['install', `--registry=${registry?.url}`, '--no-audit', '--no-fund', '--prefer-online', ...options];
    const { stderr, exitCode } = await runIn(place, 'npm', [...args, 'krm-variants']);
    assert.equal(exitCode, 0, stderr);
    return place;
  }

  it('is installed from a registry of npm, with its executable, and works as a function, in each Node', async () => {
    const place = await install();
    const launcher = join(place, 'node_modules/.bin/krm-variants');
    const { items, functionConfig } = firstExample('apply-package-context');
    const input = resourceList(items, functionConfig);
    const wanted = execFileSync(join(root, 'dist/krm-variants'), ['apply-package-context'], {
      input,
      encoding: 'utf8',
    });
    // The first one replaces itself by the executable, Node 20 starts it.
    for (const node of [process.execPath, NODE_20]) {
      const call = (args: readonly string[], text = ''): SpawnSyncReturns<string> =>
        spawnSync(node, [launcher, ...args], { input: text, encoding: 'utf8' });
      assert.equal(call(['version']).stdout, `${packageJson.version}\n`);
      assert.equal(call(['apply-package-context'], input).stdout, wanted);
      const wrong = call(['no-such']);
      assert.deepEqual([wrong.status, wrong.stdout], [2, '']);
    }
    const [executable = ''] = HOST.map((platform) => join(place, 'node_modules', npmName(platform), 'krm-variants'));
    writeFileSync(executable, '#!/bin/sh\necho "native $1"\nkill -TERM $$\n');
    for (const node of [process.execPath, NODE_20]) {
      const { stdout, signal } = spawnSync(node, [launcher, 'version'], { encoding: 'utf8' });
      assert.deepEqual([stdout, signal], ['native version\n', 'SIGTERM']);
    }
  });

  it('runs in JavaScript where the executable is not installed', async () => {
    const place = await install('--omit=optional');
    const launcher = join(place, 'node_modules/.bin/krm-variants');
    const { stdout } = await runProgram(NODE_20, [launcher, 'version']);
    assert.equal(stdout, `${packageJson.version}\n`);
    const rendered = await runProgram(NODE_20, [launcher, 'list']);
    assert.match(rendered.stdout, /^apply-override-policy /);
  });

  for (const version of TYPESCRIPT)
    it(`has types for TypeScript ${version}, with and without a check of them`, async () => {
      const place = await install('--omit=optional');
      writeFileSync(join(place, 'program.ts'), PROGRAM);
      for (const skips of ['true', 'false']) {
        const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', skips];
        const args = ['exec', '--yes', `--package=typescript@${version}`, '--', 'tsc', ...options, 'program.ts'];
        const { stdout, exitCode } = await runIn(place, 'npm', args);
        assert.deepEqual([stdout, exitCode], ['', 0]);
      }
      const { stdout } = await runIn(place, process.execPath, ['program.js']);
      assert.equal(stdout, 'a: 2 # one\n true\n');
    });

  it('has nothing that publint and attw find in its package', async () => {
    const archive = archives.at(-1) ?? '';
    const publint = await runProgram('npm', [
      'exec',
      '--yes',
      '--package=publint@0.3.25',
      '--',
      'publint',
      archive,
      '--strict',
    ]);
    assert.equal(publint.exitCode, 0, publint.stdout);
    assert.match(publint.stdout, /All good!/);
    const cli = [
      'exec',
      '--yes',
      '--package=@arethetypeswrong/cli@0.18.5',
      '--',
      'attw',
      archive,
      '--profile=esm-only',
    ];
    const attw = await runProgram('npm', [...cli, '--no-color']);
    assert.equal(attw.exitCode, 0, attw.stdout);
  });

  describe('as an archive', () => {
    let place = '';
    let archive = '';
    let checksums: ReadonlyMap<string, string> = new Map();
    const krew = new GoProgram('go-krew');

    before(function () {
      needTools(this, 'ruby', 'git');
      place = mkdtempSync(join(folder, 'archives-'));
      const written = HOST.map((platform) => writeArchive(platform, join(folder, 'dist'), place));
      archive = written[0] ?? '';
      const none = PLATFORMS.map((platform) => [archiveName(platform), '0'.repeat(64)] as const);
      checksums = new Map([...none, ...checksumsOf(written)]);
      writeFileSync(join(place, 'SHA256SUMS'), checksumList(checksumsOf(written)));
      for (const [name, text] of manifests({ repository: REPOSITORY, checksums }))
        writeFileSync(join(place, name), text);
    });

    it('is unpacked after `sha256sum` confirms its checksum', () => {
      execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: place });
      execFileSync('tar', ['-xzf', archive, 'krm-variants'], { cwd: place });
      assert.equal(versionOf(join(place, 'krm-variants')), packageJson.version);
    });

    it('is installed by krew, which checks its manifest and checksum, as `kubectl krm-variants`', () => {
      const env = { ...process.env, KREW_ROOT: join(place, 'krew'), KREW_NO_UPGRADE_CHECK: '1' };
      const installWith = (manifest: string): SpawnSyncReturns<string> =>
        spawnSync(krew.file, ['install', `--manifest=${manifest}`, `--archive=${archive}`], { env, encoding: 'utf8' });
      const manifest = join(place, 'krm-variants.yaml');
      const broken = join(place, 'broken/krm-variants.yaml');
      mkdirSync(join(place, 'broken'));
      writeFileSync(broken, readFileSync(manifest, 'utf8').replaceAll(/(?<=sha256: "?)\w{4}/g, 'aaaa'));
      const refused = installWith(broken);
      assert.equal(refused.status, 1);
      assert.match(refused.stderr, /checksum does not match/);
      const installed = installWith(manifest);
      assert.equal(installed.status, 0, installed.stderr);
      assert.equal(versionOf(join(place, 'krew/bin/kubectl-krm_variants')), packageJson.version);
    });

    it('is what the formula of Homebrew names for this platform, and what it installs', () => {
      writeFileSync(join(place, 'formula-probe.rb'), FORMULA_PROBE);
      const probe = spawnSync('ruby', ['-w', 'formula-probe.rb'], { cwd: place, encoding: 'utf8' });
      assert.deepEqual([probe.status, probe.stderr], [0, '']);
      const { url, sha256, installed } = JSON.parse(probe.stdout) as Record<'url' | 'sha256' | 'installed', unknown>;
      const [name = ''] = HOST.map(archiveName);
      assert.equal(url, `${REPOSITORY}/releases/download/v${packageJson.version}/${name}`);
      assert.equal(sha256, checksums.get(name));
      const entries = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).split('\n');
      assert.deepEqual(installed, ['krm-variants', 'krm-variants.1']);
      for (const file of installed as readonly string[]) assert.ok(entries.includes(file), file);
    });
  });
});

/** Program in Ruby: evaluates the formula as Homebrew does on Linux with amd64, and shows what it says as JSON. */
const FORMULA_PROBE = `require "json"
$said = { installed: [] }
class Formula
  %w[desc homepage license].each { |name| define_singleton_method(name) { |value| raise name if value.empty? } }
  %w[url sha256].each { |name| define_singleton_method(name) { |value| $said[name] = value } }
  class << self
    attr_reader :tested
    def version(value = nil) = value ? @version = value : @version
    def on_linux = yield
    def on_macos; end
    def on_intel = yield
    def on_arm; end
    def test(&block) = @tested = block
  end
  def folder = Struct.new(:path) do
    def install(file) = $said[:installed] << file
    def /(name) = "#{path}/#{name}"
    def to_s = path
  end.new("bin")
  alias bin folder
  alias man1 folder
  def version = self.class.version
  def generate_completions_from_executable(*) = nil
  def shell_output(*) = "#{version}\\n"
  def assert_equal(wanted, got) = (raise "#{wanted} is not #{got}" if wanted != got)
end
require_relative "krm-variants"
formula = KrmVariants.new
formula.install
formula.instance_eval(&KrmVariants.tested)
puts JSON.generate($said)
`;

function versionOf(executable: string): string {
  return execFileSync(executable, ['version'], { encoding: 'utf8' }).trim();
}

/** Runs a program in a folder. */
function runIn(folder: string, command: string, args: readonly string[]): Promise<Ended> {
  return runProgram('sh', ['-c', 'cd "$0" && exec "$@"', folder, command, ...args]);
}

/** Registry of npm on a free port of this machine: has some packages, and leads to npm's own for all others. */
class NpmRegistry {
  readonly #server: Server;
  readonly url: string;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}/`;
  }

  static async open(files: readonly string[]): Promise<NpmRegistry> {
    const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
    const packages = new Map(
      files.map((file) => {
        const text = execFileSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' });
        const manifest = JSON.parse(text) as { readonly name: string; readonly version: string };
        return [manifest.name, { file, manifest }] as const;
      }),
    );
    const server = createServer(({ url = '', headers }, response) => {
      const name = decodeURIComponent(url.slice(1));
      const file = files.find((each) => url === `/-/${basename(each)}`);
      const found = packages.get(name);
      if (file !== undefined) response.end(readFileSync(file));
      else if (found === undefined) response.writeHead(302, { location: `${upstream}${url.slice(1)}` }).end();
      else {
        const { version } = found.manifest;
        const tarball = `http://${headers.host}/-/${basename(found.file)}`;
        const versions = { [version]: { ...found.manifest, dist: { tarball } } };
        response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
      }
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new NpmRegistry(server, (server.address() as AddressInfo).port);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
