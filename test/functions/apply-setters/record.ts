// Records what the original makes of the inputs: node test/functions/apply-setters/record.ts PROGRAM
import { fileURLToPath } from 'node:url';
import { YamlError } from '../../../src/yaml/index.ts';
import { listText, recordOriginal, runOriginal } from '../../support/record-original.ts';
import { recordedInputs } from './inputs.ts';

const [, , program] = process.argv;
if (program === undefined) throw new Error('usage: record.ts PROGRAM');

const file = fileURLToPath(new URL('recorded.jsonl', import.meta.url));
// The original prints some comments so that its own output cannot be read.
const readable = recordedInputs().filter((input) => isReadable(() => runOriginal(program, listText(input))));
recordOriginal(program, readable, file);

function isReadable(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch (error) {
    if (error instanceof YamlError) return false;
    throw error;
  }
}
