import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { inFolder, type Files } from '../cli/run-support.ts';
import { assertSameData, assertSameEnd } from '../render/compare-foreign.ts';
import { assertNoCommentLost } from '../render/foreign-comments.ts';
import { renderForeign, renderForeignKpt } from '../render/foreign.ts';
import { foreignPackages, SUBPACKAGES, type ForeignPackage } from '../render/generate-foreign.ts';
import { inPairs } from '../support/in-pairs.ts';
import { needTools } from '../support/kpt.ts';
import { isRecorded } from '../support/kpt-releases.ts';
import { skip } from '../support/skip.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** Number of packages. */
const PACKAGES = propertyRuns(100);

describe('functions of others in generated packages, beside kpt fn render', function () {
  before(function () {
    needTools(this, 'kpt', 'git');
    // Newer ones add a status to Kptfiles, and log in another form.
    if (!isRecorded()) skip(this, 'kpt is another release than the one that docs/render.md names');
  });

  it(`makes the same data, log and results of ${PACKAGES} packages, and keeps their comments`, () =>
    inFolder({}, async (folder) => {
      const count = { rendered: 0, failed: 0 };
      const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
      await inPairs(fc.sample(foreignPackages(), PACKAGES), async (drawn, index) => {
        const own = join(folder, String(index));
        const isRendered = await compare(drawn, own, env).catch((error: unknown) => about(error, drawn));
        count[isRendered ? 'rendered' : 'failed']++;
        rmSync(own, { recursive: true });
      });
      assert.ok(count.rendered > PACKAGES / 2 && count.failed > 0, JSON.stringify(count));
    }));
});

/** Compares the renderings of a package with these variables. Returns whether they succeeded. */
async function compare(drawn: ForeignPackage, folder: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const [ours, kpts] = await Promise.all([
    renderForeign(join(folder, 'ours'), drawn.files, [], env),
    renderForeignKpt(join(folder, 'kpt'), drawn.files, env),
  ]);
  const isMovedByLegacy = drawn.modes.some((mode) => mode.startsWith('move-legacy'));
  if (OCCUPIED.test(kpts.stderr) || (isMovedByLegacy && OURS.test(ours.stderr))) {
    // kpt has its own message, and no entry in the results; it writes both resources if the older annotation moved
    // them.
    assert.equal(ours.exitCode, 1);
    assert.match(ours.stderr, OURS);
    assert.deepEqual(ours.files, sorted(drawn.files));
    return false;
  }
  assertSameEnd(ours, kpts, SUBPACKAGES);
  if (ours.exitCode === 0) {
    assertSameData(ours.files, kpts.files);
    assertNoCommentLost(drawn, ours.files);
  } else
    assert.deepEqual([ours.files, kpts.files], [drawn.files, drawn.files].map(sorted), 'a failure changes nothing');
  return ours.exitCode === 0;
}

const OURS = /must have another path or index: another resource has the same/;

const OCCUPIED = /^Error: resource at path .* already exists/m;

function sorted(files: Files): Files {
  return Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Rethrows an error with its package. */
function about(error: unknown, { files, modes }: ForeignPackage): never {
  if (error instanceof Error) error.message += `\n${modes.join(', ')}\n${JSON.stringify(files)}`;
  throw error;
}
