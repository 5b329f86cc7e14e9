import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { kptfile, type Files } from '../cli/run-support.ts';
import { inFleet, packageVariant, repository, web } from '../support/fleet.ts';
import { needTools } from '../support/kpt.ts';

const COUNT = 500;
const NAMES = Array.from({ length: COUNT }, (_, index) => `c${index}`);

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(2),
  'variants.yaml': [
    repository('blueprints', 'packages'),
    repository('all', 'clusters'),
    ...NAMES.map((name) => packageVariant(name, 'blueprints/shop', `all/${name}`)),
  ].join('---\n'),
};

describe('one conflict of 500 variants', function () {
  before(function () {
    needTools(this, 'git');
  });

  it('is one line, and needs one decision', () =>
    inFleet(FLEET, ({ fleet }) => {
      const call = (...args: readonly string[]) =>
        spawnSync(process.execPath, [join(root, 'dist/krm-variants.cjs'), 'fleet', ...args], {
          cwd: fleet.folder,
          encoding: 'utf8',
          maxBuffer: 2 ** 26,
        });
      assert.equal(call('apply', '--quiet').status, 0);
      fleet.commit({});
      fleet.commit(Object.fromEntries(NAMES.map((name, index) => [`clusters/${name}/web.yaml`, web(10 + index)])));
      fleet.commit({ 'packages/shop/web.yaml': web(3) });

      const planned = call('plan');
      assert.equal(planned.status, 3);
      assert.equal(planned.stderr.match(/^\[error\]/gm)?.length, 1);
      const [, id = ''] =
        /^([0-9a-f]{10}) +500 +2 +3 +500 values +blueprints\/shop +Deployment\/web:spec\.replicas /m.exec(
          planned.stdout,
        ) ?? [];
      const resolved = call('resolve', id, '--take', 'local');
      assert.equal(resolved.status, 0, resolved.stderr);
      assert.match(resolved.stderr, new RegExp(`^conflict ${id} decided in 500 variants, `, 'm'));
      assert.equal(fleet.git('status', '--porcelain', '-uall').trim(), `?? .krm-variants/resolutions/${id}.yaml`);

      const applied = call('apply');
      assert.equal(applied.status, 0, applied.stderr);
      assert.match(
        applied.stderr,
        /^500 updated: .* changed, 1 conflict decided by MergeResolutions in 500 variants$/m,
      );
      for (const [index, name] of NAMES.entries())
        assert.equal(fleet.read(`clusters/${name}/web.yaml`), web(10 + index));
      assert.equal(call('plan', '--check').status, 0);
    }));
});
