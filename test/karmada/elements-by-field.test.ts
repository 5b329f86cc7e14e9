import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Problems } from '../../src/function/index.ts';
import {
  readFieldOverriders,
  readImageOverriders,
  readPlaintextOverriders,
  type Overrider,
  type WrittenFieldOverrider,
  type WrittenImageOverrider,
  type WrittenPlaintext,
} from '../../src/karmada/index.ts';
import { formatFieldPath, Resource, Results } from '../../src/krm/index.ts';
import { readDocument, type Value } from '../../src/yaml/index.ts';
import { plain } from '../patch/plain.ts';
import { expectedElements, type ElementOperation } from './expected-elements.ts';
import { assertResults, override, problemsOf, readOne } from './override-runs.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(500);

const OWN = { elementsByField: true };

const plaintext = (...written: readonly WrittenPlaintext[]): readonly [Overrider] => {
  const problems = new Problems();
  const [overrider] = readPlaintextOverriders(written, ['spec', 'o'], problems, OWN);
  assert.deepEqual([...problems], []);
  assert.ok(overrider);
  return [overrider];
};
const field = (written: WrittenFieldOverrider): readonly Overrider[] =>
  readFieldOverriders([written], ['spec', 'o'], new Problems(), OWN);
const image = (path: string): readonly Overrider[] => {
  const written: WrittenImageOverrider = { predicate: { path }, component: 'Tag', operator: 'replace', value: 'v2' };
  return [readOne((at, problems) => readImageOverriders([written], at, problems, OWN))];
};

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  containers:
  # the sidecar
  - name: proxy # first
    image: proxy:v1
  - name: main
    image: main:v1 # pinned
    env:
    - {name: PORT, value: "80"} # http
  twice: [{name: a, text: "x: 1"}, {name: a}]
  texts:
  - name: app.yaml
    text: |
      list:
      - id: 1 # one
        size: 1
      - id: 2
`;

interface Row {
  readonly name: string;
  readonly overriders: readonly Overrider[];
  /** Part of the text that is replaced, and its replacement; none if nothing changes. */
  readonly change?: readonly [from: string, to: string];
  readonly effect?: string;
  readonly results?: readonly string[];
}

const PORT = '/spec/containers/[name=main]/env/[name=PORT]';
const NEW = '/spec/containers/[name=new]';

const rows: readonly Row[] = [
  {
    name: 'edits a field of an element of an element',
    overriders: plaintext({ path: `${PORT}/value`, operator: 'replace', value: '81' }),
    change: ['value: "80"', 'value: "81"'],
    effect: '1',
  },
  {
    name: 'adds an element once',
    overriders: plaintext({
      path: '/spec/containers/[name=main]/env/[name=HOST]',
      operator: 'add',
      value: { name: 'HOST' },
    }),
    change: ['# http\n', '# http\n    - name: HOST\n'],
    effect: '1',
  },
  {
    name: 'removes an element, which stays absent',
    overriders: plaintext({ path: '/spec/containers/[name=proxy]', operator: 'remove' }),
    change: ['  # the sidecar\n  - name: proxy # first\n    image: proxy:v1\n', ''],
    effect: '1 /spec/containers/[name=proxy]',
  },
  {
    name: 'creates missing elements on the way',
    overriders: plaintext({ path: `${NEW}/env/[name=A]/value`, operator: 'add', value: 'b', ensurePath: true }),
    change: ['# http\n', '# http\n  - name: new\n    env:\n    - name: A\n      value: b\n'],
    effect: '1',
  },
  {
    name: 'warns of a missing element, with the indexes of those that are there',
    overriders: plaintext({
      path: '/spec/containers/[name=main]/env/[name=HOST]/value',
      operator: 'replace',
      value: 'x',
      ifMissing: 'warn',
    }),
    results: [
      'warning spec.containers[1].env["[name=HOST]"].value: `spec.o[0]` (replace "/spec/containers/[name=main]/env/[name=HOST]/value"): ',
    ],
  },
  {
    name: 'refuses a missing element',
    overriders: plaintext({ path: `${NEW}/image`, operator: 'replace', value: 'x' }),
    results: [
      'error spec.containers["[name=new]"].image: `spec.o[0]` (replace "/spec/containers/[name=new]/image"): replace operation does not apply: doc is missing path',
    ],
  },
  {
    name: 'refuses several matches, also if what is missing is ignored',
    overriders: plaintext({ path: '/spec/twice/[name=a]/x', operator: 'replace', value: 'x', ifMissing: 'ignore' }),
    results: [
      'error spec.twice["[name=a]"].x: `spec.o[0]` (replace "/spec/twice/[name=a]/x"): a token must name one element, but the sequence at "/spec/twice" has 2',
    ],
  },
  {
    name: 'refuses to change the name that it selects by, since a second run would not find it',
    overriders: plaintext({ path: '/spec/containers/[name=main]/name', operator: 'replace', value: 'x' }),
    results: [
      'error spec.containers["[name=main]"].name: edits must be repeatable: a second run would fail: `spec.o[0]`',
    ],
  },
  {
    name: 'edits a text in an element, and an element in the text',
    overriders: field({
      fieldPath: '/spec/texts/[name=app.yaml]/text',
      yaml: [
        { subPath: '/list/[id=1]/size', operator: 'replace', value: 2 },
        { subPath: '/list/[id=2]/size', operator: 'copy', from: '/list/[id=1]/size' },
        { subPath: '/list/[id=3]', operator: 'add', value: { id: 3 } },
      ],
    }),
    change: ['size: 1\n      - id: 2\n', 'size: 2\n      - id: 2\n        size: 2\n      - id: 3\n'],
    effect: '3',
  },
  {
    name: 'returns no result for a text in a missing element',
    overriders: field({ fieldPath: '/spec/texts/[name=none]/text', yaml: [{ subPath: '/a', operator: 'remove' }] }),
  },
  {
    name: 'refuses a text in several elements',
    overriders: field({ fieldPath: '/spec/twice/[name=a]/text', yaml: [{ subPath: '/a', operator: 'remove' }] }),
    results: ['error spec.twice["[name=a]"].text: "/spec/twice/[name=a]/text": a token must name one element, but'],
  },
  {
    name: 'leaves a text in which a tested element is missing',
    overriders: field({
      fieldPath: '/spec/texts/[name=app.yaml]/text',
      yaml: [{ subPath: '/list/[id=7]/size', operator: 'test', value: 1 }],
    }),
    results: ['info spec.texts[0].text: nothing to do, since a `test` does not hold: `yaml[0]` (test "/list/[id=7]/s'],
  },
  {
    name: 'edits the image of an element',
    overriders: image('/spec/containers/[name=main]/image'),
    change: ['main:v1', 'main:v2'],
    effect: '1',
  },
  {
    name: 'refuses the image of a missing element',
    overriders: image(`${NEW}/image`),
    results: [
      'error spec.containers["[name=new]"].image: `spec.o[0]`: failed to obtain imageValue with predicate path(/spec/containers/[name=new]/image), error: path([name=new]) is missing',
    ],
  },
  {
    name: 'refuses the image of several elements',
    overriders: image('/spec/twice/[name=a]/image'),
    results: ['error spec.twice["[name=a]"].image: `spec.o[0]`: failed to obtain imageValue with predicate path('],
  },
];

const ADD = { operator: 'add', value: { name: 'b' } } as const;

const problems: readonly (readonly [name: string, problems: readonly string[], want: readonly string[]])[] = [
  [
    'a value to add that lacks the name',
    problemsOf((at, found) => readPlaintextOverriders([{ path: '/a/[name=x]', ...ADD }], at, found, OWN)),
    ['spec.o[0].value: must be a map whose field "name" is "x", as in the path'],
  ],
  [
    'a value to replace with that lacks the name, in a text',
    problemsOf((at, found) => {
      const yaml = [{ subPath: '/a/[name=x=y]', operator: 'replace', value: 1 }] as const;
      return readFieldOverriders([{ fieldPath: '/a', yaml }], at, found, OWN);
    }),
    ['spec.o[0].yaml[0].value: must be a map whose field "name" is "x=y", as in the path'],
  ],
  [
    "nothing in Karmada's own kinds",
    problemsOf((at, found) => readPlaintextOverriders([{ path: '/a/[name=x]', ...ADD }], at, found)),
    [],
  ],
];

const operations = fc.array(
  fc.record({
    op: fc.constantFrom<ElementOperation['op']>('add', 'add', 'replace', 'remove'),
    outer: fc.constantFrom('a', 'b', 'b', 'c'),
    rest: fc.constantFrom('', '/v', '/w/x', '/env', '/env/[name=p]', '/env/[name=q]/v', '/env/0/v', '/name', '/v/z'),
    value: fc.constantFrom<Value>(1, 2, 'x'),
    ensurePath: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);

const elements = fc.array(
  fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), v: fc.nat(3), env: fc.subarray(['p', 'q', 'r']) }),
  { maxLength: 5 },
);

type Elements = ReturnType<typeof elements.generate>['value'];
type Operations = ReturnType<typeof operations.generate>['value'];

const HEAD = 'apiVersion: v1\nkind: Thing\nmetadata: {name: web}\n';

function textOf({ name, v, env }: Elements[number], index: number): string {
  const inner = env.map((each) => `  - name: ${each} # inner ${index}\n    v: 1\n`).join('');
  return `# above ${index}\n- name: ${name} # beside ${index}\n  v: ${v}\n${inner === '' ? '' : `  env:\n${inner}`}`;
}

const listText = (list: Elements): string =>
  `${HEAD}list:${list.length === 0 ? ' []' : ''}\n${list.map(textOf).join('')}`;

function operationsOf(written: Operations): readonly ElementOperation[] {
  return written.map(({ op, outer, rest, value, ensurePath }) => {
    const path = `/list/[name=${outer}]${rest}`;
    const name = /\[name=(.)\]$/.exec(path)?.[1];
    const given = rest === '/env' ? [{ name: 'q', v: value }] : name === undefined ? value : { name, v: value };
    return { op, path, value: given, ensurePath: op === 'add' && ensurePath };
  });
}

function asPlaintext({ op, path, value, ensurePath }: ElementOperation): WrittenPlaintext {
  return { path, operator: op, ...(op !== 'remove' && { value }), ...(ensurePath && { ensurePath }) };
}

describe('elements named by a field, in overriders', () => {
  for (const { name, overriders, change, effect = '0', results = [] } of rows) {
    it(name, () => {
      const [overrider] = overriders;
      assert.ok(overrider);
      const ran = override(WEB, overrider);
      assertResults(ran.results, results);
      assert.equal([ran.changed, ...ran.absent].join(' '), effect);
      const want = change === undefined ? WEB : WEB.replace(change[0], () => change[1]);
      if (ran.results[0]?.startsWith('error') !== true) assert.equal(ran.text, want);
    });
  }

  for (const [name, found, want] of problems) {
    it(`refuses ${name}`, () => {
      assert.deepEqual(found, want);
    });
  }

  it("are no elements in Karmada's own kinds", () => {
    const written = { path: `${PORT}/value`, operator: 'remove' } as const;
    const [overrider] = readPlaintextOverriders([written], ['spec', 'o'], new Problems());
    assert.ok(overrider);
    assertResults(override(WEB, overrider).results, [
      'error spec.containers["[name=main]"].env["[name=PORT]"].value: `spec.o[0]` (remove "/spec/containers/[name=main]/env/[name=PORT]/value"): remove operation does not apply',
    ]);
  });

  it('edits lists as a reference edits their data, and keeps the text of all other elements', () => {
    fc.assert(
      fc.property(elements, operations, (list, written) => {
        checkRun(list, operationsOf(written));
      }),
      { numRuns: RUNS },
    );
  });
});

function checkRun(list: Elements, all: readonly ElementOperation[]): void {
  const text = listText(list);
  const [overrider] = plaintext(...all.map(asPlaintext));
  const resource = new Resource(readDocument(text));
  const results = new Results();
  overrider.apply(resource, { results, scope: 'all' });
  const after = resource.document.text();
  const messages = [...results].map(({ field: at, message }) => `${at?.path}: ${message}`);
  const about = `${JSON.stringify(all)} in\n${text}\ngives\n${after}\n${messages.join('\n')}`;
  const data = plain(readDocument(text).value([]));
  const once = expectedElements(data, all);
  const twice = once && expectedElements(once, all);
  const isSettled = once !== undefined && JSON.stringify(twice) === JSON.stringify(once);
  assert.equal(messages.length, isSettled ? 0 : 1, about);
  assert.deepEqual(plain(readDocument(after).value([])), isSettled ? once : data, about);
  if (!isSettled) return;
  const named = new Set(all.map(({ path }) => /^\/list\/\[name=(.)\]/.exec(path)?.[1]));
  for (const [index, element] of list.entries())
    if (!named.has(element.name)) assert.ok(after.includes(textOf(element, index)), `${about}\nelement ${index}`);
  const again = new Resource(readDocument(after));
  const effect = overrider.apply(again, { results, scope: 'all' });
  assert.deepEqual(
    [again.document.text(), effect?.changed, [...results].length],
    [after, 0, 0],
    `${about}\na second run`,
  );
  assert.equal(formatFieldPath(overrider.field), 'spec.o');
}
