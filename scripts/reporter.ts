import { appendFileSync } from 'node:fs';
import Mocha from 'mocha';

const { EVENT_RUN_END, EVENT_TEST_PENDING } = Mocha.Runner.constants;

/**
 * Prints Mocha's dots, then the title of every skipped test. If TEST_COUNTS names a file, appends a line `passed failed
 * skipped` to it, which `scripts/test.ts` adds up.
 */
export default class CountingReporter extends Mocha.reporters.Dot {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const skipped: string[] = [];
    runner.on(EVENT_TEST_PENDING, (test) => skipped.push(test.fullTitle()));
    runner.once(EVENT_RUN_END, () => {
      for (const title of skipped) console.log(`SKIPPED: ${title}`);
      const file = process.env['TEST_COUNTS'];
      const { passes, failures } = this.stats;
      if (file !== undefined) appendFileSync(file, `${passes} ${failures} ${skipped.length}\n`);
    });
  }
}
