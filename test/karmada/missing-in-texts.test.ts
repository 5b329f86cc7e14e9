import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Problems } from '../../src/function/index.ts';
import { readFieldOverriders, type OverrideEffect, type WrittenFieldOverrider } from '../../src/karmada/index.ts';
import { readDocument, type Value } from '../../src/yaml/index.ts';
import { plain } from '../patch/plain.ts';
import { expectedElements, type ElementOperation } from './expected-elements.ts';
import { assertResults, override, problemsOf } from './override-runs.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(300);

const OWN = { elementsByField: true };

const map = (text: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  f: |\n${text.replaceAll(/^(?=.)/gm, '    ')}`;

type Operations = NonNullable<WrittenFieldOverrider['yaml']>;

const at = (rest: Partial<WrittenFieldOverrider>): WrittenFieldOverrider => ({ fieldPath: '/data/f', ...rest });
const replace = (subPath: string): Operations => [{ subPath, operator: 'replace', value: 2 }];
const add = (subPath: string): Operations => [{ subPath, operator: 'add', value: 2 }];
const remove = (subPath: string): Operations => [{ subPath, operator: 'remove' }];

interface Row {
  readonly name: string;
  readonly text?: string;
  readonly written: readonly WrittenFieldOverrider[];
  /** The text afterwards; defaults to the text on input. */
  readonly want?: string;
  readonly results?: readonly string[];
}

const SKIPPED = 'warning data.f: `yaml[0]` (replace "/b"): replace operation does not apply: doc is missing key: /b';

const rows: readonly Row[] = [
  {
    name: 'warns of a missing target, and does the other operations',
    written: [at({ yaml: [...replace('/b'), ...replace('/a')], ifMissing: 'warn' })],
    want: 'a: 2 # kept\n',
    results: [SKIPPED],
  },
  {
    name: 'ignores missing targets of any operation',
    written: [
      at({
        yaml: [
          ...replace('/b'),
          ...add('/b/c'),
          ...remove('/b/c'),
          { subPath: '/c', operator: 'move', from: '/b' },
          { subPath: '/c', operator: 'copy', from: '/b' },
        ],
        ifMissing: 'ignore',
      }),
    ],
  },
  {
    name: 'refuses missing targets',
    written: [at({ yaml: replace('/b'), ifMissing: 'error' })],
    results: ['error data.f: `yaml[0]` (replace "/b"): replace operation does not apply'],
  },
  {
    name: 'does not warn of what a later entry adds',
    written: [at({ yaml: replace('/b'), ifMissing: 'warn' }), at({ yaml: add('/b') })],
    want: 'a: 1 # kept\nb: 2\n',
  },
  {
    name: 'leaves the text if a test has no target, also if what is missing is ignored',
    written: [at({ yaml: [{ subPath: '/b', operator: 'test', value: 1 }, ...replace('/a')], ifMissing: 'ignore' })],
    results: ['info data.f: nothing to do, since a `test` does not hold: `yaml[0]` (test "/b")'],
  },
  {
    name: 'refuses a test of several elements',
    text: 'l: [{name: a}, {name: a}]\n',
    written: [at({ yaml: [{ subPath: '/l/[name=a]', operator: 'test', value: 1 }] })],
    results: ['error data.f: `yaml[0]` (test "/l/[name=a]"): a token must name one element'],
  },
  {
    name: 'warns of a missing field, and edits the others',
    written: [at({ fieldPath: '/data/g', yaml: replace('/a'), ifMissing: 'warn' }), at({ yaml: replace('/a') })],
    want: 'a: 2 # kept\n',
    results: ['warning data.g: no such field: nothing to override'],
  },
  {
    name: 'ignores a missing field',
    written: [at({ fieldPath: '/data/g', yaml: replace('/a'), ifMissing: 'ignore' })],
  },
  {
    name: 'refuses a missing field',
    written: [at({ fieldPath: '/data/g', yaml: replace('/a'), ifMissing: 'error' }), at({ yaml: replace('/a') })],
    results: ['error data.g: no such field: nothing to override'],
  },
  {
    name: 'reports a missing field once, and all that must be there',
    written: (['warn', 'error', 'error'] as const).flatMap((ifMissing, index) => [
      at({ fieldPath: `/data/g${index}`, yaml: replace('/a'), ifMissing }),
      at({ fieldPath: `/data/g${index}`, yaml: replace('/b'), ifMissing }),
    ]),
    results: ['error data.g1: no such field', 'error data.g2: no such field'],
  },
  {
    name: 'creates missing parents',
    written: [at({ yaml: add('/b/c/d'), ensurePath: true })],
    want: 'a: 1 # kept\nb:\n  c:\n    d: 2\n',
  },
  {
    name: 'creates missing parents of several values, each in its turn',
    written: [at({ yaml: [...add('/l/[name=x]/v'), ...add('/l/[name=x]/w/z')], ensurePath: true })],
    want: 'a: 1 # kept\nl:\n- name: x\n  v: 2\n  w:\n    z: 2\n',
  },
  {
    name: 'creates a map in a document that is null',
    text: '# nothing yet\nnull\n',
    written: [at({ yaml: add('/b/c'), ensurePath: true })],
    want: '# nothing yet\n{"b": {"c": 2}}\n',
  },
  {
    name: 'replaces no scalar by a parent',
    written: [at({ yaml: add('/a/b'), ensurePath: true })],
    results: ['error data.f: `yaml[0]` (add "/a/b"): add operation does not apply'],
  },
];

const lists = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 });
const operations = fc.array(
  fc.record({
    op: fc.constantFrom<ElementOperation['op']>('add', 'replace', 'remove'),
    path: fc.constantFrom('/x', '/list/[name=a]/v', '/list/[name=e]/w/x', '/new/[name=a]/v', '/m/k', '/list/[name=b]'),
    value: fc.nat(2),
  }),
  { minLength: 1, maxLength: 4 },
);

describe('field overriders with `ifMissing` and `ensurePath`', () => {
  for (const { name, text = 'a: 1 # kept\n', written, want = text, results = [] } of rows) {
    it(name, () => {
      const ran = overrideTexts(map(text), written);
      assertResults(ran.results, results);
      if (results[0]?.startsWith('error') !== true) assert.equal(ran.text, map(want));
    });
  }

  it('returns no field as lacking that the entry decides about', () => {
    const effects: (OverrideEffect | undefined)[] = [];
    const written = (['warn', 'ignore', undefined] as const).map((ifMissing) =>
      at({ fieldPath: `/data/${ifMissing}`, yaml: replace('/a'), ...(ifMissing && { ifMissing }) }),
    );
    const [overrider] = readFieldOverriders(written, ['spec', 'o'], new Problems());
    assert.ok(overrider);
    const apply: typeof overrider.apply = (resource, context) => {
      const effect = overrider.apply(resource, context);
      effects.push(effect);
      return effect;
    };
    override(map('a: 1\n'), { ...overrider, apply });
    assert.deepEqual(effects[0]?.lacking, ['/data/undefined']);
  });

  it('refuses `ensurePath` without a value to add', () => {
    const written = at({ yaml: replace('/a'), ensurePath: true });
    const found = problemsOf((field, problems) => readFieldOverriders([written], field, problems));
    assert.deepEqual(found, ['spec.o[0].ensurePath: has no effect without an `add` operation']);
  });

  it('edits texts as a reference edits their data', () => {
    fc.assert(
      fc.property(lists, operations, (names, written) => {
        const text = `m:\nlist:${names.length === 0 ? ' []' : ''}\n${names.map((name) => `- name: ${name} # ${name}\n`).join('')}`;
        const all = written.map(({ value, ...rest }) => ({
          ...rest,
          value: rest.path.endsWith(']') ? { name: 'b', value } : value,
          ensurePath: true,
        }));
        checkText(text, all);
      }),
      { numRuns: RUNS },
    );
  });
});

function overrideTexts(item: string, written: readonly WrittenFieldOverrider[]): ReturnType<typeof override> {
  const problems = new Problems();
  const [overrider] = readFieldOverriders(written, ['spec', 'o'], problems, OWN);
  assert.deepEqual([...problems], []);
  assert.ok(overrider);
  return override(item, overrider);
}

function checkText(text: string, all: readonly ElementOperation[]): void {
  const yaml = all.map(({ op, path, value }) => ({ subPath: path, operator: op, ...(op !== 'remove' && { value }) }));
  const hasAdd = all.some(({ op }) => op === 'add');
  const ran = overrideTexts(map(text), [at({ yaml, ensurePath: hasAdd })]);
  const about = `${JSON.stringify(all)} in\n${text}\n${ran.text}\n${ran.results.join('\n')}`;
  const data = plain(readDocument(text).value([]));
  const operationsOf = all.map((operation) => ({ ...operation, ensurePath: operation.op === 'add' }));
  const once = expectedElements(data, operationsOf);
  const twice = once && expectedElements(once, operationsOf);
  const isSettled = once !== undefined && JSON.stringify(twice) === JSON.stringify(once);
  assert.equal(ran.results.length, isSettled ? 0 : 1, about);
  if (!isSettled) return;
  assert.deepEqual(heldData(ran.text ?? ''), once, about);
  for (const [line] of text.matchAll(/- name: [cd] .*/g)) assert.ok(ran.text?.includes(line), about);
}

function heldData(item: string): Value {
  const text = readDocument(item).value(['data', 'f']);
  assert.ok(typeof text === 'string');
  return plain(readDocument(text).value([]));
}
