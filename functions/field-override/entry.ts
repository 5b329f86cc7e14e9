import {
  formatPointer,
  inSchemaOrder,
  isProtectedField,
  oneOf,
  parsePointer,
  PatchError,
  type Operation,
  type OperationName,
  type Path,
  type Problems,
} from '../../src/index.ts';
import { readMerges, type Merge } from './merge.ts';

/** The edits of one text. */
export interface Entry {
  /** JSON pointer to the field that holds the text, and its tokens. */
  readonly fieldPath: string;
  readonly tokens: readonly string[];
  readonly format: 'json' | 'yaml';
  /** Zero-based number of the document in the text. */
  readonly document: number;
  readonly operations: readonly Operation[];
  /** Maps to merge into the document after the operations, in order. */
  readonly merges: readonly Merge[];
}

/** An operation as written in a configuration. */
interface WrittenOperation {
  readonly subPath: string;
  readonly operator: OperationName;
  readonly from?: string;
  readonly value?: unknown;
}

/** An entry as written in a configuration: Karmada's fields and those of a FieldOverride. */
export interface WrittenEntry {
  readonly fieldPath: string;
  readonly json?: readonly WrittenOperation[];
  readonly yaml?: readonly WrittenOperation[];
  readonly document?: number;
  readonly mergeValue?: unknown;
  readonly mergeRawValue?: string;
}

/** Reads an entry at a field. Adds problems in the words of Karmada's webhook. Undefined if it cannot be applied at all. */
export function readEntry(entry: WrittenEntry, field: Path, problems: Problems): Entry | undefined {
  const format = readFormat(entry, field, problems);
  const tokens = readFieldPath(entry.fieldPath, [...field, 'fieldPath'], problems);
  if (format === undefined) return undefined;
  const written = entry[format] ?? [];
  for (const [index, operation] of written.entries()) checkOperation(operation, [...field, format, index], problems);
  return {
    fieldPath: entry.fieldPath,
    tokens,
    format,
    document: entry.document ?? 0,
    operations: written.map(asOperation),
    merges: readMerges({ ...entry, format }, field, problems),
  };
}

function readFormat(entry: WrittenEntry, field: Path, problems: Problems): Entry['format'] | undefined {
  const merges = entry.mergeValue !== undefined || entry.mergeRawValue !== undefined;
  const isSet = (format: Entry['format']): boolean => {
    const operations = entry[format];
    return operations !== undefined && (merges || operations.length > 0);
  };
  if (isSet('json') && isSet('yaml')) {
    problems.add({ field, message: 'FieldOverrider has both YAML and JSON set. Only one is allowed' });
    return undefined;
  }
  const format = (['json', 'yaml'] as const).find(isSet);
  if (format === undefined) problems.add({ field, message: 'FieldOverrider must have either JSON or YAML set' });
  return format;
}

function readFieldPath(pointer: string, field: Path, problems: Problems): readonly string[] {
  const tokens = readPointer(pointer, field, problems);
  if (tokens?.length === 0)
    problems.add({ field, message: 'must name a field of the resource', currentValue: pointer });
  if (isProtectedField(tokens ?? [])) {
    problems.add({ field, message: 'must not name an annotation of kpt', currentValue: pointer });
  }
  return tokens ?? [];
}

function readPointer(pointer: string, field: Path, problems: Problems): readonly string[] | undefined {
  try {
    return parsePointer(pointer);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    problems.add({ field, message: error.message, currentValue: pointer });
    return undefined;
  }
}

/** Operators that take each field. The webhook knows the first three operators. */
const TAKES: Readonly<Record<'value' | 'from', readonly OperationName[]>> = {
  value: ['add', 'replace', 'test'],
  from: ['move', 'copy'],
};

function checkOperation(operation: WrittenOperation, field: Path, problems: Problems): void {
  const { subPath, operator, from } = operation;
  readPointer(subPath, [...field, 'subPath'], problems);
  if (from !== undefined) readPointer(from, [...field, 'from'], problems);
  if (operator === 'remove' && subPath === '') {
    problems.add({ field: [...field, 'subPath'], message: 'the whole document cannot be removed' });
  }
  for (const name of ['value', 'from'] as const) {
    const takes = TAKES[name].includes(operator);
    const given = operation[name] !== undefined;
    if (takes && !given) problems.add({ field: [...field, name], message: required(name, operator) });
    if (!takes && given) {
      problems.add({ field: [...field, name], message: `${name} is not allowed for ${operator} operation` });
    }
  }
}

function required(name: 'value' | 'from', operator: OperationName): string {
  const operators: readonly string[] = operator === 'test' ? ['test'] : TAKES[name].filter((other) => other !== 'test');
  return `${name} is required for ${oneOf(operators)} operation`;
}

function asOperation({ subPath, operator, from, value }: WrittenOperation): Operation {
  return {
    op: operator,
    path: subPath,
    ...(from !== undefined && { from }),
    ...(value !== undefined && { value: inSchemaOrder(value) }),
  };
}

/** Describes an operation for messages: its place in the entry, its operator and its path. */
export function describeOperation({ format, operations }: Entry, index: number): string {
  const { op, path } = operations[index] ?? { op: 'operation', path: formatPointer([index]) };
  return `\`${format}[${index}]\` (${op} ${JSON.stringify(path)})`;
}
