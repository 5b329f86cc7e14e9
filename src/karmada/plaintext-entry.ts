import type { Problems } from '../function/problems.ts';
import { inSchemaOrder } from '../function/schema.ts';
import { isProtectedField } from '../krm/protected.ts';
import type { ResultCode } from '../krm/result-codes.ts';
import type { PointerOptions, ValueOperation } from '../patch/index.ts';
import { isMap, type Path, type Value } from '../yaml/index.ts';
import { notAllowed, readFieldPointer, checkElementValue } from './field-overrider.ts';
import type { IfMissing } from './overrider.ts';

/** Entry of `plaintext` as written in a configuration: Karmada's fields, then those of our own kinds. */
export interface WrittenPlaintext {
  readonly path: string;
  readonly operator: 'add' | 'remove' | 'replace';
  /** Required for `add` and `replace`, where null is a value. Ignored for `remove`, as in Karmada. */
  readonly value?: unknown;
  /** Severity if there is nothing to replace, or no parent to add to. Defaults to `error`. */
  readonly ifMissing?: IfMissing;
  /** Creates missing parents of the value to add: maps, and lists of elements named by a field. */
  readonly ensurePath?: boolean;
}

/** One operation on a resource. */
export interface PlaintextEntry extends PointerOptions {
  /** Place in its configuration. */
  readonly field: Path;
  readonly operation: ValueOperation;
  /** Tokens of the operation's path. */
  readonly tokens: readonly string[];
  readonly ifMissing: IfMissing;
  readonly ensurePath: boolean;
}

/** Reads an entry at a field. Returns undefined if its path is not a JSON pointer. */
export function readPlaintextEntry(
  { path, operator, value, ifMissing, ensurePath = false }: WrittenPlaintext,
  field: Path,
  problems: Problems,
  options: PointerOptions = {},
): PlaintextEntry | undefined {
  const refuse = (code: ResultCode, name: string, message: string): void =>
    problems.add({ code, field: [...field, name], message });
  const given = operator === 'remove' || value === undefined ? undefined : inSchemaOrder(value);
  if (operator !== 'remove' && given === undefined)
    refuse('missing-field', 'value', 'value is required for add or replace operation');
  if (operator === 'remove' && ifMissing !== undefined)
    refuse('exclusive-fields', 'ifMissing', notAllowed('ifMissing', operator));
  if (operator !== 'add' && ensurePath) refuse('exclusive-fields', 'ensurePath', notAllowed('ensurePath', operator));
  const tokens = readFieldPointer(path, [...field, 'path'], problems);
  if (tokens === undefined) return undefined;
  for (const message of faultsOf(tokens, given)) {
    problems.add({ field: [...field, 'path'], message, currentValue: path });
  }
  checkElementValue({ tokens, value: given }, field, problems, options);
  const operation = { op: operator, path, ...(given !== undefined && { value: given }) };
  return { field, operation, tokens, ifMissing: ifMissing ?? 'error', ensurePath, ...options };
}

function faultsOf(tokens: readonly string[], value: Value | undefined): readonly string[] {
  if (tokens.length === 0) return ['must name a field of the resource'];
  if (tokens.includes('')) return ['must not contain "//" or end with "/"'];
  return writesProtected(tokens, value) ? ['must not name an annotation of kpt'] : [];
}

/** Reports whether a path, or a key of the value to write there, is an annotation that kpt keeps for itself. */
function writesProtected(path: Path, value: Value | undefined): boolean {
  if (isProtectedField(path)) return true;
  return isMap(value) && Object.entries(value).some(([key, item]) => writesProtected([...path, key], item));
}
