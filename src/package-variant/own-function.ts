import { byteOrder } from '../byte-order.ts';
import { FUNCTION_FIELDS } from './function-fields.ts';
import type { Resource } from '../krm/resource.ts';
import { isMap, type NewValue, type Path, type SourceDocument, type Value } from '../yaml/index.ts';

/** Function that a PackageVariant puts into a pipeline. */
export interface OwnFunction {
  /** Name in the Kptfile. */
  readonly name: string;
  /** Configuration that holds the function, at `path`. */
  readonly source: Resource;
  readonly path: Path;
}

/**
 * Returns the name in a Kptfile that identifies the owner of a function (design "Kptfile Function Pipeline Editing").
 * `name` is its name in the PackageVariant, '' if unnamed, and has no dot.
 */
export function ownFunctionName(owner: string, name: string, index: number): string {
  return `PackageVariant.${owner}.${name}.${index}`;
}

/**
 * Returns the PackageVariant that owns the function of a name; `undefined` if there is none. The name is read from its
 * right, where no part has a dot: the rest is the name of the PackageVariant, which may contain dots. Porch accepts
 * only a 64-bit integer as an index.
 */
export function functionOwner(name: unknown): string | undefined {
  const [, owner, index = ''] = (typeof name === 'string' ? OWN_NAME.exec(name) : null) ?? [];
  return index.replace(/^0+/, '').length <= 19 && BigInt(index) <= MAX_INDEX ? owner : undefined;
}

const OWN_NAME = /^PackageVariant\.([^]+)\.[^.]*\.([0-9]+)$/;

const MAX_INDEX = 2n ** 63n - 1n;

/** Returns the plain data of a function in the Kptfile. */
export function functionValue({ source, path, name }: OwnFunction): Value {
  const value = source.document.value(path);
  return { ...(isMap(value) && value), name };
}

/**
 * Writes a function to a place, into which `put` puts its argument. Copies its lines with their comments, order, quotes
 * and numbers. A function in flow style or JSON has no lines: it is written in the order of kpt's type, since a program
 * chose its order.
 */
export function writeFunction(
  document: SourceDocument,
  place: Path,
  { source, path, name }: OwnFunction,
  put: (content: NewValue) => void,
): void {
  const node = source.document.get(path);
  if (node !== undefined && !node.flow) put(node);
  else {
    put({});
    for (const key of source.document.keys(path)?.toSorted(byField) ?? []) {
      if (key !== 'name') writeValue(document, [...place, key], source.document, [...path, key]);
      else document.set([...place, key], name);
    }
  }
  document.set([...place, 'name'], name);
}

/** Writes a value; numbers keep their text. */
function writeValue(document: SourceDocument, place: Path, source: SourceDocument, path: Path): void {
  const value = source.value(path) ?? null;
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  document.set(place, isMap(value) ? {} : ((isNumber ? source.get(path) : undefined) ?? value));
  if (!isMap(value)) return;
  for (const key of Object.keys(value).toSorted(byteOrder))
    writeValue(document, [...place, key], source, [...path, key]);
}

/** Compares field names, known ones first. */
function byField(a: string, b: string): number {
  return rank(a) - rank(b) || byteOrder(a, b);
}

function rank(field: string): number {
  const index = FUNCTION_FIELDS.indexOf(field);
  return index === -1 ? FUNCTION_FIELDS.length : index;
}
