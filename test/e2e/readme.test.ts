import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { fleetBin } from '../../scripts/evidence/fleet/bin.ts';
import { checkVariant } from '../../scripts/evidence/fleet/check.ts';
import { stores } from '../../scripts/evidence/fleet/store.ts';
import { copyPackage, expandSet, variantsOf } from '../../scripts/evidence/fleet/variant.ts';
import { root } from '../../scripts/functions.ts';
import { configMap, inFolder, kptfile } from '../cli/run-support.ts';
import { builtImages } from '../support/built-images.ts';
import type { Ended } from '../support/child.ts';
import { codeBlocks } from '../support/code-blocks.ts';
import { GoProgram } from '../support/go-program.ts';
import { describeKpts, needTools } from '../support/kpt.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const packageContext = configMap('kptfile.kpt.dev', 'data:\n  name: example\n');
const packageVariant = `apiVersion: config.porch.kpt.dev/v1alpha1
kind: PackageVariant
metadata:
  name: shop
spec:
  upstream: {repo: catalog, package: shop, revision: 1}
  downstream: {repo: bergen, package: shop}
  packageContext:
    data:
      site: bergen
`;
const all = stores(1);

describeKpts('the commands of the README, as written', function () {
  this.timeout(120_000);
  before(function () {
    needTools(this, 'kpt', 'git');
  });

  it('Use: installs the executable, renders an example with the diff that is shown, and runs it in kpt and alone', () =>
    inFolder({ 'package-variant.yaml': packageVariant }, (folder) => {
      for (const name of ['dist', 'examples']) symlinkSync(join(root, name), join(folder, name));
      const run = shellIn(folder, [join(folder, '.local/bin')], { HOME: folder });
      const [install = '', render = '', kpt = '', alone = ''] = blocks('Use', 'shell');
      const dataNow = (): PackageContext['data'] =>
        (parse(readFileSync(join(folder, 'shop/package-context.yaml'), 'utf8')) as PackageContext).data;
      run(install);
      assert.equal(run(render).replaceAll(/ +$/gm, ''), block('Use', 'diff'));
      assert.equal(readFileSync(join(folder, 'shop/Kptfile'), 'utf8'), block('Use', 'yaml'));
      const rendered = dataNow();
      run(kpt);
      assert.deepEqual(dataNow(), rendered);
      assert.match(run(alone), /^apply-package-context {2,}Sets and removes keys/m);
      assert.deepEqual(dataNow(), { ...rendered, site: 'bergen' });
    }));

  it('Images: kpt finds images built with podman', function () {
    needTools(this, 'podman', 'runc');
    const { CONTAINERS_CONF, CONTAINERS_STORAGE_CONF } = builtImages().env;
    return inFolder({ 'shop/Kptfile': kptfile('shop'), 'shop/context.yaml': packageContext }, (folder) => {
      const run = shellIn(folder, [], { CONTAINERS_CONF, CONTAINERS_STORAGE_CONF });
      run(block('Images', 'shell').replaceAll(/^npm run .*\n/gm, ''));
      assert.match(readFileSync(join(folder, 'shop/context.yaml'), 'utf8'), /^ {2}region: eu-1$/m);
    });
  });
});

describeKpts('other runtimes in the README', function () {
  this.timeout(120_000);
  before(function () {
    needTools(this, 'kpt', 'git');
  });
  const yq = new GoProgram('yq');

  it('Argo CD: the plugin renders a package, and fails if its pipeline fails', () =>
    inPackage(yq.folder, (run, folder) => {
      const [command = '', ...args] = plugin().spec.init.command;
      succeed(run, [command, ...args], folder);
      for (const store of all) checkVariant(folder, store);
      replaceIn(join(folder, 'Kptfile'), 'exec: expand-templates', 'exec: no-such-function');
      assert.notEqual(run(command, args, folder).exitCode, 0);
    }));

  it('Argo CD: the plugin accepts packages, and omits local-config resources', () =>
    inPackage(yq.folder, (run, folder) => {
      const { discover, init, generate } = plugin().spec;
      assert.equal(discover.fileName, 'Kptfile');
      succeed(run, init.command, folder);
      const generated = succeed(run, [...generate.command, ...generate.args], folder);
      const found = parseAllDocuments(generated).map((document) => document.toJS() as Resource);
      assert.deepEqual(found.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted(), [
        'ConfigMap endpoints',
        'Deployment web',
        'HorizontalPodAutoscaler web',
        'PodDisruptionBudget web',
        'Service web',
      ]);
    }));

  it('Argo CD: the plugin generates the resources of .yml and .json files', () =>
    inPackage(yq.folder, (run, folder) => {
      const { init, generate } = plugin().spec;
      renameSync(join(folder, 'scaling.yaml'), join(folder, 'scaling.yml'));
      const json = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'from-json' }, data: { a: '1' } };
      writeFileSync(join(folder, 'settings.json'), JSON.stringify(json, undefined, 2));
      writeFileSync(
        join(folder, 'note.json'),
        JSON.stringify({
          ...json,
          metadata: { name: 'note', annotations: { 'config.kubernetes.io/local-config': 'true' } },
        }),
      );
      succeed(run, init.command, folder);
      const generated = succeed(run, [...generate.command, ...generate.args], folder);
      const found = parseAllDocuments(generated).map((document) => document.toJS() as Resource);
      assert.deepEqual(found.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted(), [
        'ConfigMap endpoints',
        'ConfigMap from-json',
        'Deployment web',
        'HorizontalPodAutoscaler web',
        'PodDisruptionBudget web',
        'Service web',
      ]);
    }));

  it('CI: the job fails with a diff if a package is not rendered, and otherwise passes', () =>
    inPackage(yq.folder, (run, folder) => {
      const job = ['-e', '-c', block('In CI', 'shell')];
      const parent = join(folder, '..');
      git(run, parent, 'init', '--quiet');
      commitAll(run, parent);
      const unrendered = run('sh', job, parent);
      assert.equal(unrendered.exitCode, 1, unrendered.stderr);
      assert.match(unrendered.stdout, /^\+ {2}site: store-001$/m);
      commitAll(run, parent);
      const rendered = run('sh', job, parent);
      assert.equal(rendered.exitCode, 0, rendered.stderr);
      assert.equal(rendered.stdout, '');
      // A function that later writes a new file.
      renameSync(join(folder, 'scaling.yaml'), join(folder, 'scaling-of-web.yaml'));
      assert.match(run('sh', job, parent).stdout, /^new file mode/m);
    }));
});

type Run = (command: string, args: readonly string[], cwd: string) => Ended;

/** Runs a test on a store's package that is not rendered yet, in a folder `shop`, with the functions and tools on the PATH. */
async function inPackage(tools: string, act: (run: Run, folder: string) => void): Promise<void> {
  await inFolder({}, async (parent) => {
    const bin = fleetBin(join(parent, 'bin'), join(root, 'dist/krm-variants'));
    const set = join(parent, 'set');
    await expandSet(set, all, { bin, resultsFolder: join(parent, 'results') });
    const [variant] = variantsOf(set, join(parent, 'variants'));
    assert.ok(variant !== undefined);
    copyPackage(variant);
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    const path = [bin, tools, process.env['PATH']].join(delimiter);
    act((command, args, cwd) => {
      const { stdout, stderr, status } = spawnSync(command, args, {
        cwd,
        encoding: 'utf8',
        env: { ...env, PATH: path },
      });
      return { stdout, stderr, exitCode: status };
    }, variant.folder);
  });
}

/** Returns the output of a command, which must succeed. */
function succeed(run: Run, [command = '', ...args]: readonly string[], folder: string): string {
  const { exitCode, stdout, stderr } = run(command, args, folder);
  assert.equal(exitCode, 0, stderr);
  return stdout;
}

function commitAll(run: Run, folder: string): void {
  git(run, folder, 'add', '--all');
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  git(run, folder, ...author, 'commit', '--quiet', '--message', 'as it is');
}

function git(run: Run, folder: string, ...args: readonly string[]): void {
  succeed(run, ['git', ...args], folder);
}

function replaceIn(file: string, old: string, text: string): void {
  const before = readFileSync(file, 'utf8');
  assert.ok(before.includes(old));
  writeFileSync(file, before.replace(old, text));
}

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

interface PackageContext {
  readonly data: Readonly<Record<string, string>>;
}

interface Plugin {
  readonly spec: {
    readonly init: { readonly command: readonly string[] };
    readonly generate: { readonly command: readonly string[]; readonly args: readonly string[] };
    readonly discover: { readonly fileName: string };
  };
}

function plugin(): Plugin {
  return parse(block('In Argo CD', 'yaml')) as Plugin;
}

/**
 * Runs lines of sh in a folder with additional folders before the PATH, and returns their stdout. They must succeed.
 */
function shellIn(
  folder: string,
  path: readonly string[],
  more: Readonly<Record<string, string | undefined>>,
): (lines: string) => string {
  const env = { ...process.env, ...more, PATH: [...path, process.env['PATH']].join(delimiter) };
  return (lines) => {
    const { stdout, stderr, status } = spawnSync('sh', ['-e', '-c', lines], { cwd: folder, encoding: 'utf8', env });
    assert.equal(status, 0, `${lines}${stderr}`);
    return stdout;
  };
}

/** Returns the first block of a language under a heading of the README. */
function block(heading: string, language: string): string {
  const [text] = blocks(heading, language);
  assert.ok(text !== undefined, heading);
  return text;
}

/** Returns the blocks of a language between a heading of the README and the next one. */
function blocks(heading: string, language: string): string[] {
  const [, section = ''] = new RegExp(`^##+ ${heading}\n(.*?)^##+ `, 'ms').exec(readme) ?? [];
  return codeBlocks(section, language);
}
