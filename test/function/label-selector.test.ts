import assert from 'node:assert/strict';
import { checkLabelSelector, matchesLabels, type LabelSelector } from '../../src/function/label-selector.ts';
import { Problems } from '../../src/function/problems.ts';

const LABELS: ReadonlyMap<string, string> = new Map([
  ['app', 'x'],
  ['tier', ''],
]);

const where = (key: string, operator: string, values?: readonly string[]): LabelSelector => ({
  matchExpressions: [{ key, operator, ...(values && { values }) }],
});

const matches: readonly (readonly [name: string, selector: LabelSelector, want: boolean])[] = [
  ['an empty selector', {}, true],
  ['empty lists', { matchLabels: {}, matchExpressions: [] }, true],
  ['an equal label', { matchLabels: { app: 'x' } }, true],
  ['two equal labels', { matchLabels: { app: 'x', tier: '' } }, true],
  ['one of two that differs', { matchLabels: { app: 'x', tier: 'a' } }, false],
  ['another value', { matchLabels: { app: 'X' } }, false],
  ['an absent label', { matchLabels: { none: '' } }, false],
  ['an inherited name', { matchLabels: { constructor: '' } }, false],
  ['In', where('app', 'In', ['a', 'x']), true],
  ['In of others', where('app', 'In', ['a']), false],
  ['In of the empty value', where('tier', 'In', ['']), true],
  ['In, absent', where('none', 'In', ['x', '']), false],
  ['NotIn', where('app', 'NotIn', ['a']), true],
  ['NotIn of the value', where('app', 'NotIn', ['a', 'x']), false],
  ['NotIn, absent', where('none', 'NotIn', ['x']), true],
  ['Exists', where('app', 'Exists'), true],
  ['Exists with an empty value', where('tier', 'Exists'), true],
  ['Exists, absent', where('none', 'Exists'), false],
  ['Exists, an inherited name', where('toString', 'Exists'), false],
  ['DoesNotExist', where('none', 'DoesNotExist'), true],
  ['DoesNotExist, present', where('tier', 'DoesNotExist'), false],
  ['an unknown operator', where('app', 'in', ['x']), false],
  ['an operator with an inherited name', where('app', 'constructor'), false],
  ['labels and expressions', { matchLabels: { app: 'x' }, ...where('tier', 'Exists') }, true],
  ['labels without the expression', { matchLabels: { app: 'x' }, ...where('tier', 'DoesNotExist') }, false],
  ['expressions without the label', { matchLabels: { app: 'y' }, ...where('tier', 'Exists') }, false],
  [
    'one of two expressions',
    {
      matchExpressions: [
        { key: 'app', operator: 'Exists' },
        { key: 'app', operator: 'NotIn', values: ['x'] },
      ],
    },
    false,
  ],
];

describe('matchesLabels', () => {
  for (const [name, selector, want] of matches) {
    it(`${want ? 'matches' : 'does not match'}: ${name}`, () => assert.equal(matchesLabels(selector, LABELS), want));
  }

  it('matches an empty selector against no labels', () => assert.equal(matchesLabels({}, new Map()), true));
});

const UNKNOWN = 'operator: must be "In", "NotIn", "Exists" or "DoesNotExist"';

const checks: readonly (readonly [name: string, selector: LabelSelector, want: readonly string[]])[] = [
  ['an empty selector', {}, []],
  ['labels', { matchLabels: { app: 'x' } }, []],
  ['In', where('app', 'In', ['x']), []],
  ['NotIn of the empty value', where('app', 'NotIn', ['']), []],
  ['Exists', where('app', 'Exists'), []],
  ['DoesNotExist with no values', where('app', 'DoesNotExist', []), []],
  ['In without values', where('app', 'In'), ['values: must not be empty for operator "In"']],
  ['NotIn with no values', where('app', 'NotIn', []), ['values: must not be empty for operator "NotIn"']],
  ['Exists with values', where('app', 'Exists', ['x']), ['values: must be empty for operator "Exists"']],
  [
    'DoesNotExist with values',
    where('app', 'DoesNotExist', ['']),
    ['values: must be empty for operator "DoesNotExist"'],
  ],
  ['another operator', where('app', 'Gt', ['1']), [`${UNKNOWN}: Gt`]],
  ['an operator in lower case', where('app', 'in'), [`${UNKNOWN}: in`]],
  ['no operator', where('app', ''), [`${UNKNOWN}: `]],
];

describe('checkLabelSelector', () => {
  const check = (selector: LabelSelector): readonly string[] => {
    const problems = new Problems();
    checkLabelSelector(selector, ['spec', 'labelSelector'], problems);
    return [...problems].map(({ field, message, currentValue }) =>
      [field.join('.'), message, ...(typeof currentValue === 'string' ? [currentValue] : [])].join(': '),
    );
  };
  const at = (index: number): string => `spec.labelSelector.matchExpressions.${index}`;

  for (const [name, selector, want] of checks) {
    it(`${want.length === 0 ? 'accepts' : 'reports'}: ${name}`, () =>
      assert.deepEqual(
        check(selector),
        want.map((problem) => `${at(0)}.${problem}`),
      ));
  }

  it('names every problem with its field', () => {
    const matchExpressions = [
      { key: 'a', operator: 'Exists' },
      { key: 'b', operator: 'In' },
      { key: 'c', operator: 'exists' },
    ];
    assert.deepEqual(check({ matchExpressions }), [
      `${at(1)}.values: must not be empty for operator "In"`,
      `${at(2)}.${UNKNOWN}: exists`,
    ]);
  });
});
