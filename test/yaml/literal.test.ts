import assert from 'node:assert/strict';
import { readDocument, readStream, type SourceDocument, type Value } from '../../src/yaml/index.ts';

const PATH = ['data', 'text'];

/** Returns a document with a text in a literal block, and other fields around it. */
function holding(lines: string, header = '|', below = '  z: 1\n'): SourceDocument {
  return readDocument(`data:\n  a: 1\n  text: ${header}\n${lines}${below}`);
}

describe('the text in a literal block', () => {
  const LINES = '    # head\n    server:\n      port: 8080 # kept\n\n    "q": 1\n    list: [a, b]\n    - x\n';
  const PLAIN = LINES.replace('    - x\n', '');

  it('is edited in its lines', () => {
    const document = holding(PLAIN.replace('"q"', 'q'));
    const text = document.literal(PATH);
    assert.equal(text?.isEdited, false);
    assert.equal(text.replace(['server', 'port'], 8080), false);
    assert.equal(text.replace(['server', 'port'], 'a: b'), true);
    assert.equal(text.replace(['q'], true), true);
    assert.equal(document.edits.length, 0);
    text.write();
    const lines = "    # head\n    server:\n      port: 'a: b' # kept\n\n    q: true\n    list: [a, b]\n";
    assert.equal(document.text(), holding(lines).text());
    const want = "# head\nserver:\n  port: 'a: b' # kept\n\nq: true\nlist: [a, b]\n";
    assert.equal(document.value(PATH), want);
    const [edit, ...others] = document.edits;
    assert.deepEqual([edit?.kind, edit?.path, edit?.kind === 'set' && edit.value, others], ['set', PATH, want, []]);
    document.verify();
  });

  it('is edited further as a string, and in its lines in a view', () => {
    const document = readDocument('items:\n- data:\n    text: |\n      a: 1\n      b: 1\n  kind: A\n');
    const view = document.view(['items', 0]);
    const text = view.literal(PATH);
    assert.equal(text?.replace(['a'], 2), true);
    text.write();
    assert.deepEqual(document.edits[0]?.path, ['items', 0, ...PATH]);
    assert.equal(view.literal(PATH), undefined);
    view.set(PATH, 'a: 3\n');
    document.verify();
    assert.equal(document.text(), 'items:\n- data:\n    text: |\n      a: 3\n  kind: A\n');
  });

  const texts: readonly (readonly [name: string, document: SourceDocument])[] = [
    ['a header with chomping', holding('    a: 1\n', '|-')],
    ['a header that keeps blank lines', holding('    a: 1\n', '|+')],
    ['a header with an indentation', holding('    a: 1\n', '|2')],
    ['a comment beside the header', holding('    a: 1\n', '| # c')],
    ['a folded block', holding('    a: 1\n', '>')],
    ['a tab', holding('    a: "x\ty"\n')],
    ['a tab in a comment', holding('    a: 1 #\tc\n')],
    ['a tab in a comment below', holding('    a: 1\n', '|', '  #\tc\n  z: 1\n')],
    ['a line of spaces', holding('    a: 1\n    \n    b: 1\n')],
    ['a line of spaces above', holding('  \n    a: 1\n')],
    ['a line of spaces below', holding('    a: 1\n   \n')],
    ['CRLF', readDocument(holding('    a: 1\n').text().replaceAll('\n', '\r\n'))],
    ['no line break at the end', readDocument('data:\n  text: |\n    a: 1')],
    ['an alias in the document', holding('    a: 1\n', '|', '  x: &x 1\n  y: *x\n')],
    ['several documents', holding('    a: 1\n    ---\n    b: 1\n')],
    ['a marker', holding('    ---\n    a: 1\n')],
    ['a directive', holding('    %YAML 1.2\n    ---\n    a: 1\n')],
    ['an anchor', holding('    a: &x 1\n')],
    ['a tag', holding('    a: !!str 1\n')],
    ['a value of several lines', holding('    a: x\n      y\n')],
    ['text that is not YAML', holding('    a: 1\n    b\n')],
    ['a list at the top, and a wrong line', holding(LINES)],
    ['wrong indentation', holding('    a: 1\n      b: 1\n')],
    ['no lines', holding('')],
    ['comments alone', holding('    # c\n')],
    ['a key beside a dash', readDocument('data:\n  text:\n  - text: |\n      a: 1\n')],
    ['a string', readDocument('data:\n  text: "a: 1"\n')],
    ['a duplicate key', holding('    a: 1\n', '|', '  text: x\n')],
    ['nothing', readDocument('data: {}\n')],
  ];
  for (const [name, document] of texts) {
    it(`is not edited in its lines if it has, or is, ${name}`, () => {
      assert.equal(document.literal(PATH), undefined);
    });
  }

  const edits: readonly (readonly [name: string, lines: string, path: readonly string[], value: Value])[] = [
    ['an absent key', PLAIN, ['server', 'host'], 1],
    ['a key in a scalar', PLAIN, ['server', 'port', 'x'], 1],
    ['a map', PLAIN, ['server'], 1],
    ['a list', '    list: [a, b]\n', ['list'], 1],
    ['a list on lines', '    list:\n    - a\n', ['list'], 1],
    ['an element', '    list:\n    - a\n', ['list', '0'], 1],
    ['the whole text', PLAIN, [], 1],
    ['a value beside a quoted key', PLAIN, ['list'], 1],
    ['a value beside a word for a boolean', '    a: 1\n    yes: 1\n', ['a'], 2],
    ['a value beside a merge key', '    a: 1\n    <<: {b: 1}\n', ['a'], 2],
    ['a duplicate key', '    a: 1\n    a: 2\n', ['a'], 3],
    ['a block scalar', '    a: |\n      x\n', ['a'], 1],
    ['an empty value', '    a:\n    b: 1\n', ['a'], 1],
    ['a value by several lines', '    a: 1\n', ['a'], 'x\ny\n'],
    ['a value by escapes', '    a: 1\n', ['a'], 'x\ty"'],
    ['a value by a map', '    a: 1\n', ['a'], { b: 1 }],
    ['a value by an empty list', '    a: 1\n', ['a'], []],
    ['a value by a character that no YAML has', '    a: 1\n', ['a'], '\uD800'],
  ];
  for (const [name, lines, path, value] of edits) {
    it(`is not edited in its lines to replace ${name}`, () => {
      const text = holding(lines).literal(PATH);
      assert.equal(text?.replace(path, value), undefined);
      assert.notEqual(text?.isEdited, true);
    });
  }

  it('is not edited twice at one place', () => {
    const text = holding('    a: 1\n    b: 1\n').literal(PATH);
    assert.deepEqual(
      [text?.replace(['a'], 2), text?.replace(['a'], 3), text?.replace(['b'], 2)],
      [true, undefined, true],
    );
  });

  it('is edited as in a document of its own', () => {
    for (const value of ['x', 'yes', '12', 'a #b', '- a', '', ' a', 1e30, -0, false, null, "it's", 'é']) {
      for (const line of ['a: 1', 'a:   "x" # c', "a: 'y'  ", 'a: x y  #c']) {
        const document = holding(`    ${line}\n    b: 1\n`);
        const text = document.literal(PATH);
        const stream = readStream(`${line}\nb: 1\n`);
        stream.documents[0]?.set(['a'], value);
        if (text?.replace(['a'], value) !== true) continue;
        text.write();
        assert.equal(document.value(PATH), stream.text(), `${line} = ${String(value)}`);
        document.verify();
      }
    }
  });
});
