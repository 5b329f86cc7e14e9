import { formatFieldPath } from '../../../src/krm/field-path.ts';
import { groupOf, Resource } from '../../../src/krm/resource.ts';
import type { Conflict } from '../../../src/merge/index.ts';
import { equalValues, isList, isMap, readStream, type Path, type Value } from '../../../src/yaml/index.ts';
import { identityOf, readResources, successorOf, type ResourceData } from './resources.ts';
import type { Texts } from './versions.ts';

/** A change of a scalar. */
interface Edit {
  readonly identity: string;
  readonly path: Path;
  readonly value: Value;
}

/** Fields that tell which resource or element it is: a change of these is a rename. */
const IDENTITY = /^(?:apiVersion|kind|name|namespace|key|id|type|host|containerPort|port|protocol|mountPath)$/;

/** Numbers in the range from 0 to 1, always the same after a seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Files with generated edits. */
export interface Edited {
  readonly files: Texts;
  readonly edits: readonly Edit[];
}

/** Changes scalars of a package, each of another resource if there are enough. */
export function editLocally(files: Texts, count: number, seed: number): Edited {
  const random = randomNumbers(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const paths = [...files]
    .filter(([path, text]) => /\.ya?ml$/.test(path) && readResources(text).length > 0)
    .map(([path]) => path)
    .toSorted();
  const result = new Map(files);
  const edits: Edit[] = [];
  const taken = new Set<string>();
  for (let attempt = 0; attempt < count * 50 && edits.length < count; attempt++) {
    const path = pick(paths);
    const stream = readStream(result.get(path) ?? '');
    const resource = new Resource(pick(stream.documents));
    if (resource.kind === '' || resource.name === '' || taken.has(identityOf(resource, path))) continue;
    const scalars = scalarsIn(resource.value());
    if (scalars.length === 0) continue;
    const scalar = pick(scalars);
    taken.add(identityOf(resource, path));
    const value = otherValue(scalar.value);
    resource.document.set(scalar.path, value);
    edits.push({ identity: identityOf(resource, path), path: scalar.path, value });
    result.set(path, stream.text());
  }
  return { files: result, edits };
}

/**
 * Returns the scalars of a resource that tell nothing about identity, and lead through lists by elements with names
 * alone.
 */
function scalarsIn(value: Value, path: Path = []): readonly { readonly path: Path; readonly value: Value }[] {
  if (isMap(value))
    return Object.entries(value).flatMap(([key, each]) => (IDENTITY.test(key) ? [] : scalarsIn(each, [...path, key])));
  if (isList(value)) return areNamed(value) ? value.flatMap((each, index) => scalarsIn(each, [...path, index])) : [];
  const isShort = typeof value === 'string' && !value.includes('\n');
  return isShort || typeof value === 'number' || typeof value === 'boolean' ? [{ path, value }] : [];
}

function areNamed(list: readonly Value[]): boolean {
  const names = list.map(nameOf);
  return !names.includes(undefined) && new Set(names).size === names.length;
}

function nameOf(element: Value | undefined): string | undefined {
  const name = isMap(element) ? element['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

function otherValue(value: Value): Value {
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 17 : `${value as string}-local`;
}

/** Outcome of a merge with generated edits. */
export interface EditOutcome {
  readonly edits: number;
  /** Edits that are in the merged package, or in a conflict, as they must be. */
  readonly right: number;
  /** Edits that are in neither. */
  readonly lost: number;
  /** Edits whose field new changed, too, or deleted. */
  readonly touchedByBoth: number;
  /** Conflicts at fields that only one side touched. */
  readonly needless: number;
}

interface Versions {
  readonly base: ResourceData;
  readonly new: ResourceData;
  readonly merged: ResourceData;
}

/** Compares a merged package with the edits that were made in local. */
export function judge(edits: readonly Edit[], conflicts: readonly Conflict[], versions: Versions): EditOutcome {
  const explained = new Set<Conflict>();
  let [right, lost, touchedByBoth] = [0, 0, 0];
  for (const edit of edits) {
    const { base, before, now } = valuesAt(edit, versions);
    const isTouched = before === undefined || now === undefined || !equalValues(before, now);
    const found = conflicts.find((conflict) => isAbout(conflict, edit, versions.base));
    if (found !== undefined) explained.add(found);
    if (isTouched) touchedByBoth++;
    const kept = lookUp(successorOf(edit.identity, versions.base, versions.merged), edit.path, base);
    const isKept = kept !== undefined && equalValues(kept, edit.value);
    const isAlike = now !== undefined && equalValues(now, edit.value);
    if (!isKept) lost++;
    else if (isTouched === (found !== undefined) || isAlike) right++;
  }
  const isTouched = (conflict: Conflict): boolean =>
    edits.some((edit) => {
      const { before, now } = valuesAt(edit, versions);
      return (
        isAbout(conflict, edit, versions.base) &&
        (now === undefined || before === undefined || !equalValues(before, now))
      );
    });
  const needless = conflicts.filter((conflict) => !explained.has(conflict) || !isTouched(conflict)).length;
  return { edits: edits.length, right, lost, touchedByBoth, needless };
}

/** Returns the resource of an edit in the base version, and the value at its field there and in new. */
function valuesAt(
  { identity, path }: Edit,
  versions: Versions,
): { readonly base: Value; readonly before: Value | undefined; readonly now: Value | undefined } {
  const base = versions.base.get(identity)?.value ?? null;
  const now = lookUp(successorOf(identity, versions.base, versions.new), path, base);
  return { base, before: lookUp(base, path, base), now };
}

/** Returns the value at a path of another version, whose elements are found by their names. */
function lookUp(value: Value | undefined, path: Path, base: Value): Value | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'string')
    return isMap(value) && Object.hasOwn(value, step)
      ? lookUp(value[step], rest, (isMap(base) ? base[step] : undefined) ?? null)
      : undefined;
  const element = isList(base) ? base[step] : undefined;
  const name = nameOf(element);
  const found = isList(value) ? value.find((each) => nameOf(each) === name) : undefined;
  return lookUp(found, rest, element ?? null);
}

/** Reports whether a conflict is at the field of an edit, or at a part of the resource that holds it. */
function isAbout({ resource, file, field = '' }: Conflict, { identity, path }: Edit, base: ResourceData): boolean {
  if (resource === undefined) return false;
  const { apiVersion, kind, namespace = '', name } = resource;
  const group = groupOf(apiVersion);
  const place = [group, kind, namespace || 'default', name].join('|');
  // A conflict names the file that has the resource afterwards.
  const isItsFile = identity === `${place}|${file.path}` || !base.has(`${place}|${file.path}`);
  if (!identity.startsWith(`${place}|`) || !isItsFile) return false;
  return field === '' || path.some((_, depth) => formatFieldPath(path.slice(0, depth + 1)) === field);
}
