import assert from 'node:assert/strict';
import { newDocument, readDocument, readStream, YamlError, type SourceDocument } from '../../src/yaml/index.ts';

const TEXT = 'a: &x\n  b: 1 # one\nc: *x\nd:\n- 1\n- e: |\n    text\n';

/** Edits of the text, each of which the text holds. */
const EDITS: readonly (readonly [name: string, edit: (document: SourceDocument) => void])[] = [
  ['no edit', () => {}],
  ['a set value', (d) => d.set(['a', 'b'], 2)],
  ['a removed key', (d) => d.remove(['d', 1, 'e'])],
  ['a renamed key', (d) => d.rename(['c'], 'f')],
  ['an added element', (d) => d.insert(['d'], 0, { x: ['y'] })],
  ['an edit through a view', (d) => d.view(['d']).set([1, 'e'], 'a\nb\n\n')],
  ['another whole value', (d) => d.set([], [1, 2])],
  [
    'other comments and an edit',
    (d) => {
      d.rewrite(d.text().replace('# one', '# two'));
      d.set(['d', 0], 7);
    },
  ],
];

/** Texts of streams, whose documents have their directives and markers elsewhere. */
const STREAMS: readonly string[] = [
  'a: 1\n---\nb: 2\n',
  '\uFEFFa: 1\r\n--- # c\r\nb: 2\r\n',
  '%TAG !e! tag:x,2000:\n---\na: !e!t 1\n...\n# c\n%TAG !f! tag:y,2000:\n---\nb: !f!t 2\n...\n# end\n',
  '{"a": 1}\n',
  '',
];

describe('verify', () => {
  for (const [name, edit] of EDITS) {
    it(`accepts ${name}`, () => {
      for (const text of [TEXT, TEXT.replaceAll('\n', '\r\n'), `\uFEFF${TEXT}`, `--- # head\n${TEXT}...\n`]) {
        const document = readDocument(text);
        edit(document);
        document.verify();
        const view = document.view(document.has(['d']) ? ['d'] : []);
        view.verify();
      }
    });
  }

  it('accepts documents of a stream, each with its directives', () => {
    for (const text of STREAMS) {
      const stream = readStream(text, { lazy: true });
      stream.verify();
      for (const document of stream.documents) {
        document.set(['z'], { y: 'x\n' });
        document.verify();
      }
      stream.verify();
    }
  });

  it('accepts a new document', () => {
    const document = newDocument({ a: [1, { b: 'c\n' }] });
    document.append(['a'], 2);
    document.verify();
  });

  it('names the place of a key that had no data before', () => {
    const text = 'a: 1\nlist: [{!!int "": []}]\n';
    const document = readDocument(text);
    document.set(['a'], 2);
    const isMeant = (error: unknown): boolean =>
      error instanceof YamlError &&
      error.message.startsWith('the value does not fit its tag tag:yaml.org,2002:int at 2:15');
    assert.throws(() => document.verify(), isMeant);
    const stream = readStream(text);
    stream.documents[0]?.set(['a'], 2);
    assert.throws(() => stream.verify(), isMeant);
  });

  it('refuses a text that does not hold what the edits intended, and names no value', () => {
    // A value that is changed after it was set is no longer what the text holds.
    const value = { password: 'hunter2' };
    const document = readDocument('a: secret\n');
    document.set(['a'], value);
    value.password = 'swordfish';
    assert.throws(
      () => document.verify(),
      (error: Error) =>
        error.message === 'the document does not read back as edited' &&
        !/secret|hunter2|swordfish/.test(String(error.cause)),
    );
    const stream = readStream('a: 1\n---\nb: 2\n');
    stream.documents[1]?.set(['b'], value);
    value.password = 'hunter2';
    assert.throws(() => stream.verify(), { message: 'the text does not read back as edited' });
  });
});
