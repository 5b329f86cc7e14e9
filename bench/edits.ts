/**
 * Measures how the cost of edits grows: 1, 1,000 and 10,000 edits in a document of about 1 MB, reading and writing
 * separately.
 */
import { performance } from 'node:perf_hooks';
import { readDocument, type SourceDocument } from '../src/yaml/index.ts';

const ITEMS = 10_000;

/** Returns an item of about 100 bytes. */
function item(index: number): string {
  return `- name: item-${index} # number ${index}\n  spec:\n    image: registry.example.com/app:v${index}\n    ports: [80, 443]\n    replicas: 1\n`;
}

const text = `items:\n${Array.from({ length: ITEMS }, (_, index) => item(index)).join('')}`;

type Edit = (document: SourceDocument, index: number) => void;

const KINDS: Readonly<Record<string, Edit>> = {
  set: (document, index) => document.set(['items', index, 'spec', 'replicas'], index + 2),
  'add a key': (document, index) => document.set(['items', index, 'spec', 'added'], index),
  remove: (document, index) => document.remove(['items', index, 'spec', 'ports']),
  rename: (document, index) => document.rename(['items', index, 'spec'], 'renamed'),
  append: (document, index) => document.append(['items'], { name: `new-${index}` }),
  'insert at the start': (document, index) => document.insert(['items'], 0, { name: `new-${index}` }),
};

function time<T>(work: () => T): readonly [milliseconds: number, result: T] {
  const start = performance.now();
  const result = work();
  return [performance.now() - start, result];
}

function row(...cells: readonly (string | number)[]): void {
  const texts = cells.map((cell) => (typeof cell === 'number' ? `${cell.toFixed(1)} ms` : cell));
  console.log(texts.map((cell, index) => (index === 0 ? cell.padEnd(22) : cell.padStart(12))).join(''));
}

console.log(`${(text.length / 1e6).toFixed(2)} MB, ${ITEMS} items`);
readDocument(text);
row('', 'edits', 'read', 'edit', 'write');
for (const [name, edit] of Object.entries(KINDS)) {
  for (const count of [1, 1_000, 10_000]) {
    const step = ITEMS / count;
    const [read, document] = time(() => readDocument(text));
    const [edited] = time(() => {
      for (let index = 0; index < count; index++) edit(document, Math.floor(index * step));
    });
    const [written] = time(() => document.text());
    row(name, String(count), read, edited, written);
  }
}
