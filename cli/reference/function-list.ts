import { type Functions, formsOf } from '../../src/function/index.ts';
import { alignColumns } from '../terminal/table.ts';

/** Returns a line for each function: its name and summary. */
export function functionList(functions: Functions): string {
  const rows = Object.entries(functions).map(([name, load]) => [name, load().definition.summary]);
  return `${alignColumns(rows).join('\n')}\n`;
}

/** Returns the functions as JSON: a list of their names, summaries, origins, and the kinds that they read. */
export function functionJson(functions: Functions): string {
  const list = Object.entries(functions).map(([name, load]) => {
    const { definition } = load();
    const { summary, origin } = definition;
    return { name, summary, origin, kinds: formsOf(definition).map(({ apiVersion, kind }) => ({ apiVersion, kind })) };
  });
  return `${JSON.stringify(list, undefined, 2)}\n`;
}
