import type { Problems } from '../function/problems.ts';
import { hasElementName, readElementName, requirementOf, type PointerOptions } from '../patch/index.ts';
import type { Path, Value } from '../yaml/index.ts';

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
