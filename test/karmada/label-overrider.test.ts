import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readLabelOverriders, type WrittenLabelOverrider } from '../../src/karmada/index.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { plain } from '../patch/plain.ts';
import { assertResults, override, problemsOf, readOne } from './override-runs.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(300);

type MapName = 'labels' | 'annotations';
type Values = Readonly<Record<string, string>>;

const read = (written: WrittenLabelOverrider, name: MapName = 'labels') =>
  readOne((field, problems) => readLabelOverriders([written], name, field, problems));

const withMetadata = (lines: string): string => `kind: Tool\nmetadata:\n  name: t # name\n${lines}spec: {}\n`;
const labels = (...lines: readonly string[]): string =>
  withMetadata(`  labels: # above\n${lines.map((line) => `    ${line}\n`).join('')}`);

const add = (value: Values): WrittenLabelOverrider => ({ operator: 'add', value });
const remove = (value: Values): WrittenLabelOverrider => ({ operator: 'remove', value });
const replace = (value: Values): WrittenLabelOverrider => ({ operator: 'replace', value });

interface Row {
  readonly name: string;
  readonly item: string;
  readonly overrider: WrittenLabelOverrider;
  readonly map?: MapName;
  /** Text of the resource; defaults to the text on input. */
  readonly want?: string;
  readonly absent?: readonly string[];
  /** Beginning of each result. An error voids all edits. */
  readonly results?: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: 'adds labels in the order of their keys, and replaces those that are there',
    item: labels('foo: foo # kept', 'bar: bar'),
    overrider: add({ test: 'test', foo: 'new', a: '1' }),
    want: labels('foo: new # kept', 'bar: bar', 'a: "1"', 'test: test'),
  },
  {
    name: 'adds labels where there are none',
    item: withMetadata(''),
    overrider: add({ test: 'test' }),
    want: withMetadata('  labels:\n    test: test\n'),
  },
  {
    name: 'adds labels where there is null',
    item: withMetadata('  labels: null\n'),
    overrider: add({ test: 'test' }),
    want: withMetadata('  labels:\n    test: test\n'),
  },
  { name: 'creates no map without labels', item: withMetadata(''), overrider: add({}) },
  { name: 'changes nothing without labels', item: labels('foo: foo'), overrider: { operator: 'remove' } },
  {
    name: 'replaces a label, and warns of an absent one',
    item: labels('foo: foo # kept', 'bar: bar'),
    overrider: replace({ foo: 'exist', 'non-exist': 'x' }),
    want: labels('foo: exist # kept', 'bar: bar'),
    results: ['warning metadata.labels.non-exist: `spec.o[0]`: no label to replace'],
  },
  {
    name: 'warns of an absent annotation with the nearest key',
    item: withMetadata('  annotations: {example.com/owner: a}\n'),
    map: 'annotations',
    overrider: replace({ 'example.com/ovner': 'b' }),
    results: [
      'warning metadata.annotations["example.com/ovner"]: `spec.o[0]`: no annotation to replace; did you mean "example.com/owner"?',
    ],
  },
  {
    name: 'reports an error for an absent label, if configured',
    item: withMetadata(''),
    overrider: { ...replace({ foo: 'x' }), ifMissing: 'error' },
    results: ['error metadata.labels.foo: `spec.o[0]`: no label to replace'],
  },
  {
    name: 'ignores an absent label, if configured',
    item: labels('foo: foo'),
    overrider: { ...replace({ bar: 'x' }), ifMissing: 'ignore' },
  },
  {
    name: 'removes labels whatever their values, and names those that are absent already',
    item: labels('foo: foo # goes', 'bar: bar # kept'),
    overrider: remove({ foo: 'other', 'non-exist': '' }),
    want: labels('bar: bar # kept'),
    absent: ['foo', 'non-exist'],
  },
  {
    name: 'leaves an emptied map, like Karmada',
    item: labels('foo: foo'),
    overrider: remove({ foo: '' }),
    want: withMetadata('  labels: {} # above\n'),
    absent: ['foo'],
  },
  {
    name: 'leaves an emptied flow map',
    item: withMetadata('  labels: { foo: foo } # above\n'),
    overrider: remove({ foo: '' }),
    want: withMetadata('  labels: {} # above\n'),
    absent: ['foo'],
  },
  { name: 'removes nothing from absent labels', item: withMetadata(''), overrider: remove({ a: '' }), absent: ['a'] },
  {
    name: 'keeps a map that is empty already',
    item: withMetadata('  labels: {}\n'),
    overrider: remove({ a: '' }),
    absent: ['a'],
  },
  {
    name: 'adds an annotation whose key has a prefix and whose value is free text',
    item: withMetadata('  annotations:\n    foo: foo\n'),
    map: 'annotations',
    overrider: add({ 'example.com/projectId': 'c-m-1:p 2' }),
    want: withMetadata('  annotations:\n    foo: foo\n    example.com/projectId: c-m-1:p 2\n'),
  },
  {
    name: 'removes an annotation whose key has a prefix',
    item: withMetadata('  annotations:\n    example.com/projectId: c-m-1:p-2\n    foo: foo\n'),
    map: 'annotations',
    overrider: remove({ 'example.com/projectId': '' }),
    want: withMetadata('  annotations:\n    foo: foo\n'),
    absent: ['example.com/projectId'],
  },
  {
    name: 'creates absent metadata',
    item: 'kind: Tool\n',
    overrider: add({ a: 'b' }),
    want: 'kind: Tool\nmetadata:\n  labels:\n    a: b\n',
  },
  {
    name: 'edits one label that an alias supplies',
    item: 'kind: Tool\nx: &x {a: b}\nmetadata: {labels: *x}\n',
    overrider: add({ a: 'c' }),
    want: 'kind: Tool\nx: &x {a: b}\nmetadata: {labels: {a: c}}\n',
  },
  {
    name: 'unlike Karmada, which wipes the other labels, refuses labels that are no strings',
    item: labels('foo: foo', 'one: 1', 'flag: off', 'none:'),
    overrider: add({ bar: 'bar' }),
    results: ['one', 'flag', 'none'].map((key) => `error metadata.labels.${key}: must be a string`),
  },
  {
    name: 'refuses labels that are no map',
    item: withMetadata('  labels: [a]\n'),
    overrider: remove({ a: '' }),
    results: ['error metadata.labels: must be a map of strings'],
  },
];

const NAME_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const at = (key: string, message: string): string => `spec.o[0].value["${key}"]: ${message}`;

const problems: readonly (readonly [map: MapName, written: WrittenLabelOverrider, want: readonly string[]])[] = [
  ['labels', add({ 'a b': 'x' }), [at('a b', `name part ${NAME_RULE}`)]],
  ['labels', remove({ '-a.': 'x' }), [at('-a.', `name part ${NAME_RULE}`)]],
  ['labels', add({ '/a': 'x' }), [at('/a', 'prefix part must be non-empty')]],
  ['labels', add({ 'b.c/': 'x' }), [at('b.c/', 'name part must be non-empty'), at('b.c/', `name part ${NAME_RULE}`)]],
  [
    'labels',
    add({ 'A.c/a': 'x' }),
    [at('A.c/a', 'prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters')],
  ],
  [
    'labels',
    add({ 'a/b/c': 'x' }),
    [at('a/b/c', `a qualified name ${NAME_RULE} with an optional DNS subdomain prefix`)],
  ],
  [
    'labels',
    add({ ['x'.repeat(64)]: 'x' }),
    [`spec.o[0].value.${'x'.repeat(64)}: name part must be no more than 63 bytes`],
  ],
  [
    'labels',
    add({ [`${'x'.repeat(254)}/a`]: 'x' }),
    [at(`${'x'.repeat(254)}/a`, 'prefix part must be no more than 253 bytes')],
  ],
  ['labels', replace({ a: 'x'.repeat(64) }), ['spec.o[0].value.a: must be no more than 63 bytes']],
  [
    'labels',
    remove({ a: 'b c' }),
    [
      "spec.o[0].value.a: a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
  ],
  ['labels', add({ a: '', 'x.y/A_b-1.c': 'A.b_c-1' }), []],
  ['annotations', add({ 'A.c/a': 'any text' }), []],
  ['annotations', remove({ 'a b': '' }), [at('a b', `name part ${NAME_RULE}`)]],
  [
    'annotations',
    add({ 'config.kubernetes.io/path': 'x' }),
    [at('config.kubernetes.io/path', 'must not name an annotation of kpt')],
  ],
  [
    'annotations',
    remove({ 'internal.config.kubernetes.io/id': '' }),
    [at('internal.config.kubernetes.io/id', 'must not name an annotation of kpt')],
  ],
  ['labels', { ...add({}), ifMissing: 'ignore' }, ['spec.o[0].ifMissing: ifMissing is not allowed for add operation']],
];

describe('readLabelOverriders', () => {
  for (const { name, item, overrider, map, want = item, absent = [], results = [] } of rows) {
    it(name, () => {
      const got = override(item, read(overrider, map));
      assertResults(got.results, results);
      if (got.text === undefined) return;
      assert.equal(got.text, want);
      assert.deepEqual(got.absent, absent);
    });
  }

  for (const [map, written, want] of problems) {
    it(`${want.length === 0 ? 'takes' : 'refuses'} ${JSON.stringify(written).slice(0, 60)} of ${map}`, () => {
      assertResults(
        problemsOf((field, found) => readLabelOverriders([written], map, field, found)),
        want,
      );
    });
  }

  it('edits a map as a model edits its data, by property', () => {
    const keys = ['a', 'b', 'example.com/c', 'on', '1'];
    const values = fc.dictionary(fc.constantFrom(...keys), fc.constantFrom('', 'x', 'true', '5', 'a-b'), {
      maxKeys: 4,
    });
    fc.assert(
      fc.property(
        fc.option(values, { nil: undefined }),
        values,
        fc.constantFrom('add' as const, 'remove' as const, 'replace' as const),
        fc.constantFrom<MapName>('labels', 'annotations'),
        fc.constantFrom(0, 2),
        (before, value, operator, map, indent) => {
          const data = { kind: 'Tool', metadata: { name: 't', ...(before && { [map]: before }) } };
          const text = JSON.stringify(data, null, indent);
          const got = override(text, read({ operator, value }, map));
          const after = new Map(Object.entries(before ?? {}));
          for (const [key, item] of Object.entries(value)) {
            if (operator === 'remove') after.delete(key);
            else if (operator === 'add' || after.has(key)) after.set(key, item);
          }
          const isKept = after.size > 0 || before !== undefined;
          const want = { kind: 'Tool', metadata: { name: 't', ...(isKept && { [map]: Object.fromEntries(after) }) } };
          assert.deepEqual(plain(readDocument(got.text ?? '').value([])), plain(want));
          const missing = Object.keys(value).filter((key) => !Object.hasOwn(before ?? {}, key));
          assert.equal(got.results.length, operator === 'replace' ? missing.length : 0);
          assert.equal(got.absent.length, operator === 'remove' ? Object.keys(value).length : 0);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
