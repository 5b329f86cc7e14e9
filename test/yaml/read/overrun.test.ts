import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDocument, readStream, YamlError, type Path, type SourceDocument } from '../../../src/yaml/index.ts';
import { Declined } from '../../../src/yaml/read/declined.ts';
import { LineTable } from '../../../src/yaml/read/line-table.ts';
import { checkOverruns } from '../../../src/yaml/read/overrun.ts';
import { resourceList } from '../../support/resource-list.ts';
import { trapLists, traps } from '../generate-traps.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(1000);
const IDENTITY: readonly Path[] = [['apiVersion'], ['kind'], ['metadata', 'name'], ['metadata', 'namespace']];

describe('values that go on past the lines of their entry', () => {
  /** YAML to Go, with `kind: Deployment` and the name `own` for it. */
  const refused: readonly (readonly [name: string, text: string])[] = [
    ['in double quotes', 'kind: Deployment\nx: "text\nkind: Trap"\n'],
    ['in double quotes, with a line that is an entry of its own', 'kind: Deployment\nx: "text\nkind: Trap\ny: z"\n'],
    ['in double quotes that end after what looks like a key', 'kind: Deployment\nx: "text\nkind: Trap\ny: "\n'],
    ['in single quotes', "kind: Deployment\nx: 'it''s\nkind: Trap'\n"],
    ['in a flow list', 'kind: Deployment\nx: [a,\nkind: Trap]\n'],
    ['in a text in a flow map', 'kind: Deployment\nx: {note: "a\nkind: Z"}\n'],
    ['in a flow list whose quotes are text', 'kind: Deployment\nx: [a "b, c"d, it\'s,\nkind: Trap]\n'],
    ['in a flow list with comments', 'kind: Deployment\nx: [a, # it\'s ]\n"b",\nkind: Trap]\n'],
    ['after an anchor', 'kind: Deployment\nx: &a "text\nkind: Trap"\n'],
    ['after a tag', 'kind: Deployment\nx: !!str "text\nkind: Trap"\n'],
    ['on the line below its key', 'kind: Deployment\nx:\n  "text\nkind: Trap"\n'],
    ['in an element', 'kind: Deployment\nx:\n- "text\nkind: Trap"\n'],
    ['in a pair of an element', 'kind: Deployment\nx:\n- y: "text\nkind: Trap"\n'],
    ['after a quoted key', 'kind: Deployment\n"x": "text\nkind: Trap"\n'],
    ['after a key that has a quote', 'kind: Deployment\na"b: "text\nkind: Trap"\n'],
    ['after a tab', 'kind: Deployment\nx:\t"text\nkind: Trap"\n'],
    ['beside a comment with quotes', 'kind: Deployment # it\'s "\nx: "text\nkind: Trap" # "\n'],
    ['below a block scalar', 'kind: Deployment\nx: |2-\n   "odd\n  [\ny: "text\nkind: Trap"\n'],
    ['below a text of several lines', 'kind: Deployment\nx: a\n  - | # it\'s\n  "b\ny: "text\nkind: Trap"\n'],
    ['below a closing bracket', 'kind: Deployment\nx: {\n}\ny: [{\n}, "\nkind: Trap"]\n'],
    ['in labels', 'kind: Deployment\nmetadata:\n  name: own\n  labels:\n    a: "b\n  name: trap"\n'],
    ['in a flow map of labels', 'kind: Deployment\nmetadata:\n  name: own\n  labels: {a: b,\n  name: trap}\n'],
    ['in an explicit key', '? "x\nkind: Trap"\n: y\nkind: Deployment\n'],
    ['in the second of two documents', 'a: b\n---\nkind: Deployment\nx: "text\nkind: Trap"\n'],
    ['in Windows lines', 'kind: Deployment\r\nx: "text\r\nkind: Trap"\r\n'],
  ];
  for (const [name, text] of refused) {
    it(`are an error where identity is read: ${name}`, () => {
      assert.throws(() => identityOf(readStream(text, { lazy: true }).documents.at(-1)), YamlError);
    });

    it(`are an error in a ResourceList: ${name}`, () => {
      const list = resourceList(['kind: Other\n', text.replaceAll('\r', '').replace(/^.*---\n/s, '')]);
      assert.throws(() => identityOf(readDocument(list).view(['items', 1])), YamlError);
      assert.throws(() => identityOf(readStream(list, { lazy: true }).documents[0]?.view(['items', 1])), YamlError);
    });
  }

  const read: readonly (readonly [name: string, text: string])[] = [
    ['deeper lines of a text', 'x: "text\n  kind: Trap"\nkind: Deployment\n'],
    ['deeper lines of a list', 'x: [a,\n  kind: Trap\n  ]\nkind: Deployment\n'],
    ['a bracket at the column of its key', 'x: {\n  kind: Trap\n}\nkind: Deployment\n'],
    ['quotes and brackets in a block scalar', 'x: |\n  "kind: Trap\n  [{\n  \'\nkind: Deployment\n'],
    ['a quote in a plain text', 'x: it\'s 12" [\nkind: Deployment\n'],
    ['a quote in a comment', '# it\'s "\nx: a # {\nkind: Deployment\n'],
    ['a flow list with many texts', `x: [${'"a", '.repeat(50)}]\nkind: Deployment\n`],
  ];
  for (const [name, text] of read) {
    it(`are told from ${name}`, () => {
      const [document] = readStream(text, { lazy: true }).documents;
      assert.equal(document?.value(['kind']), 'Deployment');
    });
  }

  it('give a resource no other identity than the complete reader does', () => {
    let told = 0;
    const compare = (text: string, at: Path): void => {
      const complete = valueOrUndefined(() => readDocument(text));
      const lazy = valueOrUndefined(() => readStream(text, { lazy: true }).documents[0]);
      for (const path of IDENTITY) {
        const want = valueOrUndefined(() => complete?.value([...at, ...path]) ?? null);
        if (complete === undefined || want === undefined) continue;
        assert.deepEqual(
          valueOrUndefined(() => lazy?.value([...at, ...path]) ?? null),
          want,
          text,
        );
        told++;
      }
    };
    fc.assert(
      fc.property(traps(), (text) => compare(text, [])),
      { numRuns: RUNS },
    );
    fc.assert(
      fc.property(trapLists(), (text) => compare(text, ['items', 0])),
      { numRuns: RUNS },
    );
    assert.ok(told > RUNS);
  });

  it('are searched for in time that grows with the text', () => {
    const lines = [
      'x: "text\n',
      "x: 'text\n",
      '- [\n',
      '- {a: [\n',
      'x: {a: "b\n',
      'x: |\n  "a\n',
      '# | # [\n',
      '- "a\n  b"\n',
    ];
    const texts = [...lines, '&a ', '| # ', ' "a', ' [a, ', '[ "', "''"].map(
      (part) => `a: b\nc: ${part.repeat(100_000)}`,
    );
    for (const text of [...texts, `c: [${' '.repeat(1_000_000)}`, `c: "${'\\'.repeat(1_000_000)}`])
      assert.doesNotThrow(() => declines(text));
  });
});

function declines(text: string): boolean {
  try {
    checkOverruns(new LineTable(text));
    return false;
  } catch (error) {
    if (error instanceof Declined) return true;
    throw error;
  }
}

function identityOf(document: SourceDocument | undefined): unknown {
  return IDENTITY.map((path) => document?.value(path));
}

/** Returns undefined if the text is not YAML. */
function valueOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}
