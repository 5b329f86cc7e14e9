import { formatFieldPath } from './field-path.ts';
import { isProtectedField } from './protected.ts';
import { ResourceList } from './resource-list.ts';
import { KrmError } from './result.ts';
import type { Location, Resource } from './resource.ts';
import {
  applyEdits,
  equalValues,
  findDifference,
  isMap,
  type DataEdit,
  type Path,
  type Scan,
  type SourceDocument,
  YamlError,
} from '../yaml/index.ts';

/**
 * Reads the text written for a list and compares its data with those of the list as it was read, edited independently
 * of any text. Keeps our own defects from writing unintended data, or from moving or losing a resource: kpt deletes the
 * file of an item that a function does not return. Skips unchanged parts. Throws an `Error` on a difference.
 */
export function verifyOutput(text: string, meant: ResourceList): void {
  try {
    verify(new ResourceList(text), meant);
  } catch (error) {
    if (error instanceof YamlError || error instanceof KrmError)
      throw new Error('the output cannot be read', { cause: error });
    throw error;
  }
}

function verify(written: ResourceList, meant: ResourceList): void {
  const { items, rest } = sortEdits(meant);
  if (written.length !== items.length)
    throw new Error(`the output must have ${items.length} items, not ${written.length}`);
  const check = new ItemCheck(written, meant);
  items.forEach((item, index) => check.verify(item, index));
  verifyRest(written.document, meant, rest);
}

/** Expected item of the output. */
interface MeantItem {
  /** Index of the item in the input; undefined for an added one. */
  readonly origin: number | undefined;
  /** Edits of the item, with paths from the list. */
  readonly edits: DataEdit[];
}

interface SortedEdits {
  /** Expected items in output order. */
  readonly items: readonly MeantItem[];
  readonly rest: readonly DataEdit[];
}

/** Groups the edits of a list by item. */
function sortEdits({ document, lengthRead }: ResourceList): SortedEdits {
  const items: MeantItem[] = Array.from({ length: lengthRead }, (_, origin) => ({ origin, edits: [] }));
  const rest: DataEdit[] = [];
  for (const edit of document.edits) {
    const [field, index] = edit.path;
    if (field !== 'items') rest.push(edit);
    else if (typeof index === 'number' && (edit.kind !== 'remove' || edit.path.length > 2))
      items[index]?.edits.push(edit);
    else if (typeof index === 'number') items.splice(index, 1);
    else if (edit.kind === 'insert') items.splice(edit.index, 0, { origin: undefined, edits: [added(edit)] });
    else throw new Error('the list of items was edited as a whole');
  }
  return { items, rest };
}

function added({ value }: DataEdit & { readonly kind: 'insert' }): DataEdit {
  return { kind: 'set', path: ['items', 0], value };
}

/** Compares the written items of a list with the expected ones. */
class ItemCheck {
  readonly #written: ResourceList;
  readonly #meant: ResourceList;
  readonly #scansWritten: readonly (Scan | undefined)[];
  readonly #scansRead: readonly (Scan | undefined)[];
  #original: ResourceList | undefined;

  constructor(written: ResourceList, meant: ResourceList) {
    this.#written = written;
    this.#meant = meant;
    this.#scansWritten = written.scans();
    this.#scansRead = meant.scans();
  }

  /** Returns the list as it was read. Most calls need only its lines. */
  get #read(): ResourceList {
    return (this.#original ??= new ResourceList(this.#meant.read));
  }

  verify({ origin, edits }: MeantItem, index: number): void {
    const { hasAliases } = this.#meant.document;
    const [after, before] = [this.#scansWritten[index], this.#scansRead[index]];
    if (edits.length === 0 && isSame(after, before) && !hasAliases) return;
    const item = this.#written.item(index);
    const old = (): Resource => (origin === undefined ? this.#meant.item(index) : this.#read.item(origin));
    const difference = findDifference({
      written: { scan: after, value: (path) => item.document.value(path) },
      original: { scan: before, value: (path) => (origin === undefined ? undefined : old().document.value(path)) },
      edits,
      depth: 2,
      hasAliases,
    });
    if (difference !== undefined) throw new Error(`item ${index} does not read back as edited${at(difference)}`);
    // The contents of an item may be edited; its location may not.
    if (origin !== undefined && touchesLocation(edits) && !isSameLocation(item.location, old().location))
      throw new Error(`item ${index} would move to another file`);
  }
}

function isSame(after: Scan | undefined, before: Scan | undefined): boolean {
  return after !== undefined && before !== undefined && after.lines === before.lines;
}

function at(path: Path): string {
  return path.length === 0 ? '' : ` at ${formatFieldPath(path)}`;
}

/** Reports whether any of the edits may have changed the annotations of a resource. */
function touchesLocation(edits: readonly DataEdit[]): boolean {
  return edits.some(({ path: [, , first, second, key] }) => {
    const isAbove = first === undefined || (first === 'metadata' && second === undefined);
    return isAbove || (second === 'annotations' && (key === undefined || isProtectedField([first, second, key])));
  });
}

function isSameLocation(a: Location, b: Location): boolean {
  return a.path === b.path && a.index === b.index && a.packagePath === b.packagePath;
}

/** Compares everything except the items: the results, and the rest, which no function edits. */
function verifyRest(written: SourceDocument, meant: ResourceList, edits: readonly DataEdit[]): void {
  const results = meant.hadResults ? new ResourceList(meant.read).document.value(['results']) : undefined;
  const top = applyEdits(results === undefined ? {} : { results }, edits);
  for (const key of new Set([...(written.keys([]) ?? []), ...(meant.document.keys([]) ?? [])])) {
    if (key === 'items') continue;
    const isMeant =
      key === 'results' && edits.length > 0
        ? equalValues(written.value([key]) ?? null, (isMap(top) ? top[key] : undefined) ?? null)
        : textOf(written, key) === textOf(meant.document, key);
    if (!isMeant) throw new Error(`\`${key}\` does not read back as edited`);
  }
}

function textOf(document: SourceDocument, key: string): string | undefined {
  return document.has([key]) ? document.view([key]).text() : undefined;
}
