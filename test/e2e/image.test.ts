import assert from 'node:assert/strict';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { runCommand } from '../../scripts/command.ts';
import { findFunctions, loadDefinition, loadFunction, root } from '../../scripts/functions.ts';
import { archiveFile, imagePlatforms } from '../../scripts/image/platforms.ts';
import { inFolder } from '../cli/run-support.ts';
import { builtImages } from '../support/built-images.ts';
import { Containers, imageOf } from '../support/containers.ts';
import { exampleList, firstExample } from '../support/example-list.ts';
import { findExamples } from '../support/example.ts';
import { needTools } from '../support/kpt.ts';
import { keptAt, resource, resourceList } from '../support/resource-list.ts';
import { inProcess } from '../support/runner.ts';

const names = [...findFunctions(), 'krm-variants'];
const [own = assert.fail()] = imagePlatforms([]);

/** Maximum size of an image, in bytes. */
const LARGEST = 145e6;

/** Options for a container without privileges other than the network, and without writable files, even in /tmp. */
const unprivileged = '--read-only --read-only-tmpfs=false --cap-drop all --security-opt no-new-privileges'.split(' ');
const confined = [...unprivileged, '--network', 'none'];

/** Kubeconfig of an absent server: nothing listens on port 1. */
const KUBECONFIG = `apiVersion: v1
kind: Config
current-context: site
clusters: [{name: site, cluster: {server: 'https://localhost:1'}}]
contexts: [{name: site, context: {cluster: site, user: site}}]
users: [{name: site, user: {token: none}}]
`;

const users: readonly (readonly [title: string, options: readonly string[]])[] = [
  ['the user of the image', []],
  ['nobody', ['--user', '65534']],
  ['a user that has no name and no home', ['--user', '4242:4242', '--unsetenv-all', '--env', 'HOME=']],
];

/** Fields of `podman image inspect` that the tests read. */
interface Inspected {
  readonly Id: string;
  readonly Size: number;
  readonly RepoTags: readonly string[];
  readonly RootFS: { readonly Layers: readonly string[] };
  readonly Config: {
    readonly User: string;
    readonly Entrypoint: readonly string[];
    readonly Labels: Readonly<Record<string, string>>;
  };
}

describe('images', function () {
  before(function () {
    needTools(this, 'podman', 'runc');
    builtImages();
  });

  for (const name of names) {
    it(`${name} has its tags, user, command and labels`, async () => {
      const { RepoTags, Config } = inspect(name);
      assert.deepEqual(RepoTags.toSorted(), [`localhost/${name}:v0.1`, `localhost/${name}:v0.1.0`]);
      assert.equal(Config.User, '65534:65534');
      assert.deepEqual(Config.Entrypoint, ['/usr/local/bin/krm-variants', ...functionArguments(name)]);
      assert.deepEqual(Config.Labels, {
        'org.opencontainers.image.title': name,
        'org.opencontainers.image.description': await summaryOf(name),
        'org.opencontainers.image.version': packageJson.version,
        'org.opencontainers.image.licenses': 'Apache-2.0',
      });
    });
  }

  it('share one layer, which is not large', () => {
    const images = names.map(inspect);
    const [layers = []] = images.map(({ RootFS }) => RootFS.Layers);
    assert.equal(layers.length, 1);
    for (const { RootFS, Size } of images) {
      assert.deepEqual(RootFS.Layers, layers);
      assert.ok(Size <= LARGEST, `${Size} bytes`);
    }
  });

  it('contain exactly the files of the archive', () =>
    inFolder({}, (folder) => {
      const container = builtImages().podman('create', imageOf('krm-variants')).trim();
      builtImages().podman('export', '--output', join(folder, 'files.tar'), container);
      builtImages().podman('rm', container);
      assert.deepEqual(listing(join(folder, 'files.tar')), listing(archiveFile(join(root, 'dist'), own)));
    }));

  it('are the same when built again elsewhere', () => {
    const elsewhere = new Containers();
    try {
      const printed = elsewhere.build().trim().split('\n');
      assert.deepEqual(
        printed.map((line) => line.replace(/ [\d.]+ MB$/, '')),
        names.map((name) => `localhost/${name}:v0.1.0 localhost/${name}:v0.1 sha256:${inspect(name).Id}`),
      );
    } finally {
      elsewhere.close();
    }
  });

  it('have no shell', () => {
    const { exitCode, stderr } = builtImages().run(['--entrypoint', '/bin/sh'], imageOf('krm-variants'), 'echo here');
    assert.equal(exitCode, 127, stderr);
  });

  it('run every function from the image with all of them', () => {
    assert.equal(builtImages().podman('run', '--rm', imageOf('krm-variants'), '--version'), `${packageJson.version}\n`);
    const listed = builtImages().podman('run', '--rm', imageOf('krm-variants'), 'list');
    assert.deepEqual(
      listed.split('\n').map((line) => line.split(' ')[0]),
      [...findFunctions(), ''],
    );
  });

  for (const name of findFunctions()) {
    for (const [title, options] of users) {
      it(`${name} returns the same confined, as ${title}, as in process`, async () => {
        const list = firstList(name);
        const want = await inProcess(await loadFunction(name))(list);
        assert.deepEqual(builtImages().run([...confined, ...options], imageOf(name), list), want);
      });
    }
  }

  it("inject-config resolves the name of a cluster's server", () =>
    inFolder({ kubeconfig: KUBECONFIG }, (folder) => {
      const volume = `${join(folder, 'kubeconfig')}:/kubeconfig:ro`;
      const options = [...unprivileged, '--network', 'host', '--volume', volume];
      const site = resource('v1', 'ConfigMap', 'site', '', '  annotations:\n    kpt.dev/config-injection: required\n');
      const spec = 'spec:\n  injectors: [{name: site}]\n  sources: {cluster: {kubeconfig: /kubeconfig}}\n';
      const config = resource('krm-variants.dev/v1alpha1', 'ConfigInjection', 'c', spec);
      const list = resourceList([resource('kpt.dev/v1', 'Kptfile', 'p', '', keptAt('Kptfile')), site], config);
      const { exitCode, stderr } = builtImages().run(options, imageOf('inject-config'), list);
      assert.match(stderr, /GET https:\/\/localhost:1\/api\/v1, .*: the connection was refused$/m);
      assert.equal(exitCode, 1);
    }));

  it('report an error of the list when confined', async () => {
    const failing = findExamples().find(({ exitCode }) => exitCode === 1) ?? assert.fail('no example fails');
    const { items, functionConfig } = exampleList(failing);
    const list = resourceList(items, functionConfig);
    const want = await inProcess(await loadFunction(failing.functionName))(list);
    assert.equal(want.exitCode, 1);
    assert.deepEqual(builtImages().run(confined, imageOf(failing.functionName), list), want);
  });
});

function inspect(name: string): Inspected {
  const [image] = JSON.parse(builtImages().podman('image', 'inspect', imageOf(name))) as Inspected[];
  return image ?? assert.fail(`no image ${name}`);
}

/** Returns mode, owner, size, time and path of everything in an archive except its top folder. */
function listing(archive: string): string[] {
  const text = runCommand('tar', ['--list', '--verbose', '--full-time', '--numeric-owner', '--file', archive]);
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.replace(' ./', ' '));
  return lines.filter((line) => !line.endsWith(' '));
}

function functionArguments(name: string): string[] {
  return name === 'krm-variants' ? [] : [name];
}

async function summaryOf(name: string): Promise<string> {
  return name === 'krm-variants' ? packageJson.description : (await loadDefinition(name)).summary;
}

function firstList(name: string): string {
  const { items, functionConfig } = firstExample(name);
  return resourceList(items, functionConfig);
}
