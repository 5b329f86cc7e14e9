import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findPackage } from '../../cli/package/input.ts';
import { limiter } from '../../cli/host/limiter.ts';
import { RenderLog } from '../../cli/log/render-log.ts';
import { renderPackages, type FunctionCall, type PipelineFunction } from '../../src/render/index.ts';
import { inFolder, kptfile, type Files } from '../cli/run-support.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { readFolder } from '../../cli/package/read-folder.ts';

const FOLDERS = ['', 'a', 'a/x', 'a/y', 'b', 'b/z'] as const;

/** Returns a package with subpackages, each with two functions that have the names of their folder. */
const FILES: Files = Object.fromEntries(
  FOLDERS.map((folder) => [
    `${folder}/Kptfile`.replace(/^\//, ''),
    `${kptfile('p')}pipeline:\n  mutators:\n    - exec: "${folder} 1"\n    - exec: "${folder} 2"\n`,
  ]),
);

interface Outcome {
  readonly lines: readonly string[];
  readonly steps: readonly string[];
  readonly changes: readonly unknown[];
}

/** Renders with functions that add a resource, and of which one may fail; each ends when `turn` says. */
function render(failing: string, isConcurrent: boolean, turn: () => Promise<unknown>): Promise<Outcome> {
  return inFolder(FILES, async (folder) => {
    const lines: string[] = [];
    const { root, files } = findPackage(folder);
    const open = readFolder(root, files);
    const callOf = ({ called }: PipelineFunction): FunctionCall => ({
      inProcess: false,
      async run(resources) {
        await turn();
        if (called === failing) throw new Error(called);
        const name = called.replaceAll(/\W/g, '-');
        resources.add({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `n${name}` } }, {});
        await turn();
        return { results: [], notices: [] };
      },
    });
    const log = { verbose: true, truncatesOutput: true };
    const observer = new RenderLog('p', log, (line) => void lines.push(line.replace(/ in .*s$/m, '')));
    const { steps } = await renderPackages(open.resources, { root, callOf, observer, isConcurrent });
    const names = steps.map(({ fn, isFailed }) => `${fn.called} ${isFailed}`);
    return { lines, steps: names, changes: steps.some(({ isFailed }) => isFailed) ? [] : open.texts() };
  });
}

describe('packages that are rendered at the same time', () => {
  const names = FOLDERS.flatMap((folder) => [`${folder} 1`, `${folder} 2`]);

  it('give what they give one after the other, whenever each function ends', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.constantFrom('', ...names), async (scheduler, failing) => {
        const want = await render(failing, false, () => Promise.resolve());
        const turn = (): Promise<void> => scheduler.schedule(Promise.resolve());
        assert.deepEqual(await scheduler.waitFor(render(failing, true, turn)), want);
      }),
      { numRuns: propertyRuns(100), seed: 1 },
    ));

  it('have functions that run at the same time', async () => {
    let [running, most] = [0, 0];
    await render('', true, async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
    });
    assert.equal(most, 3);
  });
});

describe('a limit of calls', () => {
  it('is never exceeded, and lets all calls end in their order', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 4 }), async (scheduler, limit) => {
        const limited = limiter(limit);
        let running = 0;
        const started: number[] = [];
        const calls = Array.from({ length: 9 }, (_, index) =>
          limited(async () => {
            started.push(index);
            assert.ok(++running <= limit);
            await scheduler.schedule(Promise.resolve());
            running--;
            if (index % 3 === 0) throw new Error('failed');
            return index;
          }).catch(() => -1),
        );
        const ended = await scheduler.waitFor(Promise.all(calls));
        assert.deepEqual(ended, [-1, 1, 2, -1, 4, 5, -1, 7, 8]);
        assert.deepEqual(started, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
      }),
      { numRuns: propertyRuns(100), seed: 1 },
    ));
});
