import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDocument, type Path, type SourceDocument } from '../../../src/yaml/index.ts';
import { plain } from './random-edits.ts';
import { WAYS } from './ways-of-reading.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Each run makes many edits, so there are fewer than of other properties. */
const RUNS = Math.ceil(propertyRuns(1500) / 5);

/** A text around the pairs of a map, `k0: 0` and so on, and the path of the map. */
interface Place {
  readonly path: Path;
  readonly text: (pairs: readonly string[]) => string;
}

const PLACES: Readonly<Record<string, Place>> = {
  'a document': { path: [], text: (pairs) => lines(pairs, '') },
  'a document without a final newline': { path: [], text: (pairs) => lines(pairs, '').trimEnd() },
  'a document with CRLF': { path: [], text: (pairs) => lines(pairs, '').replaceAll('\n', '\r\n') },
  'a block map below a key': { path: ['data'], text: (pairs) => `data: # of data\n${lines(pairs, '  ')}z: 1\n` },
  'a block map with comments': {
    path: ['data'],
    text: (pairs) => `data:\n${pairs.map((pair) => `  # of ${pair}\n  ${pair} # x\n`).join('')}`,
  },
  'an element in block style': { path: [0], text: (pairs) => `- ${lines(pairs, '  ').trimStart()}# end\n` },
  'a flow map': { path: ['data'], text: (pairs) => `data: {${pairs.join(', ')}}\n` },
  'a flow map on several lines': { path: ['data'], text: (pairs) => `data: {\n  ${pairs.join(',\n  ')},\n}\n` },
  JSON: { path: [], text: (pairs) => `{${pairs.join(', ').replaceAll(/k\d+/g, '"$&"')}}\n` },
  'an anchored map': { path: ['data'], text: (pairs) => `data: &a\n${lines(pairs, '  ')}copy: *a\n` },
  'a map with a merge key': { path: ['data'], text: (pairs) => `a: &a {m: 1}\ndata:\n  <<: *a\n${lines(pairs, '  ')}` },
};

function lines(pairs: readonly string[], pad: string): string {
  return pairs.map((pair) => `${pad}${pair}\n`).join('');
}

/** Keys to edit of a map with a size: its first, middle and last one, and absent ones. */
function keysFor(size: number): readonly string[] {
  return ['k0', `k${size >> 1}`, `k${size - 1}`, 'new', 'with space', 'yes', 'k99999'];
}

/** Edit of a map, by the numbers of two of its keys. */
const edits = fc.record({
  kind: fc.constantFrom<'set' | 'remove' | 'rename'>('set', 'set', 'set', 'remove', 'rename'),
  key: fc.nat(6),
  other: fc.nat(6),
  value: fc.constantFrom<string | number>('text', 'two\nlines\n', 7, ''),
});
type Edit = typeof edits extends fc.Arbitrary<infer T> ? T : never;

/** Sizes of maps on both sides of the number of keys from which a map has an index. */
const sizes = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 13, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 100, max: 300 }) },
);

describe('several edits of one wide map, by property', () => {
  for (const [way, read] of Object.entries(WAYS)) {
    it(`finds each key as edited, read ${way}`, () => {
      const places = fc.constantFrom(...Object.values(PLACES));
      const some = fc.array(edits, { minLength: 2, maxLength: 12 });
      fc.assert(
        fc.property(places, sizes, some, ({ path, text }, size, list) => {
          const document = read(text(Array.from({ length: size }, (_, index) => `k${index}: ${index}`)));
          assert.ok(document);
          const map = new WideMap(document, path, keysFor(size));
          for (const edit of list) map.edit(edit);
        }),
        { numRuns: RUNS },
      );
    });
  }
});

/** A map of a document, and its data after the same edits. */
class WideMap {
  readonly #document: SourceDocument;
  readonly #path: Path;
  readonly #keys: readonly string[];
  readonly #model: Map<string, unknown>;

  constructor(document: SourceDocument, path: Path, keys: readonly string[]) {
    this.#document = document;
    this.#path = path;
    this.#keys = keys;
    this.#model = new Map(Object.entries(document.value(path) as object));
  }

  /** Makes an edit, and checks what is there then. */
  edit(edit: Edit): void {
    const before = this.#document.text();
    this.#make(edit);
    const after = this.#document.text();
    const told = `${JSON.stringify(edit)} of ${this.#keys.join(', ')} made\n${before}\ninto\n${after}`;
    for (const key of this.#keys)
      assert.equal(this.#document.has([...this.#path, key]), this.#model.has(key), `${key}: ${told}`);
    const want = plain(Object.fromEntries(this.#model));
    assert.deepEqual(plain(this.#document.value(this.#path)), want, told);
    assert.deepEqual(plain(readDocument(after).value(this.#path)), want, told);
  }

  #make({ kind, key: from, other, value }: Edit): void {
    const [key, to] = [this.#keys[from], this.#keys[other]] as [string, string];
    const path = [...this.#path, key];
    if (kind === 'remove') assert.equal(this.#document.remove(path), this.#model.delete(key));
    else if (kind === 'set') {
      this.#document.set(path, value);
      this.#model.set(key, value);
    } else if (this.#model.has(key) && !this.#model.has(to)) {
      this.#document.rename(path, to);
      this.#model.set(to, this.#model.get(key));
      this.#model.delete(key);
    }
  }
}

/** Edit of a list or map with thousands of entries: at a part of its length, and at as many entries from there on. */
const manyEdits = fc.record({
  kind: fc.constantFrom<'set' | 'insert' | 'remove'>('set', 'insert', 'remove'),
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  times: fc.oneof(fc.constant(1), fc.nat(20), fc.nat(3000)),
});

const LISTS: Readonly<Record<string, (size: number) => string>> = {
  'block list': (size) => `data: # of data\n${repeated(size, (index) => `# of ${index}\n- v${index} # x\n`)}# end\n`,
  'flow list': (size) => `data: [ # of data\n${repeated(size, (index) => `  v${index}, # of ${index}\n`)} # end\n]\n`,
};

function repeated(size: number, part: (index: number) => string): string {
  return Array.from({ length: size }, (_, index) => part(index)).join('');
}

describe('many edits of thousands of entries, by property', () => {
  for (const [name, text] of Object.entries(LISTS)) {
    it(`makes of a ${name} what edits of a list in memory make`, () => {
      fc.assert(
        fc.property(fc.integer({ min: 2000, max: 5000 }), fc.array(manyEdits, { maxLength: 6 }), (size, list) => {
          const document = readDocument(text(size));
          const model = Array.from({ length: size }, (_, index) => `v${index}`);
          for (const { kind, place, times } of list) {
            const index = Math.floor(place * model.length);
            for (let time = 0; time < times && index < model.length; time++) editBoth(document, model, kind, index);
          }
          assert.deepEqual(document.value(['data']), model);
          assert.deepEqual(readDocument(document.text()).value(['data']), model);
        }),
        { numRuns: Math.ceil(RUNS / 50) },
      );
    });
  }

  it('makes the same text of a map whether or not it is read between edits', () => {
    const places = fc.constantFrom(...Object.values(PLACES));
    fc.assert(
      fc.property(places, fc.array(manyEdits, { minLength: 1, maxLength: 6 }), ({ path, text }, list) => {
        const pairs = Array.from({ length: 3000 }, (_, index) => `k${index}: ${index}`);
        const [read, unread] = [readDocument(text(pairs)), readDocument(text(pairs))];
        for (const { kind, place, times } of list) {
          const first = Math.floor(place * pairs.length);
          for (const document of [read, unread])
            for (let key = first; key < Math.min(first + times, pairs.length); key += 2) {
              if (kind === 'remove') document.remove([...path, `k${key}`]);
              else document.set([...path, kind === 'set' ? `k${key}` : `new${key}`], 'text');
              if (document === read && key % 101 === 0) read.text();
            }
        }
        assert.equal(unread.text(), read.text());
        assert.deepEqual(readDocument(unread.text()).value([]), unread.value([]));
      }),
      { numRuns: Math.ceil(RUNS / 50) },
    );
  });
});

/** Edits a list of a document, and its model; an element that is set or inserted has a new text. */
function editBoth(document: SourceDocument, model: string[], kind: 'set' | 'insert' | 'remove', index: number): void {
  const path = ['data', index];
  const value = `new${model.length}`;
  if (kind === 'remove') document.remove(path);
  else if (kind === 'insert') document.insert(['data'], index, value);
  else document.set(path, value);
  model.splice(index, kind === 'insert' ? 0 : 1, ...(kind === 'remove' ? [] : [value]));
}
