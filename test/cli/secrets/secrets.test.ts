import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { conflictResults } from '../../../cli/report/conflict-results.ts';
import { mergeForDriver } from '../../../cli/merge/merge-with-markers.ts';
import { MERGE_OPTIONS, parseMergeArguments } from '../../../cli/merge/merge-arguments.ts';
import { mergeFolders } from '../../../cli/merge/merge-command.ts';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { parseRenderArguments, RENDER_OPTIONS } from '../../../cli/render/render-arguments.ts';
import { renderFolder } from '../../../cli/render/render-command.ts';
import type { Resource } from '../../../src/krm/index.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { probe } from '../../support/probe.ts';
import { runOnFiles } from '../run/run-files.ts';
import { inFolder, kptfile, readFiles } from '../run-support.ts';
import { DISGUISES, type Disguise } from './disguises.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(15);

/** Values that are found in no other text, beside characters that are escaped in some formats. */
function values(version: number): (index: number) => string {
  const around = ['', `<&'"`, ' "x" ', "it's: ", '%/é+'];
  return (index) => `tok${version}${index}en${around[(index + version) % around.length] ?? ''}`;
}

const TOKEN = /tok\d\den/;

/** Asserts that a text has no value, as it is or in base64 at any offset. */
function assertHidden(text: string, title: string): void {
  const found = new RegExp(`.{0,60}${TOKEN.source}.{0,60}`).exec(text)?.[0];
  assert.equal(found, undefined, `${title}: ${found}`);
  for (const [run] of text.matchAll(/[\w+/-]{8,}/g)) {
    for (const offset of [0, 1, 2, 3])
      assert.doesNotMatch(Buffer.from(run.slice(offset), 'base64').toString('latin1'), TOKEN, `${title}: ${run}`);
  }
}

const formats: readonly (readonly string[])[] = [
  ['--diff', '--explain'],
  ['--report', 'json'],
  ['--report', 'markdown'],
];

/** Edits that a function makes of a resource with Secrets: aliases and merge keys are replaced by copies. */
const EDITS: readonly ((resource: Resource) => void)[] = [
  ({ document }) => document.set(['metadata', 'labels', 'a'], 'b'),
  ({ document }) => document.set(['stringData', 'new'], 'x'),
  ({ document }) => void document.remove(['extra', 'd']),
  ({ document }) => {
    if (document.has(['other'])) document.set(['other', 'e'], 'x');
  },
  ({ document }) => {
    if (document.has(['other'])) document.set(['other', 'd'], document.value(['other', 'd']) === '' ? 'y' : 'x');
  },
  ({ document }) => {
    if (document.has(['extra', 'copied'])) document.set(['stringData', 'd'], 'x');
  },
  ({ document }) => void document.remove(['stringData']),
];

const disguises = fc.constantFrom(...Object.keys(DISGUISES));

describe('values of Secrets', () => {
  it('are in no diff, report or message of a function of this program', async () => {
    const edits = fc.array(fc.nat(EDITS.length - 1), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(disguises, edits, fc.constantFrom(...formats), async (name, list, format) => {
        const fn = probe(({ resources, results }) => {
          for (const resource of resources) {
            for (const edit of list) EDITS[edit]?.(resource);
            for (const path of [['data'], ['stringData', 'c'], ['data', 's.yaml'], ['spec'], []])
              results.warning('looked at', {
                code: 'x-test',
                resource,
                field: path,
                currentValue: resource.document.value(path) ?? null,
              });
          }
        });
        const { stdout, stderr } = await runOnFiles(fn, { 'a.yaml': textOf(name, 0) }, ...format);
        assertHidden(stdout + stderr, `${name}, edits ${list.join(' ')}`);
      }),
      { numRuns: RUNS * 4 },
    );
  });

  it('are in no conflict, diff or report of a merge', async () => {
    const versions = fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2));
    await fc.assert(
      fc.asyncProperty(
        disguises,
        versions,
        fc.constantFrom(...formats.map((each) => each.filter((arg) => arg !== '--explain'))),
        async (name, sides, format) => {
          const files = Object.fromEntries(
            ['base', 'new', 'local'].map((side, index) => [`${side}/a.yaml`, textOf(name, sides[index] ?? 0)]),
          );
          const { stdout, stderr } = await inFolder(files, (folder) => {
            const folders = ['base', 'new', 'local'].map((side) => join(folder, side));
            return mergeFolders(parseMergeArguments(sortArguments([...folders, ...format], MERGE_OPTIONS)));
          });
          assertHidden(stdout + stderr, name);
          const [base, theirs, ours] = sides.map((side) => textOf(name, side)) as [string, string, string];
          const driven = mergeForDriver({
            path: 'a.yaml',
            base,
            ours,
            theirs,
            markersOf: () => ({ size: 7, names: { local: 'ours', theirs: 'theirs' } }),
          });
          assertHidden(JSON.stringify([conflictResults(driven.conflicts), driven.results]), name);
        },
      ),
      { numRuns: RUNS * 4 },
    );
  });

  it('are in nothing that a third-party function says', async () => {
    await fc.assert(
      fc.asyncProperty(
        disguises,
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        async (name, fails, isConfig, isVerbose) => {
          const pipeline = `pipeline:\n  mutators:\n  - exec: LEAK${isConfig ? '\n    configPath: a.yaml' : ''}\n`;
          await inFolder({ 'p/Kptfile': kptfile('p'), 'p/a.yaml': textOf(name, 0) }, async (folder) => {
            const program = join(folder, 'leak');
            writeFileSync(program, LEAK.replace('FAILS', fails ? '1' : '0'));
            chmodSync(program, 0o755);
            writeFileSync(join(folder, 'p/Kptfile'), `${kptfile('p')}${pipeline.replace('LEAK', program)}`);
            let log = '';
            const args = [
              '--allow-exec',
              '--truncate-output=false',
              '--record-status',
              '--report',
              'json',
              ...(isVerbose ? ['-v'] : []),
            ];
            const asked = parseRenderArguments(sortArguments([join(folder, 'p'), ...args], RENDER_OPTIONS));
            const display = { log: (lines: string) => void (log += lines) };
            const outcome = await renderFolder({ functions: await allFunctions(), version: '0' }, asked, display);
            const { 'p/Kptfile': recorded = '' } = readFiles(folder);
            assert.match(`${log}${outcome.stdout}${outcome.stderr}`, /\(redacted\)/, name);
            assertHidden([outcome.stdout, outcome.stderr, log, recorded].join('\n'), name);
          });
        },
      ),
      { numRuns: RUNS },
    );
  });
});

function textOf(name: string, version: number): string {
  return (DISGUISES[name] as Disguise)(values(version));
}

/** Program that prints its input in many forms to stderr and in results. */
const LEAK = `#!/usr/bin/env node
const input = require('node:fs').readFileSync(0, 'utf8');
const decode = (text) => text.replace(/[A-Za-z0-9+/]{12,}=*/g, (run) => Buffer.from(run, 'base64').toString());
const found = (decode(decode(input)) + input).match(/[^\\s]*tok\\d\\den[^\\n]*/g) ?? [];
const lines = found;
console.error(input);
console.error(decode(input));
console.error(JSON.stringify(input));
for (const line of lines) console.error(line, JSON.stringify(line), /[\\\\'"]/.test(line) ? '' : encodeURIComponent(line));
const results = lines.map((line) => ({
  message: 'bad ' + line,
  severity: 'error',
  resourceRef: { apiVersion: 'v1', kind: 'Foo', name: line },
  field: { path: line, currentValue: { [line]: [line] }, proposedValue: line },
  file: { path: line },
  tags: { a: line },
}));
console.log(input.replace(/\\n?$/, '\\n') + 'results: ' + JSON.stringify(results));
process.exit(FAILS);
`;
