import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Resource } from '../../../src/krm/index.ts';
import { hardCases } from '../../support/corpus.ts';
import { probe } from '../../support/probe.ts';
import { mutations } from '../../yaml/mutate.ts';
import { runOnFiles } from './run-files.ts';
import { configMap } from '../run-support.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(200);

/** Edits that a function makes on each resource that it selects. */
const EDITS: readonly ((resource: Resource) => void)[] = [
  () => {},
  ({ document }) => document.set(['metadata', 'annotations', 'example.com/a'], 'b'),
  ({ document }) => document.set(['metadata', 'name'], 'renamed'),
  ({ document }) => void document.remove(['metadata', 'labels']),
  ({ document }) => document.set(['spec', 'added'], { list: [1, 'two'] }),
  ({ document }) => {
    for (const { path, text } of document.find('a')) document.set(path, text.replace('a', 'b'));
  },
];

describe('files that are read as far as a rule needs', () => {
  const call = fc.record({ edit: fc.nat(EDITS.length - 1), every: fc.integer({ min: 1, max: 3 }) });

  it('come out as those that are read to their end, or unchanged where these are not YAML', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.values(hardCases())),
        mutations(3),
        call,
        async (text, mutate, { edit, every }) => {
          const files = { 'a.yaml': configMap('a'), 'odd.yaml': Buffer.from(mutate(text)).toString() };
          const fn = probe(({ resources }) => {
            [...resources].forEach((resource, index) => {
              if (index % every === 0) EDITS[edit]?.(resource);
            });
          });
          const lazy = await runOnFiles(fn, files, '--diff');
          const complete = await runOnFiles(fn, files, '--diff', '--verify');
          // Only reading to the end finds these.
          if (complete.stderr.includes('duplicate key')) return;
          if (complete.exitCode === 0) assert.deepEqual(lazy, complete);
          else if (lazy.exitCode === 1) assert.deepEqual(lazy.files, files);
          else assert.equal(lazy.files['odd.yaml'], files['odd.yaml']);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('are errors where a value goes on at the column of the keys and looks like a kind', async () => {
    const deployment = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\n';
    for (const value of ['x: "text\nkind: Trap"\n', 'x: [a,\nkind: Trap]\n', 'x: {note: "a\nkind: Z"}\n']) {
      const found: string[] = [];
      const fn = probe(({ resources }) => void found.push(...Array.from(resources, ({ kind }) => kind)));
      const { exitCode, stderr } = await runOnFiles(fn, { 'a.yaml': configMap('a'), 'odd.yaml': deployment + value });
      assert.deepEqual(found, []);
      assert.equal(exitCode, 1);
      assert.match(stderr, /odd\.yaml.*is not closed/);
    }
  });
});
