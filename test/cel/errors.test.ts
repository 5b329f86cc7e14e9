import assert from 'node:assert/strict';
import { compile, type Bindings, type CelPhase } from '../../src/cel/index.ts';
import { bindings } from './bindings.ts';
import { outcomeOf } from './outcome.ts';

describe('errors of CEL expressions', () => {
  const rows: readonly (readonly [expression: string, phase: CelPhase, position: string, message: string])[] = [
    ['', 'compile', '1:1', 'expected an expression, found the end'],
    ['  // nothing', 'compile', '1:13', 'expected an expression, found the end'],
    ["'a' b", 'compile', '1:5', "expected an operator or the end, found 'b'"],
    ['size(', 'compile', '1:6', 'expected an expression, found the end'],
    ['(1', 'compile', '1:3', "expected ')', found the end"],
    ["'a", 'compile', '1:1', "the ' must be closed by another '"],
    ["'a\nb'", 'compile', '1:1', "the ' must be closed by another '"],
    ["'a\\q'", 'compile', '1:3', "invalid escape sequence '\\q'"],
    ["'😀\\ud800'", 'compile', '1:1', 'invalid unicode code point'],
    ["b'\\u0041'", 'compile', '1:1', "bytes cannot have the escape sequence '\\u0041'"],
    ["'é😀' @ 1", 'compile', '1:6', "unexpected character '@'"],
    ["'a' +\n  'b' +\n  unknown", 'compile', '3:3', "undeclared reference to 'unknown'"],
    ['constructor', 'compile', '1:1', "undeclared reference to 'constructor'"],
    ['__proto__', 'compile', '1:1', "undeclared reference to '__proto__'"],
    ['toString()', 'compile', '1:9', "undeclared reference to 'toString'"],
    ["'a'.constructor()", 'compile', '1:16', "undeclared reference to 'constructor'"],
    ["'a'.upperAscii()", 'compile', '1:15', "undeclared reference to 'upperAscii'"],
    ['package', 'compile', '1:1', 'reserved identifier: package'],
    ['target.?name', 'compile', '1:7', "unsupported syntax '.?'"],
    ['target[?0]', 'compile', '1:7', "unsupported syntax '[?'"],
    ['[?target]', 'compile', '1:2', "unsupported syntax '?'"],
    ['target.`name`', 'compile', '1:8', "unexpected character '`'"],
    ['9223372036854775808', 'compile', '1:1', 'invalid int literal: out of range'],
    ['18446744073709551616u', 'compile', '1:1', 'invalid uint literal: out of range'],
    ['1e999', 'compile', '1:1', 'invalid double literal: out of range'],
    ['has(target)', 'compile', '1:5', 'invalid argument to has() macro: it must be a field, as in has(a.b)'],
    ['[1].map(1, 2)', 'compile', '1:9', 'the first argument of a macro must be a simple name'],
    ['[1].map(__result__, 2)', 'compile', '1:9', 'the variable of a macro cannot be __result__'],
    [
      "repoDefault == 1 ? 'a' : 'b'",
      'compile',
      '1:13',
      "found no matching overload for '_==_' applied to '(string, int)'",
    ],
    [
      "[[[[[[[1]]]]]]] == 'a' ? 'a' : 'b'",
      'compile',
      '1:17',
      "found no matching overload for '_==_' applied to '(list(list(list(list(list(list(...)))))), string)'",
    ],
    ["true ? 'a' : 1", 'compile', '1:6', "found no matching overload for '_?_:_' applied to '(bool, string, int)'"],
    [
      "'a'.startsWith(1) ? 'a' : 'b'",
      'compile',
      '1:15',
      "found no matching overload for 'startsWith' applied to 'string.(int)'",
    ],
    ["1 && true ? 'a' : 'b'", 'compile', '1:1', "expected type 'bool' but found 'int'"],
    ["['a', 1][0]", 'compile', '1:7', "expected type 'string' but found 'int'"],
    ["['a', dyn('b')][0]", 'compile', '1:10', "expected type 'string' but found 'dyn'"],
    ["{'a': 1, 2: 2}.a", 'compile', '1:10', "expected type 'string' but found 'int'"],
    ["'a'.name", 'compile', '1:4', "type 'string' does not support field selection"],
    [
      "1.all(x, true) ? 'a' : 'b'",
      'compile',
      '1:1',
      "expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
    ],
    ["[int].map(x, x)[0] == int ? 'a' : 'b'", 'compile', '1:14', 'reference to undefined type: x'],
    ['no.such.Message{}', 'compile', '1:16', "undeclared reference to 'no.such.Message'"],
    ['google.protobuf.StringValue{text: 1}', 'compile', '1:33', "undefined field 'text'"],
    ['google.protobuf.StringValue{value: 1}', 'compile', '1:34', "field 'value' must be of type 'string', found 'int'"],
    ["'a'.matches('[') ? 'a' : 'b'", 'compile', '1:12', 'error parsing regexp: missing closing ]: `[`'],
    ["string(int('1.5'))", 'compile', '1:11', "type conversion error: '1.5' is not a valid int"],
    ["string(double('1,5'))", 'compile', '1:14', "type conversion error: '1,5' is not a valid double"],
    ["string(bool('yes'))", 'compile', '1:12', "type conversion error: 'yes' is not a valid bool"],
    ["string(duration('1d'))", 'compile', '1:16', "a duration must be like 1h30m or -1.5s, found '1d'"],
    [
      "string(timestamp('2020-02-30T00:00:00Z'))",
      'compile',
      '1:17',
      "a timestamp must be like 2006-01-02T15:04:05Z, found '2020-02-30T00:00:00Z'",
    ],
    [
      "string(timestamp('2020-01-01T00:00:60Z'))",
      'compile',
      '1:17',
      "a timestamp must be like 2006-01-02T15:04:05Z, found '2020-01-01T00:00:60Z'",
    ],
    [
      "string(timestamp('2020-01-01T00:60:00Z'))",
      'compile',
      '1:17',
      "a timestamp must be like 2006-01-02T15:04:05Z, found '2020-01-01T00:60:00Z'",
    ],
    [
      "string(timestamp('2020-01-01T24:00:00Z'))",
      'compile',
      '1:17',
      "a timestamp must be like 2006-01-02T15:04:05Z, found '2020-01-01T24:00:00Z'",
    ],
    [
      "string(timestamp('2020-01-01T00:00:00+25:00'))",
      'compile',
      '1:17',
      "a timestamp must be like 2006-01-02T15:04:05Z, found '2020-01-01T00:00:00+25:00'",
    ],
    [
      "string(timestamp('2020-01-01T00:00:00+00:61'))",
      'compile',
      '1:17',
      "a timestamp must be like 2006-01-02T15:04:05Z, found '2020-01-01T00:00:00+00:61'",
    ],
    ["string(b'\\xff')", 'compile', '1:7', 'invalid UTF-8 in bytes, cannot convert to string'],
    ['target.labels.zz', 'eval', '1:14', 'no such key: zz'],
    ["target.labels['__proto__']", 'eval', '1:14', 'no such key: __proto__'],
    ['target.constructor', 'eval', '1:7', 'no such key: constructor'],
    ['target.labels.toString.name', 'eval', '1:14', 'no such key: toString'],
    ['target.name.first', 'eval', '1:12', "type 'string' does not support field selection"],
    ["['a'][1]", 'eval', '1:6', 'index out of bounds: 1'],
    ["['a'][dyn('0')]", 'eval', '1:6', "unsupported index type 'string' in list"],
    ['target.name + 1', 'eval', '1:13', "found no matching overload for '_+_' applied to '(string, int)'"],
    [
      "string(int(target.labels['region']))",
      'eval',
      '1:11',
      "found no matching overload for 'int' applied to '(string)': write int(dyn(...))",
    ],
    ['string(1 / 0)', 'eval', '1:10', 'division by zero'],
    ['string(1u % 0u)', 'eval', '1:11', 'modulus by zero'],
    ['string(9223372036854775807 + 1)', 'eval', '1:28', 'integer overflow'],
    ['string(1u - 2u)', 'eval', '1:11', 'unsigned integer overflow'],
    ["0.0 / 0.0 < 1.0 ? 'a' : 'b'", 'eval', '1:11', 'NaN values cannot be ordered'],
    ["string(timestamp(0).getHours('Mars/Base'))", 'eval', '1:29', "unknown time zone 'Mars/Base'"],
    ["string(timestamp('9999-12-31T23:59:59Z') + duration('1s'))", 'eval', '1:42', 'timestamp out of range'],
    ["target.name ? 'a' : 'b'", 'eval', '1:13', "found no matching overload for _?_:_ applied to '(string)'"],
    ["target.name && true ? 'a' : 'b'", 'eval', '1:13', 'type mismatch: expected bool, got string'],
    [
      "target.name.all(x, true) ? 'a' : 'b'",
      'eval',
      '1:7',
      "expression of type 'string' cannot be range of a comprehension (must be list or map)",
    ],
    [
      "google.protobuf.Int32Value{value: 9999999999} == 1 ? 'a' : 'b'",
      'eval',
      '1:27',
      "a field of 'google.protobuf.Int32Value' cannot have this value",
    ],
    ['1.5', 'convert', '', "the result must be a string, found 'double'"],
    ['null', 'convert', '', "the result must be a string, found 'null_type'"],
    ['target', 'convert', '', "the result must be a string, found 'map'"],
    ['timestamp(0)', 'convert', '', "the result must be a string, found 'timestamp'"],
    ['type(1)', 'convert', '', "the result must be a string, found 'type'"],
  ];
  for (const [expression, phase, position, message] of rows) {
    it(JSON.stringify(expression), () => {
      const outcome = outcomeOf(() => compile(expression).evaluate(bindings));
      assert.deepEqual(outcome, { phase, message, position });
    });
  }
});

describe('variables without a value', () => {
  const { repoDefault, packageDefault, target } = bindings;
  const without: Bindings = { repoDefault, packageDefault, target };
  for (const [expression, name] of [
    ['repository.name', 'repository'],
    ["has(repository.labels.region) ? 'a' : 'b'", 'repository'],
    ['upstream.name', 'upstream'],
    ["['a'].map(x, x + upstream.name)[0]", 'upstream'],
  ] as const) {
    it(`fails where it is used: ${expression}`, () => {
      const message = `no such attribute: ${name}`;
      const position = `1:${expression.indexOf(name) + 1}`;
      assert.deepEqual(
        outcomeOf(() => compile(expression).evaluate(without)),
        { phase: 'eval', message, position },
      );
    });
  }
  it('does not fail where it is not evaluated', () => {
    assert.equal(compile("true || repository.name == 'a' ? 'a' : 'b'").evaluate(without), 'a');
  });
});

describe('bound objects', () => {
  it('expose only four fields', () => {
    const target = { name: 'a', namespace: 'b', spec: { replicas: 1 } };
    const outcome = outcomeOf(() => compile('string(target.spec.replicas)').evaluate({ ...bindings, target }));
    assert.deepEqual(outcome, { phase: 'eval', message: 'no such key: spec', position: '1:14' });
  });

  it('default to empty maps for labels and annotations', () => {
    const program = compile(
      'string(size(repository.labels)) + string(has(repository.annotations)) + string(has(repository.labels.a))',
    );
    assert.equal(program.evaluate(bindings), '0truefalse');
  });

  it('accept labels of any name', () => {
    const labels = JSON.parse('{"__proto__": "a", "constructor": "b", "a b": "c"}') as Record<string, string>;
    const target = { name: 'a', namespace: 'b', labels };
    const program = compile(
      "target.labels.__proto__ + target.labels.constructor + '-' + target.labels['a b'] + string(size(target.labels))",
    );
    assert.equal(program.evaluate({ ...bindings, target }), 'ab-c3');
  });

  it('can consist of a repository and a package', () => {
    const program = compile("target.repo + '/' + target.package");
    assert.equal(program.evaluate({ ...bindings, target: { repo: 'a', package: 'b' } }), 'a/b');
  });
});
