import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { driftIn, inFleet, packageVariant, repository, web, type FleetSetting } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { configMap, kptfile, writeFiles, type Files } from '../run-support.ts';

const ADOPT = '  adoptionPolicy: adoptExisting\n';
const URL = `  annotations: {krm-variants.dev/url: 'https://example.com/blueprints'}\n`;

/** Package `shop` in two Repositories. `lima` is the copy that is adopted. */
function asking(oslo: string, lima: string, rest = ''): Files {
  return {
    'variants/oslo.yaml': packageVariant('oslo', `blueprints/shop@${oslo}`, 'oslo/shop', rest),
    'variants/lima.yaml': packageVariant('lima', `blueprints/shop@${lima}`, 'lima/shop', rest),
  };
}

function repositories(rest = ''): Files {
  const all = [
    repository('blueprints', 'packages', rest),
    repository('oslo', 'clusters/oslo'),
    repository('lima', 'clusters/lima'),
  ];
  return { 'variants/repositories.yaml': all.join('---\n') };
}

function configOf(number: number): string {
  return configMap('config', `data:\n${[...'abcdefgh'].map((key) => `  ${key}: "${number}"\n`).join('')}`);
}

/** Files of a version of the package, which differ from those of another one in nine lines. */
function version(number: number): Files {
  return {
    'packages/shop/web.yaml': web(1, `web:${number}`),
    'packages/shop/config.yaml': configOf(number),
  };
}

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/notes.yaml': configMap('notes'),
  ...version(1),
  ...repositories(),
  'variants/oslo.yaml': packageVariant('oslo', 'blueprints/shop@v1', 'oslo/shop'),
};

const [OSLO, LIMA] = ['clusters/oslo/shop', 'clusters/lima/shop'];
const LOCK = `.krm-variants/lock/${LIMA}.lock`;

interface Copied {
  readonly files?: Files;
  /** Last version of the package. Default: 2. */
  readonly last?: number;
  /** Version that the folder of Oslo has once the copy is made; default: v1, as the copy. */
  readonly oslo?: string;
  /** Fields of the PackageVariants. */
  readonly rest?: string;
  /** Edits in the folder of Oslo before it is copied. */
  readonly edits?: Files;
}

/** Passes a fleet to a test in which the folder of Oslo was copied for Lima at v1, whose PackageVariant asks for the last version. */
function inCopied(
  { files = {}, last = 2, oslo = 'v1', rest = '', edits = {} }: Copied,
  act: (setting: FleetSetting) => Promise<void>,
): Promise<void> {
  const first = { 'variants/oslo.yaml': packageVariant('oslo', 'blueprints/shop@v1', 'oslo/shop', rest) };
  return inFleet({ ...FLEET, ...files, ...first }, async (setting) => {
    const { fleet, run } = setting;
    await succeeds(run('apply'));
    fleet.commit({});
    for (let number = 2; number <= last; number++) {
      fleet.commit(version(number));
      fleet.git('tag', `v${number}`);
    }
    if (Object.keys(edits).length > 0) fleet.commit(edits);
    cpSync(join(fleet.folder, OSLO), join(fleet.folder, LIMA), { recursive: true });
    if (oslo !== 'v1') {
      fleet.commit({ 'variants/oslo.yaml': packageVariant('oslo', `blueprints/shop@${oslo}`, 'oslo/shop', rest) });
      await succeeds(run('apply'));
    }
    fleet.commit(asking(oslo, `v${last}`, rest));
    await act(setting);
  });
}

async function succeeds(call: ReturnType<FleetSetting['run']>): Promise<string> {
  const { exitCode, stdout, stderr } = await call;
  assert.equal(exitCode, 0, stderr);
  return `${stdout}${stderr}`;
}

describe('versions of adopted folders', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('adopts a copy with the version, and the edits, of the variant that it was copied from', () =>
    inCopied({ edits: { [`${OSLO}/web.yaml`]: web(5, 'web:1') } }, async ({ fleet, run }) => {
      const adopted = await run('adopt', LIMA, '--verbose');
      assert.equal(adopted.exitCode, 0, adopted.stderr);
      assert.match(adopted.stdout, /^adopt +clusters\/lima\/shop +lima +v1 \(/m);
      assert.match(
        adopted.stderr,
        /\[info\] clusters\/lima\/shop: has the files of clusters\/oslo\/shop, so it counts as made of v1 /,
      );
      assert.match(fleet.read(LOCK), /^asked "v1"$/m);
      await succeeds(run('apply', '--strict'));
      assert.equal(fleet.read(`${LIMA}/web.yaml`), web(5, 'web:2'));
      const { stdout } = await (await driftIn(fleet.folder))('--variant', 'lima', '--diff');
      assert.match(stdout, /^-  replicas: 1\n\+  replicas: 5$/m);
      assert.doesNotMatch(stdout, /^[-+] .*(?:image|[a-h]:)/m);
    }));

  it('takes the lock of a variant that is gone, whose folder is still there', () =>
    inCopied({}, async ({ fleet, run }) => {
      rmSync(join(fleet.folder, 'variants/oslo.yaml'));
      assert.match(await succeeds(run('adopt', LIMA)), /^adopt +clusters\/lima\/shop +lima +v1 \(/m);
      assert.match(fleet.read(LOCK), /^source "variants\/lima\.yaml"$/m);
    }));

  it('adopts a copy as the version that it has, after the variant that it was copied from was upgraded', () =>
    inCopied({ last: 5, oslo: 'v5' }, async ({ fleet, run }) => {
      // Both are one version.
      fleet.git('tag', 'v1.0', 'v1');
      const { exitCode, stdout, stderr } = await run('adopt', LIMA);
      assert.equal(exitCode, 0, stderr);
      assert.match(stdout, /^adopt +clusters\/lima\/shop +lima +v1(?:\.0)? \(/m);
      assert.match(
        stderr,
        /^\[warning\] clusters\/lima\/shop\/Kptfile: has no `upstreamLock`, so the nearest of 5 versions counts as the one that it was made of, v1(?:\.0)? \([\da-f]{12}\): 5 of 5 files equal and 0 lines different; .* run `krm-variants fleet adopt clusters\/lima\/shop --revision REF`/m,
      );
      await succeeds(run('apply'));
      assert.equal(fleet.read(`${LIMA}/web.yaml`), web(1, 'web:5'));
      await succeeds(run('plan', '--check', '--strict'));
    }));

  it('takes another version than before if --revision names it, but not for a variant that was applied', () =>
    inCopied({ oslo: 'v2' }, async ({ fleet, run }) => {
      await succeeds(run('adopt', LIMA));
      assert.match(
        await succeeds(run('adopt', LIMA, '--revision', 'v2')),
        /^adopt +clusters\/lima\/shop +lima +v2 \(/m,
      );
      await succeeds(run('apply'));
      const lock = fleet.read(LOCK);
      const refused = await run('adopt', LIMA, '--revision', 'v1');
      assert.equal(refused.exitCode, 1);
      assert.match(refused.stderr, /clusters\/lima\/shop: must not have a lock, .*: leave out `--revision`/);
      assert.equal(fleet.read(LOCK), lock);
    }));

  it('says how near an edited copy is to its version, and keeps the edits', () =>
    inCopied({ last: 4, oslo: 'v4' }, async ({ fleet, run }) => {
      writeFiles(fleet.folder, { [`${LIMA}/web.yaml`]: web(7, 'web:1') });
      assert.match((await run('adopt', LIMA)).stderr, /v1 \([\da-f]{12}\): 4 of 5 files equal and 1 line different;/);
      await succeeds(run('apply'));
      assert.equal(fleet.read(`${LIMA}/web.yaml`), web(7, 'web:4'));
    }));

  it('finds the version of a copy in which no file is as in the upstream', () =>
    inCopied({ last: 6, oslo: 'v6' }, async ({ fleet, run }) => {
      const paths = ['web.yaml', 'config.yaml', 'notes.yaml', 'Kptfile', 'package-context.yaml'];
      const changed = paths.map((path) => [
        `${LIMA}/${path}`,
        fleet.read(`${LIMA}/${path}`).replace('metadata:\n', 'metadata:\n  labels: {cluster: lima}\n'),
      ]);
      writeFiles(fleet.folder, Object.fromEntries(changed) as Files);
      assert.match(await succeeds(run('adopt', LIMA)), /^adopt +clusters\/lima\/shop +lima +v1 \(/m);
    }));

  it('takes the version of an upstreamLock before one that is nearer', () =>
    inCopied({ files: repositories(URL), oslo: 'v2' }, async ({ fleet, run }) => {
      writeFiles(fleet.folder, { [`${LIMA}/web.yaml`]: web(1, 'web:2') });
      writeFiles(fleet.folder, { [`${LIMA}/config.yaml`]: fleet.read(`${OSLO}/config.yaml`) });
      const { exitCode, stdout, stderr } = await run('adopt', LIMA);
      assert.equal(exitCode, 0, stderr);
      assert.match(stdout, /^adopt +clusters\/lima\/shop +lima +v1 \(/m);
      assert.doesNotMatch(stderr, /upstreamLock/);
      const refused = await run('adopt', LIMA, '--revision', 'v2');
      assert.equal(refused.exitCode, 1);
      assert.match(
        refused.stderr,
        /clusters\/lima\/shop\/Kptfile: names the version .* leave out `--revision`, or remove/,
      );
    }));

  it('takes an equal lock before an upstreamLock', () =>
    inCopied({ files: repositories(URL) }, async ({ run }) => {
      const { exitCode, stderr } = await run('adopt', LIMA, '--verbose');
      assert.equal(exitCode, 0, stderr);
      assert.match(stderr, /clusters\/lima\/shop: has the files of clusters\/oslo\/shop/);
      assert.match(await succeeds(run('plan')), /^update +clusters\/lima\/shop +lima +v1 \([\da-f]{12}\) -> v2 /m);
    }));

  const uncertain: readonly (readonly [name: string, edits: Files, stderr: RegExp])[] = [
    [
      'is as near to two versions',
      {
        [`${LIMA}/web.yaml`]: web(1, 'web:9'),
        [`${LIMA}/config.yaml`]: configOf(9),
      },
      /none is clearly the nearest; v[12] \([\da-f]{12}\): 3 of 5 files equal and 9 lines different; v[12] /,
    ],
    [
      'has less than half of the lines of each version',
      {
        [`${LIMA}/big.yaml`]: `${configMap('big')}data:\n${Array.from({ length: 90 }, (_, n) => `  a${n}: b\n`).join('')}`,
      },
      /none explains at least half of its lines; the nearest is v1 \([\da-f]{12}\): 5 of 6 files equal and 95 lines different; /,
    ],
  ];
  for (const [name, edits, message] of uncertain)
    it(`does not guess the version of a folder that ${name}, also with adoptExisting`, () =>
      inCopied({ oslo: 'v2', rest: ADOPT }, async ({ fleet, run }) => {
        fleet.commit({ ...edits, 'variants/oslo.yaml': packageVariant('oslo', 'blueprints/shop@v1', 'oslo/shop') });
        const adopted = await run('adopt', LIMA);
        assert.equal(adopted.exitCode, 1);
        assert.match(adopted.stderr, message);
        assert.match(
          adopted.stderr,
          /run `krm-variants fleet adopt clusters\/lima\/shop --revision REF` with the version/,
        );
        const applied = await run('apply');
        assert.equal(applied.exitCode, 1);
        assert.match(applied.stderr, message);
        assert.match(applied.stdout, /^error +clusters\/lima\/shop [^]*^update +clusters\/oslo\/shop /m);
        assert.equal(fleet.read(`${OSLO}/web.yaml`), web(1, 'web:1'));
        const named = await run('adopt', LIMA, '--revision', 'v1', '--verbose');
        assert.equal(named.exitCode, 0, named.stderr);
        assert.match(
          named.stderr,
          /\[info\] clusters\/lima\/shop\/Kptfile: counts as made of v1 .*, as `--revision` says: /,
        );
        assert.match(fleet.read(LOCK), /^asked "v1"$/m);
      }));

  it('adopts at the version that is clearly nearest with adoptExisting, with the warning', () =>
    inCopied({ oslo: 'v2', rest: ADOPT }, async ({ fleet, run }) => {
      writeFiles(fleet.folder, { [`${LIMA}/web.yaml`]: web(7, 'web:1') });
      const { exitCode, stderr } = await run('apply');
      assert.equal(exitCode, 0, stderr);
      assert.match(stderr, /so the nearest of 2 versions counts as the one that it was made of, v1 /);
      assert.equal(fleet.read(`${LIMA}/web.yaml`), web(7, 'web:2'));
    }));

  it('merges a copy with adoptExisting from what the lock of its original records', () =>
    inCopied({ rest: ADOPT, edits: { [`${OSLO}/web.yaml`]: web(5, 'web:1') } }, async ({ fleet, run }) => {
      await succeeds(run('apply'));
      assert.equal(fleet.read(`${LIMA}/web.yaml`), web(5, 'web:2'));
      await succeeds(run('plan', '--check', '--strict'));
    }));

  it('takes the lock of the original as it was before the call, also with several processes', () =>
    inCopied({ rest: ADOPT, edits: { [`${OSLO}/web.yaml`]: web(5, 'web:1') } }, async ({ fleet, runShared }) => {
      fleet.commit(asking('v2', 'v2', ADOPT));
      const { exitCode, stderr, planned } = await runShared('apply', []);
      assert.equal(exitCode, 0, stderr);
      assert.doesNotMatch(stderr, /nearest/);
      assert.ok(!planned.includes(LIMA));
      assert.equal(fleet.read(`${LIMA}/web.yaml`), web(5, 'web:2'));
      assert.equal(fleet.read(`${OSLO}/web.yaml`), web(5, 'web:2'));
    }));

  it('names all variants with the files of a folder that were derived differently, and guesses none', () =>
    inCopied({ edits: { [`${OSLO}/web.yaml`]: web(1, 'web:2') } }, async ({ fleet, run }) => {
      fleet.commit({ [`${OSLO}/config.yaml`]: configOf(2) });
      rmSync(join(fleet.folder, LIMA), { recursive: true });
      await succeeds(run('apply', '--variant', 'lima'));
      fleet.commit({
        'variants/repositories.yaml': `${fleet.read('variants/repositories.yaml')}---\n${repository('rome', 'clusters/rome')}`,
        'variants/rome.yaml': packageVariant(
          'rome',
          'blueprints/shop@v2',
          'rome/shop',
          '  packageContext: {data: {a: b}}\n',
        ),
      });
      cpSync(join(fleet.folder, OSLO), join(fleet.folder, 'clusters/rome/shop'), { recursive: true });
      const { exitCode, stderr } = await run('adopt', 'clusters/rome/shop');
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /clusters\/rome\/shop: has the files of each of these variants, which were derived differently: clusters\/lima\/shop, clusters\/oslo\/shop; run `krm-variants fleet adopt clusters\/rome\/shop --revision REF`/,
      );
      assert.match(await succeeds(run('adopt', 'clusters/rome/shop', '--revision', 'v2')), /^adopt .* v2 \(/m);
    }));
});
