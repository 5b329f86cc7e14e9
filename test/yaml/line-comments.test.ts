import assert from 'node:assert/strict';
import { readDocument } from '../../src/yaml/index.ts';

/** Returns each found comment as the node that has it and its path, and the comment. */
function found(text: string, edit?: (document: ReturnType<typeof readDocument>) => void): readonly string[] {
  const document = readDocument(text);
  edit?.(document);
  return document.findLineComments('# c').map(({ path, of, comment }) => `${of} ${path.join('.')}: ${comment}`);
}

describe('line comments', () => {
  const ROWS: readonly (readonly [name: string, text: string, want: readonly string[]])[] = [
    ['beside a value', 'a: b # c1\n', ['value a: # c1']],
    ['beside quotes', 'a: "b # c" # c1\n', ['value a: # c1']],
    ['beside a scalar of two lines', 'a: b\n  d # c1\n', ['value a: # c1']],
    ['beside the header of a block scalar', 'a: |- # c1\n  b # c\n', ['value a: # c1']],
    ['beside a key', 'a: # c1\n  b\n', ['key a: # c1']],
    ['beside a key without a value', 'a: # c1\nb: d\n', ['key a: # c1']],
    ['beside the key of a list', 'a: # c1\n- b # c2\n', ['key a: # c1', 'value a.0: # c2']],
    ['above', '# c\na: b\n# c\n', []],
    ['beside a dash', '- # c\n  a\n', []],
    ['beside the first pair of an element', '- a: b # c1\n', ['value 0.a: # c1']],
    ['beside an anchor: of the next node', 'a: &x # c1\n  - b\n', ['value a.0: # c1']],
    ['beside an anchor and the next node', 'a: &x # c1\n  - b # d\n', ['value a.0: # c1\n# d']],
    ['beside an alias', 'a: &x b\nd: *x # c\n', ['value d: # c']],
    ['after a comma', 'a: [b, # c1\n  d]\n', ['value a.0: # c1']],
    ['before and after a comma', 'a: [b # c1\n  , d # c2\n  ]\n', ['value a.0: # c1', 'value a.1: # c2']],
    ['beside brackets', 'a: [b] # c1\n', ['value a: # c1']],
    ['beside an opening bracket', 'a: [ # c\n  b]\n', []],
    ['of inner brackets, after a comma', 'a: [[b], # c1\n  d]\n', ['value a.0: # c1']],
    ['in braces', 'a: {b: d, # c1\n  e: f}\n', ['value a.b: # c1']],
    ['after a colon in braces: of the value', 'a: {b: # c1\n  d}\n', ['value a.b: # c1']],
    ['of a pair without braces', 'a: [b: d, # c1\n  e]\n', ['value a.0.b: # c1']],
    ['with another text before', 'a: b # d\n', []],
    ['with a carriage return', 'a: b # c1\r\nd: e\r\n', ['value a: # c1']],
  ];

  for (const [name, text, want] of ROWS) {
    it(name, () => assert.deepEqual(found(text), want));
    it(`${name}, in an element`, () => {
      const inner = readDocument(`- x: 1\n- z:\n${text.replaceAll(/^(?=.)/gm, '    ')}`).view([1, 'z']);
      const paths = inner.findLineComments('# c').map(({ path, of, comment }) => `${of} ${path.join('.')}: ${comment}`);
      assert.deepEqual(paths, want);
    });
  }

  it('are found after an edit', () => {
    const want = ['value a: # c1', 'value d.0: # c2'];
    assert.deepEqual(
      found('a: b # c1\nd: [e] # d\n', (document) => {
        document.set(['a'], 'x');
        document.set(['d', 0], 'y');
      }),
      want.slice(0, 1),
    );
  });

  it('have all paths at which aliases and merge keys repeat a value', () => {
    const [first] = readDocument('a: &x\n  b: d # c\ne: *x\nf:\n  <<: *x\n').findLineComments('# c');
    assert.deepEqual(first?.paths, [
      ['a', 'b'],
      ['e', 'b'],
      ['f', 'b'],
    ]);
  });
});

describe('setting the text of a scalar', () => {
  const ROWS: readonly (readonly [text: string, content: string, want: string])[] = [
    ['a: 1.1 # c\n', '1.10', 'a: 1.10 # c\n'],
    ['a: b\n', '8080', 'a: 8080\n'],
    ['a: "b"\n', '8080', 'a: "8080"\n'],
    ["a: 'b'\n", "it's", "a: 'it''s'\n"],
    ['a: !!int "3"\n', '4', 'a: "4"\n'],
    ['a: |\n  b\n', '1', 'a: |-\n  1\n'],
    ['a: >\n  b\n', '1', 'a: >-\n  1\n'],
    ['a: [b, d]\n', 'x', 'a: [b, d]\n'],
    ['a:\n  b # c\n', 'x', 'a: x # c\n'],
    ['a: # d\n  b # c\n', 'x', 'a: # d\n  x # c\n'],
  ];

  for (const [text, content, want] of ROWS) {
    it(`${JSON.stringify(text)} to ${JSON.stringify(content)}`, () => {
      const document = readDocument(text);
      if (document.get(['a'])?.kind !== 'scalar') {
        assert.throws(() => document.setContent(['a'], content), /no scalar/);
        return;
      }
      document.setContent(['a'], content);
      assert.equal(document.text(), want);
      document.verify();
      assert.equal(document.get(['a'])?.content, content);
    });
  }
});
