import assert from 'node:assert/strict';
import { shortStderr } from '../../src/host/index.ts';

describe('the stderr of a function in reports', () => {
  const rows: readonly (readonly [length: number, end: string])[] = [
    [0, ''],
    [65_536, 'x'],
    [65_537, 'x\n...(1 character(s) truncated)\n'],
    [10_000_000, 'x\n...(9934464 character(s) truncated)\n'],
  ];
  for (const [length, end] of rows)
    it(`is at most 65,536 characters of ${length}`, () => {
      const short = shortStderr({ stdout: '', stderr: 'x'.repeat(length), exitCode: 0, isTimedOut: false });
      assert.ok(short.endsWith(end));
      assert.equal(short.replace(/\n.*\n$/, '').length, Math.min(length, 65_536));
    });
});
