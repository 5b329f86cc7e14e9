import assert from 'node:assert/strict';
import { Resource, type Result } from '../../src/krm/index.ts';
import { recordStatus, type RenderStep } from '../../src/render/index.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { kptfile } from '../cli/run-support.ts';

const FN = { list: 'mutators', field: [], by: 'exec', called: 'f', name: '', tag: '' } as const;

const STEP: RenderStep = {
  folder: '',
  fn: { ...FN, configMap: undefined, configPath: undefined, selectors: [], exclude: [] },
  count: 1,
  inProcess: false,
  results: [],
  notices: [],
  end: { stdout: '', stderr: '', exitCode: 0, isTimedOut: false },
  isFailed: false,
  errors: [],
};

/** Returns the text that is added to a Kptfile. */
function recorded(steps: readonly RenderStep[], failure?: string): string {
  const resource = new Resource(readDocument(kptfile('p')));
  recordStatus(resource, { steps, folders: ['s/t', 's', ''] }, failure);
  return resource.document.text().slice(kptfile('p').length);
}

/** Returns the lines of the only result of a step, without those around it. */
function resultLines(result: Omit<Result, 'severity'>): string {
  const text = recorded([{ ...STEP, results: [{ ...result, severity: 'info' }] }]);
  return text.slice(text.indexOf('results:\n') + 'results:\n'.length).replaceAll(/^ {10}/gm, '');
}

const SUCCESS = 'status:\n  conditions:\n    - type: Rendered\n      status: "True"\n      reason: RenderSuccess\n';
const INFO = '- message: m\n  severity: info\n';

const results: Readonly<Record<string, readonly [result: Partial<Result>, want: string]>> = {
  'the first index of a file': [{ file: { path: 'a.yaml', index: 0 } }, `${INFO}  file:\n    path: a.yaml\n`],
  'another index of a file': [
    { file: { path: 'a.yaml', index: 1 } },
    `${INFO}  file:\n    path: a.yaml\n    index: 1\n`,
  ],
  'a file of a package': [{ file: { path: 's/t/u/a.yaml', index: 0 } }, `${INFO}  file:\n    path: u/a.yaml\n`],
  'a file beside a package': [{ file: { path: 'st/a.yaml', index: 0 } }, `${INFO}  file:\n    path: st/a.yaml\n`],
  numbers: [
    { field: { path: 'a', currentValue: 1, proposedValue: 1.5 } },
    `${INFO}  field:\n    path: a\n    currentValue: "1"\n    proposedValue: "1.5"\n`,
  ],
  'words and empty values': [
    { field: { path: 'a', currentValue: null, proposedValue: '' } },
    `${INFO}  field:\n    path: a\n    currentValue: "null"\n`,
  ],
  strings: [
    { field: { path: 'y', currentValue: ' a ', proposedValue: 'no' } },
    `${INFO}  field:\n    path: "y"\n    currentValue: a\n    proposedValue: "no"\n`,
  ],
  'maps and lists': [
    { field: { path: 'a', currentValue: { b: [1, 'x'] }, proposedValue: [] } },
    `${INFO}  field:\n    path: a\n    currentValue: |-\n      b:\n      - 1\n      - x\n    proposedValue: '[]'\n`,
  ],
  tags: [{ tags: { b: '1', a: 'x' } }, `${INFO}  tags:\n    a: x\n    b: "1"\n`],
  'no tags': [{ tags: {} }, INFO],
  'a character that go-yaml escapes': [{ message: 'a \u{1F680}' }, '- message: "a \\U0001F680"\n  severity: info\n'],
  'a port': [{ message: ':8080' }, '- message: :8080\n  severity: info\n'],
};

describe('recordStatus', () => {
  for (const [title, [result, want]] of Object.entries(results))
    it(`writes a result as kpt does: ${title}`, () => assert.equal(resultLines({ message: 'm', ...result }), want));

  it('writes lists as kpt does in a Kptfile without lists', () => assert.equal(recorded([]), SUCCESS));

  it('names the latest tag of an image without a tag, as kpt does', () => {
    for (const [called, want] of [
      ['x:5000/a', 'x:5000/a:latest'],
      ['x/a:v1', 'x/a:v1'],
      ['x/a@sha256:0', 'x/a@sha256:0'],
    ] as const)
      assert.equal(
        recorded([{ ...STEP, fn: { ...STEP.fn, by: 'image', called } }]),
        `${SUCCESS}  renderStatus:\n    mutationSteps:\n      - image: ${want}\n        exitCode: 0\n`,
      );
  });

  it('puts the keys of a failure where kpt puts them', () => {
    const end = { stdout: '', stderr: 'bad\n', exitCode: 3, isTimedOut: false };
    const text = recorded([STEP, { ...STEP, fn: { ...STEP.fn, name: 'last' }, end, isFailed: true }], 'why');
    const steps = `mutationSteps:\n      - exec: f\n        exitCode: 0\n      - name: last\n        exec: f\n        stderr: |\n          bad\n        exitCode: 3\n`;
    assert.ok(text.endsWith(`  renderStatus:\n    ${steps}    errorSummary: 'last: exit code 3'\n`), text);
  });

  it('takes no other package name for a part of a path', () => {
    const file = { path: 'sub/a.yaml', index: 0 };
    assert.match(resultLines({ message: 'm', file }), /path: sub\/a\.yaml\n/);
  });
});
