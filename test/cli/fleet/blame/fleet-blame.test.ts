import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { blameReportSchema } from '../../../../cli/report/blame-report-schema.ts';
import { blameIn, inFleet, packageVariant, repository, web, type FleetSetting } from '../../../support/fleet.ts';
import { blame, diff, update } from '../../../support/package-commands.ts';
import { needTools, runKpt } from '../../../support/kpt.ts';
import { kptfile, type Files } from '../../run-support.ts';

const POLICY = `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata:
  name: size
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]
  overrideRules:
    - targetCluster: {clusterNames: [oslo]}
      overriders:
        plaintext:
          - {path: /spec/replicas, operator: replace, value: 5}
`;
const SITE = `apiVersion: example.com/v1
kind: Site
metadata:
  name: here
  annotations:
    kpt.dev/config-injection: required
spec:
  host: none
  port: 1
`;
const OBJECT = `apiVersion: example.com/v1
kind: Site
metadata:
  name: eu
spec:
  host: eu.example.com
  port: 2
`;
const SECRET = 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: key\nstringData:\n  token: hunter2\n';

const SET = `apiVersion: config.porch.kpt.dev/v1alpha2
kind: PackageVariantSet
metadata:
  name: shops
spec:
  upstream: {repo: blueprints, package: shop, revision: v1}
  targets:
    - repositories: [{name: lima}]
    - repositories:
        - name: oslo
      template:
        packageContext:
          data:
            team: a
          dataExprs:
            - key: city
              valueExpr: repository.name
        pipeline:
          mutators:
            - name: size
              exec: apply-override-policy
              configMapExprs: [{key: cluster, valueExpr: repository.name}]
        injectors:
          - name: eu
`;

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(2),
  'packages/shop/policy.yaml': POLICY,
  'packages/shop/site.yaml': SITE,
  'packages/shop/key.yaml': SECRET,
  'variants/places.yaml': ['blueprints/packages', 'oslo/clusters/oslo', 'lima/clusters/lima', 'copies/copies']
    .map((place) => repository(place.split('/')[0] ?? '', place.slice(place.indexOf('/') + 1)))
    .join('---\n'),
  'variants/set.yaml': SET,
  'variants/site.yaml': OBJECT,
  'variants/copy.yaml': packageVariant('copy', 'oslo/shop', 'copies/shop'),
};

/** Runs a test in a fleet that is applied and committed. */
function inApplied(act: (setting: FleetSetting) => Promise<void>, files: Files = FLEET): Promise<void> {
  return inFleet(files, async (setting) => {
    const { exitCode, stderr } = await setting.run('apply');
    assert.equal(exitCode, 0, stderr);
    setting.fleet.commit({});
    await act(setting);
  });
}

/** Returns what is printed about a line of `oslo/shop`. */
async function about(
  { fleet }: Pick<FleetSetting, 'fleet'>,
  place: string,
  ...args: readonly string[]
): Promise<string> {
  const { stdout, stderr } = await blameIn(fleet.folder, 'oslo/shop', place, ...args);
  return `${stdout}${stderr}`;
}

/** Lines of `oslo/shop`, and what is said about them. */
const LINES: readonly (readonly [name: string, place: string, want: RegExp])[] = [
  [
    'a line of the upstream, with its commit',
    'web.yaml:1',
    /^clusters\/oslo\/shop\/web\.yaml:1: apiVersion: apps\/v1\n {2}from upstream v1 \([\da-f]{12}\) of blueprints, packages\/shop\/web\.yaml:1\n {2}commit [\da-f]{12}, a, [\d-]{10}: change\n/,
  ],
  [
    'a line that is named from the top of the repository',
    'clusters/oslo/shop/web.yaml:2',
    /packages\/shop\/web\.yaml:2\n/,
  ],
  [
    'the rule of a policy that a function of the set applied',
    'web.yaml:6',
    /made by the function "apply-override-policy", clusters\/oslo\/shop\/Kptfile:\d+\n {2}asked for by OverridePolicy size `spec\.overrideRules\[0\]\.overriders\.plaintext`, clusters\/oslo\/shop\/policy\.yaml:11\n/,
  ],
  [
    'a field of a set',
    'package-context.yaml:11',
    /: {3}team: a\n {2}asked for by PackageVariantSet shops `spec\.targets\[1\]\.template\.packageContext\.data\.team`, variants\/set\.yaml:14\n/,
  ],
  [
    'an expression of a set',
    'package-context.yaml:10',
    /: {3}city: oslo\n {2}asked for by PackageVariantSet shops `spec\.targets\[1\]\.template\.packageContext\.dataExprs\[0\]`, variants\/set\.yaml:16\n/,
  ],
  ['a function of a set', 'Kptfile:7', /mutators\[0\]`, variants\/set\.yaml:21\n/],
  [
    'a line of an injected object, and what selected it',
    'site.yaml:10',
    /: {3}port: 2\n {2}injected from Site eu `spec`, variants\/site\.yaml:7\n {2}selected by PackageVariantSet shops `spec\.targets\[1\]\.template\.injectors\[0\]`, variants\/set\.yaml:24\n/,
  ],
];

describe('fleet blame of one line', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('names each cause with its place', () =>
    inApplied(async (setting) => {
      for (const [, place, want] of LINES) assert.match(await about(setting, place), want);
    }));

  it('is what blame, diff and update name in the folder of a variant', () =>
    inApplied(async ({ fleet }) => {
      mkdirSync(join(fleet.folder, 'clusters/oslo/shop/sub'));
      for (const command of [blame, diff, update])
        for (const path of ['clusters/oslo/shop', 'clusters/oslo/shop/sub']) {
          const { exitCode, stderr } = await command(join(fleet.folder, path));
          assert.equal(exitCode, 1);
          assert.match(stderr, /is in a variant of a fleet, .*: use `krm-variants fleet blame`, `fleet diff` or/);
        }
      assert.doesNotMatch((await blame(join(fleet.folder, 'packages/shop'))).stderr, /fleet/);
    }));

  it('names the person, and what the line would be without the edit', () =>
    inApplied(async (setting) => {
      const { fleet } = setting;
      const text = fleet.read('clusters/oslo/shop/web.yaml').replace('replicas: 5', 'replicas: 9');
      fleet.commit({ 'clusters/oslo/shop/web.yaml': text });
      assert.match(
        await about(setting, 'web.yaml:6'),
        /set by a person\n {2}commit [\da-f]{12}, a, [\d-]{10}: change\n {2}without this change: replicas: 5\n {4}made by the function/,
      );
      writeFileSync(join(fleet.folder, 'clusters/oslo/shop/mine.md'), 'mine\n');
      assert.match(await about(setting, 'mine.md:1'), /set by a person\n {2}not committed\n/);
    }));

  it('names the cause in the variant that a variant was made of, and the place there', () =>
    inApplied(async ({ fleet }) => {
      const { stdout } = await blameIn(fleet.folder, 'copies/shop', 'web.yaml:6');
      assert.match(
        stdout,
        /asked for by OverridePolicy size .*policy\.yaml:11\n {2}through the variant at clusters\/oslo\/shop\/web\.yaml:6\n/,
      );
    }));

  it('follows a resource that was moved to another file', () =>
    inApplied(async (setting) => {
      const folder = join(setting.fleet.folder, 'clusters/oslo/shop');
      mkdirSync(join(folder, 'apps'));
      renameSync(join(folder, 'web.yaml'), join(folder, 'apps/all.yaml'));
      assert.match(await about(setting, 'apps/all.yaml:1'), /packages\/shop\/web\.yaml:1\n/);
      assert.match(await about(setting, 'apps/all.yaml:6'), /asked for by OverridePolicy size/);
    }));

  it('names the fields of a PackageVariant that has changed since the last apply without their lines', () =>
    inApplied(async (setting) => {
      setting.fleet.commit({ 'variants/set.yaml': SET.replace('team: a', 'team: b') });
      const text = await about(setting, 'package-context.yaml:11');
      assert.match(text, /template\.packageContext\.data\.team`, variants\/set\.yaml\n/);
      assert.match(await about(setting, 'web.yaml:1'), /packages\/shop\/web\.yaml:1\n/);
    }));

  it('names the one commit of a squashed history', () =>
    inApplied(async (setting) => {
      const { fleet } = setting;
      fleet.git('checkout', '--quiet', '--orphan', 'squashed');
      fleet.git('commit', '--quiet', '--message', 'Squash all');
      fleet.git('branch', '--quiet', '-D', 'main');
      writeFileSync(join(fleet.folder, 'clusters/oslo/shop/web.yaml'), web(8));
      fleet.commit({});
      assert.match(
        await about(setting, 'web.yaml:6'),
        /set by a person\n {2}commit [\da-f]{12}, a, [\d-]{10}: change\n/,
      );
      assert.match(await about(setting, 'web.yaml:1'), /packages\/shop\/web\.yaml:1\n/);
    }));

  it('tells people from functions in a shallow clone, and says what is not known there', () =>
    inApplied(async ({ fleet }) => {
      const clone = join(fleet.folder, '../clone');
      const edit = (folder: string): Files => {
        const path = `${folder}/web.yaml`;
        return { [path]: fleet.read(path).replace('replicas: 5', 'replicas: 9') };
      };
      // The other variant still has the text that was derived.
      fleet.commit(edit('clusters/oslo/shop'));
      fleet.git('clone', '--quiet', '--depth=1', `file://${fleet.folder}`, clone);
      const derived = await blameIn(clone, 'oslo/shop', 'policy.yaml:1');
      assert.match(
        derived.stderr,
        /the inputs of the last apply are not at hand: derived lines are shown without a cause: .*v1/,
      );
      assert.match(derived.stdout, /derived by the last apply\n {2}its inputs are not at hand\n/);
      const shallow = /commit [\da-f]{12} \(or earlier: the clone is shallow\)/;
      const edited = await blameIn(clone, 'oslo/shop', 'web.yaml:6');
      assert.match(edited.stdout, /set by a person\n/);
      assert.match(edited.stdout, shallow);
      fleet.commit(edit('copies/shop'));
      rmSync(clone, { recursive: true });
      fleet.git('clone', '--quiet', '--depth=1', `file://${fleet.folder}`, clone);
      const lost = await blameIn(clone, 'oslo/shop', 'web.yaml:6');
      assert.match(lost.stderr, /web\.yaml: was edited, and its derived version is not in this clone/);
      assert.match(lost.stdout, /set by a person, or by a pipeline that was not run\n/);
    }));

  it('names the function of another program without its rules, and says what is not known without it', () => {
    const files = {
      ...FLEET,
      'packages/shop/Kptfile': `${kptfile('shop')}pipeline:\n  mutators:\n    - exec: sed s/web:1/web:2/\n`,
    };
    return inFleet(files, async (setting) => {
      const applied = await setting.run('apply', '--allow-exec');
      assert.equal(applied.exitCode, 0, applied.stderr);
      assert.match(
        await about(setting, 'web.yaml:11', '--allow-exec'),
        /made by the program or image "sed s\/web:1\/web:2\/", clusters\/oslo\/shop\/Kptfile:\d+\n {2}its rules are not known\n/,
      );
      const text = await about(setting, 'web.yaml:11');
      assert.match(text, /derived by the last apply\n/);
      assert.match(text, /the pipeline was not run, so that its lines are shown as unknown/);
    });
  });

  it('names upstream, get and people in a folder that kpt copied', function () {
    needTools(this, 'kpt');
    const places = [repository('blueprints', 'packages'), repository('oslo', 'clusters/oslo')];
    const files = {
      'packages/shop/Kptfile': kptfile('shop'),
      'packages/shop/web.yaml': web(2),
      'variants.yaml': [...places, packageVariant('shop', 'blueprints/shop@v1', 'oslo/shop')].join('---\n'),
    };
    return inFleet(files, async (setting) => {
      const { fleet } = setting;
      mkdirSync(join(fleet.folder, 'clusters/oslo'), { recursive: true });
      const from = `file://${fleet.folder}/.git/packages/shop@v1`;
      assert.equal(runKpt(['pkg', 'get', from, join(fleet.folder, 'clusters/oslo/shop')], {}).exitCode, 0);
      writeFileSync(join(fleet.folder, 'clusters/oslo/shop/web.yaml'), web(4));
      const adopted = await setting.run('adopt', 'clusters/oslo/shop');
      assert.equal(adopted.exitCode, 0, adopted.stderr);
      fleet.commit({});
      assert.match(await about(setting, 'web.yaml:1'), /from upstream v1 .*, packages\/shop\/web\.yaml:1\n/);
      assert.match(await about(setting, 'web.yaml:6'), /set by a person\n[^]*without this change: replicas: 2\n/);
      assert.match(await about(setting, 'Kptfile:6'), /written by get or update/);
    });
  });

  it('says that objects have changed since the last apply', () =>
    inApplied(async (setting) => {
      setting.fleet.commit({ 'variants/site.yaml': OBJECT.replace('port: 2', 'port: 3') });
      const text = await about(setting, 'site.yaml:10');
      assert.match(text, /: {3}port: 2\n {2}derived by the last apply\n/);
      assert.match(text, /would be derived differently now/);
    }));
});

describe('fleet blame', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('hides the values of Secrets in all outputs', () =>
    inApplied(async ({ fleet }) => {
      writeFileSync(join(fleet.folder, 'clusters/oslo/shop/key.yaml'), SECRET.replace('hunter2', 'swordfish'));
      for (const args of [['key.yaml:6'], ['key.yaml'], ['key.yaml', '--porcelain'], ['key.yaml', '--report=json']]) {
        const { stdout, stderr } = await blameIn(fleet.folder, 'oslo/shop', ...args);
        assert.match(stdout, /token: \(redacted\)/);
        assert.doesNotMatch(`${stdout}${stderr}`, /hunter2|swordfish/);
      }
    }));

  it('prints a report that its schema describes, and changes nothing', () =>
    inApplied(async ({ fleet }) => {
      const validate = new Ajv({ strict: true, allErrors: true }).compile(blameReportSchema);
      for (const name of ['oslo/shop', 'copies/shop', 'clusters/lima/shop']) {
        const { stdout } = await blameIn(fleet.folder, name, '.', '--report=json');
        assert.ok(validate(JSON.parse(stdout)), JSON.stringify(validate.errors));
      }
      assert.equal(fleet.git('status', '--porcelain'), '');
    }));

  it('prints one line per line with fields for programs', () =>
    inApplied(async ({ fleet }) => {
      const { stdout } = await blameIn(fleet.folder, 'oslo/shop', 'site.yaml:9', '--porcelain');
      const fields = stdout.split('\t');
      assert.deepEqual(fields.slice(0, 8), [
        'clusters/oslo/shop/site.yaml',
        '9',
        'object',
        'variants/site.yaml',
        '6',
        '',
        'Site eu',
        'spec',
      ]);
      assert.equal(fields.length, 24);
    }));

  const refused: readonly (readonly [name: string, args: readonly string[], message: RegExp])[] = [
    [
      'a variant that does not exist',
      ['oslo/shopp'],
      /no variant is named "oslo\/shopp": known are .*; did you mean "oslo\/shop"\?/,
    ],
    ['a file that does not exist', ['oslo/shop', 'none.yaml'], /none\.yaml: must be a file of the package/],
    ['a line that does not exist', ['oslo/shop', 'web.yaml:99'], /web\.yaml: has no line 99/],
  ];
  it('refuses what does not exist', () =>
    inApplied(async ({ fleet }) => {
      for (const [name, args, message] of refused) {
        const { stderr, exitCode } = await blameIn(fleet.folder, ...args);
        assert.match(stderr, message);
        assert.equal(exitCode, 1, name);
      }
    }));

  it('refuses a variant whose folder was deleted', () =>
    inApplied(async ({ fleet }) => {
      renameSync(join(fleet.folder, 'clusters/oslo/shop'), join(fleet.folder, 'elsewhere'));
      for (const file of ['.', 'web.yaml:6']) {
        const { stderr, exitCode } = await blameIn(fleet.folder, 'oslo/shop', file);
        assert.match(
          stderr,
          /^\[error\] clusters\/oslo\/shop: must exist, but was deleted: restore it, .*`git restore/m,
        );
        assert.equal(exitCode, 1);
      }
    }));

  it('refuses a variant that was not applied yet', () =>
    inFleet(FLEET, async ({ fleet }) => {
      const { stderr, exitCode } = await blameIn(fleet.folder, 'oslo/shop');
      assert.match(stderr, /clusters\/oslo\/shop: was not made by `krm-variants fleet apply`/);
      assert.equal(exitCode, 1);
    }));
});
