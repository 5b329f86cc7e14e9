import type { Path, Value } from '../yaml/index.ts';

/** A value in a target, to be looked at and copied within it. Any edit of the target makes it invalid. */
export interface TargetNode {
  readonly kind: 'map' | 'seq' | 'scalar';
}

/** Where operations look for what they point to. */
export interface Places {
  /** The node at a path; undefined where there is none. */
  get(path: Path): TargetNode | undefined;
  /** The number of elements of the sequence at a path; undefined where there is none. */
  length(path: Path): number | undefined;
}

/** What operations are applied to: source documents, and plain data on which a patch is tried first. */
export interface Target<Node extends TargetNode> extends Places {
  get(path: Path): Node | undefined;
  value(path: Path): Value | undefined;
  set(path: Path, value: Value | Node): void;
  insert(path: Path, index: number, value: Value | Node): void;
  remove(path: Path): boolean;
  rename(path: Path, key: string): void;
}
