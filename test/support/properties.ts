import { relative } from 'node:path';
import fc from 'fast-check';
import { root } from '../../scripts/functions.ts';

let running: Mocha.Runnable | undefined;

export const mochaHooks = {
  beforeEach(this: Mocha.Context): void {
    running = this.currentTest;
  },
};

// Every run draws the same cases, so that a failure is caused by a change. Another PROPERTY_SEED draws others.
const { PROPERTY_SEED: seed = '1', PROPERTY_SCALE: scale = '1', PROPERTY_RUNS: runs } = process.env;

fc.configureGlobal({
  seed: Number(seed),
  reporter: (details) => {
    if (!details.failed) return;
    const size = runs === undefined ? `PROPERTY_SCALE=${scale}` : `PROPERTY_RUNS=${runs}`;
    const file = relative(root, running?.file ?? '');
    const message = `${fc.defaultReportMessage(details)}\n\nRepeat: PROPERTY_SEED=${seed} ${size} npm test -- ${file}`;
    throw new Error(message, { cause: details.errorInstance });
  },
});
