import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import type { Cause } from '../../../../src/blame/cause.ts';
import { blameReportSchema } from '../../../../cli/report/blame-report-schema.ts';
import type { FolderOutcome } from '../../../../cli/work/report-jobs.ts';
import type { ResultCode } from '../../../../src/krm/index.ts';
import { assertNames, factsOf, found } from '../../../support/facts.ts';
import {
  blameIn,
  type FleetSetting,
  inFleet,
  type InFleet,
  inMemoryFleet,
  packageVariant,
  repository,
  web,
} from '../../../support/fleet.ts';
import type { FleetFolder } from '../../../support/fleet-folder.ts';
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
function appliedBy<Setting extends FleetSetting>(inThis: InFleet<Setting>) {
  return (act: (setting: Setting) => Promise<void>): Promise<void> =>
    inThis(FLEET, async (setting) => {
      const { exitCode, stderr } = await setting.run('apply');
      assert.equal(exitCode, 0, stderr);
      setting.fleet.commit({});
      await act(setting);
    });
}

const inApplied = appliedBy(inMemoryFleet);
const inGitApplied = appliedBy(inFleet);

/** Returns what is printed about a line of `oslo/shop`. */
async function about({ fleet }: Pick<FleetSetting, 'fleet'>, place: string): Promise<string> {
  const { stdout, stderr } = await blameIn(fleet, 'oslo/shop', place);
  return `${stdout}${stderr}`;
}

/** Line of a variant, as the JSON report has it. */
interface ReportedLine {
  readonly text: string;
  readonly cause: Cause;
  readonly derived?: { readonly text: string; readonly cause: Cause };
}

/** Line with what the command found. */
interface Blamed extends ReportedLine, Pick<FolderOutcome, 'results'> {}

/** Returns a line of `oslo/shop` from the JSON report. */
async function lineIn(fleet: Pick<FleetFolder, 'folder'>, place: string, ...args: readonly string[]): Promise<Blamed> {
  const { stdout, stderr, exitCode, results } = await blameIn(fleet, 'oslo/shop', place, '--report=json', ...args);
  assert.equal(exitCode, 0, stderr);
  const report = JSON.parse(stdout) as { readonly files: readonly { readonly lines: readonly ReportedLine[] }[] };
  const [line, ...others] = report.files.flatMap(({ lines }) => lines);
  assert.ok(line !== undefined && others.length === 0, stdout);
  return { ...line, results };
}

/** Returns the author, subject and shallowness of the commit of a person, or the reason why there is none. */
function byPerson({ cause }: ReportedLine): readonly unknown[] {
  assert.equal(cause.by, 'person');
  const { commit, reason } = cause;
  return commit === undefined ? [reason] : [commit.author, commit.subject, commit.isCutOff];
}

/** Returns the policies, sets and objects that asked for a line, with field and place. */
function askedBy({ cause }: Pick<ReportedLine, 'cause'>): readonly string[] {
  assert.ok('rules' in cause, cause.by);
  return cause.rules.map(({ resource, field, file, line }) => `${resource} ${field} ${file}:${line}`);
}

/** Returns the place in the upstream that a line is from. */
function upstreamOf({ cause }: Pick<ReportedLine, 'cause'>): string {
  assert.equal(cause.by, 'upstream');
  return `${cause.version?.repository}@${cause.version?.ref} ${cause.file}:${cause.line}`;
}

const SIZE_RULE = 'OverridePolicy size spec.overrideRules[0].overriders.plaintext clusters/oslo/shop/policy.yaml:11';

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
    inGitApplied(async (setting) => {
      for (const [, place, want] of LINES) assert.match(await about(setting, place), want);
    }));

  it('is what blame, diff and update name in the folder of a variant', () =>
    inGitApplied(async ({ fleet }) => {
      mkdirSync(join(fleet.folder, 'clusters/oslo/shop/sub'));
      for (const command of [blame, diff, update])
        for (const path of ['clusters/oslo/shop', 'clusters/oslo/shop/sub']) {
          const refused = await command(join(fleet.folder, path));
          assert.deepEqual([found(refused), refused.exitCode], [[`error no-upstream ${join(fleet.folder, path)}`], 1]);
          assertNames(refused, 'no-upstream', '`krm-variants fleet blame`', '`fleet diff`', '`fleet apply`');
        }
      const outside = await blame(join(fleet.folder, 'packages/shop'));
      assert.deepEqual(found(outside), [`error no-upstream ${join(fleet.folder, 'packages/shop/Kptfile')}`]);
      assert.doesNotMatch(outside.stderr, /fleet/);
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
      fleet.write({ 'clusters/oslo/shop/mine.md': 'mine\n' });
      const mine = await lineIn(fleet, 'mine.md:1');
      assert.deepEqual([mine.text, byPerson(mine)], ['mine', ['not committed']]);
    }));

  it('names the cause in the variant that a variant was made of, and the place there', () =>
    inApplied(async ({ fleet }) => {
      const { stdout } = await blameIn(fleet, 'copies/shop', 'web.yaml:6');
      assert.match(
        stdout,
        /asked for by OverridePolicy size .*policy\.yaml:11\n {2}through the variant at clusters\/oslo\/shop\/web\.yaml:6\n/,
      );
    }));

  it('follows a resource that was moved to another file', () =>
    inApplied(async (setting) => {
      setting.fleet.move('clusters/oslo/shop/web.yaml', 'clusters/oslo/shop/apps/all.yaml');
      const top = await lineIn(setting.fleet, 'apps/all.yaml:1');
      assert.equal(upstreamOf(top), 'blueprints@v1 packages/shop/web.yaml:1');
      assert.deepEqual(askedBy(await lineIn(setting.fleet, 'apps/all.yaml:6')), [SIZE_RULE]);
    }));

  it('names the fields of a PackageVariant that has changed since the last apply without their lines', () =>
    inApplied(async (setting) => {
      setting.fleet.commit({ 'variants/set.yaml': SET.replace('team: a', 'team: b') });
      const team = await lineIn(setting.fleet, 'package-context.yaml:11');
      const field = 'spec.targets[1].template.packageContext.data.team';
      assert.deepEqual(askedBy(team), [`PackageVariantSet shops ${field} variants/set.yaml:undefined`]);
      assert.deepEqual(factsOf(team, 'causes-incomplete'), ['info causes-incomplete variants/set.yaml']);
      const top = await lineIn(setting.fleet, 'web.yaml:1');
      assert.equal(upstreamOf(top), 'blueprints@v1 packages/shop/web.yaml:1');
    }));

  it('names the one commit of a squashed history', () =>
    inGitApplied(async (setting) => {
      const { fleet } = setting;
      fleet.git('checkout', '--quiet', '--orphan', 'squashed');
      fleet.git('commit', '--quiet', '--message', 'Squash all');
      fleet.git('branch', '--quiet', '-D', 'main');
      writeFileSync(join(fleet.folder, 'clusters/oslo/shop/web.yaml'), web(8));
      fleet.commit({});
      assert.deepEqual(byPerson(await lineIn(fleet, 'web.yaml:6')), ['a', 'change', false]);
      const top = await lineIn(fleet, 'web.yaml:1');
      assert.equal(upstreamOf(top), 'blueprints@v1 packages/shop/web.yaml:1');
    }));

  it('tells people from functions in a shallow clone, and says what is not known there', () =>
    inGitApplied(async ({ fleet }) => {
      const clone = join(fleet.folder, '../clone');
      const edit = (folder: string): Files => {
        const path = `${folder}/web.yaml`;
        return { [path]: fleet.read(path).replace('replicas: 5', 'replicas: 9') };
      };
      // The other variant still has the text that was derived.
      fleet.commit(edit('clusters/oslo/shop'));
      fleet.git('clone', '--quiet', '--depth=1', `file://${fleet.folder}`, clone);
      const unknown = 'warning causes-incomplete clusters/oslo/shop';
      const derived = await lineIn({ folder: clone }, 'policy.yaml:1');
      assert.deepEqual(found(derived), [unknown]);
      assertNames(derived, 'causes-incomplete', '"v1"');
      assert.deepEqual(derived.cause, { by: 'unknown', reason: 'derived by the last apply' });
      const { stdout } = await blameIn({ folder: clone }, 'oslo/shop', 'policy.yaml:1');
      assert.match(stdout, /derived by the last apply\n {2}its inputs are not at hand\n/);
      const edited = await lineIn({ folder: clone }, 'web.yaml:6');
      assert.deepEqual(byPerson(edited), ['a', 'change', true]);
      assert.deepEqual(found(edited), [unknown]);
      fleet.commit(edit('copies/shop'));
      rmSync(clone, { recursive: true });
      fleet.git('clone', '--quiet', '--depth=1', `file://${fleet.folder}`, clone);
      const lost = await lineIn({ folder: clone }, 'web.yaml:6');
      assert.deepEqual(found(lost), [unknown, `${unknown}/web.yaml`]);
      assert.equal(lost.cause.by, 'unknown');
    }));

  it('names the function of another program without its rules, and says what is not known without it', () => {
    const files = {
      ...FLEET,
      'packages/shop/Kptfile': `${kptfile('shop')}pipeline:\n  mutators:\n    - exec: sed s/web:1/web:2/\n`,
    };
    return inFleet(files, async (setting) => {
      const applied = await setting.run('apply', '--allow-exec');
      assert.equal(applied.exitCode, 0, applied.stderr);
      const made = await lineIn(setting.fleet, 'web.yaml:11', '--allow-exec');
      assert.deepEqual(made.cause, {
        by: 'function',
        name: 'sed s/web:1/web:2/',
        file: 'clusters/oslo/shop/Kptfile',
        line: 11,
        isOther: true,
        rules: [],
      });
      const derived = await lineIn(setting.fleet, 'web.yaml:11');
      assert.deepEqual(derived.cause, { by: 'unknown', reason: 'derived by the last apply' });
      assert.deepEqual(found(derived), ['warning not-rendered clusters/oslo/shop/Kptfile']);
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
      const top = await lineIn(fleet, 'web.yaml:1');
      assert.equal(upstreamOf(top), 'blueprints@v1 packages/shop/web.yaml:1');
      const edited = await lineIn(fleet, 'web.yaml:6');
      assert.deepEqual([byPerson(edited), edited.derived?.text], [['a', 'change', false], '  replicas: 2']);
      assert.deepEqual((await lineIn(fleet, 'Kptfile:6')).cause, { by: 'get' });
    });
  });

  it('says that objects have changed since the last apply', () =>
    inApplied(async (setting) => {
      setting.fleet.commit({ 'variants/site.yaml': OBJECT.replace('port: 2', 'port: 3') });
      const port = await lineIn(setting.fleet, 'site.yaml:10');
      assert.equal(port.text, '  port: 2');
      assert.deepEqual(port.cause, { by: 'unknown', reason: 'derived by the last apply' });
      assert.deepEqual(found(port), ['warning causes-incomplete clusters/oslo/shop']);
    }));
});

describe('fleet blame', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('hides the values of Secrets in all outputs', () =>
    inApplied(async ({ fleet }) => {
      fleet.write({ 'clusters/oslo/shop/key.yaml': SECRET.replace('hunter2', 'swordfish') });
      for (const args of [['key.yaml:6'], ['key.yaml'], ['key.yaml', '--porcelain'], ['key.yaml', '--report=json']]) {
        const { stdout, stderr } = await blameIn(fleet, 'oslo/shop', ...args);
        assert.match(stdout, /token: \(redacted\)/);
        assert.doesNotMatch(`${stdout}${stderr}`, /hunter2|swordfish/);
      }
    }));

  it('prints a report that its schema describes, and changes nothing', () =>
    inApplied(async ({ fleet }) => {
      const validate = new Ajv({ strict: true, allErrors: true }).compile(blameReportSchema);
      for (const name of ['oslo/shop', 'copies/shop', 'clusters/lima/shop']) {
        const { stdout } = await blameIn(fleet, name, '.', '--report=json');
        assert.ok(validate(JSON.parse(stdout)), JSON.stringify(validate.errors));
      }
      assert.deepEqual(fleet.uncommitted(), []);
    }));

  it('prints one line per line with fields for programs', () =>
    inApplied(async ({ fleet }) => {
      const { stdout } = await blameIn(fleet, 'oslo/shop', 'site.yaml:9', '--porcelain');
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

  const refused: readonly (readonly [
    args: readonly string[],
    fact: string,
    code: ResultCode,
    ...things: readonly string[],
  ])[] = [
    [['oslo/shopp'], 'error variant-not-found', 'variant-not-found', '"oslo/shopp"', 'did you mean "oslo/shop"?'],
    [['oslo/shop', 'none.yaml'], 'error file-not-found none.yaml', 'file-not-found'],
    [['oslo/shop', 'web.yaml:99'], 'error invalid-argument web.yaml', 'invalid-argument', ' 99'],
  ];
  it('refuses what does not exist', () =>
    inApplied(async ({ fleet }) => {
      for (const [args, fact, code, ...things] of refused) {
        const ended = await blameIn(fleet, ...args);
        assert.deepEqual([found(ended), ended.exitCode], [[fact], 1]);
        assertNames(ended, code, ...things);
      }
    }));

  it('refuses a variant whose folder was deleted', () =>
    inApplied(async ({ fleet }) => {
      fleet.move('clusters/oslo/shop', 'elsewhere');
      for (const file of ['.', 'web.yaml:6']) {
        const ended = await blameIn(fleet, 'oslo/shop', file);
        assert.deepEqual([found(ended), ended.exitCode], [['error folder-deleted clusters/oslo/shop'], 1]);
        assertNames(ended, 'folder-deleted', '`git restore`');
      }
    }));

  it('refuses a variant that was not applied yet', () =>
    inMemoryFleet(FLEET, async ({ fleet }) => {
      const ended = await blameIn(fleet, 'oslo/shop');
      assert.deepEqual([found(ended), ended.exitCode], [['error lock-missing clusters/oslo/shop'], 1]);
    }));
});
