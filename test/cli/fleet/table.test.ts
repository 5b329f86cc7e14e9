import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { parseTableArguments, TABLE_OPTIONS } from '../../../cli/fleet/commands/table-arguments.ts';
import { tableOf } from '../../../cli/fleet/commands/table-command.ts';
import { fleetTableSchema } from '../../../cli/report/fleet-table-schema.ts';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { assertNames, found, withCode } from '../../support/facts.ts';
import {
  inFleet,
  inMemoryFleet,
  packageVariant,
  programFor,
  repository,
  web,
  type FleetSetting,
  type InFleet,
} from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kptfile, type Files } from '../run-support.ts';

/** Error of a file that a test adds, and that is not YAML. */
const INVALID = 'error invalid-yaml clusters/b/more.yaml';

const SECRET = `apiVersion: v1
kind: Secret
metadata: {name: key, labels: {tier: gold}}
stringData: {token: hunter2}
`;
const SHOP: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(2, 'eu.example.com/web:2.3'),
  'packages/shop/key.yaml': SECRET,
  'packages/shop/list.yaml': `apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: "se\\x74tings"}
  data: {big: "18446744073709551616", mode: 'y'}
`,
};
const VARIANTS: readonly (readonly [name: string, region: string, tier: string])[] = [
  ['a', 'eu', 'gold'],
  ['b', 'eu', 'tin'],
  ['c', 'us', 'tin'],
];
const FLEET: Files = {
  ...SHOP,
  'places.yaml': [repository('blueprints', 'packages'), repository('all', 'clusters')].join('---\n'),
  ...Object.fromEntries(
    VARIANTS.map(([name, region, tier]) => [
      `${name}.yaml`,
      packageVariant(
        name,
        'blueprints/shop@v1',
        `all/${name}`,
        `  labels: {region: ${region}}\n  packageContext: {data: {tier: ${tier}}}\n`,
      ),
    ]),
  ),
};

/** Runs a test in a fleet of three variants, of which c is edited. */
function tableFleetBy<Setting extends FleetSetting>(inThis: InFleet<Setting>) {
  return (act: (setting: Setting, table: Table) => Promise<void>): Promise<void> =>
    inThis(FLEET, async (setting) => {
      const { fleet, run } = setting;
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({
        'clusters/c/web.yaml': web(4, 'us.example.com/web:2.4'),
        'clusters/c/key.yaml': SECRET.replace('hunter2', 'other'),
      });
      const program = await programFor(fleet);
      await act(setting, (...args) => {
        const asked = parseTableArguments(sortArguments([...args, '-C', fleet.folder], TABLE_OPTIONS));
        return tableOf(program, asked);
      });
    });
}

const inTableFleet = tableFleetBy(inMemoryFleet);
const inGitTableFleet = tableFleetBy(inFleet);

type Table = (...args: readonly string[]) => Promise<FolderOutcome>;

/** Returns what each warning about a field that no variant has names: the field, and what is in quotes. */
function namedIn(outcome: FolderOutcome): readonly (readonly string[])[] {
  const warnings = withCode(outcome, 'field-not-found');
  assert.deepEqual(
    found(outcome),
    warnings.map(() => 'warning field-not-found'),
  );
  return warnings.map(({ message }) => [message.split(': ')[0] ?? '', ...(message.match(/"[^"]*"|`[^`]*`/g) ?? [])]);
}

describe('fleet table', () => {
  before(function () {
    needTools(this, 'git');
  });

  const shown: readonly (readonly [name: string, args: readonly string[], want: string])[] = [
    [
      'groups variants by a value, the largest group first',
      ['Deployment/web:spec.replicas'],
      `VARIANTS  Deployment/web:spec.replicas  FOLDERS
2         2                             clusters/a, clusters/b
1         4                             clusters/c
`,
    ],
    [
      'reads images, registries and tags of all containers',
      ['Deployment/web:image', 'Deployment/*:registry', 'apps/v1/Deployment/web:tag'],
      `VARIANTS  Deployment/web:image    Deployment/*:registry  apps/v1/Deployment/web:tag  FOLDERS
2         eu.example.com/web:2.3  eu.example.com         2.3                         clusters/a, clusters/b
1         us.example.com/web:2.4  us.example.com         2.4                         clusters/c
`,
    ],
    [
      'reads the tag of one image, and the field of any container',
      [
        'Deployment/web:spec.template.spec.containers[name=web].image.tag',
        'Deployment/web:spec.*.spec.containers[*].name',
      ],
      `VARIANTS  Deployment/web:spec.template.spec.containers[name=web].image.tag  Deployment/web:spec.*.spec.containers[*].name  FOLDERS
2         2.3                                                               web                                            clusters/a, clusters/b
1         2.4                                                               web                                            clusters/c
`,
    ],
    [
      'numbers the values of Secrets, but shows their labels',
      ['Secret/key:stringData.token', 'Secret/key:metadata.labels.tier', 'Secret/key:stringData'],
      `VARIANTS  Secret/key:stringData.token  Secret/key:metadata.labels.tier  Secret/key:stringData  FOLDERS
2         secret 1                     gold                             secret 2               clusters/a, clusters/b
1         secret 3                     gold                             secret 4               clusters/c
`,
    ],
    [
      'reads elements of lists, names with escapes, and strings as they are',
      ['ConfigMap/settings:data.big', 'ConfigMap/settings:data.mode', 'ConfigMap/settings:data.none'],
      `VARIANTS  ConfigMap/settings:data.big  ConfigMap/settings:data.mode  ConfigMap/settings:data.none  FOLDERS
3         18446744073709551616         y                             -                             clusters/a, clusters/b, clusters/c
`,
    ],
    [
      'counts by a label',
      ['Deployment/web:spec.replicas', '--by', 'region'],
      `VARIANTS  Deployment/web:spec.replicas  region=eu  region=us
2         2                             2          0
1         4                             0          1
`,
    ],
    [
      'counts by a key of the package context',
      ['Deployment/web:spec.replicas', '--by', 'tier'],
      `VARIANTS  Deployment/web:spec.replicas  tier=gold  tier=tin
2         2                             1          1
1         4                             0          1
`,
    ],
    [
      'prints names for a command line',
      ['--where', 'Deployment/web:tag~2.*', '--where', 'Deployment/web:spec.replicas != 4', '-o', 'name'],
      'clusters/a\nclusters/b\n',
    ],
    [
      'compares values with elements in brackets',
      ['--where', 'Deployment/web:spec.template.spec.containers[name=web].image=us.example.com/web:2.4', '-o', 'name'],
      'clusters/c\n',
    ],
    [
      'prints a Markdown table',
      ['Deployment/web:spec.replicas', '--report', 'markdown'],
      `| VARIANTS | Deployment/web:spec.replicas | FOLDERS |
| --- | --- | --- |
| 2 | 2 | clusters/a, clusters/b |
| 1 | 4 | clusters/c |
`,
    ],
  ];
  for (const [name, args, want] of shown)
    it(name, () =>
      inTableFleet(async (_, table) => {
        const { printed, stderr, exitCode } = await table(...args);
        assert.equal(exitCode, 0, stderr);
        assert.equal(printed, want);
      }),
    );

  const hiding: Readonly<Record<string, readonly string[]>> = {
    'annotations of a Secret with the copy of kubectl': ['Secret/copied:metadata.annotations'],
    'all metadata of a Secret with the copy of kubectl': ['Secret/copied:metadata'],
    'a copy that was cut': ['Secret/cut:metadata.annotations'],
    'all fields of Secrets': ['Secret/*:*', 'Secret/*:*.*', 'Secret/*:*.*.*'],
    'a Secret as a text': ['ConfigMap/holder:data', 'ConfigMap/holder:data.*', 'ConfigMap/holder:*'],
  };
  for (const [name, fields] of Object.entries(hiding))
    it(`numbers ${name}, in each format`, () =>
      inTableFleet(async ({ fleet }, table) => {
        const copy = (text: string): string => `kubectl.kubernetes.io/last-applied-configuration: '${text}'`;
        const secret = (id: string, text: string): string =>
          SECRET.replace('name: key', `name: ${id}, annotations: {${copy(text)}}`);
        const text = '{"apiVersion":"v1","kind":"Secret","stringData":{"token":"hunter2"}}';
        fleet.commit({
          'clusters/a/copied.yaml': secret('copied', text),
          'clusters/a/cut.yaml': secret('cut', '"stringData":{"token":"hunter2"}}'),
          'clusters/a/holder.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: holder}\ndata: {secret.json: '${text}'}\n`,
        });
        for (const report of [[], ...['json', 'markdown', 'html'].map((format) => ['--report', format])]) {
          const { printed, stderr, exitCode } = await table(...fields, ...report);
          assert.equal(exitCode, 0, stderr);
          assert.match(printed, /secret 1/);
          assert.doesNotMatch(printed, /hunter2/);
        }
      }));

  it('prints JSON by its schema', () =>
    inTableFleet(async (_, table) => {
      const { printed } = await table('Deployment/web:spec.replicas', '--by', 'tier', '--report', 'json');
      const report: unknown = JSON.parse(printed);
      const validate = new Ajv({ strict: true, allErrors: true }).compile(fleetTableSchema);
      assert.ok(validate(report), JSON.stringify(validate.errors));
      assert.deepEqual(report, {
        version: 1,
        fields: ['Deployment/web:spec.replicas'],
        by: 'tier',
        groups: [
          {
            values: [['2']],
            count: 2,
            variants: [
              { folder: 'clusters/a', key: 'gold' },
              { folder: 'clusters/b', key: 'tin' },
            ],
          },
          { values: [['4']], count: 1, variants: [{ folder: 'clusters/c', key: 'tin' }] },
        ],
      });
    }));

  it('selects variants for plan', () =>
    inTableFleet(async ({ fleet, run }, table) => {
      const names = (await table('--where', 'Deployment/web:tag=2.4', '-o', 'name')).printed.trimEnd();
      for (const selection of [
        ['--where', 'Deployment/web:tag=2.4'],
        ['--variant', names],
      ]) {
        const { variants } = await run('plan', ...selection);
        assert.deepEqual(
          variants.map(({ folder }) => folder),
          ['clusters/c'],
        );
      }
      assert.deepEqual(fleet.uncommitted(), []);
    }));

  it('says which variants have no folder yet', () =>
    inFleet(FLEET, async ({ fleet }) => {
      const args = parseTableArguments(sortArguments(['Deployment/web:image', '-C', fleet.folder], TABLE_OPTIONS));
      const outcome = await tableOf({ functions: await allFunctions(), version: '1.2.3' }, args);
      assert.deepEqual([outcome.printed, outcome.exitCode], ['', 0]);
      assert.deepEqual(
        found(outcome),
        ['a', 'b', 'c'].map((name) => `warning variant-left-out clusters/${name}`),
      );
      assertNames(outcome, 'variant-left-out', '`krm-variants fleet apply`');
    }));

  it('warns of a resource that no variant has, and names the nearest one', () =>
    inTableFleet(async (_, table) => {
      const outcome = await table('Deployment/wbe:spec.replicas', 'Deployment/web:spec.none');
      assert.deepEqual([outcome.printed.split('\n')[1]?.slice(0, 1), outcome.exitCode], ['3', 0]);
      assert.deepEqual(namedIn(outcome), [
        [
          'Deployment/wbe:spec.replicas',
          '"Deployment/wbe"',
          '"ConfigMap/kptfile.kpt.dev"',
          '"ConfigMap/settings"',
          '"Deployment/web"',
          '"Deployment/web"',
        ],
        ['Deployment/web:spec.none'],
      ]);
    }));

  it('warns of a field that no variant has, and names the step of its path that is a slip', () =>
    inTableFleet(async (_, table) => {
      const outcome = await table(
        'Deployment/web:spec.replica',
        'Deployment/web:spec.template.spec.containers[name=web].iamge.tag',
        'ConfigMap/settings:data.none',
        'Deployment/other/web:tag',
        'Deployment/web:tag',
      );
      assert.deepEqual([outcome.printed.split('\n')[1]?.slice(0, 1), outcome.exitCode], ['2', 0]);
      assert.deepEqual(namedIn(outcome), [
        ['ConfigMap/settings:data.none'],
        ['Deployment/other/web:tag', '"Deployment/other/web"', '"Deployment/web"'],
        ['Deployment/web:spec.replica', '`replicas`', '`replica`'],
        ['Deployment/web:spec.template.spec.containers[name=web].iamge.tag', '`image`', '`iamge`'],
      ]);
      assert.equal(outcome.stderr.match(/^\[warning\]/gm)?.length, 4);
    }));

  it('leaves out only the variant with a file that is not YAML, and names the file', () =>
    inTableFleet(async ({ fleet }, table) => {
      fleet.commit({ 'clusters/b/more.yaml': 'a: [web' });
      const groups = 'VARIANTS  Deployment/web:spec.replicas  FOLDERS\n';
      const rows =
        '1         2                             clusters/a\n1         4                             clusters/c\n';
      const all = await table('Deployment/web:spec.replicas');
      assert.deepEqual([all.printed, all.exitCode], [`${groups}${rows}`, 1]);
      assert.deepEqual(found(all), [INVALID]);
      assert.match(all.stderr, /^2 variants, 2 groups, 1 variant left out$/m);
      const names = await table('Deployment/web:spec.replicas', '-o', 'name');
      assert.deepEqual([names.printed, names.exitCode], ['clusters/a\nclusters/c\n', 1]);
      const selected = await table('--where', 'Deployment/web:spec.replicas=4', '-o', 'name');
      assert.deepEqual([selected.printed, selected.exitCode], ['clusters/c\n', 1]);
      assert.deepEqual(found(selected), [INVALID]);
      const page = await table('Deployment/web:spec.replicas', '--report', 'html');
      assert.match(page.printed, /clusters\/b\/more\.yaml/);
    }));

  it('selects the other variants if a file of one is not YAML', () =>
    inTableFleet(async ({ fleet, run, drift }) => {
      fleet.commit({ 'clusters/b/more.yaml': 'a: [web', 'a.yaml': fleet.read('a.yaml').replace('gold', 'new') });
      const where = ['--where', 'Deployment/web:spec.replicas=2'];
      for (const outcome of [
        await run('status', ...where),
        await run('plan', ...where),
        await run('apply', ...where),
      ]) {
        assert.deepEqual(found(outcome), [INVALID]);
        assert.deepEqual(
          outcome.variants.map(({ folder, action }) => [folder, action]),
          [
            ['clusters/a', 'update'],
            ['clusters/b', 'error'],
          ],
        );
        assert.equal(outcome.exitCode, 1);
      }
      const edits = await drift(...where, '--report', 'json');
      assert.deepEqual(found(edits), [INVALID]);
      assert.equal(edits.exitCode, 1);
      const { variants } = JSON.parse(edits.stdout) as {
        readonly variants: readonly { readonly folder: string; readonly state: string }[];
      };
      assert.deepEqual(
        variants.map(({ folder, state }) => [folder, state]),
        [
          ['clusters/a', 'clean'],
          ['clusters/b', 'error'],
        ],
      );
      assert.deepEqual(fleet.uncommitted(), ['.krm-variants/lock/clusters/a.lock', 'clusters/a/package-context.yaml']);
    }));

  it('selects nothing with != and a field that no variant has, even if a file of one is not YAML', () =>
    inTableFleet(async ({ fleet, run }) => {
      fleet.commit({ 'clusters/b/more.yaml': 'a: [web' });
      const outcome = await run('apply', '--where', 'Deployment/web:spec.replica!=7');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), ['error rule-unmatched', INVALID]);
      assertNames(outcome, 'rule-unmatched', ' Deployment/web:spec.replica; ', '`replicas`');
      assert.deepEqual(outcome.variants, []);
      assert.deepEqual(fleet.uncommitted(), []);
    }));

  it('selects nothing with != and a resource or field that no variant has', () =>
    inTableFleet(async ({ fleet, run }, table) => {
      for (const [condition, ...named] of [
        ['Deployment/wbe:spec.replicas!=7', '"Deployment/wbe"', '"Deployment/web"'],
        ['Deployment/web:spec.replcas!=7', ' Deployment/web:spec.replcas; ', '`replicas`'],
      ] as const) {
        for (const outcome of [
          await table('--where', condition),
          await run('plan', '--where', condition),
          await run('apply', '--where', condition),
        ]) {
          assert.deepEqual(found(outcome), ['error rule-unmatched']);
          assertNames(outcome, 'rule-unmatched', ...named);
          assert.equal(outcome.exitCode, 1);
        }
      }
      assert.deepEqual(fleet.uncommitted(), []);
    }));

  it('selects a variant without a field with !=, if another variant has the field', () =>
    inTableFleet(async ({ fleet }, table) => {
      const path = 'clusters/b/web.yaml';
      fleet.commit({ [path]: fleet.read(path).replace(/ {2}replicas.*\n/, '') });
      const asked = ['--where', 'Deployment/web:spec.replicas!=2', '-o', 'name'];
      assert.equal((await table(...asked)).printed, 'clusters/b\nclusters/c\n');
      assert.equal((await table(...asked, '--variant', 'b')).printed, 'clusters/b\n');
    }));

  it('says which folders were deleted', () =>
    inTableFleet(async ({ fleet }, table) => {
      fleet.remove('clusters/b');
      const outcome = await table('Deployment/web:spec.replicas');
      assert.equal(outcome.exitCode, 0);
      assert.doesNotMatch(outcome.printed, /clusters\/b/);
      assert.deepEqual(found(outcome), ['warning variant-left-out clusters/b']);
      assertNames(outcome, 'variant-left-out', 'deleted', '`git restore`');
    }));

  it('does not read through a symbolic link in place of a variant', () =>
    inGitTableFleet(async ({ fleet }, table) => {
      fleet.remove('clusters/b');
      symlinkSync('c', join(fleet.folder, 'clusters/b'));
      for (const args of [['Deployment/web:spec.replicas'], ['--where', 'Deployment/web:spec.replicas=4']]) {
        const outcome = await table(...args);
        assert.equal(outcome.exitCode, 1);
        assert.deepEqual(found(outcome), ['error wrong-file-type clusters/b']);
        assert.doesNotMatch(outcome.printed, /clusters\/b/);
      }
    }));

  const refused: readonly (readonly [name: string, args: readonly string[], message: RegExp])[] = [
    ['no field', [], /fleet table requires KIND\/NAME:PATH, or `--where`/],
    ['a field without a name', ['Deployment:spec'], /must name a resource as KIND\/NAME or KIND\/NAMESPACE\/NAME/],
    ['a path that is none', ['Deployment/web:spec[['], /must be a path of fields/],
    ['a condition without an operator', ['--where', 'Deployment/web:spec'], /`--where` must be KIND\/NAME:PATH=VALUE/],
    ['an unknown report', ['Deployment/web:image', '--report', 'csv'], /`--report` must be json, markdown or html/],
  ];
  for (const [name, args, message] of refused)
    it(`refuses ${name}`, () => {
      assert.throws(() => parseTableArguments(sortArguments(args, TABLE_OPTIONS)), message);
    });

  const failing: readonly (readonly [
    name: string,
    args: readonly string[],
    files: Files,
    error: string,
    ...named: readonly string[],
  ])[] = [
    [
      'files that are not YAML in all variants that are selected',
      ['Deployment/web:image', '--variant', 'b'],
      { 'clusters/b/web.yaml': 'a: [web' },
      'error invalid-yaml clusters/b/web.yaml',
    ],
    [
      'a key that no variant has',
      ['Deployment/web:image', '--by', 'zone'],
      {},
      'error invalid-argument',
      '`--by zone`',
    ],
    [
      'a key that is misspelt',
      ['Deployment/web:image', '--by', 'regoin'],
      {},
      'error invalid-argument',
      '`--by regoin`',
      '"region"',
    ],
    [
      'a condition that no variant meets',
      ['--where', 'Deployment/web:tag=9'],
      {},
      'error variant-not-found',
      "`--where 'Deployment/web:tag=9'`",
      '"2.3", "2.4"',
    ],
  ];
  for (const [name, args, files, error, ...named] of failing)
    it(`fails for ${name}`, () =>
      inTableFleet(async ({ fleet }, table) => {
        if (Object.keys(files).length > 0) fleet.commit(files);
        const outcome = await table(...args);
        assert.deepEqual([outcome.printed, outcome.exitCode], ['', 1]);
        assert.deepEqual(found(outcome), [error]);
        const { message = '' } = outcome.results[0] ?? {};
        for (const thing of named) assert.ok(message.includes(thing), message);
      }));
});
