import assert from 'node:assert/strict';
import { join } from 'node:path';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import { loadFunction } from '../../../scripts/functions.ts';
import { resource } from '../../support/resource-list.ts';
import { configMap, inFolder, kptfile, readFiles, type Files } from '../run-support.ts';

interface Run {
  readonly exitCode: number;
  readonly stderr: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Runs a function on `package`, with the config `config.yaml` and the objects in `objects`. */
function run(name: string, files: Files): Promise<Run> {
  return inFolder(files, async (folder) => {
    const config = ['--fn-config', join(folder, 'config.yaml')];
    const args = [join(folder, 'package'), ...config, '--objects', join(folder, 'objects')];
    const { stderr, exitCode } = await applyToFolder(await loadFunction(name), args);
    return { exitCode, stderr, files: readFiles(folder) };
  });
}

const POINT = configMap('point', '  annotations:\n    kpt.dev/config-injection: required\ndata: {}\n');
const NORTH = configMap('north', 'data:\n  x: here # kept\n');
const SPEC = 'spec:\n  upstream: {repo: c, package: p, revision: 1}\n  downstream: {repo: d, package: p}\n';

describe('--objects of krm-variants run', () => {
  it('has the objects that inject-config injects, in place of the sources that its configuration names', async () => {
    const config = resource(
      'krm-variants.dev/v1alpha1',
      'ConfigInjection',
      'i',
      'spec: {injectors: [{name: north}], sources: {path: /nowhere}}\n',
    );
    const files = {
      'package/Kptfile': kptfile('p'),
      'package/c.yaml': POINT,
      'objects/n.yaml': NORTH,
      'config.yaml': config,
    };
    const ran = await run('inject-config', files);
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.match(ran.files['package/c.yaml'] ?? '', /^ {2}x: here # kept$/m);
  });

  it('has the objects that apply-package-variant injects', async () => {
    const config = resource(
      'config.porch.kpt.dev/v1alpha1',
      'PackageVariant',
      'v',
      `${SPEC}  injectors: [{name: north}]\n`,
    );
    const files = {
      'package/Kptfile': kptfile('p'),
      'package/c.yaml': POINT,
      'objects/n.yaml': NORTH,
      'config.yaml': config,
    };
    const ran = await run('apply-package-variant', files);
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.match(ran.files['package/c.yaml'] ?? '', /^ {2}x: here # kept$/m);
  });

  it('has the Repositories that a PackageVariantSet selects', async () => {
    const targets = '  targets: [{repositorySelector: {matchLabels: {stage: edge}}}]\n';
    const upstream = 'spec:\n  upstream: {repo: c, package: p, revision: 1}\n';
    const config = resource('config.porch.kpt.dev/v1alpha2', 'PackageVariantSet', 's', `${upstream}${targets}`);
    const repository = resource('config.porch.kpt.dev/v1alpha1', 'Repository', 'oslo', '', '  labels: {stage: edge}\n');
    const files = { 'package/a.yaml': configMap('a'), 'objects/r.yaml': repository, 'config.yaml': config };
    const ran = await run('expand-package-variant-set', files);
    assert.equal(ran.exitCode, 0, ran.stderr);
    const added = Object.entries(ran.files).filter(([path]) => path.startsWith('package/') && !(path in files));
    assert.equal(added.length, 1, Object.keys(ran.files).join());
    assert.match(added[0]?.[1] ?? '', /^kind: PackageVariant$[^]*repo: oslo/m);
  });
});
