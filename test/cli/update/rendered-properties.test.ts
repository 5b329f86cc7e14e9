import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { mergeRendered } from '../../../cli/update/update-source.ts';
import { renderFiles } from '../../../src/upstream/render-files.ts';
import { mergePackages, type MergedPackage, type PackageFiles } from '../../../src/merge/index.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { mergedShop, SHOPS, shopFiles, type Shop } from '../../support/rendered-package.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { pipelineHost } from '../../../cli/render/pipeline-host.ts';

const RUNS = propertyRuns(60);
const program = { functions: await allFunctions(), version: '0.1.0' };

const merge = (base: Shop, theirs: Shop, local: PackageFiles): Promise<MergedPackage> =>
  mergeRendered(
    { base: shopFiles(base, false), theirs: shopFiles(theirs, false), local },
    mergePackages,
    { kptfile: 'plain' },
    { when: 'if-rendered', host: pipelineHost(program), keepsEdits: true },
  );

/** Ways to have a local package, and whether the merged one is rendered. */
const STATES: readonly (readonly [
  name: string,
  files: (base: Shop, local: Shop) => PackageFiles,
  isRendered: boolean,
])[] = [
  ['rendered after its edits', (_, local) => shopFiles(local, true), true],
  [
    'rendered before its edits',
    (base, local) =>
      new Map([
        ...shopFiles({ ...local, host: base.host }, true),
        ['registry.yaml', shopFiles(local, true).get('registry.yaml') ?? ''],
      ]),
    true,
  ],
  ['not rendered', (_, local) => shopFiles(local, false), false],
];

describe('an update of a package with a pipeline, by property', () => {
  for (const [name, filesOf, isRendered] of STATES)
    it(`loses no edit, and takes no output for an edit, of a package ${name}`, () =>
      fc.assert(
        fc.asyncProperty(SHOPS, async ({ base, theirs, local }) => {
          // Without a new version, nothing changes: see below.
          fc.pre(!isDeepStrictEqual(shopFiles(base, false), shopFiles(theirs, false)));
          const want = mergedShop({ base, theirs, local });
          const { files, conflicts, results } = await merge(base, theirs, filesOf(base, local));
          assert.equal(conflicts.length === 0, want !== undefined, JSON.stringify(conflicts));
          if (want === undefined) return;
          assert.deepEqual(
            results.filter(({ message }) => message.includes('not rendered:')),
            [],
          );
          assert.deepEqual(sorted(files), sorted(shopFiles(want, isRendered)));
        }),
        { numRuns: RUNS },
      ));

  it('changes nothing without a new version', () =>
    fc.assert(
      fc.asyncProperty(SHOPS, fc.constantFrom(...STATES), async ({ base, local }, [, filesOf]) => {
        const before = filesOf(base, local);
        const { files, conflicts } = await merge(base, base, before);
        assert.deepEqual([sorted(files), conflicts], [sorted(before), []]);
      }),
      { numRuns: RUNS },
    ));

  it('makes of a rendered package without edits the rendered new version, byte for byte', () =>
    fc.assert(
      fc.asyncProperty(SHOPS, async ({ base, theirs }) => {
        const local = (await renderFiles(shopFiles(base, false), { host: pipelineHost(program) })).files;
        const { files } = await merge(base, theirs, local);
        const rendered = await renderFiles(shopFiles(theirs, false), { host: pipelineHost(program) });
        assert.deepEqual(sorted(files), sorted(rendered.files));
      }),
      { numRuns: RUNS },
    ));
});

function sorted(files: PackageFiles): unknown {
  return [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
