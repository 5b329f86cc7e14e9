import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { readDocument, YamlError, type Value } from '../../src/yaml/index.ts';
import { GoProgram } from '../support/go-program.ts';
import { readGo } from '../support/read-go.ts';
import { isReadable, layouts } from '../yaml/generate-layouts.ts';
import { documents } from '../yaml/generate.ts';
import { aims, editAt, perform, plain, type Aim } from '../yaml/edit/random-edits.ts';

const CASES = Number(process.env['PROPERTY_RUNS'] ?? 3000);

describe('source documents compared with sigs.k8s.io/yaml', function () {
  this.timeout(300_000);
  const go = new GoProgram('go-yaml');

  /** Reads texts with Go: plain data, or an error. */
  function readAll(texts: readonly string[]): Value[] {
    return go.ask(texts).map(readGo);
  }

  it(`${CASES} generated documents have the same data after some edits`, () => {
    const edited = fc.sample(fc.tuple(documents(), aims()), CASES).map(([text, list]) => editAll(text, list));
    const values = readAll(edited.map(({ text }) => text));
    for (const [index, { text, value }] of edited.entries()) assert.deepEqual(values[index], value, text);
  });

  it(`${CASES} documents in odd layouts have the same data after edits if they did before`, () => {
    const edited = fc.sample(fc.tuple(layouts().filter(isReadable), aims()), CASES).map(([text, list]) => ({
      before: editAll(text, []),
      after: editAll(text, list),
    }));
    const [before, after] = (['before', 'after'] as const).map((when) => readAll(edited.map((row) => row[when].text)));
    const same = edited.flatMap((row, index) =>
      isDeepStrictEqual(before?.[index], row.before.value) ? [{ ...row.after, index }] : [],
    );
    assert.ok(same.length > CASES * 0.7, `only ${same.length} of ${CASES} mean the same to both before`);
    for (const { text, value, index } of same) assert.deepEqual(after?.[index], value, text);
  });
});

/** Returns a document after edits, as text and as data; unchanged if one of them is refused. */
function editAll(text: string, list: readonly Aim[]): { readonly text: string; readonly value: Value } {
  const document = readDocument(text);
  try {
    for (const aim of list) {
      const edit = editAt(plain(document.value([])), aim);
      if (edit !== undefined) perform(document, edit);
    }
  } catch (error) {
    if (error instanceof YamlError) return editAll(text, []);
    throw error;
  }
  return { text: document.text(), value: plain(document.value([])) };
}
