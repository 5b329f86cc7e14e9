import fc from 'fast-check';

const HEADERS = ['|', '>'].flatMap((style) =>
  ['', '1', '2', '3'].flatMap((digit) =>
    ['', '-', '+'].flatMap((chomp) => [style + digit + chomp, style + chomp + digit]),
  ),
);
const LINES = ['', ' ', '  ', '   ', '    ', '     ', ' x', '  x', '   x', '    x', '   \t', '    y ', '# c', '  # c'];
const PLACES = ['a: H', 'a:\n  b: H', '- H', '- - H', '- a: H', '? a\n: H', '? H', '--- H', 'a: # c\n - &n H # c'];

/**
 * A generated text with a block scalar of any header and lines, such as lines of white space of any depth. Some lines
 * can end in CRLF.
 */
export function blockScalars(): fc.Arbitrary<string> {
  return fc
    .record({
      place: fc.constantFrom(...PLACES),
      header: fc.constantFrom(...HEADERS),
      lines: fc.array(fc.constantFrom(...LINES), { maxLength: 5 }),
      end: fc.constantFrom('', '\n', '\n', '\nz: 1\n', '\n- z\n', '\n: z\n', '\n# c\n'),
      breaks: fc.oneof(fc.constant([]), fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 1, maxLength: 5 })),
    })
    .map(({ place, header, lines, end, breaks }) => {
      const text = `${[place.replace('H', header), ...lines].join('\n')}${end}`;
      let count = 0;
      return text.replaceAll('\n', (lf) => breaks[count++ % breaks.length] ?? lf);
    });
}
