import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Path, SourceDocument, Value } from '../../../src/yaml/index.ts';
import { keyNames, plainValues } from '../generate.ts';

/** An edit on a document and on plain data, to which it must do the same. */
export type Edit =
  | { readonly kind: 'set'; readonly path: Path; readonly value: Value }
  | { readonly kind: 'insert'; readonly path: Path; readonly index: number; readonly value: Value }
  | { readonly kind: 'remove'; readonly path: Path }
  | { readonly kind: 'rename'; readonly path: Path; readonly key: string }
  | { readonly kind: 'copy'; readonly from: Path; readonly path: Path };

/** Numbers that select a place of the document at the time of the edit, and what is set there. */
export interface Aim {
  readonly kind: Edit['kind'];
  readonly place: number;
  readonly from: number;
  readonly index: number;
  readonly key: string;
  /** Map in which a key is set or copied that is likely to be new; `undefined`: a value that exists. */
  readonly fresh: 'any map' | 'widest map' | undefined;
  /** True for the place of the edit before it, so that what was added is set, renamed or removed. */
  readonly again: boolean;
  readonly value: Value;
}

/** Lists of edits. */
export function aims(values = plainValues(), keys = keyNames()): fc.Arbitrary<readonly Aim[]> {
  const aim = fc.record({
    kind: fc.constantFrom<Edit['kind']>('set', 'set', 'insert', 'remove', 'rename', 'copy'),
    place: fc.nat(),
    from: fc.nat(),
    index: fc.nat(),
    key: keys,
    fresh: fc.constantFrom<Aim['fresh']>(undefined, undefined, 'any map', 'widest map'),
    again: fc.nat(2).map((choice) => choice === 0),
    value: values as fc.Arbitrary<Value>,
  });
  return fc.array(aim, { minLength: 1, maxLength: 6 });
}

/** Returns every value in plain data with its path. */
export function places(value: Value, path: Path = []): { readonly path: Path; readonly value: Value }[] {
  const here = [{ path, value }];
  if (typeof value !== 'object' || value === null) return here;
  const inner = Array.isArray(value) ? value.map((item, i) => [i, item] as const) : Object.entries(value);
  return [...here, ...inner.flatMap(([step, item]) => places(item as Value, [...path, step]))];
}

/** Returns the edit that an aim selects in a document with this plain data, or undefined if it selects none. */
type Select = (model: Value, aim: Aim) => Edit | undefined;

/** Returns a function that selects the edits of one document, one after another. */
export function selecting(): Select {
  let last: Path | undefined;
  return (model, aim) => {
    const edit = (aim.again && last !== undefined ? editAgain(model, aim, last) : undefined) ?? editAt(model, aim);
    last = edit?.kind === 'rename' ? [...edit.path.slice(0, -1), edit.key] : (edit?.path ?? last);
    return edit;
  };
}

/** Returns the edit that an aim selects at a path; it sets a value that is not there. */
function editAgain(model: Value, aim: Aim, path: Path): Edit | undefined {
  const found = places(model);
  const place = found.findIndex((one) => isDeepStrictEqual(one.path, path));
  if (place !== -1) return editAt(model, { ...aim, place, fresh: undefined });
  const holder = found.find((one) => isDeepStrictEqual(one.path, path.slice(0, -1)))?.value;
  const isAbsent = typeof path.at(-1) === 'string' && isMap(holder);
  return isAbsent ? { kind: 'set', path, value: aim.value } : undefined;
}

/** Returns the path of one of the maps among places, or of that with most keys; undefined if there is none. */
function mapFor(all: ReturnType<typeof places>, place: number, which: 'any map' | 'widest map'): Path | undefined {
  const maps = all.filter(({ value }) => isMap(value));
  const width = ({ value }: { readonly value: Value }): number => Object.keys(value as object).length;
  const most = Math.max(...maps.map(width));
  return (which === 'any map' ? maps[place % maps.length] : maps.find((map) => width(map) === most))?.path;
}

function isMap(value: Value | undefined): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function editAt(model: Value, { kind, place, from, index, key, fresh, value }: Aim): Edit | undefined {
  const all = places(model);
  const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length];
  const target = pick(all, place) as { path: Path; value: Value };
  if (kind === 'insert') {
    if (!Array.isArray(target.value)) return undefined;
    return { kind, path: target.path, index: index % (target.value.length + 1), value };
  }
  if (kind === 'set' || kind === 'copy') {
    const map = fresh === undefined ? undefined : mapFor(all, place, fresh);
    const path = map === undefined ? target.path : [...map, key];
    if (path.length === 0) return undefined;
    const source = pick(all, from) as { path: Path };
    return kind === 'set' ? { kind, path, value } : { kind, from: source.path, path };
  }
  const last = target.path.at(-1);
  if (last === undefined) return undefined;
  if (kind === 'remove') return { kind, path: target.path };
  const holder = at(model, target.path.slice(0, -1));
  if (typeof last !== 'string' || Object.hasOwn(holder as object, key)) return undefined;
  return { kind, path: target.path, key };
}

/** Makes an edit on a document. */
export function perform(document: SourceDocument, edit: Edit): void {
  if (edit.kind === 'set') document.set(edit.path, edit.value);
  else if (edit.kind === 'insert') document.insert(edit.path, edit.index, edit.value);
  else if (edit.kind === 'remove') assert.equal(document.remove(edit.path), true);
  else if (edit.kind === 'rename') document.rename(edit.path, edit.key);
  else {
    const node = document.get(edit.from);
    assert.ok(node);
    document.set(edit.path, node);
  }
}

type Mutable = Record<string | number, Value>;

/** Returns the plain data after an edit. */
export function apply(model: Value, edit: Edit): Value {
  const copy = plain(model);
  const holder = at(copy, edit.kind === 'insert' ? edit.path : edit.path.slice(0, -1)) as unknown as Mutable;
  const last = edit.path.at(-1) as string | number;
  if (edit.kind === 'set') define(holder, last, plain(edit.value));
  else if (edit.kind === 'copy') define(holder, last, plain(at(model, edit.from)));
  else if (edit.kind === 'insert') (holder as unknown as Value[]).splice(edit.index, 0, plain(edit.value));
  else if (edit.kind === 'remove') {
    if (Array.isArray(holder)) holder.splice(last as number, 1);
    else delete holder[last];
  } else {
    define(holder, edit.key, holder[last] as Value);
    delete holder[last];
  }
  return copy;
}

function define(holder: Mutable, key: string | number, value: Value): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

function at(value: Value, path: Path): Value {
  return path.reduce<Value>((inner, step) => (inner as unknown as Mutable)[step] as Value, value);
}

/** Returns a copy with maps that have no prototype, keys sorted, and -0 as 0. */
export function plain(value: unknown): Value {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value === 0 ? 0 : (value as Value);
  const map = Object.create(null) as Record<string, Value>;
  for (const key of Object.keys(value).toSorted()) map[key] = plain((value as Record<string, unknown>)[key]);
  return map;
}
