import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { archiveName } from '../../../scripts/release/archives.ts';
import { allInstallText, installText, installWays } from '../../../scripts/release/install-ways.ts';
import { manifests } from '../../../scripts/release/manifests.ts';
import { npmName, withAbsoluteLinks } from '../../../scripts/release/npm-packages.ts';
import { PLATFORMS, platformsOf } from '../../../scripts/release/platforms.ts';
import packageJson from '../../../package.json' with { type: 'json' };

const REPOSITORY = 'https://github.com/acme/krm-variants';
const CHECKSUMS = new Map(PLATFORMS.map((platform, index) => [archiveName(platform), String(index).repeat(64)]));
const FILES = manifests({ repository: REPOSITORY, checksums: CHECKSUMS });

/** Manifest of a plugin for krew. */
interface Plugin {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly version: string;
    readonly shortDescription: string;
    readonly platforms: readonly {
      readonly uri: string;
      readonly sha256: string;
      readonly bin: string;
      readonly files: readonly { readonly from: string }[];
    }[];
  };
}

/** Optional fields of a manifest of Scoop that this project may use (Scoop's wiki, "App Manifests"). */
const SCOOP_OPTIONS = ['description', 'bin', 'checkver', 'autoupdate', 'notes', 'suggest', 'depends'];

describe('manifests of a release', () => {
  it('have the checksum of each archive that they name', () => {
    for (const [name, text] of FILES) {
      const urls = Array.from(
        text.matchAll(/https:\S+?\/(krm-variants-[\w-]+\.(?:tar\.gz|zip))/g),
        ([, file = '']) => file,
      );
      const sums = Array.from(text.matchAll(/(?<=sha256:? "?|"hash": ")(\d)\1{63}/g), ([sum]) => sum);
      assert.ok(urls.length > 0, name);
      const named = name.endsWith('.json') ? urls.slice(0, 1) : urls;
      assert.deepEqual(
        sums,
        named.map((url) => CHECKSUMS.get(url)),
        name,
      );
    }
  });

  it('let krew find the executable among the files that it copies', () => {
    const { metadata, spec } = parse(FILES.get('krm-variants.yaml') ?? '') as Plugin;
    assert.deepEqual([metadata.name, spec.version], ['krm-variants', `v${packageJson.version}`]);
    assert.ok(spec.shortDescription.length <= 80);
    assert.equal(spec.platforms.length, 5);
    for (const { bin, files } of spec.platforms) assert.ok(files.some(({ from }) => from === bin));
  });

  it('have the fields that Scoop requires, with values of their forms, and no other', () => {
    const { version, homepage, license, architecture, ...rest } = JSON.parse(FILES.get('krm-variants.json') ?? '') as {
      readonly version: string;
      readonly homepage: string;
      readonly license: string;
      readonly architecture: Readonly<Record<string, Readonly<Record<string, string>>>>;
    };
    assert.match(version, /^[\w.+-]+$/);
    assert.deepEqual([URL.canParse(homepage), license], [true, packageJson.license]);
    const [[name, { url = '', hash = '', ...others }] = ['', {}], ...more] = Object.entries(architecture);
    assert.deepEqual([name, others, more], ['64bit', {}, []]);
    assert.match(url, /^https:\/\/.*\/v[\w.+-]+\/krm-variants-windows-amd64\.zip$/);
    assert.match(hash, /^[\da-f]{64}$/);
    assert.deepEqual(
      Object.keys(rest).filter((key) => !SCOOP_OPTIONS.includes(key)),
      [],
    );
  });

  it('name the packages of npm as Node names platforms', () => {
    assert.deepEqual(PLATFORMS.map(npmName), [
      '@krm-variants/linux-x64',
      '@krm-variants/linux-arm64',
      '@krm-variants/linux-x64-musl',
      '@krm-variants/linux-arm64-musl',
      '@krm-variants/darwin-arm64',
      '@krm-variants/darwin-x64',
      '@krm-variants/win32-x64',
    ]);
  });

  it('refuse a platform that is not known', () => {
    assert.throws(
      () => platformsOf(['linux-amd64', 'plan9']),
      /unknown platform "plan9": must be one of linux-amd64, /,
    );
    assert.equal(platformsOf(['all']).length, PLATFORMS.length);
  });
});

describe('the ways to install', () => {
  it('name the files of a release, and what else each needs', () => {
    const ways = installWays(REPOSITORY);
    assert.equal(ways.length, 5);
    const files = new Set([...CHECKSUMS.keys(), ...FILES.keys()]);
    for (const { command, needs } of ways) {
      const [, file] = /releases\/latest\/download\/(\S+)/.exec(command) ?? [];
      assert.ok(file === undefined || files.has(file), command);
      assert.notEqual(needs, '');
      assert.ok(!command.includes('\n'));
    }
    assert.ok(ways.some(({ command }) => command === 'brew install acme/tap/krm-variants'));
  });

  it('are named only once there is a release, the build from source last', () => {
    for (const text of [installText, allInstallText].map((of) => of(REPOSITORY, false))) {
      assert.match(text, /^Build the executable, /);
      assert.doesNotMatch(text, /releases|npm install --global/);
    }
    assert.doesNotMatch(installText(REPOSITORY, true), /git clone/);
    assert.match(allInstallText(REPOSITORY, true), /^\| way [^]*\nOr build it:\n\n```shell not-run\ngit clone /);
  });
});

describe('README on npm', () => {
  it('has links that lead to the files of its version', () => {
    const page = '[a](docs/a.md) [b](#part) [c](https://example.com/c)';
    const blob = `${REPOSITORY}/blob/v${packageJson.version}`;
    assert.equal(withAbsoluteLinks(page, REPOSITORY), `[a](${blob}/docs/a.md) [b](#part) [c](https://example.com/c)`);
  });
});
