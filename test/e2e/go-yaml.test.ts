import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { valueAt } from '../../src/function/plain-value.ts';
import { isList, isMap, readDocument, readStream, YamlError, type Path, type Value } from '../../src/yaml/index.ts';
import { GoProgram } from '../support/go-program.ts';
import { isReadable, layouts } from '../yaml/generate-layouts.ts';
import { trapLists, traps } from '../yaml/generate-traps.ts';
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

  it(`${CASES} resources and lists with values that look like an identity have the same one, or none can be told`, () => {
    const texts = fc.sample(fc.oneof(traps(), trapLists()), CASES).filter((text) => !OTHER_BREAKS.test(text));
    let told = 0;
    for (const [index, answer] of readAll(texts).entries()) {
      const text = texts[index] ?? '';
      const [document] = readOrNothing(() => readStream(text, { lazy: true }).documents) ?? [];
      if (document === undefined || !isMap(answer)) continue;
      const items = answer['kind'] === 'ResourceList' ? answer['items'] : undefined;
      const count = items !== undefined && isList(items) ? items.length : undefined;
      if (count !== undefined) assert.equal(document.length(['items']), count, text);
      const tops = count === undefined ? [[]] : Array.from({ length: count }, (_, at) => ['items', at]);
      for (const path of tops.flatMap((top) => IDENTITY.map((field) => [...top, ...field]))) {
        const value = readOrNothing((): Value => document.value(path) ?? null);
        if (value === undefined || isMap(value) || isList(value)) continue;
        assert.deepEqual(value, valueAt(answer, path) ?? null, text);
        told++;
      }
    }
    assert.ok(told > CASES, `only ${told} fields were told`);
  });
});

/** Line breaks to Go that end no line to this reader, and halves of a character, which Go cannot be sent. */
const OTHER_BREAKS = /[\r\u0085\u2028\u2029\uD800-\uDFFF]/;

const IDENTITY: readonly Path[] = [['apiVersion'], ['kind'], ['metadata', 'name'], ['metadata', 'namespace']];

/** Returns undefined for a text that is not YAML to this reader. */
function readOrNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

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

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Parses the JSON that Go printed, with integers of any size, or an error. */
function readGo(line: string): Value {
  if (line.startsWith('error: ')) return line;
  const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;
  return plain(
    parse(line, (_, value, { source = '' }) => {
      if (typeof value !== 'number' || Number.isSafeInteger(value) || !/^-?\d+$/.test(source)) return value;
      const exact = BigInt(source);
      return exact < 2n ** 64n ? exact : value;
    }),
  );
}
