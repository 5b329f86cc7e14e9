import type { GoValue } from '../../../src/go-template/value.ts';
import { bool, bytes, complex, float, int, map, nil, slice, stringMap, text, uint8 } from './format-values.ts';

type Row = readonly [format: string, args: readonly GoValue[], want: string];

const times = (count: number, value: GoValue): readonly GoValue[] => Array.from({ length: count }, () => value);
const one = [int(1)];
const high = float(1.7976931348623157e308);

/**
 * Formats and arguments with the results of `sprintf`, all in bytes; `test/e2e/go-format.test.ts` verifies them with
 * Go.
 */
export const formatRows: Readonly<Record<string, readonly Row[]>> = {
  text: [
    ['', [], ''],
    ['no verb', [], 'no verb'],
    ['%s-%s', [text('a'), text('b')], 'a-b'],
    ['100%%', [], '100%'],
    ['%5%|%-5%|%[1]%', one, '%|%|%'],
    ['%s', [bytes('\xff\xc3')], '\xff\xc3'],
  ],
  strings: [
    ['%v|%s|%d', [text('é'), text('é'), text('é')], '\xc3\xa9|\xc3\xa9|%!d(string=\xc3\xa9)'],
    ['%5s|%-5s|%05s', [text('é'), text('é'), text('é')], '    \xc3\xa9|\xc3\xa9    |0000\xc3\xa9'],
    ['%.2s|%.0s|%.9s', [text('héllo'), text('a'), text('b')], 'h\xc3\xa9||b'],
    ['%4.1s|%-05.1s|', [bytes('\xff\xfe'), text('世界')], '   \xff|\xe4\xb8\x96    |'],
    ['%x|%X|% x|%#x|% #X', times(5, bytes('\x0a\xff')), '0aff|0AFF|0a ff|0x0aff|0X0A 0XFF'],
    ['%8x|%-8x|%08x|%.1x|%3x|', times(5, text('hi')), '    6869|6869    |00006869|68|6869|'],
    ['%q|%+q|%#q|%10q', times(4, text('é"')), '"\xc3\xa9\\""|"\\u00e9\\""|`\xc3\xa9"`|     "\xc3\xa9\\""'],
    ['%#q|%#+q|%.1q', [text('a`'), text('\n'), text('ab')], '"a`"|"\\n"|"a"'],
    ['%#v|%+v|%#.1v|%#6v', [text('é'), text('a'), text('éa'), text('b')], '"\xc3\xa9"|a|"\xc3\xa9"|   "b"'],
    ['%T|%10T|%.3T', [text('a'), text('a'), text('a')], 'string|    string|str'],
    ['%t|%c|%U|%e|%p', times(5, text('a')), '%!t(string=a)|%!c(string=a)|%!U(string=a)|%!e(string=a)|%!p(string=a)'],
  ],
  booleans: [
    ['%v|%t|%#v|%6t|%-6t|%06t', times(6, bool(true)), 'true|true|true|  true|true  |00true'],
    ['%s|%d|%5q', [bool(false), bool(true), bool(true)], '%!s(bool=false)|%!d(bool=true)|%!q(bool= true)'],
  ],
  nil: [
    ['%v|%7v|%07v|%T|%-7T|', [nil, nil, nil, nil, nil], '<nil>|  <nil>|00<nil>|<nil>|<nil>  |'],
    [
      '%s|%#v|%d|%5d|%p|%w',
      [nil, nil, nil, nil, nil, nil],
      '%!s(<nil>)|<nil>|%!d(<nil>)|%!d(<nil>)|%!p(<nil>)|%!w(<nil>)',
    ],
  ],
  integers: [
    ['%v|%d|%+d|% d|%#v|%+v', times(6, int(42)), '42|42|+42| 42|42|42'],
    [
      '%d|%d|%x',
      [int(-(2n ** 63n)), int(2n ** 63n - 1n), int(-(2n ** 63n))],
      '-9223372036854775808|9223372036854775807|-8000000000000000',
    ],
    ['%b|%o|%O|%x|%X', times(5, int(-61)), '-111101|-75|-0o75|-3d|-3D'],
    ['%#b|%#o|%#O|%#x|%#X', times(5, int(61)), '0b111101|075|0o075|0x3d|0X3D'],
    ['%5d|%-5d|%05d|%-05d|%+05d', times(5, int(42)), '   42|42   |00042|42   |+0042'],
    ['%08d|%#08x|%+#010b', [int(-42), int(42), int(5)], '-0000042|0x0000002a|+0b000000101'],
    ['%.5d|%8.5d|%-8.5d|%08.5d|%.0d', times(5, int(-42)), '-00042|  -00042|-00042  |  -00042|-42'],
    ['%.0d|%5.0d|%+.d|%05.0d|%#.0x|%.d', [0, 0, 0, 0, 0, 0].map(int), '|     ||     ||'],
    ['%c|%5c|%-5c|%05c', [233, 0x4e16, 65, 65].map(int), '\xc3\xa9|    \xe4\xb8\x96|A    |0000A'],
    ['%c|%c|%c', [int(-1), int(0x110000), int(0xd800)], '\xef\xbf\xbd|\xef\xbf\xbd|\xef\xbf\xbd'],
    ['%q|%+q|%#q|%6q|%q', [233, 233, 96, 10, -1].map(int), "'\xc3\xa9'|'\\u00e9'|'`'|  '\\n'|'\xef\xbf\xbd'"],
    [
      '%U|%#U|%#U|%.6U|%#12U|%-8U|%08U',
      [233, 233, 7, 65, 65, 65, 65].map(int),
      "U+00E9|U+00E9 '\xc3\xa9'|U+0007|U+000041|  U+0041 'A'|U+0041  |  U+0041",
    ],
    ['%#12U|%-#12U|', [int(233), int(0x4e16)], "  U+00E9 '\xc3\xa9'|U+4E16 '\xe4\xb8\x96'  |"],
    ['%U|%#U', [int(-1), int(0x110000)], 'U+FFFFFFFFFFFFFFFF|U+110000'],
    ['%s|%t|%e|%p', times(4, int(3)), '%!s(int=3)|%!t(int=3)|%!e(int=3)|%!p(int=3)'],
    ['%v|%#v|%d|%x|%T|%s|%08v', times(7, uint8(200)), '200|0xc8|200|c8|uint8|%!s(uint8=200)|00000200'],
  ],
  floats: [
    [
      '%v|%g|%e|%E|%f|%F|%G',
      times(7, float(1234.5678)),
      '1234.5678|1234.5678|1.234568e+03|1.234568E+03|1234.567800|1234.567800|1234.5678',
    ],
    ['%v|%v|%v|%v|%v', [1e20, 1e21, 100000, 123456789, 1e-5].map(float), '1e+20|1e+21|100000|1.23456789e+08|1e-05'],
    ['%v|%v|%v|%v', [0, -0, 0.0001, 5e-324].map(float), '0|-0|0.0001|5e-324'],
    [
      '%v|%+v|%f|%06v|%6v|%-6v|',
      [NaN, NaN, Infinity, Infinity, -Infinity, NaN].map(float),
      'NaN|NaN|+Inf|  +Inf|  -Inf|NaN   |',
    ],
    ['%+f|% f|% f|%+g', [NaN, NaN, Infinity, -Infinity].map(float), '+NaN| NaN| Inf|-Inf'],
    ['%.0f|%.0f|%.0f|%.0f|%.1f|%.1f', [0.5, 1.5, 2.5, -0.5, 0.25, 1.35].map(float), '0|2|2|-0|0.2|1.4'],
    ['%.2f|%8.2f|%-8.2f|%08.2f|%+.2f|% .2f', times(6, float(1.23456)), '1.23|    1.23|1.23    |00001.23|+1.23| 1.23'],
    ['%08.1f|%-08.1f|%+08.1f', [-2.25, -2.25, 2.25].map(float), '-00002.2|-2.2    |+00002.2'],
    ['%.25f|%.30e', [float(0.1), float(0.1)], '0.1000000000000000055511151|1.000000000000000055511151231258e-01'],
    ['%.3e|%.0e|%e|%e', [99995, 2.5, 0, 1e-300].map(float), '1.000e+05|2e+00|0.000000e+00|1.000000e-300'],
    [
      '%.3g|%.3g|%.0g|%.10g|%.1g|%.3g',
      [1234, 0.00012345, 25, 100000, 9.5, 100].map(float),
      '1.23e+03|0.000123|2e+01|100000|1e+01|100',
    ],
    ['%#g|%#v|%#.3g|%#.0f|%#e|%#.0e', [1, 1, 1, 1, 1, 1].map(float), '1.00000|1|1.00|1.|1.000000e+00|1.e+00'],
    ['%#g|%#g|%#G|%#g', [0, 1e21, 1e-7, 123456789].map(float), '0.00000|1.00000e+21|1.00000E-07|1.23456789e+08'],
    [
      '%x|%X|%x|%x|%x',
      [1, 3.14, 0, -0.1, 5e-324].map(float),
      '0x1p+00|0X1.91EB851EB851FP+01|0x0p+00|-0x1.999999999999ap-04|0x1p-1074',
    ],
    [
      '%.3x|%.0x|%.0x|%.20x|%#x|%#.3x',
      [3.14, 1.5, 2.5, 1, 1, 1].map(float),
      '0x1.91fp+01|0x1p+01|0x1p+01|0x1.00000000000000000000p+00|0x1.0000p+00|0x1.000p+00',
    ],
    [
      '%b|%b|%b|%#b',
      [1, 0, 1e300, -2].map(float),
      '4503599627370496p-52|0p-1074|6724873095247260p+944|-4503599627370496p-51',
    ],
    [
      '%.0f',
      [high],
      '179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558632766878171540458953514382464234321326889464182768467546703537516986049910576551282076245490090389328944075868508455133942304583236903222948165808559332123348274797826204144723168738177180919299881250404026184124858368',
    ],
    [
      '%d|%s|%t|%c|%p',
      times(5, float(1.5)),
      '%!d(float64=1.5)|%!s(float64=1.5)|%!t(float64=1.5)|%!c(float64=1.5)|%!p(float64=1.5)',
    ],
    [
      '%T|%#z|%+d|%8.2d',
      [float(1), float(1), float(1), float(1)],
      'float64|%!z(float64=1.00000)|%!d(float64=+1)|%!d(float64=       1)',
    ],
  ],
  complex: [
    [
      '%v|%+v|%.1f|%8.2f|%x',
      times(5, complex(1.5, -2)),
      '(1.5-2i)|(1.5-2i)|(1.5-2.0i)|(    1.50   -2.00i)|(0x1.8p+00-0x1p+01i)',
    ],
    [
      '%v|%+.1e|%d|%T',
      [complex(0, 0), complex(1, NaN), complex(1, 2), complex(1, 2)],
      '(0+0i)|(+1.0e+00+NaNi)|%!d(complex128=(1+2i))|complex128',
    ],
  ],
  slices: [
    ['%v|%v', [slice(), slice(int(1), text('a'), nil, slice(bool(true)))], '[]|[1 a <nil> [true]]'],
    [
      '%#v',
      [slice(int(1), text('a'), nil, slice(uint8(3)))],
      '[]interface {}{1, "a", interface {}(nil), []interface {}{0x3}}',
    ],
    [
      '%d|%s|%q',
      [slice(int(1), text('a')), slice(int(1), nil), slice(text('a'), text('b'))],
      '[1 %!d(string=a)]|[%!s(int=1) <nil>]|["a" "b"]',
    ],
    [
      '%3d|%T|%w|%x',
      [slice(int(1), int(22)), slice(), slice(int(1)), slice(text('hi'), int(255))],
      '[  1  22]|[]interface {}|%!w([]interface {}=[1])|[6869 ff]',
    ],
  ],
  maps: [
    ['%v|%v', [map({}), map({ a: int(1), b: nil, c: stringMap({ x: 'y' }) })], 'map[]|map[a:1 b:<nil> c:map[x:y]]'],
    ['%#v', [map({ a: float(1), b: nil })], 'map[string]interface {}{"a":1, "b":interface {}(nil)}'],
    [
      '%#v|%q|%T',
      [stringMap({ a: 'b' }), stringMap({ a: 'b' }), stringMap({})],
      'map[string]string{"a":"b"}|map["a":"b"]|map[string]string',
    ],
    [
      '%d|%4s|%w',
      [map({ a: int(1) }), stringMap({ a: 'b' }), stringMap({ a: 'b' })],
      'map[%!d(string=a):1]|map[   a:   b]|%!w(map[string]string=map[a:b])',
    ],
  ],
  'missing and extra': [
    ['%s %d', [text('a')], 'a %!d(MISSING)'],
    ['%d', [], '%!d(MISSING)'],
    ['x', [int(1), nil, text('a'), slice(nil)], 'x%!(EXTRA int=1, <nil>, string=a, []interface {}=[<nil>])'],
    ['%', one, '%!(NOVERB)%!(EXTRA int=1)'],
    ['%-5', one, '%!(NOVERB)%!(EXTRA int=1)'],
    ['%5.', one, '%!.(int=    1)'],
    ['%z|%!|%\xc3\xa9', [int(1), int(1), int(1)], '%!z(int=1)|%!!(int=1)|%!\xc3\xa9(int=1)'],
    ['%\xff|', one, '%!\xef\xbf\xbd(int=1)|'],
    ['%w|%#w', [text('a'), text('a')], '%!w(string=a)|%!w(string="a")'],
  ],
  indexes: [
    ['%[2]d %[1]d', [int(1), int(2)], '2 1'],
    ['%[2]d %d', [int(1), int(2)], '2 %!d(MISSING)'],
    ['%[3]*.[2]*[1]f', [float(12), int(2), int(6)], ' 12.00'],
    [
      '%[0]d|%[3]d|%[x]d|%[]d|%[-1]d|%[1',
      [int(1), int(2)],
      '%!d(BADINDEX)|%!d(BADINDEX)|%!d(BADINDEX)|%!d(BADINDEX)|%!d(BADINDEX)|%!(NOVERB)',
    ],
    ['%[1]2d|%[1].2d|%[5]*d|%.[5]*d', [int(1), int(2)], '%!d(BADINDEX)|%!d(BADINDEX)|%!d(BADINDEX)|%!d(BADINDEX)'],
    ['%[10000000]d|%[1]d%[', one, '%!d(BADINDEX)|1%!(NOVERB)'],
    ['%[1]', one, '%!(NOVERB)'],
  ],
  'widths and precisions': [
    ['%*d|%-*d|%*d|', [5, 1, 4, 2, -4, 3].map(int), '    1|2   |3   |'],
    ['%.*f|%.*f', [int(2), float(1), int(-1), float(1)], '1.00|%!(BADPREC)1.000000'],
    ['%*d|%.*d|%*d', [text('a'), int(1), nil, int(2), uint8(3), int(7)], '%!(BADWIDTH)1|%!(BADPREC)2|  7'],
    ['%*d|%*d', [int(1_000_001), int(1), int(-1_000_001), int(2)], '%!(BADWIDTH)1|%!(BADWIDTH)2'],
    ['%*', one, '%!(NOVERB)'],
    ['%*d', one, '%!d(MISSING)'],
    ['%.*d|%.d|%5.d', [int(1_000_001), int(1), int(0), int(3)], '%!(BADPREC)1||    3'],
    ['%10000019d', one, '%!(NOVERB)%!(EXTRA int=1)'],
    ['%.10000019d', one, '%!(NOVERB)%!(EXTRA int=1)'],
  ],
};
