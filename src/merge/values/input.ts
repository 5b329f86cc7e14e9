import { isList, isMap, type Piece, type Value } from '../../yaml/index.ts';

/** A value of one version. */
export interface EntryVersion {
  readonly value: Value;
  /** Text of the value; undefined below a flow-style value, which is merged as data. */
  readonly piece?: Piece | undefined;
  /** True for an empty collection in place of an absent one. */
  readonly isMissing?: true;
}

/** Returns the values of a map by key, in the order of the text. Includes merge keys. */
export function entriesOf({ value, piece }: EntryVersion): ReadonlyMap<string, EntryVersion> {
  const map = isMap(value) ? value : {};
  if (piece?.kind !== 'map') return new Map(Object.entries(map).map(([key, each]) => [key, { value: each }]));
  return new Map(
    piece.children.map((child) => {
      const key = child.key ?? '';
      return [key, { value: child.isMerge ? child.value : (map[key] ?? null), piece: child }];
    }),
  );
}

export function elementVersionsOf({ value, piece }: EntryVersion): readonly EntryVersion[] {
  const list = isList(value) ? value : [];
  const children = piece?.kind === 'seq' ? piece.children : [];
  return list.map((each, index) => ({ value: each, piece: children[index] }));
}

/** Returns the map that entries form, with the fields that a merge key supplies. */
export function mapVersionsOf(entries: ReadonlyMap<string, Value>): Value {
  const map = Object.create(null) as Record<string, Value>;
  for (const [key, value] of entries) if (key !== '<<') map[key] = value;
  const merged = entries.get('<<') ?? null;
  for (const source of isList(merged) ? merged : [merged])
    if (isMap(source)) for (const [key, value] of Object.entries(source)) if (!(key in map)) map[key] = value;
  return map;
}
