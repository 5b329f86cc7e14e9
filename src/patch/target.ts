import type { Path, Value } from '../yaml/index.ts';

/** A value in a target, for inspection and for copying within it. Any edit of the target invalidates it. */
export interface TargetNode {
  readonly kind: 'map' | 'seq' | 'scalar';
}

/** The structure in which operations resolve pointers. */
export interface Places {
  /** Returns the node at a path, or undefined if there is none. */
  get(path: Path): TargetNode | undefined;
  /** Reports whether a path exists, without reading values on the way. */
  has?(path: Path): boolean;
  /** Returns the keys of the map at a path, or undefined if there is none. */
  keys(path: Path): readonly string[] | undefined;
  /** Returns the number of elements of the sequence at a path, or undefined if there is none. */
  length(path: Path): number | undefined;
  /** Returns the plain data at a path, or undefined if there is none. */
  value(path: Path): Value | undefined;
  /** Returns the indexes of the elements of the sequence at a path whose field is a scalar with a text. */
  indexesOf?(path: Path, field: string, text: string): readonly number[];
}

/** The target of operations: a source document, or plain data on which a patch is tried first. */
export interface Target<Node extends TargetNode> extends Places {
  get(path: Path): Node | undefined;
  set(path: Path, value: Value | Node): void;
  insert(path: Path, index: number, value: Value | Node): void;
  remove(path: Path): boolean;
  rename(path: Path, key: string): void;
}
