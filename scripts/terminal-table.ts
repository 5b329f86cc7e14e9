import { alignColumns } from '../cli/terminal/table.ts';
import { COLUMNS, hang } from '../cli/reference/wrap.ts';

/**
 * Returns a table, whose first row is its head, as lines of 80 columns: fields with their types and meanings, another
 * table aligned if it fits, otherwise a record for each row with the names of the columns before their cells.
 */
export function terminalTable([head = [], ...rows]: readonly (readonly string[])[], indent: string): string[] {
  if (head[0] === 'field' && head[1] === 'type') return rows.flatMap((row) => fieldLines(row, indent));
  const aligned = alignColumns([head, ...rows]).map((line) => `${indent}${line}`.trimEnd());
  if (aligned.every((line) => line.length <= COLUMNS)) return aligned;
  const width = Math.max(...rows.map(([first = '']) => first.length));
  return rows.flatMap((row, index) => [
    ...(index === 0 ? [] : ['']),
    ...(head[0] === 'severity'
      ? messageRecord(head, row, `${indent}${(row[0] ?? '').padEnd(width)}  `)
      : record(head, row, indent)),
  ]);
}

function fieldLines([field = '', type = '', ...meaning]: readonly string[], indent: string): string[] {
  const shownType = `<${type.replaceAll("'", '')}>`;
  const line = `${indent}${field} ${shownType}`;
  const head = line.length <= COLUMNS ? [line] : [`${indent}${field}`, ...hang(`${indent}  `, shownType)];
  return [...head, ...hang(`${indent}    `, meaning.join(' '))];
}

/** Returns a record whose first line has the severity and the message. */
function messageRecord(head: readonly string[], row: readonly string[], start: string): string[] {
  const [, message = '', ...others] = row;
  return [...hang(start, message), ...labeled(head.slice(2), others, ' '.repeat(start.length))];
}

function record(head: readonly string[], [first = '', ...others]: readonly string[], indent: string): string[] {
  return [...hang(indent, first), ...labeled(head.slice(1), others, `${indent}    `)];
}

/** Returns cells that are not empty, each after the name of its column. */
function labeled(names: readonly string[], cells: readonly string[], indent: string): string[] {
  const width = Math.max(0, ...names.map((name) => name.length));
  return cells.flatMap((cell, index) => {
    const name = names[index] ?? '';
    return cell === '' ? [] : hang(`${indent}${width === 0 ? '' : `${name.padEnd(width)}  `}`, cell);
  });
}
