import assert from 'node:assert/strict';
import { expand, parseTemplate, prepareData, TemplateError, type TemplateData } from '../../src/go-template/index.ts';

/** Returns the output of a template for data, or its message. */
function outcome(template: string, data: TemplateData = null): string {
  try {
    return expand(template, data, { name: 't' });
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}

function errorOf(run: () => unknown): TemplateError {
  try {
    run();
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('templates beyond the recorded ones', () => {
  const rows: readonly (readonly [template: string, data: TemplateData, want: string])[] = [
    ['{{block "a" .}}\n{{else}}{{end}}', null, 'template: t:1: unexpected {{else}} in block clause'],
    ['{{define "a"}}\n{{else}}{{end}}', null, 'template: t:2: unexpected {{else}} in define clause'],
    ['{{if .}}\n{{/* a', null, 'template: t:2: unclosed comment in action started at t:1'],
    ['{{print\n', null, 'template: t:2: unclosed action started at t:1'],
    ['{{1+i}}', null, 'template: t:1: syntax error scanning complex number'],
    ['{{1e999+1i}}', null, 'template: t:1: strconv.ParseFloat: parsing "1e999": value out of range'],
    ['{{1.5+0x1p-2i}}', null, '(1.5+0.25i)'],
    ['{{-0x1E}} {{0x1E | printf "%T"}} {{-0x1E | printf "%T"}}', null, '-30 int float64'],
    [
      '{{0x1.80000000000008p0}} {{0x1.80000000000018p0}} {{0x1p-1074}} {{0x1p-1075}} {{0x1.8p-1075}}',
      null,
      '1.5 1.5000000000000004 5e-324 0 5e-324',
    ],
    ['{{0x1p1024}}', null, 'template: t:1: illegal number syntax: "0x1p1024"'],
    ['{{1_000.000_1}}', null, '1000.0001'],
    ['{{1__0}}', null, 'template: t:1: illegal number syntax: "1__0"'],
    ["{{'ab'}}", null, "template: t:1: malformed character constant: 'ab'"],
    ['{{.ⅷ}}', null, "template: t:1: bad character U+2177 'ⅷ'"],
    ['{{$x := 1}}{{range $x, $x = .}}{{$x}} {{end}}{{$x}}', ['a', 'b'], 'a b b'],
    ['{{range $i, $v := .}}{{$i}}{{$v}}{{continue}}x{{else}}y{{end}}', { é: 1, z: 2, a: 3 }, 'a3z2é1'],
    ['{{range $c := index . 0}}{{printf "%T%v " $c $c}}{{end}}', '\u0002', 'uint80 uint81 '],
    [
      '{{index . 3}}',
      'abc',
      'template: t:1:2: executing "t" at <index . 3>: error calling index: reflect: string index out of range',
    ],
    [
      '{{slice .l .n}}',
      { l: [], n: 0 },
      'template: t:1:2: executing "t" at <slice .l .n>: error calling slice: cannot index slice/array with type interface {}',
    ],
    ['{{slice (slice . 0 1) 0 3}} {{len (slice . 0 1 1)}}', ['a', 'b', 'c'], '[a b c] 1'],
    [
      '{{slice (slice . 0 1 1) 0 2}}',
      ['a', 'b'],
      'template: t:1:2: executing "t" at <slice (slice . 0 1 1) 0 2>: error calling slice: index out of range: 2',
    ],
    ['{{and false ($x := 1)}}{{$x}}', null, 'template: t:1:25: executing "t" at <$x>: undefined variable: $x'],
    [
      '{{"a" | call}}',
      null,
      'template: t:1:8: executing "t" at <call>: error calling call: non-function a of type string',
    ],
    [
      '{{1 | call}}',
      null,
      'template: t:1:6: executing "t" at <call>: error calling call: non-function <int Value> of type int',
    ],
    [
      '{{printf .}}',
      ['a'],
      'template: t:1:9: executing "t" at <.>: wrong type for value; expected string; got []interface {}',
    ],
    ['{{printf .x}}', {}, 'template: t:1:9: executing "t" at <.x>: invalid value; expected string'],
    ['{{printf nil}}', null, 'template: t:1:9: executing "t" at <nil>: cannot assign nil to string'],
    [
      '{{template "a b" .x}}',
      null,
      'template: t:1:11: executing "t" at <{{template "a b" .x}}>: template "a b" not defined',
    ],
    [
      '{{len (1 | printf "%d" | print) (2)}}',
      null,
      'template: t:1:2: executing "t" at <len>: wrong number of args for len: want 1 got 2',
    ],
  ];
  for (const [template, data, want] of rows)
    it(JSON.stringify(template), () => assert.equal(outcome(template, data), want));
});

describe('data of a template', () => {
  const inherited = Object.create({ a: 'inherited' }) as TemplateData;
  const proto = JSON.parse('{"__proto__": {"a": "own"}, "constructor": 1}') as TemplateData;
  const rows: readonly (readonly [name: string, data: TemplateData, template: string, want: string])[] = [
    ['prints a number as a float64', { n: 3 }, '{{printf "%T %v" .n .n}} {{.n}}', 'float64 3 3'],
    ['prints large numbers', [1e21, 123456789, NaN, -Infinity], '{{.}}', '[1e+21 1.23456789e+08 NaN -Inf]'],
    ['prints a bigint as an int', { n: 2n ** 63n - 1n }, '{{printf "%T" .n}} {{.n}}', 'int 9223372036854775807'],
    [
      'prints a Map',
      new Map([
        ['b', 1n],
        ['a', 2n],
      ]),
      '{{.}} {{.b}}',
      'map[a:2 b:1] 1',
    ],
    [
      'reads an object without a prototype',
      Object.assign(Object.create(null), { a: 'x' }) as TemplateData,
      '{{.a}}',
      'x',
    ],
    [
      'iterates over keys in byte order',
      { '😀': 1, '\uffff': 2, B: 3, a: 4 },
      '{{range $k, $_ := .}}{{$k}}{{end}}',
      'Ba\uffff😀',
    ],
    [
      'treats __proto__ like any other key',
      proto,
      '{{.__proto__.a}} {{.constructor}} {{.toString}}',
      'own 1 <no value>',
    ],
    [
      'finds no key of Object.prototype',
      {},
      '{{.constructor}} {{.__proto__}} {{index . "hasOwnProperty"}}',
      '<no value> <no value> <no value>',
    ],
    ['refuses an instance of a class', inherited, '{{.a}}', 'template: t: data must be plain data'],
    ['refuses a date', { d: new Date(0) as unknown as TemplateData }, '', 'template: t: data["d"] must be plain data'],
    ['undefined', [undefined as unknown as TemplateData], '', 'template: t: data[0] must be plain data'],
    [
      'refuses a bigint out of range',
      { n: [2n ** 63n] },
      '',
      'template: t: data["n"][0] must be an integer of 64 bits',
    ],
    ['replaces a lone surrogate', { s: 'a\ud800' }, '{{.s}} {{len .s}}', 'a\ufffd 4'],
    ['keeps a byte order mark', { s: '\ufeffa' }, '\ufeff{{.s}}', '\ufeff\ufeffa'],
  ];
  for (const [name, data, template, want] of rows) it(name, () => assert.equal(outcome(template, data), want));

  it('refuses data that contain themselves', () => {
    const data: Record<string, TemplateData> = {};
    data['self'] = data;
    assert.match(outcome('', data), /must not be nested deeper than 200$/);
  });

  it('accepts only strings in a map[string]string', () => {
    const run = (data: TemplateData) => expand('{{.a}}', data, { name: 't', dataKind: 'map[string]string' });
    assert.equal(run({ a: 'x' }), 'x');
    assert.equal(
      errorOf(() => run({ a: 1 })).message,
      'template: t: data["a"] must be a string, as in a map[string]string',
    );
    assert.equal(
      errorOf(() => run('x')).message,
      'template: t: data must be an object or a Map, as map[string]string is',
    );
  });
});

describe('prepared data', () => {
  it('is read once', () => {
    const data = { a: 'x', b: 'é' };
    const prepared = prepareData(data, 'map[string]string');
    data.a = 'changed';
    const run = (template: string) => expand(template, prepared, { name: 't' });
    assert.deepEqual([run('{{.a}}{{.b}}'), run('{{printf "%T" .}}')], ['xé', 'map[string]string']);
  });

  it('is checked', () => {
    const error = errorOf(() => prepareData({ a: null }, 'map[string]string'));
    assert.equal(error.message, 'template: data["a"] must be a string, as in a map[string]string');
  });
});

describe('expand', () => {
  it('reports the output written before an error', () => {
    const error = errorOf(() => expand('é{{.}}{{len 1}}', 'x', { name: 'a/b' }));
    assert.deepEqual([error.phase, error.partial], ['exec', 'éx']);
    assert.equal(error.message, 'template: a/b:1:9: executing "a/b" at <len 1>: error calling len: len of type int');
  });

  it('reports no output if a template cannot be parsed', () => {
    const error = errorOf(() => parseTemplate('a{{', 't'));
    assert.deepEqual([error.phase, error.partial], ['parse', '']);
  });

  it('refuses output that is not UTF-8, which expandBytes returns', () => {
    const template = parseTemplate('{{slice . 0 1}}', 't');
    const error = errorOf(() => template.expand('é'));
    assert.deepEqual(
      [error.phase, error.message, error.partial],
      ['exec', 'template: t: the output is not valid UTF-8', '\ufffd'],
    );
    assert.deepEqual([...template.expandBytes('é')], [0xc3]);
  });

  it('executes a parsed template on different data', () => {
    const template = parseTemplate('{{$x := .}}{{range .}}{{$x = .}}{{end}}{{$x}}', 't');
    assert.deepEqual([template.expand([1, 2]), template.expand(['a'])], ['2', 'a']);
  });

  for (const [missingKey, want] of [
    ['default', 'x<no value>'],
    ['zero', 'x'],
    ['error', 'template: t:1:3: executing "t" at <.q>: map has no entry for key "q"'],
  ] as const) {
    it(`missingKey: ${missingKey}`, () => {
      const options = { name: 't', missingKey, dataKind: 'map[string]string' } as const;
      if (missingKey !== 'error') assert.equal(expand('x{{.q}}', {}, options), want);
      else assert.equal(errorOf(() => expand('x{{.q}}', {}, options)).message, want);
    });
  }
});
