import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { fleetBin } from '../../scripts/fleet/bin.ts';
import { checkVariant } from '../../scripts/fleet/check.ts';
import { stores } from '../../scripts/fleet/store.ts';
import { copyPackage, expandSet, variantsOf } from '../../scripts/fleet/variant.ts';
import { root } from '../../scripts/functions.ts';
import { inFolder } from '../cli/run-support.ts';
import type { Ended } from '../support/child.ts';
import { buildGoProgram } from '../support/go-program.ts';
import { describeKpts, needTools } from '../support/kpt.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const all = stores(1);
const tools = mkdtempSync(join(tmpdir(), 'krm-variants-readme-'));

describeKpts('what the README says of other runtimes', function () {
  this.timeout(120_000);
  before(function () {
    needTools(this, 'kpt', 'git', 'go');
    buildGoProgram('yq', tools);
  });
  after(() => rmSync(tools, { recursive: true }));

  it('Argo CD: the plugin renders a package, and fails where its pipeline fails', () =>
    inPackage((run, folder) => {
      const [command = '', ...args] = plugin().spec.init.command;
      succeed(run, [command, ...args], folder);
      for (const store of all) checkVariant(folder, store);
      replaceIn(join(folder, 'Kptfile'), 'exec: expand-templates', 'exec: no-such-function');
      assert.notEqual(run(command, args, folder).exitCode, 0);
    }));

  it('Argo CD: the plugin is for packages, and generates what is not local-config', () =>
    inPackage((run, folder) => {
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

  it('CI: the job fails with a diff where a package is not rendered, and passes where it is', () =>
    inPackage((run, folder) => {
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
      // A function that comes to write a new file.
      renameSync(join(folder, 'scaling.yaml'), join(folder, 'scaling-of-web.yaml'));
      assert.match(run('sh', job, parent).stdout, /^new file mode/m);
    }));
});

type Run = (command: string, args: readonly string[], cwd: string) => Ended;

/** Hands a store's package that is not rendered yet to a test, in a folder `shop`, with the functions on the PATH. */
async function inPackage(act: (run: Run, folder: string) => void): Promise<void> {
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

/** What a command prints, which has to be successful. */
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

/** The first block of a language under a heading of the README. */
function block(heading: string, language: string): string {
  const section = readme.slice(readme.indexOf(`\n### ${heading}\n`));
  const [, text] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(section) ?? [];
  assert.ok(text !== undefined, heading);
  return text;
}
