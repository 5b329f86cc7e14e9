import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ElementIndexes, scalarText } from '../../src/yaml/element-index.ts';
import { applyEdits, type DataEdit, type Path, type Value } from '../../src/yaml/index.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(2000);

/** Names of which some are equal, and values that are no names. */
const texts = fc.constantFrom<Value>('a', 'b', 'c', 1, true, null, ['a']);

const elements = fc.oneof(
  { weight: 5, arbitrary: fc.record({ name: texts, x: texts }, { requiredKeys: [] }) },
  { weight: 1, arbitrary: texts },
);

/** Lists at several depths, some of which are in another: with each field, more than are indexed at once. */
const documents = fc.record({
  l: fc.array(elements, { maxLength: 40, size: 'max' }),
  m: fc.record({ l: fc.array(fc.record({ name: texts, l: fc.array(elements, { maxLength: 3 }) }), { maxLength: 5 }) }),
});

const lists: readonly Path[] = [['l'], ['m', 'l'], ['m', 'l', 0, 'l'], ['m', 'l', 1, 'l']];

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('set', 'insert', 'remove', 'rename', 'find', 'append'),
    list: fc.constantFrom(...lists),
    index: fc.nat({ max: 45 }),
    below: fc.constantFrom<Path>([], ['name'], ['x'], ['l'], ['l', 0]),
    value: fc.oneof(elements, texts),
    field: fc.constantFrom('name', 'x', 'l'),
  }),
  { maxLength: 60, size: 'max' },
);

type Step = typeof steps extends fc.Arbitrary<(infer T)[]> ? T : never;

function valueAt(value: Value | undefined, path: Path): Value | undefined {
  if (path.length === 0) return value;
  const [step = '', ...rest] = path;
  const isHolder = typeof value === 'object' && value !== null && Array.isArray(value) === (typeof step === 'number');
  return isHolder && Object.hasOwn(value, step) ? valueAt((value as Record<string, Value>)[step], rest) : undefined;
}

function lengthAt(data: Value, list: Path): number {
  const value = valueAt(data, list);
  return Array.isArray(value) ? value.length : 0;
}

/** Returns the edit of a step; undefined if there is nothing to edit. */
function editOf({ kind, list, index, below, value, field }: Step, data: Value): DataEdit | undefined {
  const length = lengthAt(data, list);
  if (kind === 'append') return length > 0 ? { kind: 'insert', path: list, index: length, value } : undefined;
  if (kind === 'insert') return length > 0 ? { kind, path: list, index: index % (length + 1), value } : undefined;
  const path = [...list, index % (length + 1), ...below];
  if (valueAt(data, path) === undefined) return undefined;
  if (kind === 'set') return { kind, path, value };
  if (kind === 'remove') return { kind, path };
  const hasKey = typeof path.at(-1) === 'string' && valueAt(data, [...path.slice(0, -1), field]) === undefined;
  return kind === 'rename' && hasKey ? { kind, path, key: field } : undefined;
}

/** Returns the indexes of the elements whose field has a text, by a search. */
function search(data: Value, list: Path, field: string, text: string): number[] {
  const indexes = Array.from({ length: lengthAt(data, list) }, (_, index) => index);
  return indexes.filter((index) => scalarText(valueAt(data, [...list, index, field])) === text);
}

describe('ElementIndexes', () => {
  it('finds what a search finds, after any edits', () => {
    fc.assert(
      fc.property(documents, steps, (document, list) => {
        const indexes = new ElementIndexes();
        let data: Value = document;
        for (const step of list) {
          const edit = editOf(step, data);
          if (edit !== undefined) {
            indexes.edited(edit);
            data = applyEdits(data, [edit]) ?? null;
          }
          for (const path of lists) {
            const read = (index: number): Value | undefined => valueAt(data, [...path, index, step.field]);
            const asked = { path, field: step.field, length: lengthAt(data, path), read };
            for (const text of ['a', '1', 'true', ''])
              assert.deepEqual(indexes.find(asked, text), search(data, path, step.field, text));
          }
        }
      }),
      { numRuns: RUNS / 4 },
    );
  });

  it('reads each element once while elements are edited, appended and removed', () => {
    const indexes = new ElementIndexes();
    const names = Array.from({ length: 1000 }, (_, index) => `n${index}`);
    let reads = 0;
    const read = (index: number): string | undefined => {
      reads++;
      return names[index];
    };
    for (let number = 0; number < 1000; number++) {
      const [index = -1] = indexes.find({ path: ['l'], field: 'name', length: names.length, read }, `n${number}`);
      assert.equal(names[index], `n${number}`);
      indexes.edited({ kind: 'set', path: ['l', index, 'value'], value: number });
      if (number % 3 === 0) {
        indexes.edited({ kind: 'remove', path: ['l', index] });
        names.splice(index, 1);
      }
      indexes.edited({ kind: 'insert', path: ['l'], index: names.length, value: { name: `new-${number}` } });
      names.push(`new-${number}`);
    }
    assert.equal(reads, 1000);
  });
});
