import assert from 'node:assert/strict';
import { join } from 'node:path';
import { writeFiles } from '../cli/run-support.ts';
import { inCopy, type PackageCopy } from '../support/example-files.ts';
import { binFolder, describeKpts, needTools, runKpt } from '../support/kpt.ts';
import { resource } from '../support/resource-list.ts';

const kptfile = (pipeline: string, rest = ''): string =>
  resource('kpt.dev/v1', 'Kptfile', 'p', `pipeline:\n${pipeline}${rest}`);

/** Pipelines with comments in places from which kpt restores them, in kpt's own formatting. */
const rows: readonly (readonly [name: string, kptfile: string])[] = [
  [
    'above and beside functions',
    kptfile('  mutators:\n    # head of a\n    - image: a # beside a\n    # head of b\n    - image: b\n'),
  ],
  [
    'within a function',
    kptfile('  mutators:\n    - image: a\n      configMap:\n        # in map\n        k: v # beside\n    - image: b\n'),
  ],
  ['below the last function', kptfile('  mutators:\n    - image: a\n    - image: b\n      # foot\n')],
  [
    'below the last function, before another key',
    kptfile('  mutators:\n    - image: a\n    - image: b\n      # foot\n', 'info:\n  description: d\n'),
  ],
  [
    'below the last function of a compact list',
    kptfile('  mutators:\n  - image: a\n  - image: b\n    # foot\n  validators:\n  - image: c\n'),
  ],
  [
    'beside and above lists',
    kptfile(
      '  # above mutators\n  mutators: # beside\n    - image: a\n    - image: b\n  # above validators\n  validators:\n    - image: c # c\n',
    ),
  ],
  [
    'above validators in compact lists',
    kptfile('  mutators:\n  - image: a\n  # above validators\n  validators:\n  - image: c\n'),
  ],
  [
    'below a function in the middle',
    kptfile('  mutators:\n    - image: a\n      name: x\n      # foot of a\n    - image: b\n'),
  ],
  ['the same comment twice', kptfile('  mutators:\n    - image: a # same\n    - image: b # same\n')],
  ['at the head of the file only', `# license\n${kptfile('  mutators:\n    - image: a\n')}`],
];

const config = (mutators: string): string =>
  resource('krm-variants.dev/v1alpha1', 'PipelineEdit', 'e', `spec:\n  owner: o\n  mutators: ${mutators}\n`);

describeKpts('edit-pipeline, through kpt', function () {
  before(function () {
    needTools(this, 'kpt');
  });

  for (const [name, text] of rows) {
    it(`keeps comments with their functions: ${name}`, () =>
      inCopy({ Kptfile: text }, (copy) => {
        const PATH = binFolder(join(copy.aside, 'bin'), 'edit-pipeline');
        const run = (mutators: string): string => evaluate(copy, mutators, PATH);
        const dash = /^ +- /m.exec(text)?.[0] ?? '';
        const lines = `${dash}image: new\n${dash.replace('-', ' ')}name: PackageVariant.o..0\n`;
        const want = text.replace(/^ {2}mutators:.*\n/m, (line) => `${line}${lines}`);
        assert.equal(run('[]'), text, 'the Kptfile is as kpt writes it');
        assert.equal(run('[{image: new}]'), want);
        assert.equal(run('[{image: new}]'), want, 'a second run changes nothing');
        assert.equal(run('[]'), text, 'and back');
      }));
  }
});

function evaluate(copy: PackageCopy, mutators: string, PATH: string): string {
  const { folder, aside } = copy;
  writeFiles(aside, { 'config.yaml': config(mutators) });
  const args = ['fn', 'eval', folder, '--exec', 'edit-pipeline', '--fn-config', join(aside, 'config.yaml')];
  const { stderr, exitCode } = runKpt(args, { PATH });
  assert.equal(exitCode, 0, stderr);
  return String(copy.files()['Kptfile']);
}
