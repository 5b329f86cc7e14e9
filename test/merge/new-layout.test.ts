import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { mergePackages } from '../../src/merge/index.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(300);

type Data = string | readonly Data[] | { readonly [key: string]: Data };

/** Prints data with one layout. */
interface Layout {
  readonly width: 2 | 4;
  /** Ignored in JSON. */
  readonly indentsLists: boolean;
}

const FORMATS: Readonly<Record<string, (data: Data, layout: Layout) => string>> = {
  YAML: (data, { width, indentsLists }) => stringify(data, { indent: width, indentSeq: indentsLists, lineWidth: 0 }),
  JSON: (data, { width }) => `${JSON.stringify(data, null, width)}\n`,
  'YAML with an alias': (data, layout) =>
    `anchor: &anchor original\n${FORMATS['YAML']?.(data, layout) ?? ''}alias: *anchor\n`,
};

const layouts = (): fc.Arbitrary<Layout> => fc.record({ width: fc.constantFrom(2, 4), indentsLists: fc.boolean() });

/** Maps, lists of scalars and lists of maps with names. Scalars are empty: `numbered` fills them. */
const shapes = (): fc.Arbitrary<Data> =>
  fc.letrec<{ map: Data; names: Data; any: Data }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.constant(''),
      fc.array(fc.constant(''), { minLength: 1, maxLength: 4 }),
      tie('map'),
      tie('names'),
    ),
    map: fc.dictionary(fc.constantFrom(...'abcdefgh'), tie('any'), { minKeys: 1, maxKeys: 6, noNullPrototype: true }),
    names: fc
      .array(tie('map'), { minLength: 1, maxLength: 4 })
      .map((maps) => maps.map((map, index) => ({ name: `name${index}`, ...(map as object) }))),
  })).map;

/** Gives each scalar a value of its own: those at equal indexes differ in no layout. */
function numbered(shape: Data): Data {
  let count = 0;
  const fill = (each: Data): Data => {
    if (typeof each === 'string') return each === '' ? `value${count++}.` : each;
    if (Array.isArray(each)) return each.map(fill);
    return Object.fromEntries(Object.entries(each).map(([key, value]) => [key, fill(value)]));
  };
  return fill(shape);
}

/** Adds keys to maps, and moves some. `places`: numbers from 0 to 1. */
function changed(data: Data, places: readonly number[]): Data {
  let count = 0;
  const next = (): number => places[count++ % places.length] ?? 0;
  const add = (each: Data): Data => {
    if (typeof each === 'string') return each;
    if (Array.isArray(each)) return each.map(add);
    const known = Object.entries(each).map(([key, value]) => [key, add(value)] as const);
    const first = next() < 0.7 ? 0 : Math.floor(next() * known.length);
    const entries = [...known.slice(first), ...known.slice(0, first)];
    if (next() < 0.5) return Object.fromEntries(entries);
    const at = Math.floor(next() * (entries.length + 1));
    return Object.fromEntries(entries.toSpliced(at, 0, [`new${count}`, 'added']));
  };
  return add(data);
}

describe('layout of lines that only new changed', () => {
  for (const [format, print] of Object.entries(FORMATS))
    it(`is new's in ${format}`, () => {
      const places = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
        minLength: 5,
        maxLength: 30,
      });
      fc.assert(
        fc.property(shapes(), places, layouts(), layouts(), fc.nat(), (shape, added, before, after, at) => {
          const data = numbered(shape);
          const base = print(data, before);
          const theirs = print(changed(data, added), after);
          const values = base.match(/value\d+\./g) ?? [];
          const value = values[at % values.length] ?? '';
          const edit = (text: string): ReadonlyMap<string, string> =>
            new Map([['v.yaml', text.replace(value, 'edited')]]);
          const merged = mergePackages({
            base: new Map([['v.yaml', base]]),
            theirs: new Map([['v.yaml', theirs]]),
            local: edit(base),
          });
          assert.deepEqual([merged.conflicts, merged.files.get('v.yaml')], [[], edit(theirs).get('v.yaml')]);
        }),
        { numRuns: RUNS },
      );
    });
});
