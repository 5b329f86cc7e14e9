import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import packageJson from '../../package.json' with { type: 'json' };
import { findFunctions, loadFunction, root } from '../../scripts/functions.ts';

const dist = join(root, 'dist');
const name = 'apply-package-context';

/** Text that only the compiler of Ajv has. Compiled validators do not. */
const COMPILER = 'no schema with key or ref';

const input = `apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- apiVersion: v1
  kind: ConfigMap
  metadata:
    name: kptfile.kpt.dev
  data: # of the package
    name: shop
functionConfig:
  apiVersion: v1
  kind: ConfigMap
  metadata:
    name: function-input
  data: {tier: gold}
`;

describe('output of the build', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'krm-variants-build-'));
    symlinkSync(join(dist, 'krm-variants'), join(folder, name));
  });
  after(() => rmSync(folder, { recursive: true }));

  function run(command: string, ...args: readonly string[]): string {
    const { stdout, stderr, status } = spawnSync(command, args, { cwd: folder, input, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return stdout;
  }

  it('contains the same function in every form', () => {
    const wanted = run(join(dist, `${name}.cjs`));
    assert.ok(wanted.includes('data: # of the package\n    name: shop\n    tier: gold\n'), wanted);
    for (const file of ['krm-variants.cjs', 'krm-variants']) assert.equal(run(join(dist, file), name), wanted, file);
    assert.equal(run(join(folder, name)), wanted, 'the native executable, called by the name of the function');
  });

  for (const file of ['krm-variants.cjs', 'krm-variants']) {
    it(`${file} contains every function, and its help`, async () => {
      const listed = run(join(dist, file), 'list').trim().split('\n');
      assert.deepEqual(
        listed.map((line) => line.split(' ')[0]),
        findFunctions(),
      );
      for (const listing of findFunctions()) {
        assert.equal(run(join(dist, file), listing, '--help'), (await loadFunction(listing)).help);
      }
    });
  }

  it('runs no code and reads no environment of the current folder', () => {
    writeFileSync(join(folder, 'preload.ts'), `console.log('preloaded');`);
    writeFileSync(join(folder, 'bunfig.toml'), `preload = ["./preload.ts"]\n`);
    writeFileSync(join(folder, '.env'), 'BUN_OPTIONS="--preload ./preload.ts"\n');
    assert.equal(run(join(dist, 'krm-variants'), '--version'), run(join(dist, 'krm-variants.cjs'), '--version'));
  });

  for (const file of ['krm-variants.cjs', ...findFunctions().map((fn) => `${fn}.cjs`)]) {
    it(`${file} has only ASCII characters: any other would double what V8 keeps and reads of it`, () => {
      assert.deepEqual(readFileSync(join(dist, file), 'latin1').match(/[^\x00-\x7f]+/g), null);
    });
  }

  it('suffices for the demo', () => {
    const printed = execFileSync('node', ['scripts/demo.ts'], { cwd: root, encoding: 'utf8' });
    assert.ok(
      printed.includes('\n-  site: none          # set for each site\n+  site: oslo          # set for each site\n'),
    );
  });

  it('has no compiler of schemas in its executables', () => {
    assert.ok(readFileSync(join(root, 'node_modules/ajv/dist/core.js'), 'utf8').includes(COMPILER));
    const files = globSync('*.cjs', { cwd: dist });
    assert.ok(files.length > findFunctions().length);
    assert.deepEqual(
      files.filter((file) => readFileSync(join(dist, file), 'utf8').includes(COMPILER)),
      [],
    );
  });

  it('contains a library that imports only the packages that it depends on', () => {
    const files = globSync('lib/**/*.js', { cwd: dist });
    assert.ok(files.length > 100);
    const allowed = ['#validators', 'node:crypto', ...Object.keys(packageJson.dependencies)];
    const imports = files.flatMap((file) => importedModules(readFileSync(join(dist, file), 'utf8')));
    const modules = new Set(imports.filter((each) => !each.startsWith('.')));
    assert.deepEqual(
      [...modules].filter((each) => !allowed.some((one) => each === one || each.startsWith(`${one}/`))),
      [],
    );
  });

  it('contains a library that checks the kinds of commands', () => {
    const policy = 'apiVersion: krm-variants.dev/v1alpha1\nkind: MergePolicy\nmetadata: {name: a}\nspec: {}\n';
    const script = `import { mergePolicyErrors } from 'krm-variants/merge';
      const [{ field, message }] = mergePolicyErrors(new Map([['policy.yaml', ${JSON.stringify(policy)}]]));
      console.log(field.path, message);`;
    const printed = execFileSync('node', ['--input-type=module', '--eval', script], { cwd: root, encoding: 'utf8' });
    assert.equal(printed, 'spec.rules must be set\n');
  });

  it('contains a library with five entry points', () => {
    const script = `import { runFunction } from 'krm-variants';
      import { compile } from 'krm-variants/cel';
      import { expand } from 'krm-variants/go-template';
      import { applyPatch } from 'krm-variants/patch';
      import { readDocument } from 'krm-variants/yaml';
      const document = readDocument('replicas: 2 # for now');
      applyPatch(document, [{ op: 'replace', path: '/replicas', value: 3 }]);
      const target = { repo: 'c', package: 'd' };
      const value = compile('target.repo').evaluate({ repoDefault: '', packageDefault: '', target });
      console.log(typeof runFunction, value, expand('{{.a}}', { a: 'b' }, { name: 't' }), document.text());`;
    const printed = execFileSync('node', ['--input-type=module', '--eval', script], { cwd: root, encoding: 'utf8' });
    assert.equal(printed, 'function c b replicas: 3 # for now\n');
  });
});

function importedModules(source: string): string[] {
  const { module } = parseSync('module.js', source);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
  ];
  return [...new Set(requests)];
}
