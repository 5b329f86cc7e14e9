import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { FleetOutcome } from '../../../cli/fleet/show/fleet-outcome.ts';
import { actions, assertNames, factsOf, found, versions } from '../../support/facts.ts';
import {
  type FleetSetting,
  type InFleet,
  inFleet,
  inMemoryFleet,
  packageVariant,
  repository,
  web,
} from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { configMap, kptfile, type Files } from '../run-support.ts';

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

const [OSLO, LIMA, ROME] = ['clusters/oslo/shop', 'clusters/lima/shop', 'clusters/rome/shop'];
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

/**
 * Passes a fleet to a test in which the folder of Oslo was copied for Lima at v1, whose PackageVariant asks for the
 * last version.
 */
function copiedBy<Setting extends FleetSetting>(open: InFleet<Setting>) {
  return (
    { files = {}, last = 2, oslo = 'v1', rest = '', edits = {} }: Copied,
    act: (setting: Setting) => Promise<void>,
  ): Promise<void> => {
    const first = { 'variants/oslo.yaml': packageVariant('oslo', 'blueprints/shop@v1', 'oslo/shop', rest) };
    return open({ ...FLEET, ...files, ...first }, async (setting) => {
      const { fleet, run } = setting;
      await succeeds(run('apply'));
      fleet.commit({});
      for (let number = 2; number <= last; number++) {
        fleet.commit(version(number));
        fleet.tag(`v${number}`);
      }
      if (Object.keys(edits).length > 0) fleet.commit(edits);
      fleet.copy(OSLO, LIMA);
      if (oslo !== 'v1') {
        fleet.commit({ 'variants/oslo.yaml': packageVariant('oslo', `blueprints/shop@${oslo}`, 'oslo/shop', rest) });
        await succeeds(run('apply'));
      }
      fleet.commit(asking(oslo, `v${last}`, rest));
      await act(setting);
    });
  };
}

const inCopied = copiedBy(inMemoryFleet);
const inGitCopied = copiedBy(inFleet);

async function succeeds(call: ReturnType<FleetSetting['run']>): Promise<FleetOutcome> {
  const outcome = await call;
  assert.equal(outcome.exitCode, 0, outcome.stderr);
  return outcome;
}

/** Checks that a call adopted the folder of Lima alone, at a revision. `facts`: those about the version. */
function assertAdopted(outcome: FleetOutcome, revision: string, ...facts: readonly string[]): void {
  assert.deepEqual([actions(outcome), outcome.exitCode], [{ [LIMA]: 'adopt' }, 0], outcome.stderr);
  assert.deepEqual(versions(outcome), { [LIMA]: [`${revision} (ID)`, undefined] });
  assert.deepEqual(factsOf(outcome, 'version-assumed'), facts);
  assert.deepEqual(
    found(outcome),
    facts.filter((fact) => !fact.startsWith('info')),
  );
}

/** Folder of Lima, whose version the lock of another folder tells. */
const COPIED = `info version-assumed ${LIMA}`;
/** Folder of Lima, whose version is the nearest. */
const NEAREST = `warning version-assumed ${LIMA}/Kptfile`;
/** Folder of Lima, whose version the command line names. */
const NAMED = `info version-assumed ${LIMA}/Kptfile`;

describe('versions of adopted folders', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('adopts a copy with the version, and the edits, of the variant that it was copied from', () =>
    inCopied({ edits: { [`${OSLO}/web.yaml`]: web(5, 'web:1') } }, async ({ fleet, run, drift }) => {
      const adopted = await run('adopt', LIMA);
      assertAdopted(adopted, 'v1', COPIED);
      assertNames(adopted, 'version-assumed', OSLO, ' v1 ');
      assert.match(fleet.read(LOCK), /^asked "v1"$/m);
      await succeeds(run('apply', '--strict'));
      assert.equal(fleet.read(`${LIMA}/web.yaml`), web(5, 'web:2'));
      const { stdout } = await drift('--variant', 'lima', '--diff');
      assert.match(stdout, /^-  replicas: 1\n\+  replicas: 5$/m);
      assert.doesNotMatch(stdout, /^[-+] .*(?:image|[a-h]:)/m);
    }));

  it('takes the lock of a variant that is gone, whose folder is still there', () =>
    inCopied({}, async ({ fleet, run }) => {
      fleet.remove('variants/oslo.yaml');
      assertAdopted(await run('adopt', LIMA), 'v1', COPIED);
      assert.match(fleet.read(LOCK), /^source "variants\/lima\.yaml"$/m);
    }));

  it('adopts a copy as the version that it has, after the variant that it was copied from was upgraded', () =>
    inGitCopied({ last: 5, oslo: 'v5' }, async ({ fleet, run }) => {
      // Both are one version.
      fleet.git('tag', 'v1.0', 'v1');
      const adopted = await run('adopt', LIMA);
      const from = adopted.variants[0]?.from ?? '';
      assertAdopted(adopted, /^v1(?:\.0)?(?= )/.exec(from)?.[0] ?? '', NEAREST);
      const command = `\`krm-variants fleet adopt ${LIMA} --revision REF\``;
      assertNames(adopted, 'version-assumed', ' 5 versions', ` ${from}: 5 of 5 files`, ' 0 lines', command);
      await succeeds(run('apply'));
      assert.equal(fleet.read(`${LIMA}/web.yaml`), web(1, 'web:5'));
      await succeeds(run('plan', '--check', '--strict'));
    }));

  it('takes another version than before if --revision names it, but not for a variant that was applied', () =>
    inCopied({ oslo: 'v2' }, async ({ fleet, run }) => {
      await succeeds(run('adopt', LIMA));
      assertAdopted(await run('adopt', LIMA, '--revision', 'v2'), 'v2', NAMED);
      await succeeds(run('apply'));
      const lock = fleet.read(LOCK);
      const refused = await run('adopt', LIMA, '--revision', 'v1');
      assert.deepEqual([found(refused), refused.exitCode], [[`error invalid-argument ${LIMA}`], 1]);
      assertNames(refused, 'invalid-argument', '`--revision`');
      assert.equal(fleet.read(LOCK), lock);
    }));

  it('says how near an edited copy is to its version, and keeps the edits', () =>
    inCopied({ last: 4, oslo: 'v4' }, async ({ fleet, run }) => {
      fleet.write({ [`${LIMA}/web.yaml`]: web(7, 'web:1') });
      const adopted = await run('adopt', LIMA);
      assertAdopted(adopted, 'v1', NEAREST);
      assertNames(adopted, 'version-assumed', ` ${adopted.variants[0]?.from}: 4 of 5 files`, ' 1 line ');
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
      fleet.write(Object.fromEntries(changed) as Files);
      assertAdopted(await run('adopt', LIMA), 'v1', NEAREST);
    }));

  it('takes the version of an upstreamLock before one that is nearer', () =>
    inCopied({ files: repositories(URL), oslo: 'v2' }, async ({ fleet, run }) => {
      fleet.write({ [`${LIMA}/web.yaml`]: web(1, 'web:2') });
      fleet.write({ [`${LIMA}/config.yaml`]: fleet.read(`${OSLO}/config.yaml`) });
      assertAdopted(await run('adopt', LIMA), 'v1');
      const refused = await run('adopt', LIMA, '--revision', 'v2');
      assert.deepEqual([found(refused), refused.exitCode], [[`error invalid-argument ${LIMA}/Kptfile`], 1]);
      assertNames(refused, 'invalid-argument', '`upstreamLock`', '`--revision`');
    }));

  it('takes an equal lock before an upstreamLock', () =>
    inCopied({ files: repositories(URL) }, async ({ run }) => {
      const adopted = await run('adopt', LIMA);
      assertAdopted(adopted, 'v1', COPIED);
      assertNames(adopted, 'version-assumed', OSLO);
      const planned = await succeeds(run('plan'));
      assert.deepEqual(actions(planned), { [LIMA]: 'update', [OSLO]: 'unchanged' });
      assert.deepEqual(versions(planned)[LIMA], ['v1 (ID)', 'v2 (ID)']);
    }));

  const uncertain: readonly (readonly [name: string, edits: Files, ...things: readonly string[]])[] = [
    [
      'is as near to two versions',
      {
        [`${LIMA}/web.yaml`]: web(1, 'web:9'),
        [`${LIMA}/config.yaml`]: configOf(9),
      },
      ' v1 (',
      ' v2 (',
      '): 3 of 5 files',
      ' 9 lines',
    ],
    [
      'has less than half of the lines of each version',
      {
        [`${LIMA}/big.yaml`]: `${configMap('big')}data:\n${Array.from({ length: 90 }, (_, n) => `  a${n}: b\n`).join('')}`,
      },
      ' half of its lines',
      ' v1 (',
      '): 5 of 6 files',
      ' 95 lines',
    ],
  ];
  for (const [name, edits, ...things] of uncertain)
    it(`does not guess the version of a folder that ${name}, also with adoptExisting`, () =>
      inCopied({ oslo: 'v2', rest: ADOPT }, async ({ fleet, run }) => {
        fleet.commit({ ...edits, 'variants/oslo.yaml': packageVariant('oslo', 'blueprints/shop@v1', 'oslo/shop') });
        const uncertainty = [`error version-uncertain ${LIMA}/Kptfile`];
        const adopted = await run('adopt', LIMA);
        assert.deepEqual([found(adopted), adopted.exitCode], [uncertainty, 1]);
        const command = `\`krm-variants fleet adopt ${LIMA} --revision REF\``;
        assertNames(adopted, 'version-uncertain', ...things, command);
        const applied = await run('apply');
        assert.deepEqual([found(applied), applied.exitCode], [uncertainty, 1]);
        assertNames(applied, 'version-uncertain', ...things);
        assert.deepEqual(actions(applied), { [LIMA]: 'error', [OSLO]: 'update' });
        assert.equal(fleet.read(`${OSLO}/web.yaml`), web(1, 'web:1'));
        const named = await run('adopt', LIMA, '--revision', 'v1');
        assertAdopted(named, 'v1', NAMED);
        assertNames(named, 'version-assumed', ' v1 ', '`--revision`');
        assert.match(fleet.read(LOCK), /^asked "v1"$/m);
      }));

  it('adopts at the version that is clearly nearest with adoptExisting, with the warning', () =>
    inCopied({ oslo: 'v2', rest: ADOPT }, async ({ fleet, run }) => {
      fleet.write({ [`${LIMA}/web.yaml`]: web(7, 'web:1') });
      const applied = await succeeds(run('apply'));
      assert.deepEqual([actions(applied), found(applied)], [{ [LIMA]: 'adopt', [OSLO]: 'unchanged' }, [NEAREST]]);
      assertNames(applied, 'version-assumed', ' 2 versions', ' v1 ');
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
      const applied = await runShared('apply', []);
      assert.deepEqual([found(applied), applied.exitCode], [[], 0]);
      assert.deepEqual(factsOf(applied, 'version-assumed'), [COPIED]);
      assert.ok(!applied.planned.includes(LIMA));
      assert.equal(fleet.read(`${LIMA}/web.yaml`), web(5, 'web:2'));
      assert.equal(fleet.read(`${OSLO}/web.yaml`), web(5, 'web:2'));
    }));

  it('names all variants with the files of a folder that were derived differently, and guesses none', () =>
    inGitCopied({ edits: { [`${OSLO}/web.yaml`]: web(1, 'web:2') } }, async ({ fleet, run }) => {
      fleet.commit({ [`${OSLO}/config.yaml`]: configOf(2) });
      fleet.remove(LIMA);
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
      cpSync(join(fleet.folder, OSLO), join(fleet.folder, ROME), { recursive: true });
      const refused = await run('adopt', ROME);
      assert.deepEqual([found(refused), refused.exitCode], [[`error version-uncertain ${ROME}`], 1]);
      const command = `\`krm-variants fleet adopt ${ROME} --revision REF\``;
      assertNames(refused, 'version-uncertain', ` ${LIMA}, ${OSLO};`, command);
      const adopted = await succeeds(run('adopt', ROME, '--revision', 'v2'));
      assert.deepEqual(versions(adopted), { [ROME]: ['v2 (ID)', undefined] });
    }));
});
