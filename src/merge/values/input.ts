import { isList, isMap, type Piece, type Value } from '../../yaml/index.ts';
import { presentSides, type Sides } from '../sides.ts';

/** A value of one version. */
export interface EntryVersion {
  readonly value: Value;
  /** Text of the value; undefined below a flow-style value, which is merged as data. */
  readonly piece?: Piece | undefined;
  /** True for an empty collection in place of an absent one. */
  readonly isMissing?: true;
}

/** Value of a piece. It is read when it is first needed: of most entries, the merge needs only the lines. */
class PieceVersion implements EntryVersion {
  readonly piece: Piece;

  constructor(piece: Piece) {
    this.piece = piece;
  }

  get value(): Value {
    return this.piece.value;
  }
}

/** Returns the value of a piece. The data of a piece that is not plain are read at once, since they may be invalid. */
export function versionOf(piece: Piece): EntryVersion {
  return piece.isPlain ? new PieceVersion(piece) : { value: piece.value, piece };
}

/** Returns the values of a map by key, in the order of the text. Includes merge keys. */
export function entriesOf(version: EntryVersion): ReadonlyMap<string, EntryVersion> {
  if (version instanceof PieceVersion && version.piece.kind === 'map')
    return new Map(version.piece.children.map((child) => [child.key ?? '', new PieceVersion(child)]));
  const { value, piece } = version;
  const map = isMap(value) ? value : {};
  if (piece?.kind !== 'map') return new Map(Object.entries(map).map(([key, each]) => [key, { value: each }]));
  return new Map(
    piece.children.map((child) => {
      const key = child.key ?? '';
      return [key, { value: child.isMerge ? child.value : (map[key] ?? null), piece: child }];
    }),
  );
}

/** Plain keys that Kubernetes may read as booleans. */
const WRITTEN = /^\s*(y|n|yes|no|on|off|true|false)\s*:/i;

/**
 * Returns the text of a key that Kubernetes reads as a boolean, such as `n`, which is `false`. Undefined for other
 * keys, and below a flow-style value.
 */
export function writtenKey(key: string, sides: Sides<EntryVersion>): string | undefined {
  if (key !== 'true' && key !== 'false') return undefined;
  const texts = presentSides(sides).map(({ piece }) => WRITTEN.exec(piece?.text ?? '')?.[1]);
  return texts.find((text) => text !== undefined);
}

/** Returns the type of a value, which the lines of a plain collection show. */
export function typeOf(version: EntryVersion): 'map' | 'list' | 'null' | 'scalar' {
  const kind = version instanceof PieceVersion ? version.piece.kind : 'leaf';
  if (kind !== 'leaf') return kind === 'map' ? 'map' : 'list';
  const { value } = version;
  if (value === null) return 'null';
  return isMap(value) ? 'map' : isList(value) ? 'list' : 'scalar';
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
