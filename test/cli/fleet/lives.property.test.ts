import fc from 'fast-check';
import { inFleet } from '../../support/fleet.ts';
import { fleetLife } from '../../support/generated-fleet/fleet-event.ts';
import { FleetModel } from '../../support/generated-fleet/fleet-model.ts';
import { needTools } from '../../support/kpt.ts';
import { propertyRuns } from '../../support/property-runs.ts';

describe('generated fleets', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('keep the edits of people, and nothing else that is not derived, in any order of inputs and work', async () => {
    await fc.assert(
      fc.asyncProperty(fleetLife, (life) =>
        inFleet({}, async (setting) => {
          const model = new FleetModel(setting, life);
          try {
            await model.take({ kind: 'apply' });
            for (const event of life.events) await model.take(event);
            await model.planInParallel();
            await model.applyInOtherOrders();
            await model.take({ kind: 'apply' });
          } catch (error) {
            throw new Error(model.log.join('\n'), { cause: error });
          }
        }),
      ),
      { numRuns: propertyRuns(6) },
    );
  });
});
