import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyPatch, PatchError, type Operation, type PatchOutcome, type PatchOptions } from '../../src/patch/index.ts';
import { equalValues, readDocument, type SourceDocument } from '../../src/yaml/index.ts';
import { propertyRuns } from '../support/property-runs.ts';

const TEXT = `l:
# about a
- name: a # first
  v: 1
- {name: b, v: 2} # second
- name: 8
m: {'[name=a]': 1}
`;

const A = '# about a\n- name: a # first\n  v: 1\n';
const B = '- {name: b, v: 2} # second\n';

const patch = (
  document: SourceDocument,
  operation: Operation,
  options: PatchOptions = {},
): PatchOutcome | PatchError => {
  const [outcome] = applyPatch(document, [operation], { elementsByField: true, repeatable: true, ...options }).outcomes;
  assert.ok(outcome);
  return outcome;
};

/** Names of elements of a list that is long enough to be indexed, some of them equal. */
const names = fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 60, size: 'max' });

const choices = fc.array(
  fc.record({ op: fc.constantFrom('add', 'replace', 'remove', 'rename'), name: fc.nat({ max: 70 }) }),
  { maxLength: 60, size: 'max' },
);

describe('elements by a field in a long list', () => {
  it('edits the only element with a name, one operation at a time and all at once', () => {
    fc.assert(
      fc.property(names, choices, fc.boolean(), (list, chosen, isFlow) => {
        const meant = list.map((name): { name: number; v?: number } => ({ name }));
        const applied: Operation[] = [];
        const text = meant.map((element) => (isFlow ? `{name: ${element.name}}` : `- name: ${element.name}\n`));
        const whole = isFlow ? `l: [${text.join(', ')}]\n` : `l:\n${text.join('')}`;
        const document = readDocument(whole);
        for (const [index, { op, name }] of chosen.entries()) {
          const found = meant.filter((element) => element.name === name);
          const [element] = found;
          const path = `/l/[name=${name}]${op === 'remove' ? '' : op === 'rename' ? '/name' : '/v'}`;
          // A new name is often one that another element has.
          const value = op === 'rename' ? index % 70 : index;
          const operation = { op: op === 'rename' ? 'replace' : op, path, value } as const;
          const isMissing = element === undefined || (op === 'replace' && element.v === undefined);
          if (found.length !== 1 || isMissing) {
            assert.throws(() => applyPatch(document, [operation], { elementsByField: true }), PatchError);
            continue;
          }
          if (op === 'remove') meant.splice(meant.indexOf(element), 1);
          else if (op === 'rename') element.name = value;
          else element.v = value;
          applyPatch(document, [operation], { elementsByField: true });
          applied.push(operation);
        }
        const atOnce = readDocument(whole);
        applyPatch(atOnce, applied, { elementsByField: true });
        for (const each of [document, atOnce]) assert.ok(equalValues(each.value([]) ?? null, { l: meant }));
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

interface Row {
  readonly name: string;
  readonly operation: Operation;
  /** Part of the text that is replaced, and its replacement; none if nothing changes. */
  readonly change?: readonly [from: string, to: string];
  readonly outcome?: PatchOutcome;
  readonly ensurePath?: boolean;
}

const rows: readonly Row[] = [
  {
    name: 'edits a field of the element',
    operation: { op: 'replace', path: '/l/[name=a]/v', value: 3 },
    change: ['v: 1', 'v: 3'],
  },
  {
    name: 'compares numbers as text',
    operation: { op: 'add', path: '/l/[name=8]/v', value: 3 },
    change: ['name: 8\n', 'name: 8\n  v: 3\n'],
  },
  {
    name: 'replaces the element that an added value names, and keeps the comments of the others',
    operation: { op: 'add', path: '/l/[name=b]', value: { name: 'b', v: 3 } },
    change: ['v: 2', 'v: 3'],
  },
  {
    name: 'appends an added value that no element has the name of',
    operation: { op: 'add', path: '/l/[name=c]', value: { name: 'c' } },
    change: ['- name: 8\n', '- name: 8\n- name: c\n'],
  },
  {
    name: 'changes nothing if the element is already as added',
    operation: { op: 'add', path: '/l/[name=b]', value: { v: 2, name: 'b' } },
    outcome: 'unchanged',
  },
  {
    name: 'replaces an element',
    operation: { op: 'replace', path: '/l/[name=a]', value: { name: 'a', v: 4 } },
    change: ['v: 1', 'v: 4'],
  },
  { name: 'removes an element with its comments', operation: { op: 'remove', path: '/l/[name=a]' }, change: [A, ''] },
  {
    name: 'counts a removed element without a match as absent',
    operation: { op: 'remove', path: '/l/[name=none]/v' },
    outcome: 'absent',
  },
  {
    name: 'tests a field of an element',
    operation: { op: 'test', path: '/l/[name=b]/v', value: 2 },
    outcome: 'tested',
  },
  {
    name: 'takes the token for a key in a map',
    operation: { op: 'replace', path: '/m/[name=a]', value: 2 },
    change: ["'[name=a]': 1", "'[name=a]': 2"],
  },
  {
    name: 'copies from an element into another',
    operation: { op: 'copy', from: '/l/[name=b]/v', path: '/l/[name=a]/v' },
    change: ['v: 1', 'v: 2'],
  },
  {
    name: 'moves a field of an element into an earlier one',
    operation: { op: 'move', from: '/l/[name=b]/v', path: '/l/[name=a]/w' },
    change: [`${A}- {name: b, v: 2} # second`, `${A}  w: 2\n- {name: b} # second`],
  },
  {
    name: 'leaves an element that is moved to its own name',
    operation: { op: 'move', from: '/l/[name=a]', path: '/l/[name=a]' },
    outcome: 'unchanged',
  },
  {
    name: 'creates missing elements, lists and maps',
    operation: { op: 'add', path: '/l/[name=c]/env/[name=X]/from/key', value: 1 },
    ensurePath: true,
    change: ['- name: 8\n', '- name: 8\n- name: c\n  env:\n  - name: X\n    from:\n      key: 1\n'],
  },
  {
    name: 'creates a list for an element that is added',
    operation: { op: 'add', path: '/l/[name=a]/env/[name=X]', value: { name: 'X', value: 'x' } },
    ensurePath: true,
    change: ['  v: 1\n', '  v: 1\n  env:\n  - name: X\n    value: x\n'],
  },
  {
    name: 'creates a map for a name in a name, since elements are maps',
    operation: { op: 'add', path: '/o/[name=a]/[x=y]', value: 1 },
    ensurePath: true,
    change: ["m: {'[name=a]': 1}\n", "m: {'[name=a]': 1}\no:\n- name: a\n  '[x=y]': 1\n"],
  },
  {
    name: 'creates nothing that is there',
    operation: { op: 'add', path: '/l/[name=b]/w', value: 1 },
    ensurePath: true,
    change: ['v: 2}', 'v: 2, w: 1}'],
  },
];

const TWICE = 'l: [{name: a}, {name: a, v: 1}, {name: b}, {x: {y: z}}, [1], null]\n';

const errors: readonly (readonly [name: string, operation: Operation, code: string, message: string])[] = [
  [
    'several matches',
    { op: 'replace', path: '/l/[name=a]/v', value: 1 },
    'element',
    'a token must name one element, but the sequence at "/l" has 2 elements whose "name" is "a"; use an index',
  ],
  ['several matches of a removal', { op: 'remove', path: '/l/[name=a]' }, 'element', 'a token must name one element'],
  [
    'several matches of an added value',
    { op: 'add', path: '/l/[name=a]', value: { name: 'a' } },
    'element',
    'a token must name one element',
  ],
  [
    'no match on the way',
    { op: 'add', path: '/l/[name=c]/v', value: 1 },
    'missing',
    'add operation does not apply: doc is missing path: "/l/[name=c]/v": missing value; the sequence at "/l" has no element whose "name" is "c"',
  ],
  [
    'no match to replace',
    { op: 'replace', path: '/l/[name=c]', value: { name: 'c' } },
    'missing',
    'replace operation does not apply: doc is missing key: /l/[name=c]: missing value; the sequence at "/l" has no',
  ],
  ['a map as the value of the field', { op: 'test', path: '/l/[x=y]', value: 1 }, 'missing', 'error in test for path'],
  ['null as a name', { op: 'test', path: '/l/[name=null]', value: 1 }, 'missing', 'error in test for path'],
  [
    'an added value without the name',
    { op: 'add', path: '/l/[name=c]', value: { name: 'd' } },
    'element',
    'the value must be a map whose field "name" is "c", as in the path',
  ],
  [
    'a new value without the name',
    { op: 'replace', path: '/l/[name=b]', value: 1 },
    'element',
    'the value must be a map',
  ],
  [
    'a copy with another name',
    { op: 'copy', from: '/l/[name=b]', path: '/l/[name=c]' },
    'element',
    'the value must be a map',
  ],
  [
    'a move over an element with another name, at the index that the value leaves',
    { op: 'move', from: '/l/0', path: '/l/[name=b]' },
    'element',
    'the value must be a map',
  ],
  [
    'a move of an element into itself',
    { op: 'move', from: '/l/2', path: '/l/[name=b]/v' },
    'missing',
    'move operation does not apply: doc is missing destination path: /l/[name=b]/v',
  ],
  ['a token without a field', { op: 'remove', path: '/l/[=a]' }, 'index', 'error in remove'],
];

const failure = (act: () => unknown): PatchError => {
  try {
    act();
  } catch (error) {
    if (error instanceof PatchError) return error;
    throw error;
  }
  return assert.fail('must not apply');
};

describe('applyPatch with elements named by a field', () => {
  for (const { name, operation, change, outcome = 'changed', ensurePath = false } of rows) {
    it(name, () => {
      const document = readDocument(TEXT);
      assert.equal(patch(document, operation, { ensurePath }), outcome);
      assert.equal(document.text(), change === undefined ? TEXT : TEXT.replace(change[0], () => change[1]));
      if (operation.op !== 'test')
        assert.notEqual(patch(document, operation, { ensurePath }), 'changed', 'a second time');
    });
  }

  for (const [name, operation, code, message] of errors) {
    it(`refuses ${name}`, () => {
      const document = readDocument(TWICE);
      const error = failure(() => patch(document, operation));
      assert.deepEqual([error.code, error.message.startsWith(message)], [code, true], error.message);
      assert.equal(document.text(), TWICE);
    });
  }

  it('lets an operation name an element that an earlier one adds', () => {
    const document = readDocument('l: []\n');
    const operations: readonly Operation[] = [
      { op: 'add', path: '/l/[name=a]', value: { name: 'a' } },
      { op: 'add', path: '/l/[name=a]/v', value: 1 },
    ];
    applyPatch(document, operations, { elementsByField: true });
    assert.equal(document.text(), 'l:\n- name: a\n  v: 1\n');
  });

  it('moves an element over one of the same name in another list', () => {
    const document = readDocument('a: [{name: x, v: 1}, 2]\nb: [{name: x, v: 0}]\n');
    assert.equal(patch(document, { op: 'move', from: '/a/0', path: '/b/[name=x]' }), 'changed');
    assert.equal(document.text(), 'a: [2]\nb: [{name: x, v: 1}]\n');
  });

  it('takes the token for an index otherwise, which it is not', () => {
    const document = readDocument(TEXT);
    const operation: Operation = { op: 'remove', path: '/l/[name=b]' };
    assert.equal(failure(() => patch(document, operation, { elementsByField: false })).code, 'index');
    assert.ok(document.text().includes(B));
  });

  it('returns the error of a skipped operation as its outcome', () => {
    const document = readDocument(TEXT);
    const operation: Operation = { op: 'replace', path: '/l/[name=none]/v', value: 1 };
    const outcome = patch(document, operation, { skipMissing: true });
    assert.ok(outcome instanceof PatchError && outcome.code === 'missing');
    assert.equal(document.text(), TEXT);
  });
});
