import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { inFleet, type FleetSetting } from '../../support/fleet.ts';
import { fleetChange, fleetLife, type FleetEvent } from '../../support/generated-fleet/fleet-event.ts';
import { FleetModel } from '../../support/generated-fleet/fleet-model.ts';
import { FOLDERS } from '../../support/generated-fleet/fleet-settings.ts';
import { needTools } from '../../support/kpt.ts';
import { digestOf } from '../../support/git-repository.ts';
import { assertSamePlan } from '../../support/what-if.ts';
import { readFiles } from '../run-support.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Folders that a fleet can be planned with. */
const PLACES = ['packages/shop', 'variants', ...FOLDERS];

/**
 * Reports whether a file is to be replaced by its folder: it was removed, or is executable or not as it was not before.
 */
function needsFolder(path: string, before: string, now: string): boolean {
  if (!existsSync(join(now, path))) return true;
  return existsSync(join(before, path)) && statSync(join(before, path)).mode !== statSync(join(now, path)).mode;
}

/**
 * Returns the options that plan in `before` with what `now` has. `isWhole`: whole folders, also if single files would
 * do. `isNew`: true if variants ask for a version that only `now` has.
 */
function optionsFor(before: string, now: string, isWhole: boolean, isNew: boolean): readonly string[] {
  return PLACES.flatMap((place) => {
    const [old, files] = [before, now].map((each) => readFiles(join(each, place)));
    const paths = Object.keys({ ...old, ...files }).filter(
      (path) => old?.[path] !== files?.[path] || needsFolder(`${place}/${path}`, before, now),
    );
    const isReleased = isNew && place === 'packages/shop';
    const isFolder = isWhole || paths.some((path) => needsFolder(`${place}/${path}`, before, now));
    if (isReleased || (paths.length > 0 && isFolder)) return ['--with', `${join(now, place)}=${place}`];
    return paths.flatMap((path) => ['--with', `${join(now, place, path)}=${place}/${path}`]);
  });
}

/** Compares a plan with what an event changes with a plan after the event. */
async function compare(
  { fleet, run }: FleetSetting,
  model: FleetModel,
  last: FleetEvent,
  isWhole: boolean,
  isMoving: boolean,
) {
  await model.take({ kind: 'commit' });
  const before = mkdtempSync(join(dirname(fleet.folder), 'before-'));
  cpSync(fleet.folder, before, { recursive: true, preserveTimestamps: true });
  await model.take(last);
  const options = optionsFor(before, fleet.folder, isWhole, last.kind === 'release' && !isMoving);
  if (options.length === 0) return;
  model.log.push(options.join(' '));
  const digest = digestOf(before);
  const planned = await run('plan', before, ...options, '--diff');
  assert.equal(digestOf(before), digest, 'nothing is written');
  assertSamePlan(planned, await run('plan', '--diff'));
}

describe('generated fleets planned with other files', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('have the changes of a plan where these files are', async () => {
    await fc.assert(
      fc.asyncProperty(fleetLife, fleetChange, fc.boolean(), (life, last, isWhole) =>
        inFleet({}, async (setting) => {
          const model = new FleetModel(setting, life);
          try {
            for (const event of [{ kind: 'apply' as const }, ...life.events]) {
              // The checks of an apply are those of another test.
              if (event.kind === 'apply') await setting.run('apply', '--on-conflict', 'local');
              else await model.take(event);
            }
            await compare(setting, model, last, isWhole, life.isMoving);
          } catch (error) {
            throw new Error(model.log.join('\n'), { cause: error });
          }
        }),
      ),
      { numRuns: propertyRuns(5) },
    );
  });
});
