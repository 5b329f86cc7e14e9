import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDocuments } from '../../src/yaml/read/reader.ts';
import { splitLayout } from '../../src/yaml/read/text-layout.ts';
import { column } from '../../src/yaml/tree/positions.ts';
import { isCollection, type Collection, type TreeNode } from '../../src/yaml/tree/tree.ts';
import { anchoredDocuments } from './generate-anchors.ts';
import { isReadable, layouts } from './generate-layouts.ts';
import { documents, plainValues } from './generate.ts';

/** Number of texts of each generator: as many as the quickest of the properties draws. */
const COUNT = 1000;

const GENERATORS = {
  documents: documents(),
  layouts: layouts().filter(isReadable),
  'documents with anchors': anchoredDocuments(),
};
type Name = keyof typeof GENERATORS;

const ALL = Object.keys(GENERATORS) as readonly Name[];

/** Conditions under which `src/yaml` takes another way, and the generators that must meet them. */
const THRESHOLDS: readonly (readonly [name: string, generators: readonly Name[], meets: (seen: Seen) => boolean])[] = [
  ['a block map of 16 keys or a few less', ALL, ({ block }) => block.some(({ length }) => length > 12 && length <= 16)],
  ['a block map of more than 16 keys', ALL, ({ block }) => block.some(({ length }) => length > 16)],
  [
    'a flow map of more than 16 keys',
    ['documents', 'layouts'],
    ({ flow }) => flow.some(({ kind, length }) => kind === 'map' && length > 16),
  ],
  [
    'a flow collection of more than 100 entries',
    ['documents', 'layouts'],
    ({ flow }) => flow.some(({ length }) => length > 100),
  ],
  ['a key of more than 1,000 characters', ['documents'], ({ text }) => /[^\s:]{1001,}:/.test(text)],
  [
    'more lines than one for 16 characters, and 16',
    ['documents', 'layouts'],
    ({ text }) => text.split(/\n(?! *(?:#|\n|$))/).length > (text.length >> 4) + 16,
  ],
  [
    'a map that is indented by ten columns',
    ['documents', 'layouts'],
    ({ block }) => block.some((map) => indentation(map) >= 10),
  ],
  ['an integer beyond 2^53', ['documents'], ({ text }) => /: 9007199254740993\r?$/m.test(text)],
  ['an integer below -2^63', ['documents'], ({ text }) => /: -9223372036854775809\r?$/m.test(text)],
  ['an integer beyond 2^64', ['documents'], ({ text }) => /: 18446744073709551616\r?$/m.test(text)],
];

/** A text and its collections. */
interface Seen {
  readonly text: string;
  readonly block: readonly Collection[];
  readonly flow: readonly Collection[];
}

describe('generators of documents', () => {
  for (const name of ALL) {
    const seen = (): readonly Seen[] => fc.sample(GENERATORS[name], COUNT).map(look);
    it(`makes ${name} on both sides of each threshold in ${COUNT} texts`, () => {
      const texts = seen();
      for (const [threshold, generators, meets] of THRESHOLDS) {
        const count = texts.filter(meets).length;
        if (generators.includes(name)) assert.ok(count > 0, `none has ${threshold}`);
        assert.ok(count < COUNT / 4, `${count} have ${threshold}: that makes runs slow`);
      }
    });
  }

  it('makes values on both sides of what is printed in another way', () => {
    const values = fc.sample(plainValues(), 5 * COUNT);
    const isWide = (value: unknown): boolean =>
      typeof value === 'string' && /^\n* /.test(value) && value.includes('\n');
    assert.ok(values.some(isWide), 'none is a text whose first line starts with a space');
    for (const edge of [2n ** 64n - 1n, -(2n ** 63n), 1e21]) assert.ok(values.includes(edge), `none is ${edge}`);
  });
});

/** Returns the column of a map relative to that of its key or dash. */
function indentation({ text, start, entry }: Collection): number {
  return entry.parent === undefined ? 0 : column(text, start) - column(text, entry.start);
}

function look(text: string): Seen {
  const found: Collection[] = [];
  const visit = (node: TreeNode | undefined): void => {
    if (!isCollection(node)) return;
    found.push(node);
    for (const { value } of node.entries) visit(value);
  };
  for (const { top } of readDocuments(splitLayout(text).bare)) visit(top.value);
  return {
    text,
    block: found.filter(({ kind, flow }) => kind === 'map' && !flow),
    flow: found.filter(({ flow }) => flow),
  };
}
