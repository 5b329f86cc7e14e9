import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readAnswer } from '../../src/host/answer.ts';
import { sentText } from '../../src/host/sent-item.ts';
import { Resource } from '../../src/krm/resource.ts';
import { equalValues, readDocument, type Value } from '../../src/yaml/index.ts';

/** Items as go-yaml prints them, with a comment in a map or list in flow style, and their data. */
const ENDS: readonly (readonly [title: string, item: string, data: Readonly<Record<string, Value>>])[] = [
  ['a map', '  data: {a: x, # c\n    b: y, # d\n}\n', { data: { a: 'x', b: 'y' } }],
  ['a list', '  data: [x, # c\n    y # d\n]\n', { data: ['x', 'y'] }],
  ['a map in a list', '  ports:\n  - {a: x, # c\n}\n', { ports: [{ a: 'x' }] }],
  ['a list in a list', '  ports:\n  - - [x # c\n]\n', { ports: [[['x']]] }],
  ['a map in a map', '  data: {a: {b: x, # c\n}, d: y}\n', { data: { a: { b: 'x' }, d: 'y' } }],
  ['a block scalar', '  data: |\n    {\n    }\n  more: x\n', { data: '{\n}\n', more: 'x' }],
];

describe('a list that a function prints with go-yaml', () => {
  for (const [title, item, data] of ENDS)
    it(`can have the end of a flow collection at column 0: ${title}`, () => {
      const answer = readAnswer(`kind: ResourceList\nitems:\n- kind: A\n${item}`);
      assert.ok(typeof answer !== 'string', 'a list');
      assert.equal(answer.items.length, 1);
      assert.ok(equalValues(answer.items[0]?.value ?? null, { kind: 'A', ...data }));
    });
});

/** Lines of text, of which some are blank. */
const lines = fc.array(fc.constantFrom('a', '', 'b  c', '# c', 'd: e '), { minLength: 1, maxLength: 4 });

describe('the text of a resource that is sent', () => {
  it('keeps the value of a block scalar at the end of a file without a line break', () =>
    fc.assert(
      fc.property(fc.constantFrom('|', '|-', '|+', '>', '|2'), lines, fc.boolean(), (header, body, hasBreak) => {
        const value = body.map((line) => (line === '' ? '' : `    ${line}`)).join('\n');
        const text = `kind: A\nmetadata:\n  name: a\ndata:\n  last: ${header}\n${value}${hasBreak ? '\n' : ''}`;
        const document = readDocument(text);
        const sent = sentText(new Resource(document, { path: 'a.yaml', index: 0 }), [['x', 'y']]);
        assert.equal(readDocument(sent).value(['data', 'last']), document.value(['data', 'last']), sent);
      }),
    ));
});
