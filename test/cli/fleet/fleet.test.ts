import assert from 'node:assert/strict';
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { fleetReportSchema } from '../../../cli/report/fleet-report-schema.ts';
import type { Action } from '../../../src/fleet/index.ts';
import {
  type FleetSetting,
  type InFleet,
  inFleet,
  inMemoryFleet,
  packageVariant,
  replicasPolicy,
  repository,
} from '../../support/fleet.ts';
import { actions, assertNames, conflictValues, factsOf, failsWith, found } from '../../support/facts.ts';
import { needTools } from '../../support/kpt.ts';
import { configMap, kptfile, type Files } from '../run-support.ts';

const REPOSITORIES = [
  repository('blueprints', 'packages'),
  repository('eu', 'clusters/eu'),
  repository('us', 'clusters/us'),
].join('---\n');

function deployment(replicas: number, image = 'web:1'): string {
  return `apiVersion: apps/v1 # the shop
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
  template: {spec: {containers: [{name: web, image: "${image}"}]}}
`;
}

/** Two variants of a package, one of a set with labels, and a chain. */
const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': deployment(1),
  'variants/repositories.yaml': REPOSITORIES,
  'variants/eu.yaml': packageVariant('eu-shop', 'blueprints/shop', 'eu/shop', '  labels: {region: eu}\n'),
  'variants/us.yaml': packageVariant('us-shop', 'blueprints/shop', 'us/shop', '  labels: {region: us}\n'),
};

const POLICY = replicasPolicy('replicas');

/** Returns the actions of a call on both variants. */
function both(action: Action): Readonly<Record<string, Action>> {
  return { 'clusters/eu/shop': action, 'clusters/us/shop': action };
}

function shopsBy<Setting extends FleetSetting>(open: InFleet<Setting>) {
  return (act: (setting: Setting) => Promise<void>, files: Files = {}): Promise<void> => {
    return open({ ...FLEET, ...files }, act);
  };
}

const inShops = shopsBy(inMemoryFleet);
const inGitShops = shopsBy(inFleet);

describe('krm-variants fleet', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('plans what apply then does [E3], and nothing afterwards [E10]', () =>
    inShops(async ({ fleet, run }) => {
      const planned = await run('plan');
      assert.deepEqual(actions(planned), both('create'));
      assert.match(planned.stderr, /^2 to create: 6 files would change$/m);
      assert.deepEqual(fleet.uncommitted(), []);
      const applied = await run('apply');
      assert.equal(applied.stdout, planned.stdout);
      assert.match(applied.stderr, /^2 created: 6 files changed$/m);
      assert.equal(fleet.read('clusters/eu/shop/web.yaml'), deployment(1));
      const again = await run('plan', '--check');
      assert.deepEqual(actions(again), both('unchanged'));
      assert.deepEqual([again.stderr, again.exitCode], ['2 unchanged: no file would change\n', 0]);
    }));

  it('lists what needs attention first, with the commands that come next', () => {
    const long = 'a-cluster-with-a-long-name-'.repeat(3);
    const variants = ['ok', 'edited', 'foreign'].map((name) =>
      packageVariant(name, 'blueprints/shop@v1', `eu/${name}`),
    );
    const many = Array.from({ length: 11 }, (_, index) =>
      packageVariant(`quiet-${index}`, 'blueprints/shop@v1', `us/quiet-${index}`),
    );
    return inMemoryFleet(
      { ...FLEET, 'variants/eu.yaml': variants.slice(0, 2).join('---\n'), 'variants/us.yaml': many.join('---\n') },
      async ({ fleet, run }) => {
        await run('apply');
        fleet.commit({ 'clusters/eu/edited/web.yaml': deployment(5), 'packages/shop/web.yaml': deployment(2) });
        fleet.tag('v2');
        fleet.remove('variants/us.yaml');
        fleet.commit({
          'variants/eu.yaml': variants
            .join('---\n')
            .replaceAll('@v1', '@v2')
            .replaceAll('revision: v1', 'revision: v2'),
          'variants/us.yaml': many.slice(1).join('---\n'),
          'variants/long.yaml': packageVariant('long', 'blueprints/shop@v1', `us/${long}`),
          'clusters/eu/foreign/Kptfile': kptfile('foreign'),
        });
        const { stdout, stderr } = await run('plan');
        const [table = ''] = stdout.split('\n\n');
        const lines = table.trimEnd().split('\n');
        assert.deepEqual(
          lines.map((line) => line.split(' ')[0]),
          [
            'ACTION',
            'error',
            'conflict',
            'gone',
            'create',
            'update',
            ...Array.from({ length: 10 }, () => 'unchanged'),
            'gone:',
          ],
        );
        assert.match(table, new RegExp(`^create +clusters/us/${long} +long `, 'm'));
        assert.deepEqual(stderr.match(/^next: .*$/gm), [
          `next: krm-variants fleet apply -C ${fleet.folder} --take Deployment/web:spec.replicas=local`,
          `next: krm-variants fleet apply -C ${fleet.folder} # for the other 2 variants alone`,
          `next: krm-variants fleet adopt clusters/eu/foreign -C ${fleet.folder}`,
          `next: krm-variants fleet prune -C ${fleet.folder} --check`,
        ]);
        fleet.commit({ 'variants/us.yaml': many.join('---\n') });
        const all = await run('plan', '--selector', '!other', '--fetch');
        assert.match(all.stdout, /^11 variants unchanged, not listed$/m);
        assert.doesNotMatch((await run('plan', '--report', 'json')).stderr, /^next/m);
        assert.doesNotMatch((await run('plan', '--quiet')).stderr, /^next/m);
        const eu = await run('plan', '--variant', 'ok', '--selector', '!other', '--fetch');
        const words = `--variant ok --selector '!other' --fetch`;
        assert.match(eu.stderr, new RegExp(`^next: krm-variants fleet apply -C ${fleet.folder} ${words}$`, 'm'));
      },
    );
  });

  it('upgrades a folder again after a conflict that kept its text', () =>
    inShops(async ({ fleet, run }) => {
      await run('apply');
      fleet.commit({ 'clusters/eu/shop/web.yaml': deployment(5) });
      fleet.commit({ 'packages/shop/web.yaml': deployment(2) });
      await run('apply', '--take', 'Deployment/web:spec.replicas=local');
      fleet.commit({ 'packages/shop/web.yaml': deployment(3) });
      assert.equal((await run('apply')).exitCode, 3);
      await run('apply', '--take', 'Deployment/web:spec.replicas=local');
      fleet.commit({ 'packages/shop/web.yaml': deployment(3, 'web:2') });
      const { exitCode, stderr } = await run('apply');
      assert.equal(exitCode, 0, stderr);
      assert.equal(fleet.read('clusters/eu/shop/web.yaml'), deployment(5, 'web:2'));
    }));

  it('updates a folder, and keeps what was edited in it', () =>
    inShops(async ({ fleet, run }) => {
      await run('apply');
      fleet.commit({ 'clusters/eu/shop/web.yaml': deployment(5) });
      fleet.commit({ 'packages/shop/web.yaml': deployment(1, 'web:2') });
      assert.deepEqual(actions(await run('plan', '--check')), both('update'));
      const { exitCode } = await run('apply');
      assert.equal(exitCode, 0);
      assert.equal(fleet.read('clusters/eu/shop/web.yaml'), deployment(5, 'web:2'));
      assert.equal(fleet.read('clusters/us/shop/web.yaml'), deployment(1, 'web:2'));
    }));

  it('leaves a variant with a conflict, updates the others, and exits with 3', () =>
    inGitShops(async ({ fleet, run }) => {
      await run('apply');
      fleet.commit({ 'clusters/eu/shop/web.yaml': deployment(5) });
      fleet.commit({ 'packages/shop/web.yaml': deployment(2) });
      const applied = await run('apply');
      assert.deepEqual(actions(applied), { 'clusters/eu/shop': 'conflict', 'clusters/us/shop': 'update' });
      assert.deepEqual(found(applied), ['error conflict-edit-edit clusters/eu/shop/web.yaml spec.replicas']);
      assert.deepEqual(conflictValues(applied), [{ base: 1, theirs: 2, local: 5 }]);
      assert.deepEqual(fleet.git('diff', '--name-only').split('\n'), [
        '.krm-variants/lock/clusters/us/shop.lock',
        'clusters/us/shop/web.yaml',
      ]);
      assert.equal(applied.exitCode, 3);
      assert.equal(fleet.read('clusters/eu/shop/web.yaml'), deployment(5));
      assert.equal(fleet.read('clusters/us/shop/web.yaml'), deployment(2));
      const decided = await run('apply', '--variant', 'eu-shop', '--take', 'Deployment/web:spec.replicas=local');
      assert.equal(decided.exitCode, 0, decided.stderr);
      assert.equal(fleet.read('clusters/eu/shop/web.yaml'), deployment(5));
      assert.deepEqual(actions(await run('plan')), both('unchanged'));
    }));

  it('shows one and the same conflict of several variants once, and how to decide it', () =>
    inShops(async ({ fleet, run }) => {
      await run('apply');
      fleet.commit({ 'clusters/eu/shop/web.yaml': deployment(5), 'clusters/us/shop/web.yaml': deployment(6) });
      fleet.commit({ 'packages/shop/web.yaml': deployment(2) });
      const { stderr, exitCode, classes } = await run('plan');
      assert.deepEqual(
        classes.map(({ folders }) => folders),
        [['clusters/eu/shop', 'clusters/us/shop']],
      );
      const lines = stderr.split('\n').filter((line) => line.includes('conflict'));
      assert.match(
        lines[0] ?? '',
        /clusters\/eu\/shop\/web\.yaml.*local 5 \([0-9a-f]{10}\); also in clusters\/us\/shop$/,
      );
      assert.match(lines[1] ?? '', /--take 'Deployment\/web:spec\.replicas=local'/);
      assert.match(lines[2] ?? '', /^2 with conflicts: no file would change$/);
      assert.deepEqual([lines.length, exitCode], [3, 3]);
    }));

  it('fails with a --take that decides nothing', () =>
    inShops(async ({ run }) => {
      const planned = await run('plan', '--take', 'Deployment/web:spec.replicas=local');
      assert.deepEqual([found(planned), planned.exitCode], [['error take-unused'], 1]);
      assertNames(planned, 'take-unused', `\`--take 'Deployment/web:spec.replicas=local'\``);
    }));

  it('writes nothing if a --take decides nothing', () =>
    inShops(async ({ fleet, run }) => {
      for (const args of [[], ['--commit'], ['--check'], ['--diff']]) {
        const applied = await run('apply', '--take', 'Deployment/web:spec.replicas=local', ...args);
        assert.deepEqual([found(applied), applied.exitCode], [['error take-unused'], 1]);
        assertNames(applied, 'take-unused', 'nothing is written');
        assert.deepEqual(fleet.uncommitted(), []);
      }
    }));

  it('says that it wrote if a stream prevents it from knowing before that a --take decides nothing', () =>
    inGitShops(async ({ fleet, run }) => {
      const policy = join(fleet.folder, '../policy.yaml');
      writeFileSync(policy, POLICY);
      const descriptor = openSync(policy, 'r');
      const options = ['--policy', `/dev/fd/${descriptor}`, '--take', 'Deployment/web:spec.replicas=local'];
      const applied = await run('apply', ...options);
      closeSync(descriptor);
      rmSync(policy);
      assert.deepEqual([found(applied), applied.exitCode], [['error take-unused'], 1]);
      assertNames(applied, 'take-unused', 'all other changes of this call are made');
      assert.equal(fleet.read('clusters/eu/shop/web.yaml'), deployment(1));
    }));

  it('writes if each --take decides something', () =>
    inShops(async ({ fleet, run }) => {
      await run('apply');
      fleet.commit({ 'clusters/eu/shop/web.yaml': deployment(5), 'packages/shop/web.yaml': deployment(2) });
      const applied = await run('apply', '--take', 'Deployment/web:spec.replicas=local');
      assert.equal(applied.exitCode, 0, applied.stderr);
      assert.deepEqual(actions(applied), both('update'));
      assert.equal(fleet.read('clusters/eu/shop/web.yaml'), deployment(5));
      assert.equal(fleet.read('clusters/us/shop/web.yaml'), deployment(2));
      assert.doesNotMatch(applied.stderr, /would/);
    }));

  it('prints no messages except errors with --quiet, and the same table', () =>
    inShops(async ({ fleet, run }) => {
      const { stdout } = await run('plan');
      const quiet = await run('plan', '--quiet');
      assert.deepEqual([quiet.stdout, quiet.stderr], [stdout, '']);
      fleet.commit({ 'variants/us.yaml': packageVariant('us-shop', 'others/shop', 'us/shop') });
      const wrong = await run('plan', '--quiet');
      assert.deepEqual(found(wrong), ['error unresolved-reference variants/us.yaml spec.upstream.repo']);
      assert.match(wrong.stderr, /^\[error\] .*"others"[^\n]*\n$/);
    }));

  it('exits with 4 with --check if anything would change, and writes nothing', () =>
    inShops(async ({ fleet, run }) => {
      const { exitCode } = await run('apply', '--check');
      assert.equal(exitCode, 4);
      assert.deepEqual(fleet.uncommitted(), []);
    }));

  it('makes a package of another variant after that one', () =>
    inShops(
      async ({ fleet, run }) => {
        assert.equal(actions(await run('plan'))['clusters/eu/a-copy'], 'create');
        const applied = await run('apply');
        assert.equal(applied.exitCode, 0, applied.stderr);
        assert.equal(actions(applied)['clusters/eu/a-copy'], 'create');
        assert.equal((await run('plan', '--check')).exitCode, 0);
        assert.equal(fleet.read('clusters/eu/a-copy/web.yaml'), deployment(1));
        fleet.commit({ 'packages/shop/web.yaml': deployment(3) });
        assert.equal(actions(await run('plan'))['clusters/eu/a-copy'], 'update');
        await run('apply');
        assert.equal(fleet.read('clusters/eu/a-copy/web.yaml'), deployment(3));
        fleet.commit({});
        assert.equal((await run('plan', '--check')).exitCode, 0);
      },
      { 'variants/copy.yaml': packageVariant('a-copy', 'eu/shop', 'eu/a-copy') },
    ));

  const selections: readonly (readonly [args: readonly string[], folders: readonly string[]])[] = [
    [['--variant', 'eu-shop'], ['clusters/eu/shop']],
    [['--variant', 'default/eu-shop'], ['clusters/eu/shop']],
    [['--variant', 'us/shop'], ['clusters/us/shop']],
    [['--variant', 'clusters/us/shop/'], ['clusters/us/shop']],
    [
      ['--variant', 'eu-shop', '--variant', 'us-shop'],
      ['clusters/eu/shop', 'clusters/us/shop'],
    ],
    [['--selector', 'region=eu'], ['clusters/eu/shop']],
    [
      ['--selector', 'region in (eu,us),!canary'],
      ['clusters/eu/shop', 'clusters/us/shop'],
    ],
    [['--selector', 'region=us', '--variant', 'us-shop'], ['clusters/us/shop']],
  ];
  for (const [args, folders] of selections)
    it(`selects ${folders.join(' and ')} with ${args.join(' ')}`, () =>
      inShops(async ({ run }) => assert.deepEqual(Object.keys(actions(await run('plan', ...args))), folders)));

  const unselected: readonly (readonly [args: readonly string[], things: readonly string[]])[] = [
    [
      ['--variant', 'eu-shopp'],
      ['"eu-shopp"', '"eu-shop", "us-shop"', 'did you mean "eu-shop"?'],
    ],
    [
      ['--variant', 'clusters/eu/shpo'],
      ['"clusters/eu/shpo"', '"eu-shop", "us-shop"', 'did you mean "clusters/eu/shop"?'],
    ],
    [
      ['--selector', 'region=asia'],
      ['`--selector`', ' region ', '"eu", "us"'],
    ],
    [
      ['--selector', 'regoin'],
      ['`--selector`', ' regoin', 'did you mean "region"?'],
    ],
  ];
  for (const [args, things] of unselected)
    it(`fails with ${args.join(' ')}, which selects nothing`, () =>
      inShops(async ({ run }) => {
        const planned = await run('plan', ...args);
        assert.deepEqual(found(planned), ['error variant-not-found']);
        assertNames(planned, 'variant-not-found', ...things);
        assert.deepEqual([planned.stdout, planned.exitCode], ['', 1]);
      }));

  const slips: readonly (readonly [selector: string, label: string | undefined, facts: readonly string[]])[] = [
    ['regoin!=eu', '"regoin"', ['warning near-name']],
    ['!regions', '"regions"', ['warning near-name']],
    ['region notin (eu,us),region!=asia', undefined, ['error variant-not-found']],
    ['region!=asia', undefined, []],
    ['!canary', undefined, []],
  ];
  for (const [selector, label, facts] of slips)
    it(`${label === undefined ? 'does not warn' : 'warns'} of --selector ${selector}`, () =>
      inShops(async ({ run, drift }) => {
        for (const outcome of [await run('plan', '--selector', selector), await drift('--selector', selector)]) {
          assert.deepEqual(found(outcome), facts);
          if (label !== undefined) assertNames(outcome, 'near-name', '`--selector`', label, 'did you mean "region"?');
        }
      }));

  it('does not take a path out of the repository for the name of a variant whose folder is not known', () =>
    inShops(
      async ({ run }) => {
        const planned = await run('plan', '--variant', '../shop');
        assert.deepEqual([found(planned), planned.exitCode], [['error variant-not-found'], 1]);
        assertNames(planned, 'variant-not-found', '"../shop"');
      },
      { 'variants/bad.yaml': packageVariant('bad', 'nowhere/shop', 'eu/bad') },
    ));

  it('warns of a folder that no PackageVariant asks for any more, and leaves it', () =>
    inShops(async ({ fleet, run }) => {
      await run('apply');
      fleet.remove('variants/us.yaml');
      fleet.commit({});
      const applied = await run('apply');
      assert.deepEqual(actions(applied), { 'clusters/eu/shop': 'unchanged', 'clusters/us/shop': 'gone' });
      assert.deepEqual(found(applied), ['warning variant-gone .krm-variants/lock/clusters/us/shop.lock']);
      assert.deepEqual([fleet.uncommitted(), applied.exitCode], [[], 0]);
      assert.equal(fleet.read('clusters/us/shop/web.yaml'), deployment(1));
      assert.equal((await run('apply', '--strict')).exitCode, 1);
      assert.deepEqual(actions(await run('plan', '--variant', 'eu-shop')), { 'clusters/eu/shop': 'unchanged' });
    }));

  it('finds a gone variant from the folder that had its PackageVariant, and not from another one', () =>
    inShops(async ({ fleet, run }) => {
      const here = join(fleet.folder, 'variants');
      const other = join(fleet.folder, 'other');
      await run('apply');
      fleet.remove('variants/us.yaml');
      fleet.commit({
        'other/repositories.yaml': REPOSITORIES,
        'other/eu.yaml': packageVariant('b', 'blueprints/shop', 'eu/b'),
      });
      assert.deepEqual(actions(await run('plan', here)), {
        'clusters/eu/shop': 'unchanged',
        'clusters/us/shop': 'gone',
      });
      assert.deepEqual(actions(await run('plan', other)), { 'clusters/eu/b': 'create' });
      // It moves to another folder: that one has it from its next apply on.
      fleet.commit({
        'other/us.yaml': packageVariant('us-shop', 'blueprints/shop', 'us/shop', '  labels: {region: us}\n'),
      });
      await run('apply', other);
      assert.deepEqual(actions(await run('plan', here)), { 'clusters/eu/shop': 'unchanged' });
    }));

  it('changes no lock when a PackageVariant moves to another file of its folder', () =>
    inShops(async ({ fleet, run }) => {
      await run('apply');
      fleet.commit({});
      for (const from of ['eu.yaml', 'us.yaml']) fleet.move(`variants/${from}`, `variants/new-${from}`);
      fleet.commit({});
      const { stdout, exitCode } = await run('apply', '--check');
      assert.equal(exitCode, 0, stdout);
      assert.deepEqual(fleet.uncommitted(), []);
      assert.deepEqual(actions(await run('plan', join(fleet.folder, 'variants'))), both('unchanged'));
    }));

  it('says that a lock changes since its PackageVariant moved to another folder', () =>
    inShops(async ({ fleet, run }) => {
      await run('apply');
      fleet.commit({});
      fleet.move('variants', 'moved');
      fleet.commit({});
      for (const action of ['plan', 'apply'] as const) {
        const outcome = await run(action);
        assert.deepEqual(actions(outcome), both('update'));
        const moved = ['info variant-moved moved/eu.yaml', 'info variant-moved moved/us.yaml'];
        assert.deepEqual(factsOf(outcome, 'variant-moved'), moved);
        for (const file of ['eu', 'us']) assertNames(outcome, 'variant-moved', ` variants/${file}.yaml`);
      }
      assert.deepEqual(actions(await run('plan')), both('unchanged'));
    }));

  it('reports in the published format', () =>
    inShops(async ({ fleet, run }) => {
      await run('apply');
      fleet.commit({ 'clusters/eu/shop/web.yaml': deployment(5) });
      fleet.commit({
        'packages/shop/web.yaml': deployment(2),
        'variants/bad.yaml': packageVariant('bad', 'nowhere/shop', 'eu/bad'),
      });
      const { stdout, exitCode } = await run('plan', '--report', 'json');
      const report: unknown = JSON.parse(stdout);
      const validate = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true }).compile(fleetReportSchema);
      assert.ok(validate(report), JSON.stringify(validate.errors));
      assert.equal(exitCode, 1);
      const { variants } = report as { readonly variants: readonly Readonly<Record<string, unknown>>[] };
      assert.deepEqual(
        variants.map(({ name, folder, action, files, conflicts }) => ({ name, folder, action, files, conflicts })),
        [
          { name: 'bad', folder: undefined, action: 'error', files: [], conflicts: 0 },
          { name: 'eu-shop', folder: 'clusters/eu/shop', action: 'conflict', files: [], conflicts: 1 },
          { name: 'us-shop', folder: 'clusters/us/shop', action: 'update', files: ['web.yaml'], conflicts: 0 },
        ],
      );
    }));

  it('reports the conflicts of several variants that need one decision as one class', () =>
    inShops(async ({ fleet, run }) => {
      const secret = (value: string): string =>
        `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: ${value}}\n`;
      fleet.commit({ 'packages/shop/secret.yaml': secret('hush-1'), 'packages/shop/notes.md': 'one\n' });
      await run('apply');
      fleet.commit({
        'clusters/eu/shop/web.yaml': deployment(5),
        'clusters/us/shop/web.yaml': deployment(6),
        'clusters/eu/shop/secret.yaml': secret('hush-2'),
        'clusters/us/shop/notes.md': 'mine\n',
      });
      fleet.commit({
        'packages/shop/web.yaml': deployment(2),
        'packages/shop/secret.yaml': secret('hush-3'),
        'packages/shop/notes.md': 'two\n',
      });
      const { stdout, exitCode } = await run('plan', '--report', 'json');
      assert.equal(exitCode, 3);
      assert.doesNotMatch(stdout, /hush/);
      const report: unknown = JSON.parse(stdout);
      const validate = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true }).compile(fleetReportSchema);
      assert.ok(validate(report), JSON.stringify(validate.errors));
      const { conflictClasses } = report as { readonly conflictClasses: readonly Readonly<Record<string, unknown>>[] };
      const shown = conflictClasses.map(({ resource, file, path, variants }) => [
        (resource as { readonly kind: string } | undefined)?.kind ?? file,
        path,
        variants,
      ]);
      assert.deepEqual(shown, [
        ['Secret', 'stringData.a', ['clusters/eu/shop']],
        ['Deployment', 'spec.replicas', ['clusters/eu/shop', 'clusters/us/shop']],
        ['notes.md', undefined, ['clusters/us/shop']],
      ]);
      const replicas = conflictClasses.find(({ path }) => path === 'spec.replicas');
      assert.deepEqual(
        [replicas?.['kind'], replicas?.['base'], replicas?.['new'], replicas?.['upstream']],
        ['edit/edit', 1, 2, { repository: 'blueprints', package: 'shop' }],
      );
    }));

  it('lists what would change in Markdown', () =>
    inShops(async ({ fleet, run }) => {
      await run('apply', '--variant', 'us-shop');
      fleet.commit({});
      const { stdout } = await run('plan', '--report', 'markdown');
      assert.match(stdout, /^### fleet: 1 to create, 1 unchanged: 3 files would change$/m);
      assert.match(stdout, /^\| create \| clusters\/eu\/shop \| eu-shop \| {2}\| .* \|$/m);
      assert.doesNotMatch(stdout, /us-shop/);
      assert.match(stdout, /^\+\+\+ b\/clusters\/eu\/shop\/web\.yaml$/m);
    }));

  it('prints the diff in place of the table with --diff', () =>
    inShops(async ({ run }) => {
      const { stdout } = await run('plan', '--diff');
      assert.match(stdout, /^--- \/dev\/null\n\+\+\+ b\/clusters\/eu\/shop\/web\.yaml$/m);
      assert.doesNotMatch(stdout, /^ACTION|shop\.lock/m);
    }));

  it('fails outside of git, and says how to begin', () =>
    inGitShops(async ({ fleet, run }) => {
      fleet.remove('.git');
      await assert.rejects(run('plan'), failsWith('error no-repository'));
      await assert.rejects(run('plan'), /git init/);
    }));

  it('reads the fleet of a folder below the top of the repository', () =>
    inShops(async ({ fleet, run }) => {
      fleet.write({
        'outside.yaml': packageVariant('c', 'blueprints/shop', 'eu/c'),
        'o.yaml': configMap('o'),
      });
      assert.deepEqual(actions(await run('plan', join(fleet.folder, 'variants'))), both('create'));
    }));
});
