import assert from 'node:assert/strict';
import { editText, readDocument, YamlError, type Embedding, type SourceDocument } from '../../src/yaml/index.ts';

const YAML: Embedding = { format: 'yaml', encoding: 'text' };
const JSON_TEXT: Embedding = { format: 'json', encoding: 'text' };
const BASE64: Embedding = { format: 'yaml', encoding: 'base64' };

interface Row {
  readonly name: string;
  readonly embedding: Embedding;
  /** The whole text; the edited string is at `data.k`. */
  readonly text: string;
  readonly edit: (documents: readonly SourceDocument[]) => void;
  readonly want: string;
}

const rows: readonly Row[] = [
  {
    name: 'keeps a literal block with its comments and its indentation',
    embedding: YAML,
    text: 'data:\n  k: | # text\n      # about a\n      a: 1 # one\n\n      b: [x]\n  z: 1\n',
    edit: ([document]) => document?.set(['a'], 2),
    want: 'data:\n  k: | # text\n      # about a\n      a: 2 # one\n\n      b: [x]\n  z: 1\n',
  },
  {
    name: 'edits a text without a final newline',
    embedding: YAML,
    text: 'data:\n  k: |-\n    a: 1\n',
    edit: ([document]) => document?.set(['b'], 'x'),
    want: 'data:\n  k: |-\n    a: 1\n    b: x\n',
  },
  {
    name: 'edits every document of the text',
    embedding: YAML,
    text: 'data:\n  k: |\n    a: 1\n    --- # second\n    b: 2\n',
    edit: ([, second]) => second?.remove(['b']),
    want: 'data:\n  k: |\n    a: 1\n    --- # second\n    {}\n',
  },
  {
    name: 'keeps double quotes with their escapes and folds',
    embedding: YAML,
    text: 'data:\n  k: "a: 1\\nb: \\"\\x41\\u00e9\\" \\\n    # c\\n"\n',
    edit: ([document]) => document?.set(['a'], 2),
    want: 'data:\n  k: "a: 2\\nb: \\"\\x41\\u00e9\\" \\\n    # c\\n"\n',
  },
  {
    name: 'keeps single quotes',
    embedding: YAML,
    text: "data: {k: '{a: ''x'', b: 1}'}\n",
    edit: ([document]) => document?.set(['b'], 2),
    want: "data: {k: '{a: ''x'', b: 2}'}\n",
  },
  {
    name: 'edits JSON in its own layout and escapes',
    embedding: JSON_TEXT,
    text: 'data:\n  k: |\n    {\n      "a": "\\/<>&\\u00e9",\n      "n": 1.0\n    }\n',
    edit: ([document]) => document?.set(['b'], { c: [1] }),
    want: 'data:\n  k: |\n    {\n      "a": "\\/<>&\\u00e9",\n      "n": 1.0,\n      "b": {\n        "c": [\n          1\n        ]\n      }\n    }\n',
  },
  {
    name: 'edits base64',
    embedding: BASE64,
    text: 'data:\n  k: YTogw6kK # "a: é"\n',
    edit: ([document]) => document?.set(['b'], 1),
    want: 'data:\n  k: YTogw6kKYjogMQo= # "a: é"\n',
  },
  {
    name: 'keeps the line length of base64',
    embedding: BASE64,
    text: 'data:\n  k: |\n    YTog\n    MQo=\n',
    edit: ([document]) => document?.set(['b'], 1),
    want: 'data:\n  k: |\n    YTog\n    MQpi\n    OiAx\n    Cg==\n',
  },
  {
    name: 'keeps every byte if nothing changes',
    embedding: BASE64,
    text: 'data:\n  k: "YTog\\\n    MQo="\n',
    edit: ([document]) => document?.set(['a'], 1),
    want: 'data:\n  k: "YTog\\\n    MQo="\n',
  },
];

describe('texts embedded in a string', () => {
  for (const { name, embedding, text, edit, want } of rows) {
    it(name, () => {
      const document = readDocument(text);
      const content = document.value(['data', 'k']);
      assert.ok(typeof content === 'string');
      document.set(['data', 'k'], editText(content, embedding, edit));
      assert.equal(document.text(), want);
    });
  }

  it('edits a string of megabytes', () => {
    const text = JSON.stringify({ a: 1, long: 'x'.repeat(2 ** 22) });
    const edited = editText(btoa(text), { format: 'json', encoding: 'base64' }, ([document]) =>
      document?.set(['a'], 2),
    );
    assert.ok(edited === btoa(text.replace('1', '2')));
  });

  const errors: readonly (readonly [string, Embedding, string, string])[] = [
    ['text that is not base64', BASE64, 'a-b', 'must be UTF-8 text in base64'],
    ['truncated base64', BASE64, 'YTogMQ=', 'must be UTF-8 text in base64'],
    ['base64 with text after its end', BASE64, 'YQ==YQ==', 'must be UTF-8 text in base64'],
    ['base64 of bytes that are not UTF-8', BASE64, '/w==', 'must be UTF-8 text in base64'],
    ['text that is not YAML', YAML, 'a: [1', 'at 1:'],
    ['JSON with a key without quotes', JSON_TEXT, '{a: 1}', 'expected a key in double quotes or `}` at 1:2'],
    ['JSON with a trailing comma', JSON_TEXT, '{\n"a": 1,\n}', 'expected a key in double quotes at 3:1'],
    ['JSON with a list without end', JSON_TEXT, '[1', 'expected `,` or `]` at 1:3'],
    ['JSON with a leading zero', JSON_TEXT, '[01]', 'expected `,` or `]` at 1:3'],
    ['JSON with an unknown escape', JSON_TEXT, '["a\\q"]', 'expected a value or `]` at 1:2'],
    ['JSON with a string without end', JSON_TEXT, '["a\\"', 'expected a value or `]` at 1:2'],
    ['JSON with two documents', JSON_TEXT, '1 2', 'expected the end of the text at 1:3'],
    ['empty JSON', JSON_TEXT, '', 'expected a value at 1:1'],
  ];
  for (const [name, embedding, content, message] of errors) {
    it(`refuses ${name}`, () => {
      assert.throws(
        () => editText(content, embedding, () => assert.fail('not reached')),
        (error) => error instanceof YamlError && error.message.includes(message),
      );
    });
  }
});
