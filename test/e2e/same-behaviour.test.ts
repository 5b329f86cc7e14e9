import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { configMap, inFolder, kptfile } from '../cli/run-support.ts';
import { inFleet, packageVariant, repository } from '../support/fleet.ts';
import { needTools } from '../support/kpt.ts';

const SCRIPT = join(root, 'scripts/evidence/same-behaviour.ts');
const OLD = join(root, 'dist');

/** Keeps a small fleet before and after its first apply, and compares builds on it. */
function compared(...options: readonly string[]): Promise<ReturnType<typeof spawnSync>> {
  return inFolder({}, async (kept) => {
    process.env['KEEP_FLEETS'] = kept;
    try {
      await inFleet(
        {
          'packages/shop/Kptfile': kptfile('shop'),
          'packages/shop/a.yaml': configMap('a'),
          'variants/repositories.yaml': [repository('blueprints', 'packages'), repository('all', 'clusters')].join(
            '---\n',
          ),
          'variants/eu.yaml': packageVariant('eu', 'blueprints/shop', 'all/eu'),
        },
        async ({ run }) => {
          await run('apply');
          await run('plan');
        },
      );
    } finally {
      delete process.env['KEEP_FLEETS'];
    }
    return spawnSync(process.execPath, [SCRIPT, OLD, kept, ...options], { encoding: 'utf8' });
  });
}

describe('the comparison of two builds', () => {
  before(function () {
    needTools(this, 'git', 'tar');
  });

  it('finds nothing between a build and itself', async () => {
    const { stdout, stderr, status } = await compared('--faults', '1');
    assert.match(String(stdout), /^2 states, \d{2,} calls: 0 differ; 0 types of the library differ\n$/, String(stderr));
    assert.equal(status, 0);
  });

  it('finds each planted change', async () => {
    const { stdout, stderr, status } = await compared('--planted');
    assert.deepEqual(String(stdout).match(/: found$/gm)?.length, 10, `${String(stdout)}${String(stderr)}`);
    assert.equal(status, 0);
  });
});
