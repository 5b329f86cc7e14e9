import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { splice } from '../../src/krm/splice.ts';
import { equalValues, readDocument, type Path, type Value } from '../../src/yaml/index.ts';
import { propertyRuns } from '../support/property-runs.ts';

const POD = { group: '', kind: 'Pod' };

function spliced(text: string, after: Value): string {
  const document = readDocument(text);
  splice(document, POD, { before: document.value([]) ?? null, after });
  return document.text();
}

describe('an edit that makes the data of a document others', () => {
  const containers = `spec:
  containers:
    # first
    - name: a # A
      image: 'a:1' # pinned
    # second
    - name: b
      image: "b:1"
`;
  const rows: Readonly<Record<string, readonly [text: string, after: Value, want: string]>> = {
    'changes only the lines of a value': ['a: 1 # one\nb:   2\n', { a: 3, b: 2 }, 'a: 3 # one\nb:   2\n'],
    'keeps the comments of an element behind one that is inserted': [
      containers,
      { spec: { containers: [{ name: 'c' }, { name: 'a', image: 'a:1' }, { name: 'b', image: 'b:2' }] } },
      containers.replace('    # first', '    - name: c\n    # first').replace('b:1', 'b:2'),
    ],
    'removes an element with its comments': [
      containers,
      { spec: { containers: [{ name: 'b', image: 'b:1' }] } },
      'spec:\n  containers:\n    # second\n    - name: b\n      image: "b:1"\n',
    ],
    'moves an element with the comments in it': [
      containers,
      {
        spec: {
          containers: [
            { name: 'b', image: 'b:1' },
            { name: 'a', image: 'a:1' },
          ],
        },
      },
      `spec:
  containers:
    - name: b
      image: "b:1"
    # first
    - name: a # A
      image: 'a:1' # pinned
`,
    ],
    'replaces all elements of a list': ['a:\n- x # x\n', { a: ['v', 'z'] }, 'a:\n- v # x\n- z\n'],
    'empties a map': ['a:\n  b: 1\nc: 2\n', { a: {}, c: 2 }, 'a: {}\nc: 2\n'],
    'adds keys after the others, before it removes some': ['a:\n  b: 1\n', { a: { c: 1 } }, 'a:\n  c: 1\n'],
    'keeps a number that has the same value': ['a: 1.10\nb: 1\n', { a: 1.1, b: 2 }, 'a: 1.10\nb: 2\n'],
    'keeps keys that are names of properties': [
      '__proto__: 1\nconstructor: 2\n',
      withProto(),
      '__proto__: 2\nconstructor: 2\n',
    ],
  };
  for (const [title, [text, after, want]] of Object.entries(rows))
    it(title, () => assert.equal(spliced(text, after), want));

  const key = fc.constantFrom('a', 'name', 'spec', 'containers', 'env', '__proto__', '');
  const { value: values } = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<Value>(null, true, 0, 1, 1.5, '', 'a', 'b', 'yes', 'x\ny\n', '# c'),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'c'), x: tie('value') }), { maxLength: 4 }),
    ),
  }));
  const texts = fc.tuple(values, fc.boolean(), fc.boolean()).map(([value, isWide, isFlow]) =>
    stringify(value, {
      indentSeq: isWide,
      lineWidth: 0,
      ...(isFlow && { collectionStyle: 'flow' as const }),
      version: '1.1',
    }),
  );

  it('reads back as those data, and finds where each value was', () =>
    fc.assert(
      fc.property(texts, values, (text, after) => {
        const document = readDocument(text);
        const before = document.value([]) ?? null;
        const splicing = splice(document, POD, { before, after });
        assert.ok(equalValues(readDocument(document.text()).value([]) ?? null, after), document.text());
        const old = leaves(after)
          .flatMap((path) => {
            const from = splicing.oldPath(path);
            return from === undefined ? [] : [from];
          })
          .map((path) => JSON.stringify(path));
        assert.equal(new Set(old).size, old.length);
      }),
      { numRuns: propertyRuns(500), seed: 1 },
    ));
});

function withProto(): Value {
  const map = Object.create(null) as Record<string, Value>;
  map['__proto__'] = 2;
  map['constructor'] = 2;
  return map;
}

function leaves(value: Value, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([step, each]) => leaves(each, [...path, isList ? Number(step) : step]));
}
