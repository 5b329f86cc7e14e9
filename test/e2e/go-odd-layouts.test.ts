import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { readDocument, YamlError, type Value } from '../../src/yaml/index.ts';
import { goReaders } from '../support/go-program.ts';
import { readGo } from '../support/read-go.ts';
import { blockScalars } from '../yaml/generate-block-scalars.ts';
import { oddKeys, oddValues } from '../yaml/generate-characters.ts';
import { layouts } from '../yaml/generate-layouts.ts';
import { oddLayouts } from '../yaml/generate-odd-layouts.ts';
import { documents } from '../yaml/generate.ts';
import { mutated } from '../yaml/mutate.ts';
import { aims, apply, perform, plain, selecting, type Aim } from '../yaml/edit/random-edits.ts';
import { propertyRuns } from '../support/property-runs.ts';

const CASES = propertyRuns(3000);

const TEXTS: readonly (readonly [name: string, texts: fc.Arbitrary<string>])[] = [
  ['usual documents', documents()],
  ['odd layouts', layouts()],
  ['tabs, explicit keys, tags and comments anywhere', oddLayouts()],
  ['mutated odd layouts', mutated(oddLayouts())],
];

describe('edits with unusual characters and white space, read by Go', function () {
  for (const [reader, go] of goReaders()) {
    const ask = (texts: readonly string[]): Map<string, Value> => {
      const all = [...new Set(texts)];
      return new Map(go.ask(all).map((line, index) => [all[index] as string, readGo(line)]));
    };

    for (const [name, texts] of TEXTS) {
      it(`${name}: ${reader} reads the intended data after each edit if it read the same before`, () => {
        const edits = fc
          .sample(fc.tuple(texts, aims(oddValues(), oddKeys())), CASES)
          .flatMap(([text, list]) => editsOf(text, list));
        const read = ask(edits.flatMap(({ before, after }) => [before.text, after.text]));
        const same = edits.filter(({ before }) => isDeepStrictEqual(read.get(before.text), before.data));
        // Types differ: go-yaml v3 takes `yes` for a string, and both refuse tabs that YAML allows.
        assert.ok(same.length > edits.length / 4, `only ${same.length} of ${edits.length} mean the same before`);
        for (const { before, after, made } of same)
          assert.deepEqual(read.get(after.text), after.data, `${made} made\n${before.text}\ninto\n${after.text}`);
      });
    }

    it(`${reader} gives a key before a merge key that supplies it, too, the documented value`, () => {
      const texts = ['a: &m {k: merged}\nb:\n  k: own\n  <<: *m\n', 'a: &m {k: merged}\nb:\n  <<: *m\n  k: own\n'];
      const [after, first] = texts.map((text) => ask(texts).get(text));
      const value = (k: string): Value => plain({ a: { k: 'merged' }, b: { k } });
      assert.deepEqual([after, first], [value(reader === 'sigs.k8s.io/yaml' ? 'merged' : 'own'), value('own')]);
      assert.deepEqual(texts.map(dataOf), [value('own'), value('own')]);
    });

    it(`${reader} takes the last of several merge keys in a map, or refuses them`, () => {
      const pairs = ['<<: *a', '!!merge <<: *b', '<<: [*a, *b]', '<<: {<<: *b, <<: *a}', '<<: *b'];
      const texts = pairs.flatMap((one) =>
        pairs.map((other) => `a: &a {k: 1, l: 1}\nb: &b {k: 2, m: 2}\nc:\n  ${one}\n  ${other}\n  n: 3\n`),
      );
      const read = ask(texts);
      for (const text of texts) {
        const value = read.get(text);
        if (typeof value === 'string') assert.match(value, /^error: .* already defined/);
        else assert.deepEqual(dataOf(text), value, text);
      }
    });

    it(`${reader} reads the same block scalars`, () => {
      const texts = fc.sample(blockScalars(), CASES * 4);
      const read = ask(texts);
      for (const text of texts) {
        const ours = dataOf(text);
        if (typeof read.get(text) !== 'string' && ours !== undefined) assert.deepEqual(ours, read.get(text), text);
      }
    });
  }
});

interface Version {
  readonly text: string;
  readonly data: Value;
}

/** An edit of a document, and the document before and after it. */
interface Made {
  readonly before: Version;
  readonly after: Version;
  readonly made: string;
}

/** Makes edits of a document one by one until one is refused. Returns none for a text that cannot be read. */
function editsOf(text: string, list: readonly Aim[]): Made[] {
  const all: Made[] = [];
  const data = dataOf(text);
  if (data === undefined) return [];
  const document = readDocument(text);
  const select = selecting();
  let now: Version = { text, data };
  for (const aim of list) {
    const edit = select(now.data, aim);
    if (edit === undefined) continue;
    try {
      perform(document, edit);
    } catch (error) {
      if (error instanceof YamlError) return all;
      throw error;
    }
    const after = { text: document.text(), data: apply(now.data, edit) };
    all.push({ before: now, after, made: `${edit.kind} ${JSON.stringify(edit.path)}` });
    now = after;
  }
  return all;
}

function dataOf(text: string): Value | undefined {
  try {
    return plain(readDocument(text).value([]));
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}
