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
  const check = new OutputCheck(written, meant);
  items.forEach((item, index) => check.verifyItem(item, index));
  check.verifyRest(rest);
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

/** Compares a written list with the expected one. */
class OutputCheck {
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

  verifyItem({ origin, edits }: MeantItem, index: number): void {
    const { hasAliases } = this.#meant.document;
    const [after, before] = [this.#scansWritten[index], this.#scansRead[index]];
    if (edits.length === 0 && isSame(after, before) && !hasAliases) return;
    const item = this.#written.item(index);
    const original = (): Resource | undefined => (origin === undefined ? undefined : this.#read.item(origin));
    const difference = findDifference({
      written: { scan: after, value: (path) => item.document.value(path) },
      original: { scan: before, value: (path) => original()?.document.value(path) },
      edits,
      depth: 2,
      hasAliases,
    });
    if (difference !== undefined) throw new Error(`item ${index} does not read back as edited${at(difference)}`);
    // The contents of an item may be edited; its location may not.
    const location = touchesLocation(edits) ? original()?.location : undefined;
    if (location !== undefined && !isSameLocation(item.location, location))
      throw new Error(`item ${index} would move to another file`);
  }

  /** Compares everything except the items: the results, and the rest, which no function edits. */
  verifyRest(edits: readonly DataEdit[]): void {
    const { document: written } = this.#written;
    const { document: meant, hadResults } = this.#meant;
    const results = hadResults ? this.#read.document.value(['results']) : undefined;
    const top = applyEdits(results === undefined ? {} : { results }, edits);
    for (const key of new Set([...(written.keys([]) ?? []), ...(meant.keys([]) ?? [])])) {
      if (key === 'items') continue;
      const isMeant =
        key === 'results' && edits.length > 0
          ? equalValues(written.value([key]) ?? null, (isMap(top) ? top[key] : undefined) ?? null)
          : textOf(written, key) === textOf(meant, key);
      if (!isMeant) throw new Error(`\`${key}\` does not read back as edited`);
    }
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

function textOf(document: SourceDocument, key: string): string | undefined {
  return document.has([key]) ? document.view([key]).text() : undefined;
}
