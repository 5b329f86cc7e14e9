import {
  attributeEdits,
  formatFieldPath,
  isProtectedField,
  isProtectedResource,
  keepComments,
  type Origin,
  type Resource,
  type Results,
} from '../../src/krm/index.ts';
import { type Path, type SourceDocument, startsWith } from '../../src/yaml/index.ts';
import type { Removal, Rule } from './rule.ts';

/** Values that a part of a rule finds in a resource. */
interface Found {
  readonly rule: Rule;
  readonly removal: Removal;
  readonly paths: readonly Path[];
}

/** Values that a part of a rule removed from a resource. */
export interface Removed extends Found {
  readonly resource: Resource;
  /** Number of paths that no earlier rule had found. */
  readonly fresh: number;
}

/**
 * Removes the values that rules find in a resource; all rules see the resource as it was. Returns the removed values;
 * reports values that a second run would remove.
 */
export function stripResource(resource: Resource, rules: readonly Rule[], results: Results): readonly Removed[] {
  const found = findAll(resource, rules);
  if (found.length === 0) return [];
  const removals = new Removals();
  const removed = found.map((each) => {
    const fresh = each.paths.filter((path) => removals.add(path)).length;
    return { ...each, resource, fresh };
  });
  noticeAuthored(resource, found, results);
  const lists = shrinkingLists(found);
  const remove = (): void =>
    removals.removeFrom(resource.document, (path) =>
      attributeEdits(originsOf(path, found), resource, () => resource.document.remove(path)),
    );
  if (lists.length === 0) remove();
  else keepComments({ resource, results }, lists, remove);
  // Built-in rules remove nothing that would make any rule find more.
  if (found.some(({ rule }) => !rule.isGeneral)) reportUnsettled(resource, rules, results);
  return removed;
}

/** Returns the rules that ask for the removal of a value, or of a value in it. */
function originsOf(removed: Path, found: readonly Found[]): readonly Origin[] {
  const asking = found.filter(({ paths }) =>
    paths.some((path) => startsWith(path, removed) || startsWith(removed, path)),
  );
  return asking.map(({ removal: { text, origin = { title: `built-in rule ${text}` } } }) => origin);
}

/** Adds a notice for each authored value that only a built-in rule removes, while it is there: a second run cannot. */
function noticeAuthored(resource: Resource, found: readonly Found[], results: Results): void {
  const asked = found.filter(({ rule }) => !rule.isGeneral).flatMap(({ paths }) => paths.map(formatFieldPath));
  const byName = new Set(asked);
  for (const { removal, paths } of found) {
    if (removal.isAuthored === undefined) continue;
    for (const field of paths) {
      const value = resource.document.value(field) ?? null;
      if (byName.has(formatFieldPath(field)) || !removal.isAuthored(value, resource)) continue;
      const shown = typeof value === 'object' ? '' : ` "${value}"`;
      const message = `removed the authored value${shown}; to keep it, use a StripTransform with \`builtIn: false\``;
      results.notice(message, { resource, field, currentValue: value });
    }
  }
}

/** Returns the lists that lose elements, without those inside other lists. */
function shrinkingLists(found: readonly Found[]): readonly Path[] {
  const elements = found.flatMap(({ paths }) => paths).filter((path) => typeof path.at(-1) === 'number');
  const lists = elements.map((path) =>
    path.slice(
      0,
      path.findIndex((step) => typeof step === 'number'),
    ),
  );
  return [...new Map(lists.map((list) => [formatFieldPath(list), list])).values()];
}

/** Returns the values that rules find. Most resources have none, and are only read as far as needed to know that. */
function findAll(resource: Resource, rules: readonly Rule[]): readonly Found[] {
  const found: Found[] = [];
  for (const rule of rules) {
    for (const removal of rule.removals) {
      const paths = removal.find(resource);
      if (paths.length > 0) found.push({ rule, removal, paths });
    }
  }
  const isGeneral = found.some(({ rule }) => rule.isGeneral);
  return isGeneral && isProtectedResource(resource) ? found.filter(({ rule }) => !rule.isGeneral) : found;
}

function reportUnsettled(resource: Resource, rules: readonly Rule[], results: Results): void {
  for (const { rule, removal, paths } of findAll(resource, rules)) {
    const reason = rule.isGeneral
      ? 'another rule removes the annotation that keeps it'
      : 'the index would match another element';
    const message = `a second run would remove this by \`${removal.text}\`, so nothing was changed: ${reason}`;
    for (const field of paths) results.error(message, { code: 'not-repeatable', resource, field });
  }
}

/** Values to remove from one resource: a tree of their paths. */
class Removals {
  readonly #top = new PathNode();

  /** Adds a path. Reports whether it is new. */
  add(path: Path): boolean {
    let place = this.#top;
    for (const step of path) place = place.at(step);
    const isNew = !place.isRemoved;
    place.isRemoved = true;
    return isNew;
  }

  /**
   * Calls `remove` for each value: in a sequence the last element first, so that no index changes before it is used.
   */
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
