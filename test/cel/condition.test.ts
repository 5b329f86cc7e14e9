import assert from 'node:assert/strict';
import { compileCondition } from '../../src/cel/index.ts';
import { conditionValue } from '../../src/render/conditions.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { assertBounded } from './assert-bounded.ts';
import { CONDITION_RESOURCES, CONDITIONS } from './condition-cases.ts';
import { outcomeOf } from './outcome.ts';

const RESOURCES = CONDITION_RESOURCES.map((text) => conditionValue(readDocument(text)));

describe('conditions of functions in a pipeline', () => {
  for (const [expression, wanted] of CONDITIONS)
    it(`${expression}: ${wanted}`, () => {
      const outcome = outcomeOf(() => String(compileCondition(expression).isMet(RESOURCES)));
      assert.equal('phase' in outcome ? outcome.phase : outcome.output, wanted, JSON.stringify(outcome));
    });

  it('takes a limited number of steps', () => {
    for (const expression of [
      'lists.range(9223372036854775807).size() > 0',
      `lists.range(900).all(a, lists.range(900).all(b, a + b >= 0))`,
      `lists.range(2000).distinct().size() == 2000`,
      `lists.range(900).transformMap(i, v, lists.range(900).sort()).size() == 900`,
    ])
      assertBounded(() => {
        assert.throws(() => compileCondition(expression).isMet([]), /must not take more than 1000000 steps/);
      });
  });

  it('says that a function of another user of the language is not there', () => {
    assert.throws(() => compileCondition('target.name == 1'), /undeclared reference to 'target'/);
  });
});

describe('data of a resource for a condition', () => {
  const rows: readonly (readonly [text: string, value: unknown])[] = [
    ['1', 1n],
    ['1.0', 1],
    ['!!float 1', 1],
    ['1e3', 1000],
    ['0x1F', 31n],
    ['017', 15n],
    ['-0', 0n],
    ['.inf', Infinity],
    ['"1"', '1'],
    ['yes', 'yes'],
    ['true', true],
    ['~', null],
    ['"2026-01-02"', '2026-01-02'],
    ['|-\n  2026-01-02', '2026-01-02'],
    ['2026-13-02', '2026-13-02'],
    ['2026-01-02 03:04:05Z', '2026-01-02 03:04:05Z'],
    ['[1, 2.5]', [1n, 2.5]],
  ];
  for (const [text, wanted] of rows)
    it(text, () => assert.deepEqual(conditionValue(readDocument(`a: ${text}\n`)), new Map([['a', wanted]])));

  it('has a timestamp for a date, also through an alias', () => {
    const days = ['2026-1-2', '2026-01-02T03:04:05Z', '2026-01-02t3:4:5.5+01:00', '2026-01-02 03:04:05'];
    const document = readDocument(`a:\n${days.map((day) => `- ${day}\n`).join('')}b: &x 2026-01-02\nc: *x\n`);
    const isTime = 'resources[0].a.all(d, type(d) == google.protobuf.Timestamp) && resources[0].b == resources[0].c';
    assert.equal(compileCondition(isTime).isMet([conditionValue(document)]), true);
  });
});
