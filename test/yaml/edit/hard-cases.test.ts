import assert from 'node:assert/strict';
import { readStream, type Value } from '../../../src/yaml/index.ts';
import { hardCases } from '../../support/corpus.ts';
import { apply, perform, places, plain, type Edit } from './random-edits.ts';

/** Edits of a value, by its path. */
const EDITS: readonly (readonly [name: string, edit: (path: Edit['path']) => Edit])[] = [
  ['removes it', (path) => ({ kind: 'remove', path })],
  ['sets it to a word', (path) => ({ kind: 'set', path, value: 'x' })],
  ['sets it to a string like a map', (path) => ({ kind: 'set', path, value: 'a: b\n c' })],
  ['sets it to lines with line breaks below', (path) => ({ kind: 'set', path, value: 'one\ntwo\n\n\n' })],
  ['sets it to a map', (path) => ({ kind: 'set', path, value: { a: { b: 'c' } } })],
  ['sets it to a list', (path) => ({ kind: 'set', path, value: ['a', { b: 'c' }] })],
];

/** File of the package, with the data of its documents. */
interface File {
  readonly path: string;
  readonly text: string;
  readonly data: readonly Value[];
}

const files: readonly File[] = Object.entries(hardCases()).map(([path, text]) => ({
  path,
  text,
  data: dataOf(text),
}));

describe('an edit of any value of the package of hard cases', () => {
  for (const [name, edit] of EDITS) {
    it(`${name}, and changes no other data, line ending or document`, () => {
      let count = 0;
      for (const file of files) {
        for (const [index, value] of file.data.entries()) {
          for (const { path } of places(value).slice(1)) {
            check(file, index, edit(path));
            count++;
          }
        }
      }
      assert.ok(count > 500, `${count} values`);
    });
  }
});

/** Makes an edit on a document of a file, and compares what is written with the same edit on data. */
function check({ path, text, data }: File, index: number, edit: Edit): void {
  const want = data.map((value, each) => (each === index ? apply(value, edit) : value));
  const written = edited(text, index, edit);
  const shown = `${path}: ${JSON.stringify(edit)}\n${written}`;
  assert.deepEqual(dataOf(written), want, shown);
  if (edit.kind === 'set') assert.equal(edited(written, index, edit), written, shown);
  if (path.endsWith('.json')) assert.deepEqual([plain(JSON.parse(written))], want, shown);
  if (text.includes('\r\n')) assert.doesNotMatch(written, /[^\r]\n/, shown);
}

function edited(text: string, index: number, edit: Edit): string {
  const stream = readStream(text);
  const document = stream.documents[index];
  assert.ok(document);
  perform(document, edit);
  return stream.text();
}

function dataOf(text: string): Value[] {
  return readStream(text).documents.map((document) => plain(document.value([])));
}
