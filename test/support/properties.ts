import fc from 'fast-check';

let running: Mocha.Runnable | undefined;

export const mochaHooks = {
  beforeEach(this: Mocha.Context): void {
    running = this.currentTest;
  },
};

fc.configureGlobal({
  // Every run draws the same cases, so that a failure is caused by a change. PROPERTY_SEED=$RANDOM draws others.
  seed: Number(process.env['PROPERTY_SEED'] ?? 1),
  // How long the cases of a property take depends on what else the machine does, so a test that has one loses its timeout.
  beforeEach: () => {
    if (running?.timeout() !== 0) running?.timeout(0);
  },
});
