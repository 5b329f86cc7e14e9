import type { NewValue } from './document.ts';
import type { Printable } from './print/print.ts';
import { openNode } from './tree/node.ts';
import { plainValue } from './tree/plain.ts';
import { isTreeNode } from './tree/tree.ts';
import type { Value } from './tree/value.ts';

/** A new value as plain data, and as it is printed; the latter is undefined for plain data alone. */
export interface OpenedValue {
  readonly plain: Value;
  readonly printable: Printable | undefined;
}

/** Opens the nodes of a new value. @throws YamlError if one is of an earlier version of its document. */
export function openValue(value: NewValue): OpenedValue {
  if (!holdsNode(value)) return { plain: value as Value, printable: undefined };
  const printable = opened(value);
  return { plain: plainOf(printable), printable };
}

function holdsNode(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return openNode(value) !== undefined || Object.values(value).some(holdsNode);
}

function opened(value: unknown): Printable {
  const node = openNode(value);
  if (node !== undefined || typeof value !== 'object' || value === null) return node ?? (value as Printable);
  if (Array.isArray(value)) return value.map(opened);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, opened(each)]));
}

function plainOf(value: Printable): Value {
  if (isTreeNode(value)) return plainValue(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plainOf);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainOf(each)]));
}
