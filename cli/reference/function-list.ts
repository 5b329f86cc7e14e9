import type { Functions } from '../arguments/command.ts';
import { alignColumns } from './wrap.ts';

/** Returns a line for each function: its name and summary. */
export function functionList(functions: Functions): string {
  const rows = Object.entries(functions).map(([name, load]) => [name, load().definition.summary]);
  return `${alignColumns(rows).join('\n')}\n`;
}
