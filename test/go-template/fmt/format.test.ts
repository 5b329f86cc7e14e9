import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FormattedTooLong } from '../../../src/go-template/fmt/format-length.ts';
import { sprint, sprintf, sprintln } from '../../../src/go-template/fmt/format.ts';
import type { GoValue } from '../../../src/go-template/value.ts';
import { formatRows } from './format-rows.ts';
import { bool, float, int, map, nil, slice, stringMap, text } from './format-values.ts';

describe('sprintf', () => {
  for (const [group, rows] of Object.entries(formatRows)) {
    describe(group, () => {
      for (const [format, args, want] of rows) {
        it(JSON.stringify(format), () => assert.equal(sprintf(format, args), want));
      }
    });
  }

  it('accepts any width that Go does, up to ten million, and refuses a text beyond the limit', () => {
    assert.equal(sprintf('%9999999d', [int(1)]).length, 9_999_999);
    assert.throws(() => sprintf('%9999999d%9999999d', [int(1), int(2)]), FormattedTooLong);
    assert.throws(() => sprintf('%9999999v', [slice(int(1), int(2))]), FormattedTooLong);
    assert.throws(() => sprintf('%9999999v', [stringMap({ a: 'b' })]), FormattedTooLong);
  });

  it('prints the same address for every map and slice', () => {
    assert.equal(sprintf('%p|%#p|%14p', [slice(int(1)), map({}), slice()]), '0xc000000000|c000000000|  0xc000000000');
  });

  it('prints floats that parse to the same value, with 17 digits and with the fewest', () => {
    const isSame = (value: number): void => {
      assert.equal(Number(sprintf('%.17g', [float(value)])), value);
      assert.equal(Number(sprintf('%v', [float(value)])), value);
    };
    fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), isSame));
  });
});

describe('sprint and sprintln', () => {
  const rows: readonly (readonly [args: readonly GoValue[], printed: string, line: string])[] = [
    [[], '', '\n'],
    [[text('a')], 'a', 'a\n'],
    [[text('a'), text('b')], 'ab', 'a b\n'],
    [[int(1), int(2)], '1 2', '1 2\n'],
    [[int(1), text('a'), int(2), bool(true), nil], '1a2 true <nil>', '1 a 2 true <nil>\n'],
    [[slice(), map({ a: int(1) }), float(0.5)], '[] map[a:1] 0.5', '[] map[a:1] 0.5\n'],
    [[text('%d'), text('é')], '%d\xc3\xa9', '%d \xc3\xa9\n'],
  ];
  for (const [args, printed, line] of rows) {
    it(JSON.stringify(line), () => {
      assert.equal(sprint(args), printed);
      assert.equal(sprintln(args), line);
    });
  }
});
