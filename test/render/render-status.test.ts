import assert from 'node:assert/strict';
import { Resource, type Result } from '../../src/krm/index.ts';
import { recordStatus, type RenderStep } from '../../src/render/index.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { kptfile } from '../cli/run-support.ts';

const FN = { list: 'mutators', field: [], by: 'exec', called: 'f', name: '', tag: '' } as const;

const STEP: RenderStep = {
  folder: '',
  fn: {
    ...FN,
    configMap: undefined,
    configPath: undefined,
    configRef: undefined,
    when: undefined,
  },
  count: 1,
  inProcess: false,
  results: [],
  notices: [],
  isSkipped: false,
  findings: [],
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
  'white space to Go': [
    { field: { path: '\uFEFF', currentValue: '\x85 a b\n\x85' } },
    `${INFO}  field:\n    path: "\\uFEFF"\n    currentValue: a b\n`,
  ],
  'maps and lists': [
    { field: { path: 'a', currentValue: { b: [1, 'x'] }, proposedValue: [] } },
    `${INFO}  field:\n    path: a\n    currentValue: |-\n      b:\n      - 1\n      - x\n    proposedValue: '[]'\n`,
  ],
  'keys in their order': [
    { field: { path: 'a', currentValue: { b: 1, a: [2] }, proposedValue: [{ c: [3] }] } },
    `${INFO}  field:\n    path: a\n    currentValue: |-\n      b: 1\n      a:\n      - 2\n    proposedValue: |-\n      - c:\n        - 3\n`,
  ],
  'texts in maps': [
    { field: { path: 'a', currentValue: { b: '\u{1F680}\n', c: '\na', d: ['x'] } } },
    `${INFO}  field:\n    path: a\n    currentValue: |-\n      b: "\\U0001F680\\n"\n      c: |2-\n\n        a\n      d:\n      - x\n`,
  ],
  tags: [{ tags: { b: '1', a: 'x' } }, `${INFO}  tags:\n    a: x\n    b: "1"\n`],
  'no tags': [{ tags: {} }, INFO],
  'a character that go-yaml escapes': [{ message: 'a \u{1F680}' }, '- message: "a \\U0001F680"\n  severity: info\n'],
  'such a character in several lines': [
    { message: 'a\n\u{1F680}\n' },
    '- message: "a\\n\\U0001F680\\n"\n  severity: info\n',
  ],
  'colors of a terminal': [{ message: '\x1B[1ma\x01\n' }, '- message: "\\e[1ma\\x01\\n"\n  severity: info\n'],
  'several lines after an empty one': [{ message: '\na\n' }, '- message: |2\n\n    a\n  severity: info\n'],
  'several lines after spaces': [{ message: '  a\nb' }, '- message: |2-\n      a\n    b\n  severity: info\n'],
  'several lines after a tab': [{ message: '\ta\nb' }, '- message: |-\n    \ta\n    b\n  severity: info\n'],
  'several lines, one of which ends in a tab': [
    { message: 'a\t\nb' },
    '- message: |-\n    a\t\n    b\n  severity: info\n',
  ],
  'several lines, one of which ends in a space': [{ message: '\ta \nb' }, '- message: "\\ta \\nb"\n  severity: info\n'],
  'line breaks alone': [{ message: '\n\n' }, '- message: |2+\n\n\n  severity: info\n'],
  'a port': [{ message: ':8080' }, '- message: :8080\n  severity: info\n'],
};

describe('recordStatus', () => {
  for (const [title, [result, want]] of Object.entries(results))
    it(`writes a result as kpt does: ${title}`, () =>
      assert.equal(resultLines({ code: 'x-test', message: 'm', ...result }), want));

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
    assert.match(resultLines({ code: 'x-test', message: 'm', file }), /path: sub\/a\.yaml\n/);
  });
});
