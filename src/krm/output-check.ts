import {
  applyEdits,
  blockEnd,
  type DataEdit,
  equalValues,
  findDifference,
  isMap,
  lineStart,
  type Path,
  type Scan,
  type SourceDocument,
  YamlError,
} from '../yaml/index.ts';
import { formatFieldPath } from './field-path.ts';
import { isProtectedField } from './protected.ts';
import { ResourceList } from './resource-list.ts';
import type { Location, Resource } from './resource.ts';
import { KrmError } from './result.ts';

/**
 * Reads the text written for a list and compares its data with those of the list as it was read, edited independently
 * of any text. Keeps our own defects from writing unintended data, or from moving or losing a resource: kpt deletes the
 * file of an item that a function does not return. Skips unchanged parts. Throws an `Error` on a difference, and a
 * `KrmError` if the items could not be read before the edits, either.
 */
export function verifyOutput(text: string, meant: ResourceList): void {
  try {
    verify(text, meant);
  } catch (error) {
    if (!(error instanceof YamlError || error instanceof KrmError)) throw error;
    // What cannot be read now could not be read before the edits, either, if its aliases expand to too many values.
    for (const resource of new ResourceList(meant.read).resources) resource.value();
    throw new Error('the output cannot be read', { cause: error });
  }
}

function verify(text: string, meant: ResourceList): void {
  const { items, rest } = sortEdits(meant);
  const whole = { text, read: meant.read, items };
  const part = meant.document.hasAliases ? undefined : changedPart(whole, meant.lengthRead);
  // The part can only confirm the output; messages come from the check of the whole.
  if (part === undefined || !accepts(() => new OutputCheck(part, meant).verify(rest)))
    new OutputCheck(whole, meant).verify(rest);
}

function accepts(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

interface SortedEdits {
  /** Expected items in output order. */
  readonly items: readonly MeantItem[];
  readonly rest: readonly DataEdit[];
}

/** Groups the edits of a list by item. */
function sortEdits(list: ResourceList): SortedEdits {
  const items: { origin: number | undefined; edits: DataEdit[]; scan: Scan | undefined }[] = [];
  for (let origin = 0; origin < list.lengthRead; origin++) items.push({ origin, edits: [], scan: undefined });
  const rest: DataEdit[] = [];
  for (const edit of list.document.edits) {
    if (edit.kind === 'comment') continue;
    const field = edit.path[0];
    const index = edit.path[1];
    if (field !== 'items') rest.push(edit);
    else if (typeof index === 'number' && (edit.kind !== 'remove' || edit.path.length > 2))
      items[index]?.edits.push(edit);
    else if (typeof index === 'number') items.splice(index, 1);
    else if (edit.kind === 'insert')
      items.splice(edit.index, 0, { origin: undefined, edits: [added(edit)], scan: undefined });
    else throw new Error('the list of items was edited as a whole');
  }
  for (const [index, scan] of list.scans().entries()) {
    const item = items[index];
    if (item !== undefined) item.scan = scan;
  }
  return { items, rest };
}

function added({ value }: DataEdit & { readonly kind: 'insert' }): DataEdit {
  return { kind: 'set', path: ['items', 0], value };
}

/** Compares a written list, or a part of it, with the expected one. */
class OutputCheck {
  readonly #part: OutputPart;
  readonly #meant: ResourceList;
  readonly #written: ResourceList;
  readonly #scans: readonly (Scan | undefined)[];
  #original: ResourceList | undefined;

  constructor(part: OutputPart, meant: ResourceList) {
    this.#part = part;
    this.#meant = meant;
    this.#written = new ResourceList(part.text);
    this.#scans = this.#written.scans();
  }

  verify(rest: readonly DataEdit[]): void {
    const { items } = this.#part;
    const { length } = this.#written;
    if (length !== items.length) throw new Error(`the output must have ${items.length} items, not ${length}`);
    items.forEach((item, index) => this.#verifyItem(item, index));
    this.#verifyRest(rest);
  }

  /** Returns the list as it was read. Most calls need only its lines. */
  get #read(): ResourceList {
    return (this.#original ??= new ResourceList(this.#part.read));
  }

  #verifyItem({ origin, edits, scan: before }: MeantItem, index: number): void {
    const { hasAliases } = this.#meant.document;
    const after = this.#scans[index];
    if (edits.length === 0 && isSameScan(after, before) && !hasAliases) return;
    const item = this.#written.item(index);
    const original = (): Resource | undefined => (origin === undefined ? undefined : this.#read.item(origin));
    const difference = findDifference({
      written: { scan: after, value: (path) => item.document.value(path) },
      original: { scan: before, value: (path) => original()?.document.value(path) },
      edits,
      depth: 2,
      hasAliases,
    });
    if (difference !== undefined) throw new Error(`item ${index} does not read back as edited${atPlace(difference)}`);
    // The contents of an item may be edited; its location may not.
    const location = touchesLocation(edits) ? original()?.location : undefined;
    if (location !== undefined && !isSameLocation(item.location, location))
      throw new Error(`item ${index} would move to another file`);
  }

  /** Compares everything except the items: the results, and the rest, which no function edits. */
  #verifyRest(edits: readonly DataEdit[]): void {
    const { document: written } = this.#written;
    const { document: meant, hadResults } = this.#meant;
    const results = hadResults ? this.#read.document.value(['results']) : undefined;
    const top = applyEdits(results === undefined ? {} : { results }, edits);
    for (const key of new Set([...(written.keys([]) ?? []), ...(meant.keys([]) ?? [])])) {
      if (key === 'items') continue;
      const isMeant =
        key === 'results' && edits.length > 0
          ? equalValues(written.value([key]) ?? null, (isMap(top) ? top[key] : undefined) ?? null)
          : fieldText(written, key) === fieldText(meant, key);
      if (!isMeant) throw new Error(`\`${key}\` does not read back as edited`);
    }
  }
}

function isSameScan(after: Scan | undefined, before: Scan | undefined): boolean {
  return after !== undefined && before !== undefined && after.lines === before.lines;
}

function atPlace(path: Path): string {
  return path.length === 0 ? '' : ` at ${formatFieldPath(path)}`;
}

/** Reports whether any of the edits may affect the annotations of a resource. */
function touchesLocation(edits: readonly DataEdit[]): boolean {
  return edits.some(({ path }) => {
    const first = path[2];
    const second = path[3];
    const key = path[4];
    const isAbove = first === undefined || (first === 'metadata' && second === undefined);
    return isAbove || (second === 'annotations' && (key === undefined || isProtectedField([first, second, key])));
  });
}

function isSameLocation(a: Location, b: Location): boolean {
  return a.path === b.path && a.index === b.index && a.packagePath === b.packagePath;
}

function fieldText(document: SourceDocument, key: string): string | undefined {
  return document.has([key]) ? document.view([key]).text() : undefined;
}

/** Expected item of a list. */
interface MeantItem {
  /** Index in the input; undefined for an added item. */
  readonly origin: number | undefined;
  /** Scan of the item in the input; undefined for an added item, or if it was not in block style. */
  readonly scan: Scan | undefined;
  /** Edits of the item, with paths from the list. */
  readonly edits: readonly DataEdit[];
}

/** A list in two versions, or a part of it. */
interface OutputPart {
  /** Output text. */
  readonly text: string;
  /** Input text. */
  readonly read: string;
  /** Expected items. */
  readonly items: readonly MeantItem[];
}

/**
 * Returns a list without the items whose lines are equal in both versions, since only the others must be read again.
 * Returns undefined if those are most of the list, or if the texts are not conclusive. `lengthRead`: number of items in
 * the input.
 */
function changedPart({ text, read, items }: OutputPart, lengthRead: number): OutputPart | undefined {
  const kept = items.filter(isKept);
  // Comparing a part is useful only if most of the list can be skipped.
  if (2 * kept.length > items.length || !hasLines(items, read, lengthRead)) return undefined;
  const first = items[0]?.scan as Scan;
  const head = lineStart(read, first.start);
  const pastDash = first.start - head;
  const written = [text.slice(0, head)];
  const original = [read.slice(0, head)];
  let isSame = written[0] === original[0];
  let at = head;
  /** Range of input lines that is expected next in the output. */
  let from = head;
  let to = head;
  const compare = (): void => {
    const end = at + to - from;
    isSame &&= text.slice(at, end) === read.slice(from, to);
    at = end;
  };
  items.forEach((item, index) => {
    const start = item.scan === undefined ? to : lineStart(read, item.scan.start);
    const end = item.scan?.end ?? to;
    const stays = isKept(item, index);
    if (stays || start !== to) {
      compare();
      from = stays ? end : start;
    }
    to = end;
    if (!stays) return;
    const taken = blockEnd(text, at + pastDash, pastDash - 1);
    written.push(text.slice(at, taken));
    original.push(read.slice(start, end));
    at = taken;
  });
  compare();
  if (!isSame) return undefined;
  let count = 0;
  return {
    text: `${written.join('')}${text.slice(at)}`,
    read: `${original.join('')}${read.slice(to)}`,
    items: kept.map((item) => ({ ...item, origin: item.origin === undefined ? undefined : count++ })),
  };
}

/** Reports whether an item stays in the part. The first always does, so that the part is not empty. */
function isKept({ origin, edits }: MeantItem, index: number): boolean {
  return index === 0 || edits.length > 0 || origin === undefined;
}

/**
 * Reports whether the lines of all items in the input are known, except for removed ones, and the lines after them. The
 * last line must end in a line break, or text written after it could join it.
 */
function hasLines(items: readonly MeantItem[], read: string, lengthRead: number): boolean {
  const last = items.findLast(({ origin }) => origin !== undefined);
  return (
    items[0]?.scan?.text === read &&
    last?.origin === lengthRead - 1 &&
    read.endsWith('\n') &&
    items.every(({ origin, scan }) => origin === undefined || scan !== undefined)
  );
}
