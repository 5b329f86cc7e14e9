import assert from 'node:assert/strict';
import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { fleetStatusSchema } from '../../../cli/report/fleet-status-schema.ts';
import { assertNames, counts, found, nextCommands } from '../../support/facts.ts';
import { type FleetSetting, inFleet, inMemoryFleet, packageVariant, repository, web } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kptfile, type Files } from '../run-support.ts';

const NAMES = ['eu', 'us'];
const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(1),
  'variants/repositories.yaml': [
    repository('blueprints', 'packages'),
    ...NAMES.map((name) => repository(name, `clusters/${name}`, `  labels: {region: ${name}}\n`)),
  ].join('---\n'),
  ...Object.fromEntries(NAMES.map((name) => [`variants/${name}.yaml`, variant(name)])),
};

function variant(name: string, upstream = 'blueprints/shop@v1', rest = ''): string {
  return packageVariant(`${name}-shop`, upstream, `${name}/team/shop`, `  labels: {region: ${name}}\n${rest}`);
}

function set(name: string, repositories: string): string {
  return `apiVersion: config.porch.kpt.dev/v1alpha2
kind: PackageVariantSet
metadata: {name: ${name}}
spec:
  upstream: {repo: blueprints, package: shop, revision: v1}
  targets:
  - ${repositories}
`;
}

function hold(spec: string): string {
  return `apiVersion: krm-variants.dev/v1alpha1\nkind: FleetHold\nmetadata: {name: a}\nspec:\n${spec}\n`;
}

interface Report {
  readonly exitCode: number;
  readonly results: readonly {
    readonly severity: string;
    readonly code: string;
    readonly file?: { readonly path: string };
    readonly field?: { readonly path: string };
  }[];
  readonly variants: readonly {
    readonly kind: string;
    readonly name: string;
    readonly folder?: string;
    readonly status: {
      readonly conditions: readonly Readonly<Record<'type' | 'status' | 'reason' | 'message', string>>[];
      readonly downstreamTargets?: readonly { readonly name: string }[];
    };
  }[];
}

const validate = new Ajv({ strict: true, strictRequired: false, allErrors: true }).compile(fleetStatusSchema);

/** Returns the report of a call, which must be in the published format. */
async function reportOf({ run }: FleetSetting, ...args: readonly string[]): Promise<Report> {
  const { stdout, exitCode } = await run('status', ...args, '--report', 'json');
  const report: unknown = JSON.parse(stdout);
  assert.ok(validate(report), JSON.stringify(validate.errors));
  assert.equal((report as Report).exitCode, exitCode);
  return report;
}

/** Returns the conditions by the name of the resource, or else its folder, as `type=status reason`. */
function conditions({ variants }: Report): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    variants.map(({ name, folder = '', status }) => [
      name || folder,
      status.conditions.map(({ type, status: is, reason }) => `${type}=${is} ${reason}`),
    ]),
  );
}

/** Returns the messages of the conditions of a variant. */
function messagesOf({ variants }: Report, row: string): readonly string[] {
  const [first] = variants.filter(({ name, folder = '' }) => (name || folder) === row);
  return first?.status.conditions.map(({ message }) => message) ?? [];
}

const VALID = 'Stalled=False Valid';
const READY = 'Ready=True NoErrors';
const STALLED = ['Stalled=True ValidationError', 'Ready=False Error'];

describe('fleet status', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('has the conditions of Porch before and after an apply, and writes nothing', () =>
    inFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      const before = await reportOf(setting);
      assert.deepEqual(fleet.uncommitted(), []);
      const commit = fleet.commitOf().slice(0, 12);
      const pending = [VALID, 'Ready=False NotApplied'];
      assert.deepEqual(conditions(before), { 'eu-shop': pending, 'us-shop': pending });
      assert.ok(messagesOf(before, 'us-shop')[1]?.includes(`v1 (${commit})`));
      assert.deepEqual([before.exitCode, before.variants[0]?.status.downstreamTargets], [0, []]);
      await run('apply');
      fleet.git('checkout', '--quiet', '-b', 'deploy');
      const after = await reportOf(setting);
      assert.deepEqual(conditions(after), { 'eu-shop': [VALID, READY], 'us-shop': [VALID, READY] });
      // Porch's own messages.
      assert.deepEqual(messagesOf(after, 'us-shop'), [
        'all validation checks passed',
        'successfully ensured downstream package variant',
      ]);
      assert.deepEqual(
        after.variants.map(({ status }) => status.downstreamTargets),
        [[{ name: 'eu.team.shop.deploy' }], [{ name: 'us.team.shop.deploy' }]],
      );
    }));

  it('is a table with what needs attention first, and the next command', () =>
    inMemoryFleet(FLEET, async ({ fleet, run }) => {
      await run('apply', '--variant', 'eu-shop');
      fleet.commit({});
      const { stdout, stderr, exitCode } = await run('status');
      const commit = fleet.commitOf('v1').slice(0, 12);
      assert.equal(exitCode, 0);
      assert.equal(
        stdout,
        `READY  STALLED  FOLDER                 PACKAGEVARIANT  REASON      MESSAGE
False  False    clusters/us/team/shop  us-shop         NotApplied  to create: v1 (${commit})
True   False    clusters/eu/team/shop  eu-shop         NoErrors
`,
      );
      assert.equal(stderr, `1 of 2 variants ready\nnext: krm-variants fleet apply -C ${fleet.folder}\n`);
    }));

  const problems: readonly (readonly [
    name: string,
    files: Files,
    row: string,
    errors: readonly string[],
    states: readonly string[],
    named: readonly string[],
  ])[] = [
    [
      'an invalid PackageVariant',
      { 'variants/us.yaml': variant('us', 'blueprints/shop@v1', '  injectors: [{}, {}]\n') },
      'us-shop',
      [0, 1].map((index) => `error missing-field variants/us.yaml spec.injectors[${index}].name`),
      STALLED,
      ['spec.injectors[0].name: ', 'spec.injectors[1].name: '],
    ],
    [
      'an unknown Repository',
      { 'variants/us.yaml': variant('us', 'others/shop@v1') },
      'us-shop',
      ['error unresolved-reference variants/us.yaml spec.upstream.repo'],
      STALLED,
      ['spec.upstream.repo: ', '"others"'],
    ],
    [
      'an upstream that does not exist',
      { 'variants/us.yaml': variant('us', 'blueprints/shop@v9') },
      'us-shop',
      ['error revision-not-found'],
      STALLED,
      // Porch's own words.
      ['could not find upstream package revision &v1alpha1.Upstream{Repo:"blueprints", Package:"shop", Revision:"v9"'],
    ],
    [
      'a set that is wrong',
      { 'variants/set.yaml': set('all', 'repositories: []') },
      'all',
      ['error invalid-value variants/set.yaml spec.targets[0].repositories'],
      ['Stalled=True ValidationError', 'Ready=False ValidationError'],
      ['spec.targets[0].repositories: '],
    ],
    [
      'a folder that another tool made',
      { 'clusters/us/team/shop/Kptfile': kptfile('shop') },
      'us-shop',
      ['error folder-foreign clusters/us/team/shop'],
      [VALID, 'Ready=False Error'],
      ['clusters/us/team/shop: '],
    ],
  ];
  for (const [name, files, row, errors, states, named] of problems)
    it(`shows ${name}, and the other variants`, () =>
      inMemoryFleet(FLEET, async (setting) => {
        const { fleet, run } = setting;
        await run('apply', '--variant', 'eu-shop');
        fleet.commit(files);
        const report = await reportOf(setting);
        assert.equal(report.exitCode, 1);
        const all = conditions(report);
        assert.deepEqual(all['eu-shop'], [VALID, READY]);
        assert.deepEqual(all[row], states);
        const messages = messagesOf(report, row).join('\n');
        for (const thing of named) assert.ok(messages.includes(thing), messages);
        assert.equal(report.variants[0]?.name, row, 'what is stalled comes first');
        const outcome = await run('status');
        assert.equal(outcome.exitCode, 1);
        assert.deepEqual(found(outcome), errors);
        assert.match(outcome.stdout, /^True +False +clusters\/eu/m);
      }));

  it('leaves out only the sets that are wrong, and takes no variant of them for gone', () =>
    inMemoryFleet(
      { ...FLEET, 'variants/set.yaml': set('all', 'repositories: [{name: eu}]'), 'variants/eu.yaml': '' },
      async (setting) => {
        const { fleet, run } = setting;
        await run('apply');
        fleet.commit({
          'variants/set.yaml': set('all', 'repositories: []'),
          'variants/other.yaml': set('other', 'repositories: [{name: us, packageNames: [b]}]'),
        });
        const report = await reportOf(setting);
        assert.deepEqual(
          report.variants.map(({ kind, name, folder }) => [kind, name, folder]),
          [
            ['PackageVariantSet', 'all', undefined],
            ['PackageVariant', 'other-us-b', 'clusters/us/b'],
            ['PackageVariant', 'us-shop', 'clusters/us/team/shop'],
          ],
        );
        assert.deepEqual(conditions(report), {
          all: ['Stalled=True ValidationError', 'Ready=False ValidationError'],
          'other-us-b': [VALID, 'Ready=False NotApplied'],
          'us-shop': [VALID, READY],
        });
        const { stdout, stderr } = await run('status');
        assert.match(stdout, /^False +True +- +all \(set\) +ValidationError/m);
        assert.match(stderr, /^1 of 2 variants ready, 1 stalled$/m);
        assert.equal((await run('plan')).exitCode, 1);
      },
    ));

  it('reports a wrong Repository, and shows the variants that are in others', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await run('apply');
      const text = fleet.read('variants/repositories.yaml');
      fleet.commit({ 'variants/repositories.yaml': text.replace('directory: clusters/us', 'directory: ../us') });
      const report = await reportOf(setting);
      assert.equal(report.exitCode, 1);
      assert.deepEqual(
        report.results.map(({ severity, code, file, field }) => [severity, code, file?.path, field?.path]),
        [['error', 'invalid-value', 'variants/repositories.yaml', 'spec.git.directory']],
      );
      const all = conditions(report);
      assert.deepEqual(Object.keys(all), ['us-shop', 'eu-shop']);
      assert.deepEqual(all, { 'us-shop': STALLED, 'eu-shop': [VALID, READY] });
      assert.ok(messagesOf(report, 'us-shop')[0]?.startsWith('spec.git.directory: '));
      const outcome = await run('status');
      assert.match(outcome.stdout, /^True +False +clusters\/eu/m);
      const error = 'error invalid-value variants/repositories.yaml spec.git.directory';
      assert.deepEqual(found(outcome), [error]);
      assert.equal(
        outcome.stderr.match(/^\[error\] variants\/repositories\.yaml:\d+:\d+ .* spec\.git\.directory: /gm)?.length,
        1,
      );
      assert.deepEqual(found(await run('plan')), [error]);
    }));

  for (const [title, isRemembered] of [
    ['', false],
    [', also if the inputs are remembered', true],
  ] as const)
    it(`reports a Repository whose folder is behind a link, and shows the variants that are in others${title}`, () =>
      inFleet(FLEET, async (setting) => {
        const { fleet, run } = setting;
        await run('apply');
        fleet.commit({});
        if (!isRemembered) fleet.remove('.git/krm-variants');
        renameSync(join(fleet.folder, 'clusters/us'), join(fleet.folder, '..', 'us'));
        symlinkSync('../../us', join(fleet.folder, 'clusters/us'));
        const report = await reportOf(setting);
        assert.equal(report.exitCode, 1);
        assert.deepEqual(conditions(report), { 'us-shop': STALLED, 'eu-shop': [VALID, READY] });
        assert.match(messagesOf(report, 'us-shop')[0] ?? '', /^variants\/repositories\.yaml: .*"clusters\/us"/);
        const outcome = await run('status');
        const error = 'error wrong-file-type variants/repositories.yaml';
        assert.deepEqual(found(outcome), [error]);
        assertNames(outcome, 'wrong-file-type', '"clusters/us"');
        const drift = await setting.drift();
        assert.match(drift.stdout, /^clean +clusters\/eu/m);
        assert.equal(drift.exitCode, 1);
        assert.deepEqual(found(drift), [error, 'warning variant-left-out variants/us.yaml']);
        assert.deepEqual((await run('plan')).variants, []);
      }));

  it('reports an upstream Repository whose folder is behind a link, and reads nothing behind it', () =>
    inFleet(
      {
        ...FLEET,
        ...Object.fromEntries(NAMES.map((name) => [`variants/${name}.yaml`, variant(name, 'blueprints/shop')])),
      },
      async (setting) => {
        const { fleet, run } = setting;
        await run('apply');
        fleet.commit({});
        renameSync(join(fleet.folder, 'packages'), join(fleet.folder, '..', 'packages'));
        symlinkSync('../packages', join(fleet.folder, 'packages'));
        const report = await reportOf(setting);
        assert.equal(report.exitCode, 1);
        assert.deepEqual(conditions(report), { 'eu-shop': STALLED, 'us-shop': STALLED });
        assert.deepEqual(
          report.results
            .filter(({ severity }) => severity !== 'info')
            .map(({ severity, code, file }) => [severity, code, file?.path]),
          [['error', 'wrong-file-type', 'variants/repositories.yaml']],
        );
        for (const name of NAMES) assert.ok(messagesOf(report, `${name}-shop`)[0]?.includes('"packages"'));
      },
    ));

  it('reports a wrong Repository that no variant is in', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await run('apply');
      fleet.commit({ 'variants/other.yaml': repository('other', '/').replace('repo: .', 'repo: 5') });
      const { exitCode, results, variants } = await reportOf(setting);
      assert.deepEqual([exitCode, results.map(({ field }) => field?.path)], [1, ['spec.git.repo']]);
      assert.equal(variants.length, 2);
    }));

  it('reports a wrong FleetHold, and what is certain without it', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await run('apply');
      fleet.commit({
        '.krm-variants/holds/eu.yaml': hold('  reason: 5'),
        '.krm-variants/holds/us.yaml': hold('  reason: not now\n  variants: [clusters/us/team/shop]'),
      });
      const unchanged = await reportOf(setting);
      assert.equal(unchanged.exitCode, 1);
      assert.deepEqual(
        unchanged.results.map(({ severity, file }) => [severity, file?.path]),
        unchanged.results.map(() => ['error', '.krm-variants/holds/eu.yaml']),
      );
      assert.ok(unchanged.results.some(({ field }) => field?.path === 'spec.reason'));
      const held = [VALID, 'Ready=True Held'];
      assert.deepEqual(conditions(unchanged), { 'eu-shop': [VALID, READY], 'us-shop': held });
      assert.ok(messagesOf(unchanged, 'us-shop')[1]?.includes('not now'));
      fleet.commit({ 'packages/shop/web.yaml': web(2) });
      fleet.tag('v1', { moves: true });
      const changed = await reportOf(setting);
      assert.deepEqual(conditions(changed), { 'eu-shop': [VALID, 'Ready=Unknown Outdated'], 'us-shop': held });
      assert.ok(messagesOf(changed, 'eu-shop')[1]?.includes('FleetHold'));
      const outcome = await run('status');
      assert.match(outcome.stdout, /^Unknown +False +clusters\/eu/m);
      assert.deepEqual(counts(outcome), { update: 1, held: 1 });
      assert.deepEqual((await run('plan')).variants, []);
    }));

  it('shows holds, conflicts, upgrades and folders that are gone', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await run('apply');
      fleet.commit({ 'clusters/eu/team/shop/web.yaml': web(5) });
      fleet.commit({ 'packages/shop/web.yaml': web(2) });
      fleet.tag('v2');
      const [v1, v2] = ['v1', 'v2'].map((tag) => fleet.commitOf(tag).slice(0, 12));
      fleet.commit(
        Object.fromEntries(NAMES.map((name) => [`variants/${name}.yaml`, variant(name, 'blueprints/shop@v2')])),
      );
      const report = await reportOf(setting);
      assert.equal(report.exitCode, 3);
      assert.deepEqual(conditions(report), {
        'eu-shop': [VALID, 'Ready=False Conflict'],
        'us-shop': [VALID, 'Ready=False Outdated'],
      });
      assert.match(messagesOf(report, 'eu-shop')[1] ?? '', /\b1 conflict\b/);
      const outdated = messagesOf(report, 'us-shop')[1] ?? '';
      for (const thing of [`v1 (${v1})`, `v2 (${v2})`, '1 file']) assert.ok(outdated.includes(thing), outdated);
      const outcome = await run('status', '--selector', 'region=eu');
      assert.equal(
        nextCommands(outcome).at(-1),
        `krm-variants fleet apply -C ${fleet.folder} --selector region=eu --take Deployment/web:spec.replicas=local`,
      );
      fleet.remove('variants/us.yaml');
      fleet.commit({
        '.krm-variants/holds/eu.yaml': `apiVersion: krm-variants.dev/v1alpha1
kind: FleetHold
metadata: {name: eu}
spec: {variants: [clusters/eu/team/shop], reason: waits, until: v3}
`,
      });
      const held = await reportOf(setting);
      assert.equal(held.exitCode, 0);
      assert.deepEqual(conditions(held), {
        'clusters/us/team/shop': ['Stalled=Unknown Gone', 'Ready=False Gone'],
        'eu-shop': [VALID, 'Ready=True Held'],
      });
      const waiting = messagesOf(held, 'eu-shop')[1] ?? '';
      for (const thing of ['waits', 'v3']) assert.ok(waiting.includes(thing), waiting);
    }));

  it('counts the errors if a file prevents all variants', () =>
    inMemoryFleet({ 'variants/a.yaml': 'a: [' }, async ({ run }) => {
      const outcome = await run('status');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), ['error invalid-yaml variants/a.yaml']);
      assert.match(outcome.stderr, /^1 error: no file would change$/m);
      assert.doesNotMatch(outcome.stderr, /0 of 0/);
    }));

  it('selects variants', () =>
    inMemoryFleet(FLEET, async (setting) => {
      await setting.run('apply');
      for (const args of [
        ['--variant', 'us-shop'],
        ['--selector', 'region!=eu'],
      ]) {
        const { variants } = await reportOf(setting, ...args);
        assert.deepEqual(
          variants.map(({ name }) => name),
          ['us-shop'],
        );
      }
    }));

  it('says why a variant in another git repository cannot be read', () => {
    const other =
      'apiVersion: config.porch.kpt.dev/v1alpha1\nkind: Repository\nmetadata: {name: us}\nspec: {git: {repo: http://127.0.0.1:9/us.git}}\n';
    const files = {
      ...FLEET,
      'variants/repositories.yaml': [repository('blueprints', 'packages'), repository('eu', 'clusters/eu'), other].join(
        '---\n',
      ),
    };
    return inMemoryFleet(files, async (setting) => {
      const report = await reportOf(setting);
      assert.equal(conditions(report)['us-shop']?.[1], 'Ready=False Error');
      assert.match(messagesOf(report, 'us-shop')[1] ?? '', /us\.git.*--fetch/);
      assert.deepEqual(found(await setting.run('status')), ['error not-cached']);
    });
  });
});
