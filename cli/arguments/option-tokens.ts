import { parseArgs } from 'node:util';
import type { Option } from './option.ts';

/** Splits arguments without `--` into options and operands. An unknown option counts as a flag. */
export function optionTokens(args: readonly string[], options: readonly Option[]) {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(options.map(({ name, short, value }) => [name, nodeOption(short, value)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return tokens;
}

function nodeOption(short: string | undefined, value: string | undefined) {
  return { type: value === undefined ? 'boolean' : 'string', multiple: true, ...(short && { short }) } as const;
}
