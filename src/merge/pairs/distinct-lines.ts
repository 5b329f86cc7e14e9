import { equalValues, isMap, type Value } from '../../yaml/index.ts';
import type { Unit } from './unit.ts';

/** Number of resources of a kind above which a line that they share says nothing about one of them. */
const MANY = 3;

/**
 * Lines by which resources are compared. They are read when they are first needed: most resources have their pair by
 * identity.
 */
export class DistinctLines {
  readonly #units: readonly Unit[];
  readonly #shared = new Map<string, ReadonlySet<string>>();
  readonly #lines = new Map<Unit, readonly string[]>();

  /** `units`: resources of the earlier version, whose common lines do not count. */
  constructor(units: readonly Unit[]) {
    this.#units = units;
  }

  /** Returns the lines of a resource, except for comments, its type, and lines that many resources of its kind have. */
  of(unit: Unit): readonly string[] {
    const known = this.#lines.get(unit);
    if (known !== undefined) return known;
    const shared = this.#sharedIn(kindOf(unit));
    const lines = linesOf(unit).filter((line) => !shared.has(line));
    this.#lines.set(unit, lines);
    return lines;
  }

  #sharedIn(kind: string): ReadonlySet<string> {
    const known = this.#shared.get(kind);
    if (known !== undefined) return known;
    const counts = new Map<string, number>();
    for (const unit of this.#units)
      if (kindOf(unit) === kind)
        for (const line of new Set(linesOf(unit))) counts.set(line, (counts.get(line) ?? 0) + 1);
    const shared = new Set([...counts].flatMap(([line, count]) => (count > MANY ? [line] : [])));
    this.#shared.set(kind, shared);
    return shared;
  }
}

/** Returns the lines of a document without indentation, except for comments and its type. */
export function linesOf({ text }: Unit): readonly string[] {
  return text
    .split('\n')
    .filter((line) => !/^(?:---|apiVersion:|kind:|metadata:|\s*(?:#|$))/.test(line))
    .map((line) => line.replace(/\s+#.*$/, '').trim());
}

/** Returns a text for the group and kind of a document. */
export function kindOf({ resource }: Unit): string {
  return `${resource.group}|${resource.kind}`;
}

/**
 * Reports whether two documents are CustomResourceDefinitions of types with different names, which are never the same.
 */
export function areOtherTypes(a: Unit, b: Unit): boolean {
  const isType = [a, b].every(({ resource }) => resource.kind === 'CustomResourceDefinition');
  return isType && !equalValues(namesIn(a), namesIn(b));
}

/** Returns the kind and the plural that a CustomResourceDefinition defines. */
function namesIn({ resource }: Unit): Value {
  const spec = fieldIn(resource.value(), 'spec');
  const names = fieldIn(spec, 'names');
  return [fieldIn(names, 'kind'), fieldIn(names, 'plural')];
}

function fieldIn(value: Value, key: string): Value {
  return isMap(value) ? (value[key] ?? null) : null;
}
