import { byteOrder } from '../byte-order.ts';
import type { Problems } from '../function/problems.ts';
import { attributeEdits } from '../krm/edit-origins.ts';
import { keepComments } from '../krm/kpt-comments.ts';
import { removeField } from '../krm/splice.ts';
import type { Resource } from '../krm/resource.ts';
import type { Results } from '../krm/results.ts';
import { equalValues, isMap, type NewValue, type Path, type SourceDocument, type Value } from '../yaml/index.ts';
import { FUNCTION_FIELDS, refuseUnknownFields, reportNewerFields } from './function-fields.ts';

const LISTS = ['mutators', 'validators'] as const;

/** Functions that a PackageVariant wants at the beginning of each list of a pipeline. */
export interface PipelineEdit extends Readonly<Record<(typeof LISTS)[number], readonly OwnFunction[]>> {
  /** Name of the PackageVariant: functions that it no longer wants are removed. */
  readonly owner: string;
}

type NamedFunctions = readonly { readonly name?: string }[];

interface PipelineFields {
  readonly mutators?: NamedFunctions;
  readonly validators?: NamedFunctions;
  /** Accepts fields of functions that kpt does not know; by default they are problems. */
  readonly allowUnknownFields?: boolean;
}

/** Location of a pipeline in its configuration, and where to report what is wrong with it. */
interface PipelinePlace {
  readonly source: Resource;
  readonly field: Path;
  readonly problems: Problems;
}

/** Reads the pipeline of a PackageVariant at a field of its configuration. Absent lists are empty. */
export function readPipelineEdit(
  owner: string,
  pipeline: PipelineFields,
  { source, field, problems }: PipelinePlace,
): PipelineEdit {
  if (pipeline.allowUnknownFields !== true) checkFunctionFields(pipeline, { source, field, problems });
  const read = (list: (typeof LISTS)[number]): OwnFunction[] =>
    (pipeline[list] ?? []).map(({ name = '' }, index) => {
      const path = [...field, list, index];
      if (name.includes('.'))
        problems.add({ field: [...path, 'name'], message: "must not contain '.'", currentValue: name });
      return { name: ownFunctionName(owner, name, index), source, path };
    });
  return { owner, mutators: read('mutators'), validators: read('validators') };
}

/** Adds a problem for each field of the functions of a pipeline that no kpt reads. */
export function checkFunctionFields(pipeline: PipelineFields, { source, field, problems }: PipelinePlace): void {
  const paths = LISTS.flatMap((list) => (pipeline[list] ?? []).map((_, index) => [...field, list, index]));
  for (const path of paths)
    refuseUnknownFields(fieldsOf(source, path), { field: path, known: FUNCTION_FIELDS, remedy: REMEDY, problems });
}

/**
 * Applies `pipeline` of a PackageVariant to a Kptfile: moves its functions to the beginning of their list and leaves
 * all others unchanged. Removes lists that become empty, and a pipeline with nothing left in it.
 */
export function editPipeline(kptfile: Resource, edit: PipelineEdit, results: Results): void {
  if (!isPipeline(kptfile, results)) return;
  for (const fn of LISTS.flatMap((list) => edit[list])) warnOfFields(fn, results);
  const lists = LISTS.map((list) => ['pipeline', list]);
  keepComments({ resource: kptfile, results }, lists, () => {
    for (const list of LISTS) editList(kptfile, { ...edit, list }, results);
    if (LISTS.every((list) => edit[list].length === 0))
      results.info(
        `PackageVariant "${edit.owner}" configures no functions, and the pipeline has none of its functions`,
        { code: 'rule-applied' },
      );
  });
}

/** Reports whether the existing parts of a pipeline can be edited. */
function isPipeline(kptfile: Resource, results: Results): boolean {
  const { document } = kptfile;
  const isAbsent = (field: Path): boolean => (document.value(field) ?? null) === null;
  const pipeline = ['pipeline'];
  if (isAbsent(pipeline)) return true;
  if (document.keys(pipeline) === undefined) {
    results.error('must be a map', { code: 'invalid-value', resource: kptfile, field: pipeline });
    return false;
  }
  const wrong = LISTS.map((list) => [...pipeline, list]).filter(
    (field) => !isAbsent(field) && document.length(field) === undefined,
  );
  for (const field of wrong) results.error('must be a list', { code: 'invalid-value', resource: kptfile, field });
  return wrong.length === 0;
}

const REMEDY = 'remove the field, or use a PipelineEdit with `allowUnknownFields: true`';

function fieldsOf({ document }: Resource, path: Path): readonly string[] {
  return document.keys(path) ?? [];
}

function warnOfFields({ source, path }: OwnFunction, results: Results): void {
  const names = fieldsOf(source, path);
  for (const name of names) {
    if (FUNCTION_FIELDS.includes(name)) continue;
    const about = { resource: source, field: [...path, name] };
    results.warning('unknown function field: copied unchanged', { code: 'unknown-field', ...about });
  }
  reportNewerFields(names, { resource: source, field: path }, results);
}

type ListEdit = PipelineEdit & { readonly list: (typeof LISTS)[number] };

/** Edits one list. Reports the functions that the PackageVariant has in it. */
function editList(kptfile: Resource, edit: ListEdit, results: Results): void {
  const { document } = kptfile;
  const { owner, list } = edit;
  const wanted = edit[list];
  const path = ['pipeline', list];
  const found = findOwn(document, path, owner);
  if (found.length + wanted.length === 0) return;
  const isEmptied = wanted.length === 0 && found.length === document.length(path);
  if (isEmptied) removeField(document, path);
  const unchanged = isEmptied ? 0 : placeFunctions(kptfile, path, { found, wanted });
  const about = { resource: kptfile, field: path };
  const title = `functions of PackageVariant "${owner}"`;
  if (wanted.length > 0) results.info(`${title} as configured: ${wanted.length}`, { code: 'rule-applied', ...about });
  if (unchanged < wanted.length || unchanged < found.length)
    results.notice(`${title}: ${changesOf(found, wanted, unchanged)}`, about);
}

function changesOf(found: readonly FoundFunction[], wanted: readonly OwnFunction[], unchanged: number): string {
  const names = new Set(found.map(({ name }) => name));
  const added = wanted.filter(({ name }) => !names.has(name)).length;
  const changed = wanted.length - added - unchanged;
  const removed = found.length - (wanted.length - added);
  return `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`;
}

/** Function in a list. */
interface FoundFunction {
  readonly index: number;
  readonly name: string;
}

function findOwn(document: SourceDocument, list: Path, owner: string): FoundFunction[] {
  return Array.from({ length: document.length(list) ?? 0 }, (_, index) => index).flatMap((index) => {
    const name = document.value([...list, index, 'name']);
    return typeof name === 'string' && functionOwner(name) === owner ? [{ index, name }] : [];
  });
}

/**
 * Puts the wanted functions at the beginning of a list and removes the others of their owner. Returns the number of
 * unchanged functions.
 */
function placeFunctions(
  kptfile: Resource,
  list: Path,
  { found, wanted }: { readonly found: readonly FoundFunction[]; readonly wanted: readonly OwnFunction[] },
): number {
  const { document } = kptfile;
  const staying = findStaying(found, wanted);
  for (const { index, name } of found.toReversed()) if (staying.get(name) !== index) document.remove([...list, index]);
  let unchanged = 0;
  wanted.forEach((fn, index) => {
    const place = [...list, index];
    const write = (put: (content: NewValue) => void): void =>
      attributeEdits({ resource: fn.source, field: fn.path }, kptfile, () => writeFunction(document, place, fn, put));
    if (!staying.has(fn.name)) write((content) => document.insert(list, index, content));
    else if (equalValues(document.value(place) ?? null, functionValue(fn))) unchanged++;
    else write((content) => document.set(place, content));
  });
  return unchanged;
}

/**
 * Returns the wanted functions that precede all others of the list in the wanted order, each with its index: they can
 * stay in place.
 */
function findStaying(found: readonly FoundFunction[], wanted: readonly OwnFunction[]): ReadonlyMap<string, number> {
  const order = new Map(wanted.map(({ name }, index) => [name, index]));
  const staying = new Map<string, number>();
  let last = -1;
  for (const { index, name } of found.filter((place, rank) => place.index === rank)) {
    const position = order.get(name) ?? -1;
    if (position <= last) continue;
    staying.set(name, index);
    last = position;
  }
  return staying;
}

/** Function that a PackageVariant puts into a pipeline. */
interface OwnFunction {
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
function ownFunctionName(owner: string, name: string, index: number): string {
  return `PackageVariant.${owner}.${name}.${index}`;
}

/**
 * Returns the PackageVariant that owns the function of a name; `undefined` if there is none. The name is read from its
 * right, where no part has a dot: the rest is the name of the PackageVariant, which may contain dots. Porch accepts
 * only a 64-bit integer as an index.
 */
function functionOwner(name: unknown): string | undefined {
  const [, owner, index = ''] = (typeof name === 'string' ? OWN_NAME.exec(name) : null) ?? [];
  return index.replace(/^0+/, '').length <= 19 && BigInt(index) <= MAX_INDEX ? owner : undefined;
}

const OWN_NAME = /^PackageVariant\.([^]+)\.[^.]*\.([0-9]+)$/;

const MAX_INDEX = 2n ** 63n - 1n;

/** Returns the plain data of a function in the Kptfile. */
function functionValue({ source, path, name }: OwnFunction): Value {
  const value = source.document.value(path);
  return { ...(isMap(value) && value), name };
}

/**
 * Writes a function to a place, into which `put` puts its argument. Copies its lines with their comments, order, quotes
 * and numbers. A function in flow style or JSON has no lines: it is written in the order of kpt's type, since a program
 * chose its order.
 */
function writeFunction(
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
  return rankOf(a) - rankOf(b) || byteOrder(a, b);
}

function rankOf(field: string): number {
  const index = FUNCTION_FIELDS.indexOf(field);
  return index === -1 ? FUNCTION_FIELDS.length : index;
}
