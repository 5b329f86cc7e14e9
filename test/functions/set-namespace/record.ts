import { fileURLToPath } from 'node:url';
import { recordOriginal, type OriginalInput } from '../../support/record-original.ts';
import { generatedInput } from './generated-input.ts';
import { asValue } from './outcome.ts';
import { WRITTEN_CALLS } from './written-calls.ts';

/** Records what a program makes of calls that were written or generated here: `node record.ts PROGRAM`. */
const [program = ''] = process.argv.slice(2);
const generated = Array.from({ length: 40 }, (_, seed) => ({ name: `generated ${seed}`, ...generatedInput(seed) }));
const calls = [...WRITTEN_CALLS, ...generated].map(({ name, config, items }): OriginalInput => ({
  name,
  config: asValue(config),
  items: items.map(asValue),
}));
recordOriginal(program, calls, fileURLToPath(import.meta.resolve('./recorded.jsonl')));
