import { writeFileSync } from 'node:fs';
import { generatedInput } from './generated-input.ts';
import { listOf, programOutcome, RECORDED, type RecordedCall } from './outcome.ts';
import { WRITTEN_CALLS } from './written-calls.ts';

/** Records what a program makes of calls that were written or generated here: `node record.ts PROGRAM`. */
const [program = ''] = process.argv.slice(2);
const generated = Array.from({ length: 40 }, (_, seed) => ({ name: `generated ${seed}`, ...generatedInput(seed) }));
const calls = [...WRITTEN_CALLS, ...generated].map(({ name, config, items }): RecordedCall => {
  const call = { name, ...(config && { config }), items };
  return { ...call, outcome: programOutcome(program, listOf(call)) };
});
writeFileSync(RECORDED, calls.map((call) => `${JSON.stringify(call)}\n`).join(''));
