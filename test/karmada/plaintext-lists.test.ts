import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { readPlaintextOverriders, type WrittenPlaintext } from '../../src/karmada/index.ts';
import { readDocument, type Value } from '../../src/yaml/index.ts';
import { plain } from '../patch/plain.ts';
import { assertResults, override, readOne, type Overridden } from './override-runs.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(500);

/** Applies entries to a text, and checks that a second run changes nothing and reports the same. */
function apply(text: string, plaintext: readonly WrittenPlaintext[]): Overridden {
  return override(
    text,
    readOne((field, problems) => readPlaintextOverriders(plaintext, [...field, 0], problems)),
  );
}

const add = (path: string, value: unknown): WrittenPlaintext => ({ path, operator: 'add', value });
const replace = (path: string, value: unknown): WrittenPlaintext => ({ path, operator: 'replace', value });
const remove = (path: string): WrittenPlaintext => ({ path, operator: 'remove' });

const item = (lists: string): string => `apiVersion: v1\nkind: Tool\nmetadata: {name: t}\n${lists}`;

interface Row {
  readonly name: string;
  readonly lists: string;
  readonly plaintext: readonly WrittenPlaintext[];
  /** Lists afterwards; those on input by default. */
  readonly want?: string;
  readonly absent?: readonly string[];
  /** Beginning of each result. An error voids all edits. */
  readonly results?: readonly string[];
}

const UNSETTLED = 'edits must be repeatable: a second run would change this resource again';
const refusal = (field: string, index: number, operation: string): string =>
  `error ${field}: \`spec.o[0][${index}]\` (${operation}): ${UNSETTLED}`;

const rows: readonly Row[] = [
  {
    name: 'adds, replaces and removes elements by their indexes, with the comments of the others',
    lists: 'a:\n  - one # 1\n  - two # 2\n  - three # 3\n',
    plaintext: [add('/a/-', 'last'), add('/a/0', 'first'), replace('/a/1', 'ONE'), remove('/a/2')],
    want: 'a:\n  - first\n  - ONE # 1\n  - three # 3\n  - last\n',
    absent: ['/a/2'],
  },
  {
    name: 'repeats a patch until the order of keys stays, while the data do',
    lists: 'a: {}\n',
    plaintext: [remove('/a/x'), add('/a', { x: 1, z: 2 })],
    want: 'a:\n  z: 2\n  x: 1\n',
  },
  {
    name: 'writes a list in flow style as a second run does, if the patch removes the example of its quotes',
    lists: 'a: {b: x, "k": [{}], "d": 3}\n',
    plaintext: [remove('/a/b'), replace('/a/k/0', 'w'), replace('/a/k/0', { e: 'f' })],
    want: 'a: {"k": [{"e": "f"}], "d": 3}\n',
    absent: ['/a/b'],
  },
  {
    name: 'adds and removes by indexes from the end',
    lists: 'a: [one, two, three]\n',
    plaintext: [add('/a/-2', 'new'), remove('/a/-1')],
    want: 'a: [one, two, new]\n',
    absent: ['/a/-1'],
  },
  {
    name: 'edits several lists in one patch, and other fields',
    lists: 'a: [one]\nb: [one, two]\nc: 1\n',
    plaintext: [add('/a/-', 'x'), replace('/c', 2), add('/b/1', 'x'), remove('/a/0'), remove('/b/0')],
    want: 'a: [x]\nb: [x, two]\nc: 2\n',
    absent: ['/a/0', '/b/0'],
  },
  {
    name: 'edits one list whose state is certain only by index, and another by what is missing',
    lists: 'a: [one]\nb: [one, two]\n',
    plaintext: [add('/a/-', 'x'), remove('/a/0'), remove('/b/1')],
    want: 'a: [x]\nb: [one]\n',
    absent: ['/a/0', '/b/1'],
  },
  {
    name: 'does what is left of a patch that was half done',
    lists: 'a: [one, two, last]\n',
    plaintext: [add('/a/-', 'last'), add('/a/0', 'first'), replace('/a/1', 'ONE'), remove('/a/2')],
    want: 'a: [first, ONE, last]\n',
    absent: ['/a/2'],
  },
  {
    name: 'unlike Karmada, leaves a list that looks as the patch leaves it',
    lists: 'a: [one, last]\n',
    plaintext: [add('/a/-', 'last'), remove('/a/0')],
    absent: ['/a/0'],
  },
  {
    name: 'names a removal beyond the end, which finds nothing in any run',
    lists: 'a: [one]\n',
    plaintext: [add('/a/-', 'last'), remove('/a/7')],
    want: 'a: [one, last]\n',
    absent: ['/a/7'],
  },
  {
    name: 'refuses a removal after an addition that was skipped, since the list has an equal element elsewhere',
    lists: 'a: [x, one, two]\n',
    plaintext: [add('/a/-', 'x'), remove('/a/1')],
    results: [refusal('a[1]', 1, 'remove "/a/1"')],
  },
  {
    name: 'refuses a replacement that an addition which was skipped would have moved',
    lists: 'a: [x, one, two]\n',
    plaintext: [replace('/a/1', 'ONE'), add('/a/0', 'x'), remove('/a/1')],
    results: [refusal('a[1]', 0, 'replace "/a/1"')],
  },
  {
    name: 'refuses a patch of whose additions nothing is left',
    lists: 'a: [one, two]\n',
    plaintext: [add('/a/0', 'x'), replace('/a/0', 'y'), remove('/a/-1')],
    results: [refusal('a[0]', 0, 'add "/a/0"')],
  },
  {
    name: 'refuses a patch that also edits inside an element',
    lists: 'a: [{k: 1}, {k: 2}]\n',
    plaintext: [add('/a/-', { k: 3 }), replace('/a/0/k', 4), remove('/a/0')],
    results: [refusal('a[0].k', 1, 'replace "/a/0/k"')],
  },
  {
    name: 'refuses a patch that gives the list another index',
    lists: 'p: [{a: [one]}, {a: [two]}, {a: [three]}]\n',
    plaintext: [remove('/p/0'), add('/p/0/a/-', 'x'), remove('/p/0/a/0')],
    results: [refusal('p[0]', 0, 'remove "/p/0"')],
  },
  {
    name: 'refuses a patch of which an entry may be skipped',
    lists: 'a: [one, two]\n',
    plaintext: [{ ...add('/a/0', 'x'), ifMissing: 'warn' }, remove('/a/1')],
    results: [refusal('a[1]', 1, 'remove "/a/1"')],
  },
];

/** Numbers that select an operation on a list. */
interface Aim {
  readonly op: 'add' | 'remove' | 'replace';
  readonly place: number;
  readonly form: 'index' | 'negative' | 'end';
  readonly value: Value;
}

/** Values, of which no two are equal if `distinct`. */
const values = (count: number, distinct: boolean): fc.Arbitrary<readonly Value[]> =>
  fc
    .array(distinct ? fc.constant(0) : fc.nat(2), { minLength: count, maxLength: count })
    .chain((picks) => fc.tuple(...picks.map((pick, index) => fc.constantFrom(...valuesOf(distinct ? index : pick)))));

const valuesOf = (n: number): readonly Value[] => [n, `v${n}`, { name: `v${n}` }, { n, list: [n] }];

const cases = fc.boolean().chain((distinct) =>
  fc.record({
    distinct: fc.constant(distinct),
    values: values(12, distinct),
    length: fc.nat(6),
    ops: fc.array(fc.constantFrom<Aim['op']>('add', 'add', 'remove', 'replace'), { minLength: 2, maxLength: 6 }),
    places: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
    forms: fc.array(fc.constantFrom<Aim['form']>('index', 'index', 'negative', 'end'), { minLength: 6, maxLength: 6 }),
    indent: fc.constantFrom(0, 2),
  }),
);

/** Result of a patch by RFC 6902, and whether an added element is left of it. */
interface Patched {
  readonly plaintext: readonly WrittenPlaintext[];
  readonly elements: readonly Value[];
  readonly hasAdded: boolean;
}

/** Applies the operations that aims select, except those for which a list has no element. */
function patch(list: readonly Value[], aims: readonly Aim[]): Patched {
  const elements = list.map((value) => ({ value, isAdded: false }));
  const plaintext: WrittenPlaintext[] = [];
  for (const { op, place, form, value } of aims) {
    const end = elements.length + (op === 'add' ? 1 : 0);
    if (end === 0) continue;
    const index = form === 'end' ? end - 1 : place % end;
    const token = form === 'index' ? index : index - end;
    const path = `/a/${form === 'end' && op === 'add' ? '-' : token}`;
    plaintext.push(op === 'remove' ? remove(path) : { path, operator: op, value });
    if (op === 'remove') elements.splice(index, 1);
    else elements.splice(index, op === 'add' ? 0 : 1, { value, isAdded: op === 'add' });
  }
  return {
    plaintext,
    elements: elements.map(({ value }) => value),
    hasAdded: elements.some(({ isAdded }) => isAdded),
  };
}

describe('readPlaintextOverriders, with lists that are edited by index', () => {
  for (const { name, lists, plaintext, want = lists, absent = [], results = [] } of rows) {
    it(name, () => {
      const got = apply(item(lists), plaintext);
      assertResults(got.results, results);
      if (got.text === undefined) return;
      assert.equal(got.text, item(want));
      assert.deepEqual(got.absent, absent);
    });
  }

  it('edits a list as RFC 6902 says if no two elements are equal, and never again in a second run, by property', () => {
    fc.assert(
      fc.property(cases, ({ distinct, values: all, length, ops, places, forms, indent }) => {
        const before = all.slice(0, length);
        const aims = ops.map((op, index) => ({
          op,
          place: places[index] ?? 0,
          form: forms[index] ?? 'index',
          value: all[length + index] ?? null,
        }));
        const { plaintext, elements, hasAdded } = patch(before, aims);
        fc.pre(plaintext.some(isOf('add')) && plaintext.some(isOf('remove')));
        const data = { apiVersion: 'v1', kind: 'Tool', metadata: { name: 't' }, a: before };
        const got = apply(JSON.stringify(data, null, indent), plaintext);
        if (!distinct) return;
        if (hasAdded) assert.deepEqual(got.results, []);
        if (got.text === undefined) return;
        const after = plain(readDocument(got.text).value(['a']));
        assert.ok(isDeepStrictEqual(after, plain(elements)), `${JSON.stringify(plaintext)}\n${got.text}`);
      }),
      { numRuns: RUNS },
    );
  });
});

function isOf(name: WrittenPlaintext['operator']): (entry: WrittenPlaintext) => boolean {
  return ({ operator }) => operator === name;
}
