import assert from 'node:assert/strict';
import { refuseTwin } from '../../../src/fleet/plan/written-files.ts';
import type { FleetRun } from '../../../src/fleet/plan/fleet-run.ts';
import type { Variant } from '../../../src/fleet/index.ts';

describe('refuseTwin', () => {
  for (const lock of ['a lock', undefined])
    it(`does not make the resource of a variant with ${lock ?? 'no lock'} and without a twin`, () => {
      const run = { twins: { of: () => undefined }, tree: { file: () => lock }, repository: undefined };
      const variant = {
        folder: 'shop',
        get resource(): never {
          throw new Error('a set is expanded');
        },
      };
      assert.doesNotThrow(() => refuseTwin(run as unknown as FleetRun, variant as unknown as Variant));
    });
});
