// `node test/functions/apply-replacements/record.ts OLD NEW` records what the originals make of generated inputs: OLD
// is the program of v0.1.1, NEW that of v0.1.2, built from the source of kpt's catalog of functions.
import { fileURLToPath } from 'node:url';
import { YamlError } from '../../../src/yaml/index.ts';
import { recordOriginal, runOriginal } from '../../support/record-original.ts';
import { generatedInput } from './generated-input.ts';

const [old, current] = process.argv.slice(2);
if (old === undefined || current === undefined) throw new Error('usage: node record.ts OLD NEW');
const programs = [old, current];
// An original may print a text with a tag that it does not fit, and JSON has no integers of that size.
const isReadable = ({ text }: { readonly text: string }): boolean =>
  programs.every((program) => {
    try {
      return runOriginal(program, text).exitCode >= 0;
    } catch (error) {
      if (error instanceof YamlError) return false;
      throw error;
    }
  });
const inputs = Array.from({ length: 240 }, (_, seed) => ({ ...generatedInput(seed), config: null, items: [] }));
const readable = inputs.filter((input) => !/\d{16}/.test(input.text) && isReadable(input));
for (const [program, tag] of [
  [old, 'v0.1.1'],
  [current, 'v0.1.2'],
] as const)
  recordOriginal(program, readable, fileURLToPath(new URL(`recorded-${tag}.jsonl`, import.meta.url)));
