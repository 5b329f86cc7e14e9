import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  evaluateJsonPath,
  JsonPathError,
  parseJsonPath,
  type JsonPath,
  type JsonPathSegment,
} from '../../src/patch/index.ts';
import { MAX_DEPTH, readDocument, type Path } from '../../src/yaml/index.ts';

function segments({ names, rest }: JsonPath): readonly JsonPathSegment[] {
  return [...names.map((name) => ({ kind: 'name' as const, name })), ...rest];
}

const named: readonly (readonly [text: string, names: readonly string[]])[] = [
  ['$', []],
  ['$.a', ['a']],
  ['$._a1.Zz_9', ['_a1', 'Zz_9']],
  ['$["a"]', ['a']],
  ['$["a"].b["c.d/e-f"]', ['a', 'b', 'c.d/e-f']],
  ['$.é.日本.\u{1F600}1', ['é', '日本', '\u{1F600}1']],
  ['$[""]', ['']],
  ['$["it\'s"]', ["it's"]],
  [String.raw`$["\"\\\/\b\f\n\r\t"]`, ['"\\/\b\f\n\r\t']],
  [String.raw`$["\u0041\u00e9\uD83D\uDE00"]`, ['Aé\u{1F600}']],
  ['$["\u007F\u{1F600}"]', ['\u007F\u{1F600}']],
  ['$.__proto__["constructor"]', ['__proto__', 'constructor']],
];

const errors: readonly (readonly [text: string, message: string, offset: number])[] = [
  ['', 'EOF: a path begins with a dollar sign', 0],
  ['a', 'syntax error at 0: missing root identifier (dollar sign)', 0],
  ['.a', 'syntax error at 0: missing root identifier (dollar sign)', 0],
  ['$..a', "syntax error at 2: expected member-name-shorthand, got '.'", 2],
  ['$.', 'syntax error at 2: expected member-name-shorthand, got the end', 2],
  ['$.1a', "syntax error at 2: expected member-name-shorthand, got '1'", 2],
  ['$.*', "syntax error at 2: expected member-name-shorthand, got '*'", 2],
  ["$['a']", String.raw`syntax error at 2: expected open quote, got '\''`, 2],
  ['$[0]', "syntax error at 2: expected open quote, got '0'", 2],
  ['$[*]', "syntax error at 2: expected open quote, got '*'", 2],
  ['$["a"', 'syntax error at 5: missing close bracket, got the end', 5],
  ['$["a" ]', "syntax error at 5: missing close bracket, got ' '", 5],
  ['$["a","b"]', "syntax error at 5: missing close bracket, got ','", 5],
  ['$["a', 'syntax error at 4: missing close quote', 4],
  ['$["a\\', 'syntax error at 5: escape-EOF', 5],
  ['$.a-b', "syntax error at 3: extra junk '-' after last segment", 3],
  ['$.a b', "syntax error at 3: extra junk ' ' after last segment", 3],
  ['$.a\n', String.raw`syntax error at 3: extra junk '\n' after last segment`, 3],
  ['$é', "syntax error at 1: extra junk 'é' after last segment", 1],
  ['$.é-b', "syntax error at 4: extra junk '-' after last segment", 4],
  ['$.日本"', `syntax error at 8: extra junk '"' after last segment`, 8],
  [String.raw`$["\q"]`, "lexical error at 3: invalid escape in a string: 'q' after a backslash", 3],
  [String.raw`$["\x41"]`, "lexical error at 3: invalid escape in a string: 'x' after a backslash", 3],
  [String.raw`$["\'"]`, String.raw`lexical error at 3: invalid escape in a string: '\'' after a backslash`, 3],
  [String.raw`$["\u{41}"]`, 'lexical error at 3: four hexadecimal digits must follow `\\u`', 3],
  [String.raw`$["\uD800"]`, 'lexical error at 3: unpaired surrogate in a string', 3],
  [String.raw`$["\uDE00"]`, 'lexical error at 3: unpaired surrogate in a string', 3],
  [String.raw`$["\uD83D\u0041"]`, 'lexical error at 3: unpaired surrogate in a string', 3],
  ['$["a\nb"]', String.raw`lexical error at 4: '\n' must be escaped in a string`, 4],
  ['$["\uD800"]', String.raw`lexical error at 3: '\ud800' must be escaped in a string`, 3],
];

const lists: readonly (readonly [text: string, want: readonly JsonPathSegment[]])[] = [
  ['$[0]', [{ kind: 'index', index: 0 }]],
  [
    '$.a[12][-3]',
    [
      { kind: 'name', name: 'a' },
      { kind: 'index', index: 12 },
      { kind: 'index', index: -3 },
    ],
  ],
  ['$[*]["b"]', [{ kind: 'wildcard' }, { kind: 'name', name: 'b' }]],
  ['$[?@.name=="x"]', [{ kind: 'filter', names: ['name'], value: 'x' }]],
  ['$[?@["a.b"].c=="\\u0041]"]', [{ kind: 'filter', names: ['a.b', 'c'], value: 'A]' }]],
  ['$[?@==""]', [{ kind: 'filter', names: [], value: '' }]],
];

const listErrors: readonly (readonly [text: string, message: string])[] = [
  ['$[01]', "syntax error at 3: missing close bracket, got '1'"],
  ['$[-0]', "syntax error at 2: expected open quote, index, `*` or `?`, got '-'"],
  ['$[1:2]', "syntax error at 3: missing close bracket, got ':'"],
  ['$[9007199254740992]', 'lexical error at 2: an index must not be beyond 2^53 - 1'],
  ['$[]', "syntax error at 2: expected open quote, index, `*` or `?`, got ']'"],
  ['$[?(@.a=="x")]', "syntax error at 3: expected @, got '('"],
  ['$[?@.a]', "syntax error at 6: expected ==, got ']'"],
  ['$[?@.a =="x"]', "syntax error at 6: expected ==, got ' '"],
  ['$[?@.a==1]', "syntax error at 8: expected open quote, got '1'"],
  ['$[?@[0]=="x"]', "syntax error at 5: expected open quote, got '0'"],
  ['$.*', "syntax error at 2: expected member-name-shorthand, got '*'"],
];

describe('reading JSONPath', () => {
  for (const [text, names] of named) {
    it(`accepts ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseJsonPath(text), { names, rest: [] });
      assert.deepEqual(parseJsonPath(text, { lists: true }), { names, rest: [] });
    });
  }

  for (const [text, message, offset] of errors) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseJsonPath(text), { name: 'JsonPathError', message, offset });
    });
  }

  for (const [text, want] of lists) {
    it(`accepts ${text} with lists`, () => {
      assert.deepEqual(segments(parseJsonPath(text, { lists: true })), want);
      assert.throws(() => parseJsonPath(text), JsonPathError);
    });
  }

  for (const [text, message] of listErrors) {
    it(`refuses ${text} with lists`, () => {
      assert.throws(() => parseJsonPath(text, { lists: true }), { message });
    });
  }

  it('accepts any name as a string literal, and reads any other text or throws a JsonPathError', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        assert.deepEqual(parseJsonPath(`$[${JSON.stringify(name)}]`), { names: [name], rest: [] });
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'$.[]"\\a0-1*?@=u é\n') }), fc.boolean(), (text, takesLists) => {
        try {
          parseJsonPath(`$${text}`, { lists: takesLists });
        } catch (error) {
          assert.ok(error instanceof JsonPathError);
          assert.ok(error.offset <= Buffer.byteLength(text) + 1);
        }
      }),
    );
  });

  it('takes time linear in the text', () => {
    const names = Array.from({ length: 200_000 }, () => '.a');
    assert.equal(parseJsonPath(`$${names.join('')}`).names.length, 200_000);
  });
});

const text = `a:
  b: {c: null, d: 1}
  list:
  - name: x
    ports: [{q: 1, p: a}, {q: 2, p: b}, {p: a}]
  - name: z
  - 3
  - [x, z, x]
"0": zero
`;

const found: readonly (readonly [path: string, want: readonly Path[]])[] = [
  ['$', [[]]],
  ['$.a.b.c', [['a', 'b', 'c']]],
  ['$.a.b.d.e', []],
  ['$.a.missing.c', []],
  ['$.toString', []],
  ['$["0"]', [['0']]],
  ['$.a.list.name', []],
  ['$.a.list["0"]', []],
  ['$.a.list[0].name', [['a', 'list', 0, 'name']]],
  ['$.a.list[-1][0]', [['a', 'list', 3, 0]]],
  ['$.a.list[-5]', []],
  ['$.a.list[4]', []],
  ['$.a[0]', []],
  ['$[*]', []],
  [
    '$.a.list[*].name',
    [
      ['a', 'list', 0, 'name'],
      ['a', 'list', 1, 'name'],
    ],
  ],
  ['$.a.list[?@.name=="z"]', [['a', 'list', 1]]],
  [
    '$.a.list[*].ports[?@.p=="a"]',
    [
      ['a', 'list', 0, 'ports', 0],
      ['a', 'list', 0, 'ports', 2],
    ],
  ],
  ['$.a.list[*].ports[?@.p=="a"].q', [['a', 'list', 0, 'ports', 0, 'q']]],
  [
    '$.a.list[3][?@=="x"]',
    [
      ['a', 'list', 3, 0],
      ['a', 'list', 3, 2],
    ],
  ],
  ['$.a.list[?@=="3"]', []],
  [`$${'.a'.repeat(MAX_DEPTH + 1)}`, []],
];

describe('evaluating JSONPath', () => {
  for (const [path, want] of found) {
    it(path.slice(0, 40), () => {
      assert.deepEqual(evaluateJsonPath(readDocument(text), parseJsonPath(path, { lists: true })), want);
    });
  }

  it('follows aliases and merge keys', () => {
    const document = readDocument('base: &b {x: 1}\nalias: *b\nmerged:\n  <<: *b\n');
    for (const name of ['alias', 'merged'])
      assert.deepEqual(evaluateJsonPath(document, parseJsonPath(`$.${name}.x`)), [[name, 'x']]);
  });
});
