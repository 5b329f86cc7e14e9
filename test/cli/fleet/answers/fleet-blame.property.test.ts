import assert from 'node:assert/strict';
import { join } from 'node:path';
import fc from 'fast-check';
import type { BlamedFile } from '../../../../src/blame/blame-files.ts';
import { causePlace, type Cause } from '../../../../src/blame/cause.ts';
import { blameIn, inFleet } from '../../../support/fleet.ts';
import {
  FOLDERS,
  fleetSettings,
  inputFiles,
  NAMES,
  resourcesOf,
} from '../../../support/generated-fleet/fleet-settings.ts';
import { editedFiles, GeneratedCauses, type CausedLine } from '../../../support/generated-fleet/line-causes.ts';
import { filesOf, packageVersion } from '../../../support/generated-fleet/package-version.ts';
import type { Files } from '../../run-support.ts';
import { makeEdit, personEdit } from '../../../support/generated-fleet/person-edit.ts';
import { propertyRuns } from '../../../support/property-runs.ts';

/** Edits of lines, each of which puts its mark on the line. */
const KINDS = [
  'comment',
  'remark',
  'annotation',
  'key',
  'embedded',
  'element',
  'level',
  'stage',
  'replicas',
  'image',
  'note',
];

const edits = fc.array(
  personEdit.filter(({ kind, variant }) => KINDS.includes(kind) && variant < 3),
  { maxLength: 6 },
);

function linesOf({ lines }: BlamedFile): readonly CausedLine[] {
  return lines.map(({ text, cause, derived }) => ({
    text,
    by: shown(cause),
    ...(derived && { without: shown(derived.cause) }),
  }));
}

function shown(cause: Cause): string {
  const place = causePlace(cause);
  return place === undefined ? cause.by : `${cause.by} ${place.file}:${place.line}`;
}

describe('fleet blame', () => {
  it('names the cause that the generator of a fleet used, for every line', function () {
    return fc.assert(
      fc.asyncProperty(
        packageVersion.map((each) => ({ ...each, component: undefined })),
        fleetSettings,
        fc.boolean(),
        edits,
        fc.boolean(),
        async (version, settings, isFloating, drawn, isCommitted) => {
          const packaged: Files = Object.fromEntries(
            Object.entries(filesOf(version)).map(([path, content]) => [`packages/shop/${path}`, content]),
          );
          const inputs = inputFiles(resourcesOf(settings, 'v1', isFloating));
          await inFleet({ ...packaged, ...inputs }, async ({ fleet, run }) => {
            assert.equal((await run('apply')).exitCode, 0);
            const causes = new GeneratedCauses(version, settings);
            const folders = FOLDERS.map((folder, index) => ({ folder, index, files: causes.of(fleet.folder, index) }));
            const check = async (index: number, files: ReadonlyMap<string, readonly CausedLine[]>): Promise<void> => {
              const { printed, exitCode, stderr } = await blameIn(fleet, NAMES[index] ?? '', '--report=json');
              assert.equal(exitCode, 0, stderr);
              const report = JSON.parse(printed) as {
                readonly files: readonly BlamedFile[];
                readonly results: unknown;
              };
              assert.doesNotMatch(JSON.stringify(report.results), /at hand|not run|derived again|cannot be applied/);
              const start = `${FOLDERS[index] ?? ''}/`.length;
              const found = new Map(report.files.map((file) => [file.path.slice(start), linesOf(file)]));
              for (const [path, lines] of files) assert.deepEqual(found.get(path), lines, `${NAMES[index]} ${path}`);
            };
            await check(3, folders[3]?.files ?? new Map());
            drawn.forEach((edit, index) =>
              makeEdit(join(fleet.folder, FOLDERS[edit.variant] ?? ''), edit, `m${1001 + index}`),
            );
            if (isCommitted) {
              fleet.git('add', '--all');
              fleet.git('commit', '--quiet', '--message', 'edit');
            }
            for (const { folder, index, files } of folders.slice(0, 3))
              await check(index, editedFiles(join(fleet.folder, folder), files));
          });
        },
      ),
      { numRuns: propertyRuns(3) },
    );
  });
});
