import assert from 'node:assert/strict';
import { hasColors, setColors } from '../../../cli/terminal/terminal.ts';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import { PROBE, probe } from '../../support/probe.ts';
import { configMap, inFolder, shortened, type Files } from '../run-support.ts';

/**
 * Sets `data.k` of each resource, adds one, and removes the one with the name `gone`. Warns of `odd`, refuses `bad`.
 */
const edit = probe(({ resources, results }) => {
  const all = [...resources];
  for (const resource of all) {
    if (resource.name === 'gone') resources.remove(resource);
    else resource.document.set(['data', 'k'], 'v');
    if (resource.name === 'odd') results.warning('is odd', { code: 'x-test', resource });
    if (resource.name === 'bad') results.error('is bad', { code: 'x-test', resource });
  }
  if (all.some(({ name }) => name === 'first'))
    resources.add({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'n' } }, { path: 'new.yaml' });
  results.info('ran', { code: 'x-test' });
  results.notice('set k');
});

const done = (name: string): string => configMap(name, 'data:\n  k: v\n');

const FILES: Files = {
  'a.yaml': configMap('first'),
  'b.yaml': configMap('gone'),
  'c\u0007d.yaml': configMap('odd'),
  'e.yaml': done('settled'),
};

const ODD = '[warning] @c d.yaml v1/ConfigMap/odd: is odd\n';
const PLANNED = 'would change @a.yaml\nwould remove @b.yaml\nwould change @c d.yaml\nwould add @new.yaml\n';
const WRITTEN = 'changed @a.yaml\nremoved @b.yaml\nchanged @c d.yaml\nadded @new.yaml\n';

const LEVELS = Array.from({ length: 6 }, (_, at) => `b${at + 1}: &b${at + 1} [${`*b${at}, `.repeat(10)}]\n`);

interface Row {
  readonly name: string;
  readonly files: Files;
  readonly args: readonly string[];
  readonly want: string;
}

const rows: readonly Row[] = [
  { name: 'a change', files: FILES, args: [], want: `${WRITTEN}${ODD}4 files changed, 1 warning\n` },
  { name: 'a check', files: FILES, args: ['--check'], want: `${PLANNED}${ODD}4 files would change, 1 warning\n` },
  {
    name: 'a dry run with a diff',
    files: FILES,
    args: ['--dry-run', '--diff'],
    want: `${PLANNED}${ODD}4 files would change, 1 warning\n`,
  },
  {
    name: 'printed resources',
    files: FILES,
    args: ['-o', 'unwrap'],
    want: `${ODD}4 files changed in the output, 1 warning\n`,
  },
  {
    name: 'all details with --verbose',
    files: FILES,
    args: ['--verbose'],
    want: `${WRITTEN}[notice]: set k\n[info]: ran\n${ODD}4 files changed, 1 warning\n`,
  },
  { name: 'nothing with --quiet', files: FILES, args: ['--quiet'], want: '' },
  { name: 'nothing with --quiet and --check', files: FILES, args: ['-q', '--check', '--explain'], want: '' },
  { name: 'a settled folder', files: { 'e.yaml': done('settled') }, args: [], want: 'no file changed\n' },
  {
    name: 'an error after the warnings',
    files: { ...FILES, 'f.yaml': configMap('bad') },
    args: [],
    want: `${ODD}[error] @f.yaml:1:1 v1/ConfigMap/bad: is bad\n1 error, 1 warning\n`,
  },
  {
    name: 'the limit and the place of aliases that expand to too many values',
    files: { 'a.yaml': `${configMap('a')}b0: &b0 [${'v, '.repeat(10)}]\n${LEVELS.join('')}` },
    args: ['-q'],
    want: '[error] @a.yaml: cannot be edited: aliases must expand to at most 1000000 values at 10:45\n',
  },
  {
    name: 'only the error with --quiet',
    files: { ...FILES, 'f.yaml': configMap('bad') },
    args: ['-q'],
    want: '[error] @f.yaml:1:1 v1/ConfigMap/bad: is bad\n',
  },
  {
    name: 'the origins of the lines of each file with --explain',
    files: { 'a.yaml': configMap('a'), 'b.yaml': configMap('b') },
    args: ['--explain', '--check'],
    want: 'would change @a.yaml\n@a.yaml:5-6: Probe p\nwould change @b.yaml\n@b.yaml:5-6: Probe p\n2 files would change\n',
  },
];

describe('messages of krm-variants run', () => {
  for (const { name, files, args, want } of rows) {
    it(`are ${name}`, () =>
      inFolder({ 'probe.yaml': PROBE }, (aside) =>
        inFolder(files, async (folder) => {
          const { stderr } = await applyToFolder(edit, [folder, '--fn-config', `${aside}/probe.yaml`, ...args]);
          assert.equal(shortened(folder, stderr), want);
        }),
      ));
  }

  it('are either verbose or quiet', () =>
    assert.rejects(applyToFolder(edit, ['.', '-v', '-q']), /`--verbose` and `--quiet` are mutually exclusive/));

  it('have colors as `--color` says', () => {
    for (const isColored of [true, false]) {
      setColors(isColored);
      assert.deepEqual([hasColors(1), hasColors(2)], [isColored, isColored]);
    }
    setColors(undefined);
    return assert.rejects(
      applyToFolder(edit, ['.', '--color', 'on']),
      /`--color` must be auto, always or never, not "on"/,
    );
  });
});
