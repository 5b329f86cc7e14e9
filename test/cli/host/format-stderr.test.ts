import assert from 'node:assert/strict';
import { formatEnd, formatStderr } from '../../../cli/host/format-stderr.ts';

const MORE = (count: number): string =>
  `    ...(${count} line(s) truncated, use '--truncate-output=false' to disable)\n`;

/** Recorded from kpt 1.0.0-beta.56: lines below the heading, with and without `--truncate-output=false`. */
const rows: readonly (readonly [stderr: string, truncated: string, whole?: string])[] = [
  ['a', '    "a"\n'],
  ['a\n', '    "a"\n    ""\n'],
  ['\n', '    ""\n    ""\n'],
  ['  x  \n\n', '    "  x  "\n    ""\n    ""\n'],
  ['a\nb\nc\nd', '    "a"\n    "b"\n    "c"\n    "d"\n'],
  ['a\nb\nc\nd\n', `    "a"\n    "b"\n    "c"\n    "d"\n${MORE(1)}`, '    "a"\n    "b"\n    "c"\n    "d"\n    ""\n'],
  ['\n\n\n\n\n\n\n', `    ""\n    ""\n    ""\n    ""\n${MORE(4)}`, '    ""\n'.repeat(8)],
  [
    'a\r\nb "q" \\ \t \u0001 é \u007f \u2028 \u00ad 😀',
    String.raw`    "a\r"` + '\n' + String.raw`    "b \"q\" \\ \t \x01 é \x7f \u2028 \u00ad 😀"` + '\n',
  ],
];

describe('formatStderr', () => {
  for (const [stderr, truncated, whole = truncated] of rows) {
    it(`formats ${JSON.stringify(stderr)} as kpt does`, () => {
      assert.equal(formatStderr(stderr, true), `  Stderr:\n${truncated}`);
      assert.equal(formatStderr(stderr, false), `  Stderr:\n${whole}`);
    });
  }

  it('returns nothing for an empty stderr', () => assert.equal(formatStderr('', true), ''));
});

describe('formatEnd', () => {
  it('formats an exit code with an empty line after it', () => {
    assert.equal(formatEnd({ exitCode: 3 }), '  Exit code: 3\n\n');
  });

  it('names a signal', () => {
    assert.equal(formatEnd({ exitCode: -1, signal: 'SIGSEGV' }), '  Signal: SIGSEGV\n\n');
  });
});
