import { isProtectedField } from '../krm/protected.ts';
import type { Resource } from '../krm/resource.ts';
import type { Results } from '../krm/results.ts';
import type { Path, SourceDocument } from '../yaml/index.ts';
import type { FieldSpec } from './field-specs.ts';

/** One key of a path. */
interface Step {
  readonly key: string;
  /** True if a list is expected there, which is never created. */
  readonly isList: boolean;
}

/** Reports whether a field spec is for resources of this group, version and kind. */
function isSelected({ group, version, kind }: Resource, spec: FieldSpec): boolean {
  return fits(spec.group, group) && fits(spec.version, version) && fits(spec.kind, kind);
}

function fits(wanted: string | undefined, found: string): boolean {
  return wanted === undefined || wanted === '' || wanted === found;
}

/** Returns what is wrong with the path of a field spec; undefined if it can lead to a field. */
export function pathFault(path: string): string | undefined {
  const wrong = stepsOf(path).find(({ key }) => key === '' || NO_KEY.test(key));
  if (wrong === undefined) return undefined;
  return wrong.key === ''
    ? 'must be keys separated by "/", none of them empty'
    : `must consist of keys: ${JSON.stringify(wrong.key)} selects an element; lists are passed through without it`;
}

/** Parts of a path that kustomize takes for the index or the name of an element, for which it has no meaning here. */
const NO_KEY = /^(?:[-+]?\d+|-|\[.*\])$/;

/** Splits a path as kustomize does: spaces around a key do not count. */
function stepsOf(path: string): readonly Step[] {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    const last = parts.at(-1);
    if (last?.endsWith('\\') === true) parts[parts.length - 1] = `${last.slice(0, -1)}/${part}`;
    else parts.push(part);
  }
  return parts.map((part) => ({ key: part.replace(/\[\]$/, '').trim(), isList: part.endsWith('[]') }));
}

/**
 * Sets string entries in the maps that field specs lead to in a resource, and returns these maps, each once. Equal
 * strings stay as they are written, and new keys are added at the end, in the order of `entries`. Specs that create
 * fields come first, so that the others find these in the first run as in the second. Reports each field whose type
 * does not allow it, and each entry that no rule may set, as an error.
 */
export function setEntries(
  resource: Resource,
  specs: readonly FieldSpec[],
  entries: ReadonlyMap<string, string>,
  results: Results,
): readonly Path[] {
  const ordered = creatingFirst(specs.filter((spec) => isSelected(resource, spec)));
  const maps = new Map<string, Path>();
  // Creates what is above lists, to which another spec may lead.
  for (const { path, create = false } of ordered)
    if (create && path.includes('[]')) findMaps({ resource, create }, [], stepsOf(path));
  for (const { path, create = false } of ordered) {
    for (const map of findMaps({ resource, create, results }, [], stepsOf(path))) {
      const key = JSON.stringify(map);
      if (!maps.has(key) && setAll(resource, map, entries, results)) maps.set(key, map);
    }
  }
  return [...maps.values()];
}

function creatingFirst(specs: readonly FieldSpec[]): readonly FieldSpec[] {
  return [...specs.filter(({ create }) => create === true), ...specs.filter(({ create }) => create !== true)];
}

/** Resource to look through, and what to do there. */
interface Search {
  readonly resource: Resource;
  readonly create: boolean;
  /** Default: wrong types are not reported. */
  readonly results?: Results;
}

/**
 * Returns the maps below a value, among them those that are to be created. A null field counts as a missing one; a null
 * element is left as it is.
 */
function findMaps(search: Search, at: Path, steps: readonly Step[]): readonly Path[] {
  const [step, ...rest] = steps;
  const { document } = search.resource;
  const kind = kindAt(document, at);
  if (kind === 'null' || kind === undefined) return [];
  if (step === undefined) return kind === 'map' ? [at] : refuse(search, at, 'a map of strings');
  if (kind === 'scalar') return refuse(search, at, 'a map or a list');
  if (kind === 'seq') return elementsOf(document, at).flatMap((element) => findMaps(search, element, steps));
  const field = [...at, step.key];
  const found = kindAt(document, field);
  if (step.isList && found === 'null') document.set(field, []);
  const isMissing = found === undefined || found === 'null';
  if (isMissing && search.create && !step.isList) return missingMap(document, field, rest);
  return findMaps(search, field, rest);
}

/** Returns the map to create below a missing field: none behind a list, which has no elements yet. */
function missingMap(document: SourceDocument, field: Path, rest: readonly Step[]): readonly Path[] {
  const list = rest.findIndex(({ isList }) => isList);
  const keys = (list === -1 ? rest : rest.slice(0, list)).map(({ key }) => key);
  const map = [...field, ...keys];
  if (list === -1) return [map];
  document.set(map, {});
  return [];
}

function kindAt(document: SourceDocument, path: Path): 'map' | 'seq' | 'scalar' | 'null' | undefined {
  const kind = document.get(path)?.kind;
  return kind === 'scalar' && document.value(path) === null ? 'null' : kind;
}

function elementsOf(document: SourceDocument, at: Path): readonly Path[] {
  return Array.from({ length: document.length(at) ?? 0 }, (_, index) => [...at, index]);
}

function refuse({ resource, results }: Search, field: Path, wanted: string): readonly Path[] {
  results?.error(`must be ${wanted}`, { code: 'invalid-value', resource, field });
  return [];
}

/** Sets all entries in a map, and reports whether it was possible. */
function setAll(resource: Resource, map: Path, entries: ReadonlyMap<string, string>, results: Results): boolean {
  const isProtected = [...entries.keys()].some((key) => isProtectedField([...map, key]));
  if (isProtected) results.error('an annotation of kpt cannot be set', { code: 'invalid-value', resource, field: map });
  else for (const [key, value] of entries) setString(resource.document, [...map, key], value);
  return !isProtected;
}

/** Sets a string. One that is equal keeps its lines: equal to kpt, and quoted where Kubernetes needs quotes. */
function setString(document: SourceDocument, field: Path, value: string): void {
  if (document.value(field) !== value) document.set(field, value);
}
