import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { fleetReportSchema } from '../../../cli/report/fleet-report-schema.ts';
import { inDownstreamFleet } from '../../support/downstream-fleet.ts';
import { conflictValues, factsOf, found, nextCommands } from '../../support/facts.ts';
import { inMemoryFleet, packageVariant, registryPolicy, web } from '../../support/fleet.ts';
import { FLEET, inApplied, inGitApplied, set, WARNINGS } from '../../support/what-if-fleet.ts';
import { planBoth, sharedFleet, untouched, withPaths, type Replacements } from '../../support/what-if.ts';
import { configMap, kptfile, writeFiles } from '../run-support.ts';

describe('fleet plan --with, reporting', () => {
  const shared = sharedFleet(inMemoryFleet, FLEET);

  const REPLACED = {
    'variants/shops.yaml': set('v1', 'gold'),
    'variants/new.yaml': packageVariant('new', 'blueprints/shop@v1', 'c/new'),
  };

  it('shows what is planned with, equal changes once, and no command that would do something else', () =>
    withPaths(REPLACED, async (options) => {
      const setting = shared();
      const { stdout, stderr } = await setting.run('plan', ...options);
      assert.match(
        stdout,
        /^WITH +IN PLACE OF\n\S+0\.yaml +variants\/shops\.yaml\n\S+1\.yaml +variants\/new\.yaml \(added\)\n\nACTION/,
      );
      assert.match(
        stdout,
        /\n\nVARIANTS +RESOURCE +FIELD +BEFORE +AFTER +LINE +FOLDERS\n2 +ConfigMap\/kptfile\.kpt\.dev +data\.tier +- +gold +package-context\.yaml:10 +clusters\/a\/shop, .*\n$/,
      );
      assert.deepEqual(nextCommands({ stderr }), []);
    }));

  it('names no command that decides a conflict that is not there', () =>
    inApplied(async (setting) => {
      setting.fleet.commit({ 'clusters/c/shop/web.yaml': web(7) });
      const planned = await planBoth(setting, { 'packages/floating/web.yaml': web(6) });
      assert.equal(planned.exitCode, 3);
      assert.deepEqual(found(planned), [
        'error conflict-edit-edit clusters/c/shop/web.yaml spec.replicas',
        ...WARNINGS,
      ]);
      assert.deepEqual(conflictValues(planned), [{ base: 5, theirs: 6, local: 7 }]);
      assert.deepEqual(nextCommands(planned), []);
      assert.doesNotMatch(planned.stderr, /fleet resolve/);
    }));

  it('prints a diff that git applies, with the classes after it', () =>
    inGitApplied(({ fleet, run }) =>
      withPaths(REPLACED, async (options) => {
        const { stdout } = await run('plan', ...options, '--diff');
        assert.match(stdout, /^--- [^]*\n\nWITH [^]*\n\nVARIANTS /);
        writeFiles(dirname(fleet.folder), { 'what-if.patch': stdout });
        fleet.git('apply', '../what-if.patch');
        assert.match(fleet.read('clusters/a/shop/package-context.yaml'), /tier: gold/);
        assert.match(fleet.read('clusters/c/new/web.yaml'), /replicas: 2/);
      }),
    ));

  it('prints JSON that the schema describes', () =>
    withPaths(REPLACED, async (options) => {
      const setting = shared();
      const { stdout } = await setting.run('plan', ...options, '--report', 'json');
      const report = JSON.parse(stdout) as Record<string, unknown>;
      const validate = new Ajv({ strict: false }).compile(fleetReportSchema);
      assert.ok(validate(report), JSON.stringify(validate.errors));
      assert.deepEqual(report['with'], [
        { path: options[1]?.split('=')[0], replaced: 'variants/shops.yaml', added: false },
        { path: options[3]?.split('=')[0], replaced: 'variants/new.yaml', added: true },
      ]);
      const variants = ['a', 'b'].map((name) => ({
        folder: `clusters/${name}/shop`,
        file: 'package-context.yaml',
        line: 10,
      }));
      assert.deepEqual(report['changeClasses'], [
        { resource: 'ConfigMap/kptfile.kpt.dev', field: 'data.tier', after: 'gold', variants },
      ]);
      assert.equal('with' in JSON.parse((await setting.run('plan', '--report', 'json')).stdout), false);
    }));

  it('prints Markdown with the same classes', () =>
    withPaths(REPLACED, async (options) => {
      const setting = shared();
      const { stdout } = await setting.run('plan', ...options, '--report', 'markdown');
      assert.match(stdout, /\| with \| in place of \|\n\| --- \| --- \|\n\| \S+ \| variants\/shops\.yaml \|\n/);
      assert.match(
        stdout,
        /\| 2 variants \| ConfigMap\/kptfile\.kpt\.dev \| data\.tier \|  \| gold \| package-context\.yaml:10 \| clusters\/a\/shop, clusters\/b\/shop \|/,
      );
    }));

  it('marks changes that are planned anyway', () =>
    inApplied(async (setting) => {
      setting.fleet.commit({ 'packages/floating/web.yaml': web(6) });
      await withPaths({ ...REPLACED, 'packages/floating/more.yaml': configMap('more') }, async (options) => {
        const { stdout } = await setting.run('plan', ...options);
        assert.match(stdout, /^VARIANTS +ANYWAY +RESOURCE/m);
        assert.match(stdout, /^2 +2 +Deployment\/web +spec\.replicas +5 +6 /m);
        const report = JSON.parse((await setting.run('plan', ...options, '--report', 'json')).stdout) as {
          readonly changeClasses: readonly {
            readonly field: string;
            readonly variants: readonly { readonly pending?: true }[];
          }[];
        };
        assert.deepEqual(
          report.changeClasses.map(({ field, variants }) => [field, variants.map(({ pending }) => pending)]),
          [
            ['data.tier', [undefined, undefined]],
            ['', [undefined, undefined]],
            ['spec.replicas', [true, true]],
          ],
        );
      });
    }));

  it('does not show the values of Secrets', () =>
    inApplied(async (setting) => {
      const secret = (token: string): string =>
        `apiVersion: v1\nkind: Secret\nmetadata: {name: key}\nstringData: {token: ${token}}\n`;
      setting.fleet.commit({ 'packages/floating/key.yaml': secret('hunter2') });
      await setting.run('apply');
      await withPaths({ 'packages/floating/key.yaml': secret('swordfish') }, async (options) => {
        for (const report of [[], ['--diff'], ['--report', 'json'], ['--report', 'markdown']]) {
          const { stdout, stderr } = await setting.run('plan', ...options, ...report);
          assert.doesNotMatch(`${stdout}${stderr}`, /hunter2|swordfish/);
        }
        assert.match((await setting.run('plan', ...options)).stdout, /stringData\.token +secret 1 +secret 2 /);
      });
    }));

  it('plans the same in other processes', async () => {
    const setting = shared();
    const replaced = {
      'packages/shop/policy.yaml': registryPolicy('two.example.com'),
      'packages/floating/web.yaml': web(6),
      ...REPLACED,
    };
    await withPaths(replaced, async (options) => {
      const inOthers = await untouched(setting, () => setting.runShared('plan', options));
      const one = await setting.run('plan', ...options, '--jobs', '3');
      assert.deepEqual(inOthers.planned, ['clusters/a/shop', 'clusters/b/shop', 'clusters/c/new', 'clusters/c/shop']);
      assert.deepEqual([inOthers.stdout, inOthers.stderr], [one.stdout, one.stderr]);
    });
  });

  it('keeps the commit of upstreams in Kptfiles, and has none for a version that does not exist yet', () =>
    inApplied(
      async (setting) => {
        const shop = { Kptfile: kptfile('shop'), 'web.yaml': web(9) };
        const kptfileDiff = async (replaced: Replacements): Promise<readonly string[]> =>
          await withPaths(replaced, async (options) => {
            const { stdout } = await setting.run('plan', ...options, '--diff', '--variant', 'a/shop');
            return stdout.split('\n').filter((line) => /^[-+] +(ref|commit): /.test(line));
          });
        assert.deepEqual(await kptfileDiff({ 'packages/shop': shop }), []);
        const commit = setting.fleet.commitOf('v1');
        assert.deepEqual(await kptfileDiff({ 'packages/shop': shop, 'variants/shops.yaml': set('v2') }), [
          '-    ref: v1',
          '+    ref: v2',
          '-    ref: v1',
          `-    commit: ${commit}`,
          '+    ref: v2',
          `+    commit: "${'0'.repeat(40)}"`,
        ]);
      },
      {
        'variants/places.yaml': String(FLEET['variants/places.yaml']).replace(
          'name: blueprints\n',
          'name: blueprints\n  annotations: {krm-variants.dev/url: https://git.example.com/fleet.git}\n',
        ),
      },
    ));

  it('names links that it does not read', () =>
    withPaths({ 'packages/floating': { Kptfile: kptfile('floating') } }, async (options) => {
      const folder = options[1]?.split('=')[0] ?? '';
      symlinkSync('Kptfile', join(folder, 'link.yaml'));
      const outcome = await shared().run('plan', ...options, '-v');
      assert.deepEqual(factsOf(outcome, 'file-skipped'), [`info file-skipped ${folder}/link.yaml`]);
      assert.ok(outcome.stderr.includes(`[info] ${folder}/link.yaml: `), outcome.stderr);
    }));

  it('plans variants in other git repositories', () =>
    inDownstreamFleet(['a', 'b'], async ({ folder, url, run }) => {
      const applied = await run('apply', '--fetch', '--commit', '--push');
      assert.equal(applied.exitCode, 0, applied.stderr);
      writeFiles(folder, { 'new.txt': web(2) });
      const { stdout, stderr } = await run('plan', '--with', `${join(folder, 'new.txt')}=packages/shop/web.yaml`);
      const folders = ['a', 'b'].map((name) => `${url}/${name}.git/deploy/shop`).join(', ');
      assert.ok(
        stdout.replaceAll(/ {2,}/g, ' ').endsWith(`\n2 Deployment/web spec.replicas 1 2 web.yaml:6 ${folders}\n`),
        `${stdout}${stderr}`,
      );
    }));
});
