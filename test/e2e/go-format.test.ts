import assert from 'node:assert/strict';
import fc from 'fast-check';
import { encodeCall, perform, type Call } from '../go-template/fmt/format-calls.ts';
import { formatRows } from '../go-template/fmt/format-rows.ts';
import { calls } from '../go-template/generate-calls.ts';
import { GoProgram } from '../support/go-program.ts';
import { propertyRuns } from '../support/property-runs.ts';

const CASES = propertyRuns(2000);
const SEED = Number(process.env['PROPERTY_SEED'] ?? 1);
const CHUNK = 10_000;

describe('formats, quotes and escapes compared with Go', function () {
  const go = new GoProgram('go-format');

  it('returns the same for the rows of the unit tests', () => {
    const rows = Object.values(formatRows).flat();
    const asked = rows.map(([text, args]): Call => ({ name: 'sprintf', text, args }));
    assert.deepEqual(
      askGo(asked),
      rows.map(([, , want]) => want),
    );
  });

  it(`returns the same for ${CASES} generated calls`, () => {
    for (let done = 0; done < CASES; done += CHUNK) {
      const size = Math.min(CHUNK, CASES - done);
      const chunk = fc.sample(calls(), { numRuns: size, seed: SEED + done });
      const wanted = askGo(chunk);
      for (const [index, call] of chunk.entries())
        assert.equal(perform(call), wanted[index], JSON.stringify(encodeCall(call)));
    }
  });

  it('escapes the same code points', () => {
    const call: Call = { name: 'printable', text: '', args: [] };
    const [ranges] = askGo([call]);
    assert.deepEqual(perform(call)?.split(' '), ranges?.split(' '));
  });

  /** Returns Go's result of each call; null if it is refused. */
  function askGo(asked: readonly Call[]): readonly (string | null)[] {
    return go.ask(asked.map(encodeCall)).map((line) => JSON.parse(line) as string | null);
  }
});
