import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { sortArguments } from '../../../../cli/arguments/sort-arguments.ts';
import { diffFleet, FLEET_DIFF_OPTIONS, parseFleetDiff } from '../../../../cli/fleet/commands/fleet-diff-command.ts';
import { fleetDiffSchema } from '../../../../cli/report/fleet-diff-schema.ts';
import type { FolderOutcome } from '../../../../cli/work/report-jobs.ts';
import type { ResultCode } from '../../../../src/krm/index.ts';
import { assertNames, found } from '../../../support/facts.ts';
import {
  type FleetSetting,
  inFleet,
  type InFleet,
  inMemoryFleet,
  packageVariant,
  programFor,
  repository,
  web,
} from '../../../support/fleet.ts';
import { needTools } from '../../../support/kpt.ts';
import { configMap, kptfile, type Files } from '../../run-support.ts';

const SECRET = 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: key\nstringData:\n  token: hunter2\n';
const VARIANTS = ['a', 'b', 'c'];
const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': `# Web.\n${web(2)}`,
  'packages/shop/settings.yaml': configMap('settings', 'data:\n  size: small\n  color: red\n'),
  'packages/shop/key.yaml': SECRET,
  'packages/shop/notes.md': 'notes\n',
  'places.yaml': [repository('blueprints', 'packages'), repository('all', 'clusters')].join('---\n'),
  ...Object.fromEntries(
    VARIANTS.map((name) => [
      `${name}.yaml`,
      packageVariant(name, 'blueprints/shop@v1', `all/${name}`, `  packageContext:\n    data:\n      team: ${name}\n`),
    ]),
  ),
};

type Diff = (...args: readonly string[]) => Promise<FolderOutcome>;

/** Runs a test in a fleet of three variants, whose first commit is `base`. */
function appliedBy<Setting extends FleetSetting>(inThis: InFleet<Setting>) {
  return (act: (setting: Setting, diff: Diff) => Promise<void>): Promise<void> =>
    inThis(FLEET, async (setting) => {
      assert.equal((await setting.run('apply')).exitCode, 0);
      setting.fleet.commit({});
      setting.fleet.tag('base');
      const program = await programFor(setting.fleet);
      await act(setting, (...args) => {
        const asked = parseFleetDiff(sortArguments(args, FLEET_DIFF_OPTIONS));
        return diffFleet(program, { ...asked, folder: setting.fleet.folder });
      });
    });
}

const inApplied = appliedBy(inMemoryFleet);
const inGitApplied = appliedBy(inFleet);

/** Edits the package of a variant, and commits that. */
function edit({ fleet }: FleetSetting, folder: string, file: string, from: string, to: string): void {
  const path = `clusters/${folder}/${file}`;
  fleet.commit({ [path]: fleet.read(path).replace(from, to) });
}

/** Replaces ids of commits and dates, which differ in each run. */
function withoutCommits(text: string): string {
  return text.replaceAll(/[\da-f]{8} \d{4}-\d\d-\d\d a/g, 'COMMIT').replaceAll(/ +$/gm, '');
}

describe('fleet diff of two variants', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('shows each field that differs with both values, and who asked for them', () =>
    inGitApplied(async (setting, diff) => {
      edit(setting, 'a', 'web.yaml', 'replicas: 2', 'replicas: 4');
      edit(setting, 'b', 'settings.yaml', '  color: red\n', '');
      const { printed, stderr, exitCode } = await diff('a', 'b');
      assert.equal(exitCode, 0, stderr);
      assert.match(
        withoutCommits(printed),
        /^ConfigMap\/settings data\.color\n {2}a +red +upstream \S*shop\/settings\.yaml:7 +COMMIT\n {2}b +- +removed by a person\n/m,
      );
      assert.match(
        withoutCommits(printed),
        /^Deployment\/web spec\.replicas\n {2}a +4 +person +COMMIT\n {2}b +2 +upstream packages\/shop\/web\.yaml:7 +COMMIT\n/m,
      );
      assert.match(
        printed,
        /^ConfigMap\/kptfile\.kpt\.dev data\.team\n {2}a +a +variant a\.yaml:10 +PackageVariant a *\n {2}b +b +variant b\.yaml:10 +PackageVariant b *\n/m,
      );
      assert.doesNotMatch(printed, /image|size/);
      assert.match(stderr, /^6 differences\n$/);
    }));

  it('leaves out what inputs ask for with --unexplained', () =>
    inApplied(async (setting, diff) => {
      edit(setting, 'a', 'web.yaml', 'replicas: 2', 'replicas: 4');
      edit(setting, 'b', 'settings.yaml', '  color: red\n', '');
      const { printed, stderr } = await diff('a', 'b', '--unexplained');
      assert.deepEqual(
        printed.split('\n').filter((line) => /^\S/.test(line)),
        ['ConfigMap/settings data.color', 'Deployment/web spec.replicas'],
      );
      assert.equal(stderr, '2 differences, 4 with a known cause left out\n');
    }));

  it('shows only the differences in a file', () =>
    inApplied(async (setting, diff) => {
      edit(setting, 'a', 'web.yaml', 'replicas: 2', 'replicas: 4');
      for (const file of ['web.yaml', 'clusters/a/web.yaml'])
        assert.match((await diff('a', 'b', file)).printed, /^Deployment\/web spec\.replicas\n.*\n.*\n$/);
    }));

  it('shows resources and files that only one has, and files that differ only in comments', () =>
    inApplied(async (setting, diff) => {
      setting.fleet.commit({ 'clusters/a/more.yaml': configMap('more'), 'clusters/a/notes.md': 'other notes\n' });
      edit(setting, 'a', 'web.yaml', '# Web.', '# Site.');
      const { printed } = await diff('a', 'b', '--unexplained');
      assert.match(printed, /^ConfigMap\/more\n {2}a +present +person .*\n {2}b +-\s*\n/m);
      assert.match(printed, /^notes\.md\n {2}a +file of 12 bytes +person .*\n {2}b +file of 6 bytes +upstream/m);
      assert.match(printed, /^web\.yaml\n {2}a +comments and layout +person/m);
    }));

  it('does not take the resources of a file that is not YAML for removed', () =>
    inApplied(async (setting, diff) => {
      edit(setting, 'a', 'web.yaml', '# Web.', 'bad: [');
      const outcome = await diff('a', 'b', '--unexplained');
      const { printed } = outcome;
      assert.doesNotMatch(printed, /Deployment\/web|removed/);
      assert.match(printed, /^web\.yaml\n {2}a +file of \d+ bytes +person .*\n {2}b +file of \d+ bytes +upstream/m);
      assert.deepEqual(found(outcome), ['warning invalid-yaml clusters/a/web.yaml']);
      assert.deepEqual(found(await diff('a', 'b', 'settings.yaml')), []);
    }));

  it('does not print the values of Secrets', () =>
    inApplied(async (setting, diff) => {
      edit(setting, 'a', 'key.yaml', 'hunter2', 'swordfish');
      for (const report of [[], ['--report=json'], ['--report=markdown']]) {
        const { printed, stderr } = await diff('a', 'b', ...report);
        assert.match(printed, /secret 1[^]*secret 2/);
        assert.doesNotMatch(`${printed}${stderr}`, /hunter2|swordfish/);
      }
    }));

  it('compares a variant with an earlier commit, and leaves no files', () =>
    inGitApplied(async (setting, diff) => {
      const before = readdirSync(tmpdir()).filter((name) => name.startsWith('krm-variants-revision-'));
      edit(setting, 'a', 'web.yaml', 'replicas: 2', 'replicas: 4');
      const { printed, stderr, exitCode } = await diff('a@base', 'a');
      assert.equal(exitCode, 0, stderr);
      assert.equal(
        withoutCommits(printed),
        'Deployment/web spec.replicas\n  a@base  2  upstream packages/shop/web.yaml:7  COMMIT\n  a       4  person                             COMMIT\n',
      );
      assert.deepEqual(setting.fleet.uncommitted(), []);
      assert.deepEqual(
        readdirSync(tmpdir()).filter((name) => name.startsWith('krm-variants-revision-')),
        before,
      );
    }));

  it('says that there is no difference', () =>
    inGitApplied(async (_, diff) => {
      const { printed, stderr } = await diff('a', 'a@base');
      assert.deepEqual([printed, stderr], ['', '0 differences\n']);
    }));

  it('prints reports that their schema describes', () =>
    inGitApplied(async (setting, diff) => {
      edit(setting, 'a', 'web.yaml', 'replicas: 2', 'replicas: 4');
      edit(setting, 'b', 'settings.yaml', '  color: red\n', '');
      const validate = new Ajv({ strict: true, allErrors: true }).compile(fleetDiffSchema);
      for (const args of [['a', 'b'], ['base..HEAD'], ['a', 'x']])
        assert.ok(
          validate(JSON.parse((await diff(...args, '--report=json')).printed)),
          JSON.stringify(validate.errors),
        );
    }));

  const refused: readonly (readonly [
    args: readonly string[],
    code: ResultCode,
    named: readonly string[],
    file?: string,
  ])[] = [
    [['a', 'x'], 'variant-not-found', ['"x"', '"a", "b", "c"']],
    [['a@nowhere', 'a'], 'revision-not-found', ['"nowhere"']],
    [['base..nowhere'], 'revision-not-found', ['"nowhere"']],
    [['a', 'b', 'nope.yaml'], 'file-not-found', [], 'nope.yaml'],
    [['a@base', 'x@base'], 'variant-not-found', ['at base', '"x"', '"a", "b", "c"']],
    [['a@base', 'x'], 'variant-not-found', ['"x"', '"a", "b", "c"']],
    [['a@empty', 'a'], 'variant-not-found', ['at empty', '"a"']],
    [['base', 'HEAD'], 'variant-not-found', ['"base"', '`krm-variants fleet diff base..HEAD`']],
  ];
  it('refuses names and revisions that do not exist', () =>
    inGitApplied(async ({ fleet }, diff) => {
      const tree = fleet.git('hash-object', '-t', 'tree', '-w', '/dev/null').trim();
      fleet.git('tag', 'empty', fleet.git('commit-tree', '-m', 'empty', tree).trim());
      for (const [args, code, named, file] of refused) {
        const outcome = await diff(...args);
        assert.deepEqual(found(outcome), [file === undefined ? `error ${code}` : `error ${code} ${file}`]);
        assertNames(outcome, code, ...named);
        assert.equal(outcome.exitCode, 1);
      }
      const now = await diff('a@base', 'x');
      assert.doesNotMatch(now.results[0]?.message ?? '', /base/);
    }));

  it('refuses a variant whose folder was deleted', () =>
    inApplied(async ({ fleet }, diff) => {
      fleet.remove('clusters/b');
      const outcome = await diff('a', 'b');
      assert.deepEqual(found(outcome), ['error folder-deleted clusters/b']);
      assert.equal(outcome.exitCode, 1);
    }));

  it('refuses arguments that name neither two variants nor two revisions', () => {
    const parse = (...args: readonly string[]) => parseFleetDiff(sortArguments(args, FLEET_DIFF_OPTIONS));
    assert.throws(() => parse('a'), /requires two variants, A B, or two revisions, REV1\.\.REV2/);
    assert.throws(() => parse('HEAD~1...HEAD'), /must have two dots between them, not three: HEAD~1\.\.HEAD$/);
    assert.throws(() => parse('a..b', '--unexplained'), /`--unexplained` is for two variants/);
  });
});

describe('fleet diff of two revisions', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('groups equal changes of variants, and names new and removed ones', () =>
    inGitApplied(async (setting, diff) => {
      const { fleet, run } = setting;
      for (const name of ['a', 'b']) edit(setting, name, 'web.yaml', 'replicas: 2', 'replicas: 4');
      edit(setting, 'b', 'settings.yaml', 'small', 'large');
      fleet.git('rm', '-r', '--quiet', 'clusters/c', '.krm-variants/lock/clusters/c.lock', 'c.yaml');
      writeFileSync(join(fleet.folder, 'd.yaml'), packageVariant('d', 'blueprints/shop@v1', 'all/d'));
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({});
      const { printed, stderr } = await diff('base..HEAD');
      assert.equal(
        printed,
        `created: clusters/d
removed: clusters/c

VARIANTS  RESOURCE            FIELD          BEFORE  AFTER  FOLDERS
2         Deployment/web      spec.replicas  2       4      clusters/a, clusters/b
1         ConfigMap/settings  data.size      small   large  clusters/b
`,
      );
      assert.equal(stderr, '2 variants changed, 2 classes of changes\n');
      const markdown = (await diff('base..HEAD', '--report=markdown')).printed;
      assert.match(markdown, /^\| 2 \| Deployment\/web \| spec\.replicas \| 2 \| 4 \| clusters\/a, clusters\/b \|$/m);
      const json = JSON.parse((await diff('base..HEAD', '--report=json')).printed) as {
        classes: unknown[];
        created: unknown;
      };
      assert.deepEqual(json.created, ['clusters/d']);
      assert.deepEqual(json.classes[0], {
        resource: 'Deployment/web',
        field: 'spec.replicas',
        before: '2',
        after: '4',
        variants: ['clusters/a', 'clusters/b'],
      });
    }));

  it('groups the functions that a set puts into pipelines, whose names have those of the variants', () => {
    const mutator = (name: string, to: string): string => `            - name: ${name}
              exec: apply-package-context
              configMap: {to: ${to}}
`;
    const set = (mutators: string): string => `apiVersion: config.porch.kpt.dev/v1alpha2
kind: PackageVariantSet
metadata: {name: all}
spec:
  upstream: {repo: blueprints, package: shop, revision: v1}
  targets:
    - repositories: [{name: all, packageNames: [d, e.f]}]
      template:
        pipeline:
          mutators:
${mutators}`;
    return inGitApplied(async ({ fleet, run }, diff) => {
      const change = async (mutators: string): Promise<string> => {
        fleet.commit({ 'set.yaml': set(mutators) });
        assert.equal((await run('apply', '--allow-exec')).exitCode, 0);
        fleet.commit({});
        return fleet.commitOf();
      };
      const first = await change(mutator('size', 'small'));
      const second = await change(mutator('size', 'large'));
      const third = await change(mutator('size', 'large') + mutator('more', 'huge'));
      assert.match(
        (await diff(`${first}..${second}`)).printed,
        /^2 +Kptfile +pipeline\.mutators\[name=PackageVariant\.\*\.size\.0\]\.configMap\.to +small +large +clusters\/d, clusters\/e\.f$/m,
      );
      assert.match(
        (await diff(`${second}..${third}`)).printed,
        /^2 +Kptfile +pipeline\.mutators\[name=PackageVariant\.\*\.more\.1\] +- +\{.*"name":"PackageVariant\.\*\.more\.1"\} +clusters\/d, clusters\/e\.f$/m,
      );
    });
  });

  it('tells different changes of the same file, and of the same field, apart', () =>
    inGitApplied(async (setting, diff) => {
      for (const name of ['a', 'b']) edit(setting, name, 'web.yaml', 'replicas: 2', 'replicas: 4');
      edit(setting, 'c', 'web.yaml', 'replicas: 2', 'replicas: 5');
      setting.fleet.tag('scaled');
      edit(setting, 'a', 'web.yaml', 'replicas: 4', 'replicas: 6');
      edit(setting, 'c', 'web.yaml', 'replicas: 5', 'replicas: 6');
      assert.match(
        (await diff('base..scaled')).printed,
        /^2 .* 2 +4 +clusters\/a, clusters\/b\n1 .* 2 +5 +clusters\/c$/m,
      );
      assert.match((await diff('scaled..HEAD')).printed, /^1 .* 4 +6 +clusters\/a\n1 .* 5 +6 +clusters\/c$/m);
    }));

  it('prints nothing for revisions with the same variants', () =>
    inGitApplied(async (_, diff) => {
      const { printed, stderr } = await diff('base..HEAD');
      assert.deepEqual([printed, stderr], ['', '0 variants changed, 0 classes of changes\n']);
    }));
});
