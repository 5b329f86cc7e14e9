import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { inKptStyle } from '../../src/render/render-status.ts';
import { newDocument, type Value } from '../../src/yaml/index.ts';
import { configMap, inFolder, kptfile, type Files } from '../cli/run-support.ts';
import { functionPath, renderKpts, renderOurs, type Rendered } from '../render/render-both.ts';
import { describeCurrentKpt, needTools, runKpt } from '../support/kpt.ts';
import { skip } from '../support/skip.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(15);

/** Release whose status of a Kptfile ours is compared with: older ones write none, or another one. */
const COMPARED = '1.0.0-beta.67';

/** Program that prints what it is sent, with the results in a file of the package's parent. */
const PRINTS = `sh -c "sed '/^functionConfig:/,$d'; cat results.yaml; cat results.yaml >&2"`;

const PRINTING: Files = {
  Kptfile: `${kptfile('p')}pipeline:\n${pipeline('mutators', PRINTS)}`,
  'a.yaml': configMap('a'),
};

const FAILS = `sh -c "echo bad >&2; exit 3"`;

function pipeline(list: string, ...commands: readonly string[]): string {
  return `  ${list}:\n${commands.map((each) => `    - exec: ${each}\n`).join('')}`;
}

const OWN = pipeline('mutators', 'apply-package-context').replace(/$/, '      configMap:\n        site: oslo\n');

/** Packages three levels deep, whose functions are in the package of this folder. */
function failingIn(folder: string, annotations = ''): Files {
  const steps = `pipeline:\n${pipeline('mutators', 'cat', FAILS)}`;
  return Object.fromEntries(
    ['', 'sub/', 'sub/deep/', 'sub/deep/er/'].flatMap((each) => [
      [`${each}Kptfile`, `${kptfile('p')}${each === '' ? annotations : ''}${each === folder ? steps : ''}`],
      [`${each}a.yaml`, configMap(`a${each.length}`)],
    ]),
  );
}

const BY_LEVEL = '  annotations:\n    kpt.dev/bfs-rendering: "true"\n';
const context = configMap('kptfile.kpt.dev', 'data:\n  a: b\n');

const ROWS: Readonly<Record<string, Files>> = {
  'a package without functions': { Kptfile: kptfile('p') },
  'a condition of another program after its own': {
    Kptfile: `${kptfile('p')}status:\n  conditions:\n    - type: Rendered\n      status: "False"\n    - type: Other\n      status: "True"\n`,
  },
  'a function of this program': { Kptfile: `${kptfile('p')}pipeline:\n${OWN}`, 'package-context.yaml': context },
  'a function of this program in a subpackage': {
    Kptfile: kptfile('p'),
    's/Kptfile': `${kptfile('s')}pipeline:\n${OWN}`,
    's/package-context.yaml': context,
  },
  'a function of this program that fails': {
    Kptfile: kptfile('p'),
    's/Kptfile': `${kptfile('s')}pipeline:\n${OWN}`,
    's/package-context.yaml': context.replace('\ndata:', '\ndate:'),
  },
  'a validator that fails': {
    Kptfile: `${kptfile('p')}pipeline:\n${pipeline('mutators', 'cat')}${pipeline('validators', 'cat', FAILS)}`,
  },
  ...Object.fromEntries(
    ['', 'sub/', 'sub/deep/', 'sub/deep/er/'].flatMap((folder) => [
      [`a failure in "${folder}"`, failingIn(folder)],
      [`a failure in "${folder}", level by level`, failingIn(folder, BY_LEVEL)],
    ]),
  ),
};

/** Strings that readers take for other values, that need quotes, or that have several lines. */
const text = fc.oneof(
  fc.constantFrom('a', 'y', 'no', 'null', '~', '1', '1.10', '0x1', 'a: b', '# c', '- a', '[a]', '{}', "it's", '"', ':'),
  fc.constantFrom(
    'a\nb',
    'a\n  b\n',
    'a\n\nb',
    'ab\\c',
    '@a',
    '%a',
    '`a`',
    '!a',
    '&a',
    '*a',
    '|',
    '>',
    '=',
    '<<',
    ':8080',
    '?a',
    'ä',
    '\n',
    '\na',
    '\ta\n\n',
    ' a\nb',
    'a\t\nb',
    'a \nb',
    'a\n\u{1F680}',
    '\x1B[1ma\n',
  ),
  fc.array(fc.constantFrom(...' \t\na\u{1F680}ä\x07\x85#:-'), { maxLength: 5 }).map((parts) => parts.join('')),
  fc.string({ maxLength: 12 }),
);

const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    text,
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'y', '1'), tie('value'), { maxKeys: 3 }),
  ),
})).value;

const result = fc.record(
  {
    message: text,
    severity: fc.constantFrom('error', 'warning', 'info'),
    resourceRef: fc.record({ apiVersion: fc.constant('v1'), kind: text, name: text }),
    field: fc.record({ path: text, currentValue: value, proposedValue: value }, { requiredKeys: ['path'] }),
    file: fc.record({ path: fc.constantFrom('a.yaml', 'b/c.yaml'), index: fc.nat(2) }, { requiredKeys: ['path'] }),
    tags: fc.dictionary(fc.constantFrom('a', 'b', 'c'), text, { maxKeys: 3 }),
  },
  { requiredKeys: ['message', 'severity'] },
);

describeCurrentKpt('krm-variants render --record-status beside kpt fn render', () => {
  before(function () {
    needTools(this, 'kpt', 'git');
    const { stdout } = runKpt(['version'], {});
    if (!stdout.includes(COMPARED)) skip(this, `KPT_CURRENT is not ${COMPARED}`);
  });

  for (const [title, files] of Object.entries(ROWS)) {
    it(`leaves the Kptfile of the other alone: ${title}`, () => inFolder({}, (folder) => assertSettled(folder, files)));
  }

  it('leaves the Kptfile of the other alone, with numbers and words as text', async () => {
    const field = 'field: {path: a, currentValue: 1.10, proposedValue: ~}\n  tags: {a: 0x1F, b: ~, c: True}';
    await inFolder({ 'results.yaml': `results:\n- message: 1.0\n  severity: info\n  ${field}\n` }, (folder) =>
      assertSettled(folder, PRINTING, folder),
    );
  });

  it(`leaves the Kptfile of the other alone, with drawn results`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(result, { maxLength: 6 }), (results) =>
        inFolder({ 'results.yaml': newDocument(inKptStyle({ results })).text() }, (folder) =>
          assertSettled(folder, PRINTING, folder),
        ),
      ),
      { numRuns: RUNS },
    );
  });
});

/**
 * Renders with one program, then with the other, and the other way round. `at`: replaces the working folder of
 * functions.
 */
async function assertSettled(folder: string, files: Files, at = '.'): Promise<void> {
  const env = { ...functionPath(join(folder, 'bin')), KRM_DISABLE_ATTRIBUTION: '1' };
  const placed = Object.fromEntries(
    Object.entries(files).map(([path, each]) => [
      path,
      String(each).replaceAll('results.yaml', join(at, 'results.yaml')),
    ]),
  );
  const place = join(folder, 'work');
  const ours = (from: Files): Promise<Rendered> =>
    renderOurs(place, { files: from, extra: undefined }, ['--allow-exec', '--record-status'], env);
  const kpts = (from: Files): Promise<Rendered> => renderKpts(place, from, env, ['--allow-exec']);
  for (const [first, second] of [
    [ours, kpts],
    [kpts, ours],
  ] as const) {
    const { files: once, stderr } = await first(placed);
    assert.match(String(once['Kptfile']), /type: Rendered/, stderr);
    rmSync(place, { recursive: true });
    const { files: twice } = await second(once);
    rmSync(place, { recursive: true });
    assert.equal(twice['Kptfile'], once['Kptfile'], first === ours ? 'ours, then kpt' : 'kpt, then ours');
  }
}
