import { isProtectedField } from '../../src/krm/index.ts';
import type { Path, SourceDocument } from '../../src/yaml/index.ts';

/** Values to remove from one resource: a tree of their paths. */
export class Removals {
  readonly #top = new PathNode();

  /** Adds a path. Reports whether it is new. */
  add(path: Path): boolean {
    let place = this.#top;
    for (const step of path) place = place.at(step);
    const isNew = !place.isRemoved;
    place.isRemoved = true;
    return isNew;
  }

  /** Calls `remove` for each value: in a sequence the last element first, so that no index changes before it is used. */
  removeFrom(document: SourceDocument, remove: Remove): void {
    removePlace({ document, remove }, this.#top, []);
  }
}

type Remove = (path: Path) => void;

/** A document, and the function that removes a value of it. */
interface Removing {
  readonly document: SourceDocument;
  readonly remove: Remove;
}

/** A node of the tree. */
class PathNode {
  isRemoved = false;
  readonly #below = new Map<string | number, PathNode>();

  at(step: string | number): PathNode {
    const place = this.#below.get(step) ?? new PathNode();
    this.#below.set(step, place);
    return place;
  }

  /** Steps from here, indexes in descending order. */
  get steps(): readonly (readonly [string | number, PathNode])[] {
    return [...this.#below].toSorted(([a], [b]) => (typeof a === 'number' && typeof b === 'number' ? b - a : 0));
  }

  removes(step: string | number): boolean {
    return this.#below.get(step)?.isRemoved === true;
  }
}

function removePlace(removing: Removing, place: PathNode, path: Path): void {
  if (place.isRemoved || isLeftEmpty(removing.document, place, path)) {
    removeUnprotected(removing, path);
    return;
  }
  for (const [step, below] of place.steps) removePlace(removing, below, [...path, step]);
}

/** Reports whether all labels or annotations are removed: their map is then removed, too. */
function isLeftEmpty(document: SourceDocument, place: PathNode, path: Path): boolean {
  const [holder, map] = path.slice(-2);
  if (holder !== 'metadata' || (map !== 'annotations' && map !== 'labels')) return false;
  return document.keys(path)?.every((key) => place.removes(key)) === true;
}

/** Removes all annotations but those by which kpt knows the location of a resource. */
function removeUnprotected({ document, remove }: Removing, path: Path): void {
  const keys =
    path.length === 2 && path[0] === 'metadata' && path[1] === 'annotations' ? document.keys(path) : undefined;
  const isKept = (key: string): boolean => isProtectedField([...path, key]);
  if (keys?.some(isKept) !== true) remove(path);
  else for (const key of keys) if (!isKept(key)) remove([...path, key]);
}
