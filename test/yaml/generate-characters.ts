import fc from 'fast-check';
import { keyNames, plainValues } from './generate.ts';

/** Characters that YAML 1.1, YAML 1.2 or a reader in use does not take for ordinary text, and some beside them. */
const SPECIAL =
  '\0\x01\x07\b\t\n\v\f\r\x1B\x1F\x7E\x7F\x80\x84\x85\x86\x9F\xA0\xAD\u1680\u2000\u200B\u2027\u2028\u2029\u202A\u3000\uD7FF\uE000\uFDD0\uFEFE\uFEFF\uFF00\uFFFD\uFFFE\uFFFF\u{10000}\u{1F600}\u{1FFFE}\u{10FFFF}';

const ORDINARY = 'ab1 #:-?,[]{}&*!|>\'"%@`\\=~.';

function oddStrings(maxLength: number): fc.Arbitrary<string> {
  const unit = fc.oneof(fc.constantFrom(...SPECIAL), fc.constantFrom(...ORDINARY));
  return fc.string({ unit, maxLength });
}

/** Plain data to set whose strings and keys have characters that readers treat differently. */
export function oddValues(): fc.Arbitrary<unknown> {
  const lines = fc.array(oddStrings(4), { minLength: 1, maxLength: 4 }).map((all) => all.join('\n'));
  const scalar = fc.oneof(oddStrings(8), lines, oddStrings(2));
  const map = fc.dictionary(oddKeys(), scalar, { maxKeys: 3, noNullPrototype: false });
  return fc.oneof(
    { weight: 4, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(fc.oneof(scalar, map), { maxLength: 3 }) },
    { weight: 1, arbitrary: map },
    { weight: 1, arbitrary: plainValues() },
  );
}

/** Names of keys with such characters. */
export function oddKeys(): fc.Arbitrary<string> {
  return fc.oneof({ weight: 3, arbitrary: oddStrings(4) }, { weight: 1, arbitrary: keyNames() });
}
