import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readComplete } from '../../../src/yaml/read/complete-reader.ts';
import { readStream, YamlError, type Path, type SourceDocument, type Value } from '../../../src/yaml/index.ts';
import { sourceDocument } from '../../../src/yaml/source-document.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { oddTexts } from '../generate-odd.ts';
import { aims, perform, places, plain, selecting, type Edit } from '../edit/random-edits.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(1500);

describe('documents that are read lazily', () => {
  const look = fc.record({
    kind: fc.constantFrom('value', 'keys', 'length', 'position'),
    place: fc.nat(),
    document: fc.nat(),
  });

  it('returns the same at every path, in any order, as a document read at once', () => {
    fc.assert(
      fc.property(oddTexts(), fc.array(look, { minLength: 1, maxLength: 8 }), (text, looks) => {
        compare(text, (lazy, complete) => {
          for (const { kind, place, document } of looks) {
            const paths = pathsOf(pick(complete, document));
            const path = pick(paths, place);
            const say = (documents: Documents): unknown => plain(pick(documents, document)[kind](path));
            same(lazy, complete, say, `${kind} ${path.join('.')} of ${JSON.stringify(text)}`);
          }
        });
      }),
      { numRuns: RUNS },
    );
  });

  it('has the same text after edits as a document read at once', () => {
    fc.assert(
      fc.property(oddTexts(), aims(), fc.nat(), (text, list, document) => {
        compare(text, (lazy, complete) => {
          const select = selecting();
          for (const next of list) {
            const model = valueOf(pick(complete, document));
            const edit = model === undefined ? undefined : select(plain(model), next);
            if (edit === undefined) continue;
            const change = (documents: Documents): string => edited(documents, document, edit);
            if (same(lazy, complete, change, `${JSON.stringify(text)} after ${told(edit)}`)) return;
          }
        });
      }),
      { numRuns: RUNS },
    );
  });

  it('writes a part that is not YAML unchanged if it is not accessed', () => {
    const text = 'items:\n- a: 1\n- b: "x\n # below\n';
    const [document] = readStream(text, { lazy: true }).documents;
    document?.set(['items', 0, 'a'], 2);
    assert.equal(document?.text(), text.replace('1', '2'));
  });
});

type Documents = readonly SourceDocument[];

/** Passes a text that the complete reader accepts to a test, as read lazily and as read at once. */
function compare(text: string, test: (lazy: Documents, complete: Documents) => void): void {
  const complete = outcome(() => readComplete(text).map((read) => sourceDocument(read, { mark: '', eol: '\n' })));
  if (complete instanceof Error || complete.length === 0 || text.startsWith('\uFEFF')) return;
  const { documents } = readStream(text, { lazy: true });
  assert.equal(documents.length, complete.length);
  test(documents, complete);
}

/**
 * Compares the results of both. Reports whether they are errors, after which the content of a document is undefined.
 */
function same(lazy: Documents, complete: Documents, act: (documents: Documents) => unknown, message: string): boolean {
  const [got, want] = [outcome(() => act(lazy)), outcome(() => act(complete))];
  if (want instanceof Error) assert.equal(String(got), String(want), message);
  else assert.deepEqual(got, want, message);
  return want instanceof Error;
}

function outcome<T>(act: () => T): T | Error {
  try {
    return act();
  } catch (error) {
    if (error instanceof YamlError || error instanceof assert.AssertionError) return error;
    throw error;
  }
}

function edited(documents: Documents, index: number, edit: Edit): string {
  perform(pick(documents, index), edit);
  return documents.map((document) => document.text()).join('');
}

function told(edit: Edit): string {
  return `${edit.kind} ${edit.path.join('.')}`;
}

function valueOf(document: SourceDocument): Value | undefined {
  const value = outcome(() => document.value([]));
  return value instanceof Error ? undefined : value;
}

function pathsOf(document: SourceDocument): readonly Path[] {
  const value = valueOf(document);
  return value === undefined ? [[]] : places(value).map(({ path }) => path);
}

function pick<T>(list: readonly T[], number: number): T {
  return list[number % list.length] as T;
}

describe('parts that are not YAML', () => {
  const head = resource('v1', 'ConfigMap', 'broken', 'data:\n');
  // The data of the second item begin in line 13, at column 5. An error of a part without end is at the end of its
  // text.
  const rows: readonly (readonly [name: string, data: string, at: string, code?: string])[] = [
    ['an open double quote', '  a: "text\n  b: 1\n', '14:1'],
    ['an open single quote', "  a: 'text\n", '14:1'],
    ['an open brace', '  a: {b: 1\n  c: 2\n', '14:1'],
    ['a wrong bracket', '  a: [b}\n', '13:10'],
    ['text after a quote', '  a: "b" c\n', '13:12'],
    ['a tab as indentation', '  a:\n  \tb: 1\n', '14:5'],
    ['a map after a key', '  a: b: c\n', '13:8'],
    ['an unknown escape', '  a: "b\\qc"\n', '13:10'],
    ['a line that is less deep', '    a: 1\n  b: 2\n', '14:1'],
    ['an element among pairs', '  a: 1\n  - b\n', '14:1'],
    ['a key without a colon', '  a: 1\n  b\n', '14:5'],
    ['a second map on a line', '  a: {}: b\n', '13:10'],
    ['a character that begins nothing', '  a: @b\n', '13:8'],
    ['an alias without an anchor', '  a: *b\n', '13:8'],
    ['an alias without an anchor, in flow style', '  a: [x, *b]\n', '13:12'],
    ['nesting without end', `  a: ${'['.repeat(300)}${']'.repeat(300)}\n`, '13:205', 'depth'],
  ];

  for (const [name, data, at, code = 'syntax'] of rows) {
    const items = [resource('v1', 'A', 'first'), `${head}${data}`, resource('v1', 'B', 'last')];
    const text = resourceList(items);

    it(`passes through where nobody looks at it: ${name}`, () => {
      const stream = readStream(text, { lazy: true });
      const [document] = stream.documents;
      assert.equal(stream.text(), text);
      assert.equal(document?.length(['items']), 3);
      document.set(['items', 0, 'metadata', 'name'], 'changed');
      document.set(['items', 2, 'metadata', 'name'], 'changed');
      assert.equal(stream.text(), text.replace('name: first', 'name: changed').replace('name: last', 'name: changed'));
    });

    it(`is an error with its place where somebody looks at it: ${name}`, () => {
      const [document] = readStream(text, { lazy: true }).documents;
      assert.throws(
        () => document?.value(['items', 1, 'data']),
        (error) => error instanceof YamlError && error.code === code && `${error.line}:${error.column}` === at,
      );
    });
  }
});
