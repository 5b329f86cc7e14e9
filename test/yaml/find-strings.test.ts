import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  isList,
  isMap,
  readStream,
  YamlError,
  type FoundString,
  type Path,
  type SourceDocument,
  type Value,
} from '../../src/yaml/index.ts';
import { oddTexts } from './generate-odd.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(2000);

describe('find', () => {
  const rows: readonly (readonly [name: string, text: string, want: readonly FoundString[]])[] = [
    ['finds a plain string', 'a: x{{y\nb: c\n', [{ path: ['a'], text: 'x{{y' }]],
    ['finds a text hidden by an escape', 'a: [1, "{\\u007B"]\n', [{ path: ['a', 1], text: '{{' }]],
    ['finds a line of a literal block', 'a:\n  b: |\n    c\n    {{\n', [{ path: ['a', 'b'], text: 'c\n{{\n' }]],
    ['does not search keys', '"{{": b\n', []],
    ['finds a text in a binary value', 'a: !!binary e3s=\n', [{ path: ['a'], text: '{{' }]],
    [
      'finds a text through an alias and a merge key',
      'a: &a {b: "{{"}\nc: *a\nd:\n  <<: *a\n',
      [
        ['a', 'b'],
        ['c', 'b'],
        ['d', 'b'],
      ].map((path) => ({ path, text: '{{' })),
    ],
  ];
  for (const [name, text, want] of rows) {
    it(name, () => {
      for (const document of readings(text)) assert.deepEqual(document.find('{{'), want);
    });
  }

  it('refuses aliases that expand without bounds', () => {
    const levels = Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(9)}]\n`);
    const [document] = readings(`a0: &a0 [x]\n${levels.join('')}`);
    assert.throws(() => document?.find('{{'), /must expand to at most 1000000 values at \d+:\d+$/);
  });

  it('finds the same strings as a walk through all values', () => {
    let found = 0;
    const compare = (text: string): void => {
      for (const document of readings(text)) {
        const want = outcome(() => [...walk(document.value([]) ?? null, [])]);
        // `find` does not read, and so does not check, values that cannot contain the text.
        if (typeof want === 'string') continue;
        const got = outcome(() => document.find('a'));
        // Objects order numeric keys first.
        assert.deepEqual(typeof got === 'string' ? got : sorted(got), sorted(want), text);
        found += want.length;
      }
    };
    fc.assert(fc.property(oddTexts(), compare), { numRuns: RUNS });
    assert.ok(found > RUNS / 10);
  });
});

describe('has', () => {
  it('reports whether a value exists, also in a list that has not been parsed', () => {
    const text = 'items:\n- a: {b: null}\n  c:\n    d: 1\n- 2\n';
    for (const document of readings(text)) {
      const paths: Path[] = [[], ['a'], ['a', 'b'], ['a', 'x'], ['c', 'd'], ['c', 'd', 'e'], ['c', 0], ['constructor']];
      const told = paths.map((path) => document.view(['items', 0]).has(path));
      assert.deepEqual(told, [true, true, true, false, true, false, false, false]);
    }
  });
});

/** Returns the first document of a text, read lazily and completely; none if the text is not YAML. */
function readings(text: string): SourceDocument[] {
  const read = (lazy: boolean): SourceDocument[] => readStream(text, { lazy }).documents.slice(0, 1);
  const all = outcome(() => [...read(true), ...read(false)]);
  return typeof all === 'string' ? [] : all;
}

/** Returns the result, or the message of the error. */
function outcome<T>(act: () => T): T | string {
  try {
    return act();
  } catch (error) {
    if (error instanceof YamlError) return error.message;
    throw error;
  }
}

function sorted(found: readonly FoundString[]): string[] {
  return found.map((each) => JSON.stringify(each)).toSorted();
}

function* walk(value: Value, path: Path): Generator<FoundString> {
  if (typeof value === 'string' && value.includes('a')) yield { path, text: value };
  if (isMap(value)) for (const [key, item] of Object.entries(value)) yield* walk(item, [...path, key]);
  if (isList(value)) for (const [index, item] of value.entries()) yield* walk(item, [...path, index]);
}
