import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../scripts/command.ts';
import { findFunctions, root } from '../../scripts/functions.ts';
import { builtExecutable, imagePlatforms } from '../../scripts/image/platforms.ts';
import type { Ended } from '../support/child.ts';
import { Containers } from '../support/containers.ts';
import { exampleList, firstExample, type ExampleList } from '../support/example-list.ts';
import { findExamples } from '../support/example.ts';
import { needTools } from '../support/kpt.ts';
import { Registry } from '../support/registry.ts';
import { resourceList } from '../support/resource-list.ts';
import { skip } from '../support/skip.ts';

const INDEX = 'application/vnd.oci.image.index.v1+json';
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';

const PLATFORMS = ['linux/amd64', 'linux/arm64'];
const NAMES = ['edit-pipeline', 'krm-variants'];

/** Returns the options for an index that a tool builds. */
function indexOf(tool: string): readonly string[] {
  return ['--with', tool, ...PLATFORMS.flatMap((name) => ['--platform', name])];
}

interface Index {
  readonly mediaType: string;
  readonly manifests: readonly { readonly digest: string; readonly platform: object }[];
}

interface Manifest {
  readonly config: { readonly digest: string };
  readonly layers: readonly { readonly digest: string; readonly size: number }[];
}

/** Configuration of an image. */
interface Image {
  readonly architecture: string;
  readonly os: string;
  readonly config: {
    readonly Env: readonly string[];
    readonly Entrypoint: readonly string[];
    readonly Labels: Readonly<Record<string, string>>;
  };
}

/** Functions that the emulator runs, which takes seconds: all have one executable. `--long` runs each. */
const EMULATED =
  process.env['LONG_TESTS'] === '1'
    ? findFunctions()
    : ['edit-pipeline', 'expand-package-variant-set', 'field-override'];

/** Maximum size of a compressed layer, in bytes. */
const LARGEST = 70e6;

describe('images for amd64 and arm64, pushed to a registry as one index', function () {
  let opened: Registry | undefined;
  const registry = (): Registry => opened ?? assert.fail('no registry');
  let folder = '';
  const stores: Containers[] = [];

  before(async function () {
    needTools(this, 'podman', 'buildah', 'runc', 'docker-registry', 'readelf', 'qemu-aarch64');
    if (process.arch !== 'x64') skip(this, 'this machine is not the amd64 one that can run both');
    for (const platform of imagePlatforms(PLATFORMS)) {
      const { file, command } = builtExecutable(join(root, 'dist'), platform);
      if (!existsSync(file)) skip(this, `${file} is missing: ${command}`);
    }
    if (!existsSync('/usr/aarch64-linux-gnu/lib/libc.so.6')) skip(this, 'libc6-arm64-cross is missing');
    folder = mkdtempSync(join(tmpdir(), 'krm-variants-index-'));
    opened = await Registry.open();
  });
  after(async () => {
    for (const store of stores) store.close();
    await opened?.close();
    if (folder !== '') rmSync(folder, { recursive: true });
  });

  /** Builds and pushes indexes in an empty store, and returns what `npm run images` prints. */
  function push(tool: string, names: readonly string[]): string {
    const store = new Containers();
    stores.push(store);
    const target = ['--prefix', `${registry().host}/${tool}`, '--push', '--tls-verify=false'];
    return store.build(...indexOf(tool), ...target, ...names);
  }

  /** Returns the answer for both tags of an index. */
  async function find(repository: string): Promise<{ readonly index: Index; readonly digest: string }> {
    const [full, minor] = await Promise.all(
      ['v0.1.0', 'v0.1'].map((tag) => registry().get(`${repository}/manifests/${tag}`, INDEX)),
    );
    assert.deepEqual(full, minor);
    return { index: full?.body as Index, digest: full?.digest ?? '' };
  }

  async function manifestOf(repository: string, digest: string): Promise<Manifest> {
    return (await registry().get(`${repository}/manifests/${digest}`, MANIFEST)).body as Manifest;
  }

  /** Returns the manifest and the configuration of each image of an index. */
  async function imagesOf(repository: string): Promise<readonly { manifest: Manifest; image: Image }[]> {
    const { index } = await find(repository);
    return Promise.all(
      index.manifests.map(async ({ digest }) => {
        const manifest = await manifestOf(repository, digest);
        const config = await registry().blob(repository, manifest.config.digest);
        return { manifest, image: JSON.parse(config.toString()) as Image };
      }),
    );
  }

  it('have an image for each platform, with two tags of the printed digest', async () => {
    const printed = push('podman', NAMES);
    const lines = await Promise.all(
      NAMES.map(async (name) => {
        const { index, digest } = await find(`podman/${name}`);
        assert.equal(index.mediaType, INDEX);
        assert.deepEqual(
          index.manifests.map(({ platform }) => platform),
          [
            { architecture: 'amd64', os: 'linux' },
            { architecture: 'arm64', os: 'linux' },
          ],
        );
        const names = ['v0.1.0', 'v0.1'].map((tag) => `${registry().host}/podman/${name}:${tag}`);
        return `${names.join(' ')} ${digest}\n`;
      }),
    );
    assert.equal(printed.replaceAll(/ [\d.]+ \+ [\d.]+ MB$/gm, ''), lines.join(''));
  });

  it('have the same digest built again elsewhere, with buildah', async () => {
    push('buildah', ['edit-pipeline']);
    const [podman, buildah] = await Promise.all(['podman', 'buildah'].map((tool) => find(`${tool}/edit-pipeline`)));
    assert.deepEqual(buildah, podman);
  });

  it('replace an index or an image of that name in the store', () => {
    const [, store = assert.fail()] = stores;
    const names = ['v0.1.0', 'v0.1'].map((tag) => `localhost/edit-pipeline:${tag}`);
    const both = store.build(...indexOf('buildah'), 'edit-pipeline');
    assert.match(both, new RegExp(`^${names.join(' ')}(?: sha256:[0-9a-f]{64}){2} [\\d.]+ \\+ [\\d.]+ MB\n$`));
    const one = store.build('--with', 'buildah', 'edit-pipeline');
    assert.match(one, new RegExp(`^${names.join(' ')} sha256:[0-9a-f]{64} [\\d.]+ MB\n$`));
    assert.equal(store.build(...indexOf('buildah'), 'edit-pipeline'), both);
    assert.equal(store.podman('run', '--rm', names[0] ?? '', '--version'), '0.1.0\n');
  });

  it('share one layer of each platform, and have the labels', async () => {
    const found = await Promise.all(NAMES.map((name) => imagesOf(`podman/${name}`)));
    const layers = found.map((images) => images.map(({ manifest }) => manifest.layers));
    assert.deepEqual(layers[0], layers[1]);
    for (const { digest, size } of layers.flat(2)) assert.ok(size < LARGEST, `${digest}: ${size} bytes`);
    assert.deepEqual(
      found
        .flat()
        .map(({ image: { os, architecture, config } }) => [
          `${os}/${architecture}`,
          config.Labels['org.opencontainers.image.title'],
          config.Labels['org.opencontainers.image.version'],
        ]),
      NAMES.flatMap((name) => PLATFORMS.map((platform) => [platform, name, '0.1.0'])),
    );
  });

  describe('the image for arm64', () => {
    let rootFolder = '';
    let image: Image | undefined;

    before(async () => {
      const repository = 'podman/krm-variants';
      const [, arm = assert.fail()] = await imagesOf(repository);
      const [layer = assert.fail(), ...others] = arm.manifest.layers;
      assert.deepEqual(others, []);
      ({ image } = arm);
      rootFolder = join(folder, 'arm64');
      mkdirSync(rootFolder);
      const archive = join(folder, 'layer.tar.gz');
      writeFileSync(archive, await registry().blob(repository, layer.digest));
      runCommand('tar', ['--extract', '--gzip', '--file', archive, '--directory', rootFolder]);
    });

    /** Runs the command of the image in an emulator that sees its files first. */
    function emulate(args: readonly string[], input = ''): Ended {
      const { Entrypoint: [command = '', ...first] = [], Env = [] } = image?.config ?? {};
      const variables = Env.flatMap((each) => ['-E', each]);
      const program = [join(rootFolder, command), ...first, ...args];
      return run('qemu-aarch64', ['-L', rootFolder, ...variables, ...program], input);
    }

    const failing = findExamples().find(({ exitCode }) => exitCode === 1) ?? assert.fail('no example fails');
    const lists: readonly (readonly [name: string, list: string])[] = [
      ...EMULATED.map((name) => [name, listOf(firstExample(name))] as const),
      [failing.functionName, listOf(exampleList(failing))],
    ];
    for (const [name, list] of lists) {
      it(`returns the same as the executable for amd64: ${name}`, () => {
        const want = run(join(root, 'dist/krm-variants'), [name], list);
        assert.notEqual(want.stdout, '');
        assert.deepEqual(emulate([name], list), want);
      });
    }

    it('needs no other libraries than those in the image', () => {
      const libraries = run('readelf', ['--dynamic', join(rootFolder, 'usr/local/bin/krm-variants')]);
      const names = Array.from(libraries.stdout.matchAll(/\(NEEDED\).*\[(.+)\]/g), ([, name = '']) => name);
      assert.ok(names.length > 1);
      for (const name of names)
        assert.ok(
          ['lib', 'lib/aarch64-linux-gnu'].some((each) => existsSync(join(rootFolder, each, name))),
          name,
        );
    });
  });
});

function listOf({ items, functionConfig }: ExampleList): string {
  return resourceList(items, functionConfig);
}

function run(command: string, args: readonly string[], input = ''): Ended {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', input });
  return { exitCode: status, stdout, stderr };
}
