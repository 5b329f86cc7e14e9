import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tablePage } from '../../../../cli/fleet/show/table-formats.ts';
import { found } from '../../../support/facts.ts';
import { needTools } from '../../../support/kpt.ts';
import {
  HOSTILE,
  inGitPageFleet,
  inPageFleet,
  SECRET_VALUE,
  tableBelow,
  tableIn,
} from '../../../support/page-fleet.ts';
import { largeTable } from '../../../support/large-table.ts';

describe('the page of a table', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('shows each group with its values, numbers and folders, escaped, and without values of Secrets', () =>
    inPageFleet(async ({ fleet }) => {
      const before = fleet.files();
      const fields = [
        'Deployment/web:spec.replicas',
        'ConfigMap/settings:data.motd',
        'Secret/key:stringData.token',
        'Service/web:spec',
      ];
      const outcome = await tableIn(fleet, ...fields, '--by', 'region', '--report', 'html');
      const { stdout } = outcome;
      assert.equal(outcome.exitCode, 0, outcome.stderr);
      assert.deepEqual(found(outcome), [
        'warning field-not-found',
        'warning variant-left-out clusters/nowhere/shop',
        'warning variant-left-out clusters/tromso/shop',
      ]);
      assert.equal(stdout.match(/<script/g)?.length, 1);
      assert.doesNotMatch(stdout, /<img/);
      assert.ok(!stdout.includes(SECRET_VALUE));
      const text = stdout
        .replaceAll('<wbr>', '')
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ');
      assert.match(text, /11 variants, 4 groups: variants with equal values are one group/);
      assert.match(
        text,
        /Errors and warnings 3 .*! warning clusters\/nowhere\/shop: .* ! warning clusters\/tromso\/shop:/,
      );
      assert.match(text, /2 Welcome secret 1 absent 7 64 % eu 3 na 3 sa 1 7 variants clusters\/bogota\/shop/);
      assert.match(text, /4 Welcome secret 1 absent 2 18 % eu 2 clusters\/bergen\/shop clusters\/oslo\/shop/);
      assert.ok(
        text.includes(
          `Benvenuti ${HOSTILE.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')}`,
        ),
      );
      assert.deepEqual(fleet.files(), before);
    }));

  it('is written to a file, like all reports, beside the table for people', () =>
    inGitPageFleet(async ({ fleet }) => {
      const table = await tableIn(fleet, 'Deployment/web:spec.replicas');
      assert.match(table.stdout, /^VARIANTS/);
      for (const format of ['html', 'json', 'markdown']) {
        const field = 'Deployment/web:spec.replicas';
        const { stdout } = await tableIn(fleet, field, '--report', format);
        const file = join(fleet.folder, `../table.${format}`);
        const written = await tableIn(fleet, field, '--report', `${format}=${file}`);
        assert.equal(written.stdout, table.stdout);
        assert.equal(readFileSync(file, 'utf8'), stdout);
      }
    }));

  it('is not written after an error, nor into the fleet', () =>
    inGitPageFleet(async ({ fleet }) => {
      const args = ['Deployment/web:spec.replicas', '--report'];
      const file = join(fleet.folder, '../table.html');
      const failed = await tableIn(fleet, ...args, `html=${file}`, '--by', 'zone');
      assert.equal(failed.exitCode, 1);
      assert.ok(!existsSync(file));
      await assert.rejects(
        tableIn(fleet, ...args, `html=${fleet.folder}/t.html`),
        /`--report` must be outside of the inputs/,
      );
      await assert.rejects(
        tableBelow(fleet, join(fleet.folder, 'variants'), ...args, `html=${fleet.folder}/clusters/oslo/shop/t.html`),
        /must write outside of variants/,
      );
    }));

  it('is small for 10,000 variants, whose names are folded', () => {
    const text = tablePage(largeTable(10_000));
    assert.ok(text.length < 1_000_000, `${text.length} characters`);
    assert.equal(text.match(/<li><bdi>clusters\//g)?.length, 10_000);
    assert.equal(text.match(/<details class="more">/g)?.length, 7);
    assert.equal(text, tablePage(largeTable(10_000)));
  });

  it('cuts a long value, and says so', () => {
    const groups = [{ values: [['🙂'.repeat(1200)]], folders: ['clusters/oslo/shop'] }];
    const text = tablePage({ fields: ['ConfigMap/settings:data'], groups, by: undefined, keys: new Map() });
    assert.match(text, /<bdi>(?:🙂){200}…<\/bdi><\/code> <span class="sub">1\u2009200 characters<\/span>/u);
  });

  it('shows groups of one variant, if all values differ', () => {
    const folders = Array.from({ length: 10_000 }, (_, index) => `clusters/cluster-${index}/shop`);
    const groups = folders.map((folder, index) => ({ values: [[String(index)]], folders: [folder] }));
    const text = tablePage({ fields: ['Deployment/web:spec.replicas'], groups, by: undefined, keys: new Map() });
    assert.match(text, /less than 1 %/);
    assert.match(text, /<code>krm-variants fleet table --report html<\/code>/);
    assert.ok(text.length < 6_000_000, `${text.length} characters`);
  });
});
