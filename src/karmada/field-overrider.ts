import type { Problems } from '../function/problems.ts';
import { inSchemaOrder } from '../function/schema.ts';
import { isProtectedField } from '../krm/protected.ts';
import {
  hasElementName,
  type Operation,
  type OperationName,
  parsePointer,
  PatchError,
  type PointerOptions,
  readElementName,
  requirementOf,
} from '../patch/index.ts';
import { oneOf } from '../wording.ts';
import type { Path, Value } from '../yaml/index.ts';
import { type MergePatch, readMerges } from './merge-patch.ts';
import type { IfMissing } from './overrider.ts';

/** The edits of one text: a `fieldOverrider` of Karmada, or one of a FieldOverride, which can do more. */
export interface FieldOverrider {
  /** Path of its entry in the configuration. */
  readonly field: Path;
  /** JSON pointer to the field that holds the text, and its tokens. */
  readonly fieldPath: string;
  readonly tokens: readonly string[];
  readonly format: 'json' | 'yaml';
  /** Zero-based number of the document in the text. */
  readonly document: number;
  readonly operations: readonly Operation[];
  /** Maps to merge into the document after the operations, in order. */
  readonly merges: readonly MergePatch[];
  /**
   * Severity if a resource lacks the field, or an operation other than `test` has no target in the text. Undefined: the
   * former is for the caller to report, the latter an error.
   */
  readonly ifMissing: IfMissing | undefined;
  /** Creates missing parents of added values in the text. */
  readonly ensurePath: boolean;
  /** Tokens of pointers may name elements of lists by a field. */
  readonly elementsByField: boolean;
}

/** An operation as written in a configuration. */
interface WrittenOperation {
  readonly subPath: string;
  readonly operator: OperationName;
  readonly from?: string;
  readonly value?: unknown;
}

/** An overrider as written in a configuration: Karmada's fields and those of a FieldOverride. */
export interface WrittenFieldOverrider {
  readonly fieldPath: string;
  readonly json?: readonly WrittenOperation[];
  readonly yaml?: readonly WrittenOperation[];
  readonly document?: number;
  readonly mergeValue?: unknown;
  readonly mergeRawValue?: string;
  readonly ifMissing?: IfMissing;
  readonly ensurePath?: boolean;
}

/**
 * Reads an overrider at a field. Adds problems in the words of Karmada's webhook. Returns undefined if it cannot be
 * applied at all.
 */
export function readFieldOverrider(
  overrider: WrittenFieldOverrider,
  field: Path,
  problems: Problems,
  options: PointerOptions = {},
): FieldOverrider | undefined {
  const format = readFormat(overrider, field, problems);
  const tokens = readFieldPath(overrider.fieldPath, [...field, 'fieldPath'], problems);
  if (format === undefined) return undefined;
  const written = overrider[format] ?? [];
  for (const [index, operation] of written.entries()) {
    checkOperation(operation, [...field, format, index], problems, options);
  }
  const { ifMissing, ensurePath = false } = overrider;
  if (ensurePath && !written.some(({ operator }) => operator === 'add')) {
    problems.add({ field: [...field, 'ensurePath'], message: 'has no effect without an `add` operation' });
  }
  return {
    field,
    fieldPath: overrider.fieldPath,
    tokens,
    format,
    document: overrider.document ?? 0,
    operations: written.map(asOperation),
    merges: readMerges({ ...overrider, format }, field, problems),
    ifMissing,
    ensurePath,
    elementsByField: options.elementsByField ?? false,
  };
}

function readFormat(
  overrider: WrittenFieldOverrider,
  field: Path,
  problems: Problems,
): FieldOverrider['format'] | undefined {
  const merges = overrider.mergeValue !== undefined || overrider.mergeRawValue !== undefined;
  const isSet = (format: FieldOverrider['format']): boolean => {
    const operations = overrider[format];
    return operations !== undefined && (merges || operations.length > 0);
  };
  if (isSet('json') && isSet('yaml')) {
    problems.add({
      code: 'exclusive-fields',
      field,
      message: 'FieldOverrider has both YAML and JSON set. Only one is allowed',
    });
    return undefined;
  }
  const format = (['json', 'yaml'] as const).find(isSet);
  if (format === undefined)
    problems.add({ code: 'missing-field', field, message: 'FieldOverrider must have either JSON or YAML set' });
  return format;
}

/** Reads a JSON pointer to a field of a resource, at a field of the configuration, into its tokens. Adds problems. */
export function readFieldPath(pointer: string, field: Path, problems: Problems): readonly string[] {
  const tokens = readFieldPointer(pointer, field, problems);
  if (tokens?.length === 0)
    problems.add({ field, message: 'must name a field of the resource', currentValue: pointer });
  if (isProtectedField(tokens ?? [])) {
    problems.add({ field, message: 'must not name an annotation of kpt', currentValue: pointer });
  }
  return tokens ?? [];
}

/** Reads a JSON pointer at a field into its tokens. Adds a problem, and returns undefined, if it is not one. */
export function readFieldPointer(pointer: string, field: Path, problems: Problems): readonly string[] | undefined {
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

function checkOperation(operation: WrittenOperation, field: Path, problems: Problems, options: PointerOptions): void {
  const { subPath, operator, from } = operation;
  const tokens = readFieldPointer(subPath, [...field, 'subPath'], problems) ?? [];
  const value = operation.value === undefined ? undefined : inSchemaOrder(operation.value);
  if (operator === 'add' || operator === 'replace') checkElementValue({ tokens, value }, field, problems, options);
  if (from !== undefined) readFieldPointer(from, [...field, 'from'], problems);
  if (operator === 'remove' && subPath === '') {
    problems.add({ field: [...field, 'subPath'], message: 'the whole document cannot be removed' });
  }
  for (const name of ['value', 'from'] as const) {
    const takes = TAKES[name].includes(operator);
    const given = operation[name] !== undefined;
    if (takes && !given)
      problems.add({ code: 'missing-field', field: [...field, name], message: required(name, operator) });
    if (!takes && given) {
      problems.add({ code: 'exclusive-fields', field: [...field, name], message: notAllowed(name, operator) });
    }
  }
}

/** Returns the message for a field that an operator does not take, in the words of Karmada's webhook. */
export function notAllowed(name: string, operator: string): string {
  return `${name} is not allowed for ${operator} operation`;
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

/** An operation that may name an element of a list in its last token. */
interface ElementOperation {
  readonly tokens: readonly string[];
  /** Value to add, or to replace the element with. */
  readonly value: Value | undefined;
}

/** Adds a problem, at the field of an operation, if its value lacks the name of the element that it is written to. */
export function checkElementValue(
  { tokens, value }: ElementOperation,
  field: Path,
  problems: Problems,
  { elementsByField = false }: PointerOptions,
): void {
  const name = elementsByField ? readElementName(tokens.at(-1) ?? '') : undefined;
  if (name === undefined || value === undefined || hasElementName(value, name)) return;
  problems.add({ field: [...field, 'value'], message: `${requirementOf(name)}, as in the path` });
}
