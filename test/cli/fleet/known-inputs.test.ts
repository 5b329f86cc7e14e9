import assert from 'node:assert/strict';
import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { parsePlanArguments, PLAN_OPTIONS } from '../../../cli/fleet/commands/plan.ts';
import type { FleetOutcome } from '../../../cli/fleet/show/fleet-outcome.ts';
import { runFleet } from '../../../cli/fleet/call/run-fleet.ts';
import { kptfile, type Files } from '../run-support.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { remoteRepository } from '../../support/downstream-fleet.ts';
import { assertNames, found } from '../../support/facts.ts';
import { blameIn, inFleet, packageVariant, repository, web } from '../../support/fleet.ts';
import type { GitRepository } from '../../support/git-repository.ts';

const SET = `apiVersion: config.porch.kpt.dev/v1alpha2
kind: PackageVariantSet
metadata: {name: shop}
spec:
  upstream: {repo: blueprints, package: shop, revision: v1}
  targets:
    - repositories: [{name: eu}, {name: us}]
      template:
        injectors: [{name: endpoints}]
`;

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(2),
  'packages/shop/endpoints.yaml':
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: endpoints\n  annotations: {kpt.dev/config-injection: required}\n',
  'variants/repositories.yaml': ['packages', 'clusters/eu', 'clusters/us', 'clusters/own']
    .map((folder) => repository(folder === 'packages' ? 'blueprints' : folder.slice(9), folder))
    .join('---\n'),
  'variants/set.yaml': SET,
  'variants/own.yaml': `# The first line.\n${packageVariant('own', 'blueprints/shop', 'own/shop')}`,
  'objects/endpoints.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: endpoints}\ndata: {a: b}\n',
};

/** Plans without the function that expands sets: it may not be needed. */
async function planFromMemory({ folder }: GitRepository): Promise<FleetOutcome> {
  const functions = await allFunctions();
  const expand = (): never => {
    throw new Error('the set is expanded');
  };
  const program = { functions: { ...functions, 'expand-package-variant-set': expand }, version: '1.2.3' };
  return await runFleet(program, parsePlanArguments(sortArguments(['-C', folder], PLAN_OPTIONS)));
}

/** Returns an outcome with the folders of variants in place of the variants, whose classes differ. */
function plain({ conflicts, ...outcome }: FleetOutcome) {
  return {
    ...outcome,
    conflicts: conflicts.map(({ variant, ...rest }) => ({ ...rest, folder: variant.folder })),
  };
}

const CHANGES: readonly (readonly [name: string, files: Files])[] = [
  ['a set', { 'variants/set.yaml': `${SET}# A comment.\n` }],
  ['a PackageVariant', { 'variants/own.yaml': packageVariant('own', 'blueprints/shop', 'own/store') }],
  ['an object', { 'objects/endpoints.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: endpoints}\n' }],
  ['a new file', { 'variants/other.yaml': repository('other', 'clusters/other') }],
  ['a .krmignore', { '.krmignore': 'variants/own.yaml\n' }],
];

describe('remembered inputs of a fleet', () => {
  it('are used as long as no file of them changes', () =>
    inFleet(FLEET, async ({ fleet, run }) => {
      const applied = await run('apply');
      assert.equal(applied.exitCode, 0, applied.stderr);
      const { variants, exitCode } = await planFromMemory(fleet);
      assert.equal(exitCode, 0);
      assert.deepEqual(
        variants.map(({ action, folder }) => [action, folder]),
        ['eu', 'own', 'us'].map((name) => ['unchanged', `clusters/${name}/shop`]),
      );
    }));

  for (const [name, files] of CHANGES)
    it(`are not used after a change: ${name}`, () =>
      inFleet(FLEET, async ({ fleet, run }) => {
        await run('apply');
        fleet.write(files);
        assertNames(await planFromMemory(fleet), 'defect', 'the set is expanded');
      }));

  it('give the same plan as inputs that are read', () =>
    inFleet(FLEET, async ({ fleet, run }) => {
      await run('apply');
      for (const text of [web(3), web(3).replace('replicas: 3', 'replicas: [')]) {
        fleet.write({ 'packages/shop/web.yaml': text });
        const remembered = await planFromMemory(fleet);
        renameSync(join(fleet.folder, '.git/krm-variants/inputs.jsonl'), join(fleet.folder, '.git/inputs.jsonl'));
        assert.deepEqual(plain(await run('plan')), plain(remembered));
        renameSync(join(fleet.folder, '.git/inputs.jsonl'), join(fleet.folder, '.git/krm-variants/inputs.jsonl'));
      }
    }));

  it('have the variants in other git repositories, also those with the same folder', () => {
    const far = remoteRepository('far', 'https://git.example.com/far.git').replace('deploy', 'clusters/eu');
    const set = SET.replace('{name: us}', '{name: us}, {name: far}');
    return inFleet({ ...FLEET, 'variants/set.yaml': set, 'variants/far.yaml': far }, async ({ fleet, run }) => {
      await run('apply');
      const remembered = await planFromMemory(fleet);
      assertNames(remembered, 'not-cached', 'https://git.example.com/far.git');
      fleet.remove('.git/krm-variants/inputs.jsonl');
      assert.deepEqual(plain(await run('plan')), plain(remembered));
    });
  });

  it('give the same errors about PackageVariants', () =>
    inFleet({ ...FLEET, 'packages/shop/package-context.yaml': 'a: b\n' }, async ({ fleet, run }) => {
      await run('apply');
      const remembered = await planFromMemory(fleet);
      fleet.remove('.git/krm-variants');
      assert.deepEqual(plain(await run('plan')), plain(remembered));
      assert.equal(remembered.exitCode, 1);
    }));

  it('do not lead through a folder that became a symbolic link', () =>
    inFleet(FLEET, async ({ fleet, run }) => {
      await run('apply');
      fleet.move('clusters/eu', 'clusters/moved');
      symlinkSync('moved', join(fleet.folder, 'clusters/eu'));
      const outcome = await run('apply');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), ['error wrong-file-type variants/repositories.yaml']);
      assertNames(outcome, 'wrong-file-type', '"clusters/eu"');
    }));

  it('are read again if they cannot be parsed', () =>
    inFleet(FLEET, async ({ fleet, run }) => {
      await run('apply');
      const file = '.git/krm-variants/inputs.jsonl';
      const whole = fleet.read(file);
      const damaged = ['{"key":', '', whole.slice(0, -9), whole.slice(0, -9).padEnd(whole.length, '\0')];
      for (const text of [...damaged, whole.replace('"adoptionPolicy"', '"adoptionPolicy\0')]) {
        fleet.write({ [file]: text });
        const { variants } = await run('plan');
        assert.equal(variants.find(({ folder }) => folder === 'clusters/eu/shop')?.action, 'unchanged');
        assert.equal((await blameIn(fleet, 'own/shop', 'web.yaml')).exitCode, 0);
      }
    }));
});
