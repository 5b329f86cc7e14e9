import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../../../cli/arguments/usage-error.ts';
import { fleetPage, type FleetPage } from '../../../../cli/fleet/show/fleet-page.ts';
import { conflictResults } from '../../../../cli/report/conflict-results.ts';
import { arrangeResults, type Result } from '../../../../src/krm/index.ts';
import { counts, found } from '../../../support/facts.ts';
import { inFleet, packageVariant, repository, web } from '../../../support/fleet.ts';
import { needTools } from '../../../support/kpt.ts';
import { HOSTILE, inGitPageFleet, inPageFleet, SECRET_VALUE } from '../../../support/page-fleet.ts';
import { resolve } from '../../../support/resolving-fleet.ts';
import { kptfile } from '../../run-support.ts';
import type { VariantRow } from '../../../../src/fleet/index.ts';

/** Returns the text of a section of a page. */
function sectionOf(page: string, id: string): string {
  const [, section = ''] = new RegExp(`<section id="${id}" .*?>(.*?)</section>`, 's').exec(page) ?? [];
  return section;
}

/** Returns the text that a reader sees, on one line. */
function seen(markup: string): string {
  const text = markup.replaceAll(/<wbr>|<mark>|<\/mark>/g, '').replaceAll(/<[^>]*>/g, ' ');
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}

/** Returns a text without white space and backquotes, which a page shows as code. */
function letters(text: string): string {
  return text.replaceAll(/[\s`]/g, '');
}

/** Problems of the fleet of `inPageFleet`, without its conflicts. */
const PROBLEMS = ['error revision-not-found', 'warning variant-gone .krm-variants/lock/clusters/quito/shop.lock'];

/** Page of a fleet in which nothing happens. */
const EMPTY: FleetPage = {
  task: { name: 'plan' },
  subject: { repository: 'https://git.example.com/fleet.git', branch: 'main', commit: '0123456789abcdef' },
  writes: false,
  conclusion: 'no variant: no file would change',
  results: [],
  changes: [],
  changeClasses: () => [],
  variants: [],
  chains: [],
  classes: [],
  drift: undefined,
};

describe('the page of a plan', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('shows states, versions, conflicts, changes, holds and edits, escaped, and without values of Secrets', () =>
    inPageFleet(async ({ fleet, run }) => {
      const before = fleet.files();
      const outcome = await run('plan', '--report', 'html');
      const { stdout } = outcome;
      assert.equal(outcome.exitCode, 1);
      assert.equal(stdout.match(/<script/g)?.length, 1);
      assert.doesNotMatch(stdout, /<img/);
      assert.ok(!stdout.includes(SECRET_VALUE));

      assert.match(
        seen(stdout),
        /1 × failed 4 ! with conflicts 1 \? gone 1 \+ to create 3 ↑ to update 3 ‖ held 1 = unchanged/,
      );
      const problems = seen(sectionOf(stdout, 'problems'));
      assert.match(problems, /× error .*"shop-nowhere".* ! warning .*quito/);
      const shown = outcome.results.filter(
        ({ severity, code }) => severity !== 'info' && !code.startsWith('conflict-'),
      );
      assert.deepEqual(found({ results: shown }), PROBLEMS);
      for (const { message } of shown) assert.ok(letters(problems).includes(letters(message)), problems);

      const conflicts = seen(sectionOf(stdout, 'conflicts'));
      assert.match(
        conflicts,
        /Deployment\/web:spec\.replicas edit\/edit · blueprints\/shop · 3 variants Base as last applied 2 New as derived now 3 Local in the folder 4 in 2 variants 6 in 1 variant clusters\/bergen\/shop clusters\/lima\/shop clusters\/oslo\/shop Decide it for all of them: krm-variants fleet resolve [\da-f]{10} --take local/,
      );
      assert.ok(conflicts.includes(JSON.stringify(`Benvenuti ${HOSTILE}`)), conflicts);

      const changes = seen(sectionOf(stdout, 'changes'));
      assert.match(
        changes,
        /Deployment\/web:spec\.replicas 2 → 3 3 variants .*@@ -3,9 \+3,9 @@.*- replicas: 2 \+ replicas: 3/,
      );
      assert.match(changes, /Secret\/key:stringData\.token secret 1 → secret 2 3 variants/);
      assert.ok(changes.includes(`Welcome → Welcome ${HOSTILE} 3 variants`), changes);

      const variants = seen(sectionOf(stdout, 'variants'));
      assert.match(
        variants,
        /‖ held canary first, then North America until v3 \.krm-variants\/holds\/na\.yaml blueprints\/shop v1 \([\da-f]{12}\) → v2 3 clusters\/ca-central-1\/shop/,
      );
      assert.match(
        variants,
        /! conflict blueprints\/shop v1 \([\da-f]{12}\) → v2 \([\da-f]{12}\) 4 4 variants clusters\/bergen\/shop/,
      );
      assert.match(
        seen(sectionOf(stdout, 'revisions')),
        /v1 \([\da-f]{12}\) blueprints\/shop 11 8 v2 \([\da-f]{12}\) blueprints\/shop 0 4/,
      );

      const edits = seen(sectionOf(stdout, 'edits'));
      assert.match(
        edits,
        /Local edits 5 .*clusters\/lima\/shop web\.yaml 1 file changed .*- replicas: 2 \+ replicas: 6/,
      );
      assert.ok(edits.includes(`\\u202etxt.exe ${HOSTILE}`), edits);

      assert.deepEqual(fleet.files(), before);
    }));

  it('shows the order of variants that are made of other variants', () =>
    inFleet(
      {
        'packages/shop/Kptfile': kptfile('shop'),
        'packages/shop/web.yaml': web(1),
        'variants/all.yaml': [
          repository('blueprints', 'packages'),
          repository('all', 'clusters'),
          packageVariant('z-base', 'blueprints/shop', 'all/z-base'),
          ...['oslo', 'lima'].map((name) => packageVariant(name, 'all/z-base', `all/${name}/shop`)),
          packageVariant('canary', 'all/oslo/shop', 'all/canary'),
          packageVariant('pinned', 'all/z-base@main', 'all/pinned'),
          packageVariant('alone', 'blueprints/shop', 'all/alone'),
        ].join('---\n'),
      },
      async ({ fleet, run }) => {
        await run('apply', '--variant', 'z-base');
        fleet.commit({ 'packages/shop/web.yaml': web(2) });
        const chains = seen(sectionOf((await run('plan', '--report', 'html')).stdout, 'chains'));
        assert.match(
          chains,
          /Chains 1 .*Step Made of State Folders 1 blueprints\/shop ↑ update clusters\/z-base 2 clusters\/z-base \+ create clusters\/lima\/shop clusters\/oslo\/shop 3 clusters\/oslo\/shop \+ create clusters\/canary $/,
        );
        assert.doesNotMatch((await run('plan', '--report', 'html', '--variant', 'alone')).stdout, /id="chains"/);
      },
    ));

  it('is the same for the same fleet, on stdout and in a file, which is all that is written', () =>
    inGitPageFleet(async ({ fleet, run }) => {
      const { stdout } = await run('plan', '--report', 'html');
      const before = fleet.files();
      const file = join(fleet.folder, '../page/plan.html');
      const written = await run('plan', '--report', `html=${file}`);
      assert.equal(readFileSync(file, 'utf8'), stdout);
      assert.match(written.stdout, /^ACTION {2}/);
      assert.deepEqual(fleet.files(), before);
    }));

  it('shows decided conflicts, and what an apply wrote', () =>
    inPageFleet(async (setting) => {
      const { run } = setting;
      const { classes } = await run('plan');
      const id = classes.find(({ path }) => path === 'spec.replicas')?.id ?? '';
      assert.equal((await resolve(setting, [id, '--take', 'local'])).exitCode, 0);
      const outcome = await run('apply', '--report', 'html');
      const { stdout } = outcome;
      assert.match(
        seen(sectionOf(stdout, 'decisions')),
        new RegExp(
          `Deployment/web:spec.replicas ${id} local \\.krm-variants/resolutions/[^ ]*\\.yaml clusters/bergen/shop`,
        ),
      );
      assert.equal(counts(outcome).update, 6);
      assert.match(seen(stdout), /Fleet apply .* 6 ↑ updated/);
      assert.doesNotMatch(stdout, /id="edits"/);
    }));

  it('is refused in the folder of a variant and among the records of the fleet', () =>
    inGitPageFleet(async ({ fleet, run }) => {
      for (const path of [
        'clusters/oslo/shop/page.html',
        '.krm-variants/page.html',
        'clusters/../clusters/lima/shop/a/b.html',
      ]) {
        const file = join(fleet.folder, path);
        await assert.rejects(run('plan', join(fleet.folder, 'variants'), '--report', `html=${file}`), (error) => {
          assert.ok(error instanceof UsageError);
          assert.match(
            error.message,
            /`--report` must write outside of variants and of \.krm-variants: ".*" is in (?:clusters\/(?:oslo|lima)\/shop|\.krm-variants)$/,
          );
          return true;
        });
        assert.ok(!existsSync(file));
      }
    }));

  it('shows the errors of a fleet that cannot be read', () =>
    inPageFleet(async ({ fleet, run }) => {
      fleet.commit({ 'variants/repositories.yaml': 'a: [' });
      const outcome = await run('plan', '--report', 'html');
      const { stdout } = outcome;
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), ['error invalid-yaml variants/repositories.yaml']);
      assert.match(seen(sectionOf(stdout, 'problems')), /× error variants\/repositories\.yaml/);
      assert.doesNotMatch(stdout, /id="variants"/);
    }));

  it('has only a summary if nothing is to be shown', () => {
    const text = fleetPage(EMPTY);
    assert.match(seen(text), /no variant: no file would change .*Printed by krm-variants fleet plan --report html \./);
    assert.doesNotMatch(text, /<section|<nav|class="bar"/);
  });

  it('shows the commands of `fleet resolve` only for conflicts that it knows', () => {
    const conflict = {
      kind: 'edit/edit',
      file: { path: 'a/web.yaml', index: 0 },
      values: { base: 1, theirs: 2, local: 3 },
    } as const;
    const upstream = { repository: 'r', package: 'p' };
    const shown = {
      id: '0123456789',
      upstream,
      kind: 'edit/edit',
      resource: undefined,
      file: 'web.yaml',
      path: 'x',
      first: conflict,
      conflicts: [conflict],
      folders: ['a'],
      places: ['a'],
    } as const;
    assert.match(fleetPage({ ...EMPTY, classes: [shown] }), /fleet resolve 0123456789/);
    assert.doesNotMatch(
      fleetPage({ ...EMPTY, task: { name: 'rollback', goesBack: true }, classes: [shown] }),
      /fleet resolve/,
    );
    // No MergeResolution decides about a folder that people deleted.
    assert.doesNotMatch(fleetPage({ ...EMPTY, classes: [{ ...shown, file: '', path: undefined }] }), /fleet resolve/);
  });

  it('shows conflicts once, however many there are', () => {
    const conflicts = [...'abcdef'].map((folder) => ({
      kind: 'edit/edit' as const,
      resource: { apiVersion: 'v1', kind: 'ConfigMap', name: 'web' },
      field: 'data.x',
      file: { path: `${folder}/web.yaml`, index: 0 },
      values: { base: 1, theirs: 2, local: 3 },
    }));
    const [first] = conflicts;
    assert.ok(first !== undefined);
    const shown = {
      id: '0123456789',
      upstream: { repository: 'r', package: 'p' },
      kind: 'edit/edit',
      resource: undefined,
      file: 'web.yaml',
      path: 'data.x',
      first,
      conflicts,
      folders: [...'abcdef'],
      places: [...'abcdef'],
    } as const;
    const results = arrangeResults(conflictResults(conflicts));
    assert.equal(results.length, 1);
    assert.doesNotMatch(fleetPage({ ...EMPTY, results, classes: [shown] }), /id="problems"/);
    assert.match(fleetPage({ ...EMPTY, results }), /id="problems"/);
  });

  it('shows once what both the plan and the search for edits report, but not of other files', () => {
    const at = (path: string): Result => {
      return {
        severity: 'error',
        code: 'file-not-checked-out',
        message: 'problem of a file',
        file: { path, index: 0 },
      };
    };
    const drift = { rows: [], errors: [at('a.yaml'), at('b.yaml')], results: [] };
    const problems = seen(sectionOf(fleetPage({ ...EMPTY, results: [at('a.yaml')], drift }), 'problems'));
    assert.equal([...problems.matchAll(/problem of a file/g)].length, 2);
    assert.match(problems, /a\.yaml.*b\.yaml/);
  });

  it('shows the files that a plan was made with, and which changes would happen without them', () => {
    const change = { path: 'a/web.yaml', before: 'a: 1\n', after: 'a: 2\n' };
    const places = [
      { folder: 'a', file: 'web.yaml', line: 1, isPending: true },
      { folder: 'b', file: 'web.yaml', line: 1 },
    ] as const;
    const shown = { resource: 'Deployment/web', field: 'a', before: '1', after: '2', places };
    const replaced = [
      { from: '../new.yaml', at: 'variants/shop.yaml', isAdded: false },
      { from: '../b.yaml', at: 'variants/b.yaml', isAdded: true },
    ];
    const text = fleetPage({ ...EMPTY, replaced, changes: [change], changeClasses: () => [shown] });
    assert.match(
      seen(sectionOf(text, 'with')),
      /\.\.\/new\.yaml in place of variants\/shop\.yaml \.\.\/b\.yaml added as variants\/b\.yaml/,
    );
    assert.match(
      seen(sectionOf(text, 'changes')),
      /Deployment\/web:a 1 → 2 2 variants \(1 anyway\) .*-a: 1 \+a: 2 a b/,
    );
  });

  it('shows the variants of a large fleet by their state and version', () => {
    const row = { namespace: '', set: 'shop', upstream: 'blueprints/shop', files: ['web.yaml'], conflicts: 0 };
    const variants = Array.from({ length: 10_000 }, (_, index): VariantRow => {
      const folder = `clusters/cluster-${index}/shop`;
      const isHeld = index % 10 === 0;
      return {
        ...row,
        name: `shop-${index}`,
        folder,
        action: isHeld ? 'held' : 'update',
        from: 'v1',
        to: 'v2',
        files: isHeld ? [] : row.files,
      };
    });
    const text = fleetPage({ ...EMPTY, variants });
    assert.match(
      seen(sectionOf(text, 'variants')),
      /↑ update blueprints\/shop v1 → v2 9 000 9 000 files 9 000 variants clusters\/cluster-1\/shop/,
    );
    assert.ok(text.length < 1_000_000, `${text.length} characters`);
  });
});
