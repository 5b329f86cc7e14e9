import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from '../../scripts/command.ts';
import { findFunctions, root } from '../../scripts/functions.ts';
import { inFolder, readFiles } from '../cli/run-support.ts';
import { builtImages } from '../support/built-images.ts';
import { Containers } from '../support/containers.ts';
import { configArguments } from '../support/example-call.ts';
import { assertExpected, inCopy } from '../support/example-files.ts';
import { findExamples } from '../support/example.ts';
import { describeKpts, needTools, runKpt } from '../support/kpt.ts';
import { Registry } from '../support/registry.ts';

const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';

/** Names of images by the tool that pushes them; none for all. */
const pushes = { podman: [], buildah: ['edit-pipeline', 'krm-variants'] };

describeKpts('images, pushed to a registry', function () {
  let opened: Registry | undefined;
  const registry = (): Registry => opened ?? assert.fail('no registry');

  before(async function () {
    needTools(this, 'podman', 'buildah', 'skopeo', 'runc', 'kpt', 'docker-registry');
    builtImages();
    opened = await Registry.open();
  });
  after(() => opened?.close());

  for (const [tool, names] of Object.entries(pushes)) {
    it(`have two tags of the printed digest each, and share one layer: ${tool}`, async () => {
      const options = ['--with', tool, '--prefix', `${registry().host}/${tool}`, '--push', '--tls-verify=false'];
      const printed = builtImages().build(...options, ...names);
      const images = names.length === 0 ? [...findFunctions(), 'krm-variants'] : names;
      const pushed = await Promise.all(images.map((name) => findPushed(registry(), `${tool}/${name}`)));
      assert.equal(printed.replaceAll(/ [\d.]+ MB$/gm, ''), pushed.map(({ line }) => `${line}\n`).join(''));
      assert.equal(new Set(pushed.flatMap(({ layers }) => layers)).size, 1);
    });
  }

  // The choice between podman's digests says nothing about docker.
  it('have two tags of one digest with docker, replaced here by podman, which takes the same arguments', () =>
    inFolder({ docker: '#!/bin/sh\n[ "$1" = version ] || exec podman "$@"\n' }, async (folder) => {
      chmodSync(join(folder, 'docker'), 0o755);
      const PATH = [folder, process.env['PATH']].join(delimiter);
      const args = ['--with', 'docker', '--prefix', `${registry().host}/docker`, '--push', 'edit-pipeline'];
      const env = { ...builtImages().env, ...registry().env, PATH };
      const printed = runCommand(process.execPath, [join(root, 'scripts/images.ts'), ...args], { env });
      const { line } = await findPushed(registry(), 'docker/edit-pipeline');
      const withoutDigest = (text: string): string => text.replace(/ sha256:[0-9a-f]{64}( [\d.]+ MB\n)?$/, '');
      assert.equal(withoutDigest(printed), withoutDigest(line));
    }));

  it('are not pushed without TLS by default', () => {
    const push = (): string => builtImages().build('--prefix', `${registry().host}/tls`, '--push', 'edit-pipeline');
    assert.throws(push, /server gave HTTP response to HTTPS client/);
  });

  it('are stored as one shared layer with small manifests', () => {
    const [layers = [], others = []] = [true, false].map((isLayer) =>
      registry()
        .blobSizes()
        .filter((size) => size > 1e6 === isLayer),
    );
    assert.ok(layers.length <= 2, `a layer for each tool at most, not ${layers.length}`);
    assert.ok(others.length >= findFunctions().length);
  });

  it('are found by skopeo', () => {
    const image = `docker://${registry().host}/podman/edit-pipeline:v0.1`;
    const found = JSON.parse(runCommand('skopeo', ['inspect', '--tls-verify=false', image])) as Record<string, unknown>;
    assert.deepEqual(found['RepoTags'], ['v0.1', 'v0.1.0']);
    assert.equal(found['Architecture'], 'amd64');
    assert.equal((found['Labels'] as Record<string, unknown>)['org.opencontainers.image.title'], 'edit-pipeline');
  });

  it('are pulled and run by kpt', async () => {
    const example = findExamples().find(({ exitCode }) => exitCode === 0) ?? assert.fail('no example');
    const image = `${registry().host}/podman/${example.functionName}:v0.1`;
    const elsewhere = new Containers();
    try {
      await inCopy(readFiles(example.folder), (copy) => {
        const args = ['fn', 'eval', copy.folder, '--image', image, ...configArguments(example, copy.folder)];
        const { stderr, exitCode } = runKpt(args, { ...elsewhere.env, ...registry().env });
        assert.equal(exitCode, 0, stderr);
        assertExpected(example, { 'diff.patch': copy.diff() });
      });
    } finally {
      elsewhere.close();
    }
  });
});

interface Pushed {
  readonly layers: readonly string[];
  /** Expected line of output: both names, and the digest. */
  readonly line: string;
}

/** Returns the registry's answer for both tags of an image, after checking that there are no others. */
async function findPushed(registry: Registry, repository: string): Promise<Pushed> {
  const list = (await registry.get(`${repository}/tags/list`)).body as { readonly tags: readonly string[] };
  assert.deepEqual(list.tags.toSorted(), ['v0.1', 'v0.1.0']);
  const [full, minor] = await Promise.all(
    ['v0.1.0', 'v0.1'].map((tag) => registry.get(`${repository}/manifests/${tag}`, MANIFEST)),
  );
  assert.deepEqual(full, minor);
  const manifest = full?.body as { readonly layers: readonly { readonly digest: string }[] };
  const names = ['v0.1.0', 'v0.1'].map((tag) => `${registry.host}/${repository}:${tag}`);
  return { layers: manifest.layers.map(({ digest }) => digest), line: `${names.join(' ')} ${full?.digest}` };
}
