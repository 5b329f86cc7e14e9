import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inFolder } from '../cli/run-support.ts';
import { Comparison } from '../render/comparison.ts';
import { packages } from '../render/generate-package.ts';
import { needTools } from '../support/kpt.ts';
import { isRecorded } from '../support/kpt-releases.ts';
import { skip } from '../support/skip.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** Number of packages. */
const PACKAGES = propertyRuns(100);

/** Number of packages that one call of kpt formats. */
const BATCH = 10;

describe('krm-variants render beside kpt fn render', function () {
  before(function () {
    needTools(this, 'kpt', 'git');
    // Newer ones add a status to Kptfiles, and give functions resources in another order.
    if (!isRecorded()) skip(this, 'kpt is another release than the one that docs/render.md names');
  });

  it(`makes the same of ${PACKAGES} packages: files, data, exit code, results, lines on stderr`, () =>
    inFolder({}, async (folder) => {
      const drawn = fc.sample(packages(), PACKAGES).map((each, index) => ({ ...each, isHosted: index % 4 === 3 }));
      const comparison = new Comparison(folder);
      for (let at = 0; at < drawn.length; at += BATCH) await comparison.compare(drawn.slice(at, at + BATCH));
      const { rendered, failed, refused, reporting, files, bytes, changed, removed, hosted } = comparison.count;
      assert.ok(rendered > PACKAGES / 2 && failed > PACKAGES / 10 && refused > PACKAGES / 50, 'some render, some fail');
      assert.ok(hosted >= PACKAGES / 5, 'some as programs');
      assert.ok(reporting > PACKAGES / 2, 'most report results');
      assert.ok(bytes > files / 2 && changed > PACKAGES && removed > 0, 'many files change');
    }));
});
