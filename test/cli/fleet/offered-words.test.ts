import assert from 'node:assert/strict';
import { join } from 'node:path';
import { offeredWords } from '../../../cli/fleet/commands/fleet-commands.ts';
import { KrmError } from '../../../src/krm/index.ts';
import { inFleet, packageVariant, programFor, repository, web } from '../../support/fleet.ts';
import { kptfile } from '../run-support.ts';

const FLEET = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(1, 'web:1'),
  'variants.yaml': [
    repository('packages', 'packages'),
    repository('eu', 'clusters/eu'),
    packageVariant('shop-eu', 'packages/shop@v1', 'eu/shop'),
  ].join('---\n'),
};

describe('words that a shell offers', () => {
  it('are variants, fields, and packages with their tags', () =>
    inFleet(FLEET, async ({ fleet, run }) => {
      const program = await programFor(fleet);
      const words = async (kind: string, folder = fleet.folder): Promise<readonly string[] | undefined> =>
        await offeredWords(kind, folder, { ...program });
      assert.deepEqual(await words('fields'), []);
      await run('apply');
      fleet.git('tag', 'packages/shop/v2');
      fleet.git('tag', 'other/v3');
      assert.deepEqual(await words('variants'), ['clusters/eu/shop', 'default/shop-eu', 'eu', 'eu/shop', 'shop-eu']);
      const fields = (await words('fields')) ?? [];
      for (const field of ['image', 'tag', 'spec.replicas', 'spec.template.spec.containers[name=web].image'])
        assert.ok(fields.includes(`Deployment/web:${field}`), field);
      assert.deepEqual(await words('packages'), ['packages/shop', 'packages/shop@v1', 'packages/shop@v2']);
      assert.equal(await words('bash'), undefined);
      await assert.rejects(words('variants', join(fleet.folder, '..')), KrmError);
    }));
});
