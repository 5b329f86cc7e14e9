// `node test/functions/set-annotations/record.ts PROGRAM` records what the original makes of the inputs, of the tag
// that the function follows. PROGRAM is built from the source of kpt's catalog of functions.
import { fileURLToPath } from 'node:url';
import { recordOriginal } from '../../support/record-original.ts';
import { inputs } from './inputs.ts';

const [program] = process.argv.slice(2);
if (program === undefined) throw new Error('usage: node record.ts PROGRAM');
recordOriginal(program, inputs, fileURLToPath(new URL('recorded.jsonl', import.meta.url)));
