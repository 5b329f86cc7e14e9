/*
 * A pattern is the text of a setter comment, such as `nginx:${tag}`. A value is the pattern with the values of all
 * setters in place of their references. The values of setters that are not given are derived from the current value.
 */

/** Returns a pattern with values in place of the references to their setters. */
export function substitute(pattern: string, values: ReadonlyMap<string, string>): string {
  let text = pattern;
  for (const [name, value] of values) text = text.replaceAll(referenceTo(name), () => value);
  return text;
}

/** Returns the references in a text, such as `${tag}`, in their order. */
export function referencesIn(text: string): readonly string[] {
  return text.match(/\$\{[^}]*\}/g) ?? [];
}

/** Reports whether a text refers to a setter. */
export function refersTo(text: string, name: string): boolean {
  return text.includes(referenceTo(name));
}

function referenceTo(name: string): string {
  return `\${${name}}`;
}

/** Returns the name of the setter that a reference is to. */
export function nameIn(reference: string): string {
  return reference.slice(2, -1);
}

/**
 * Derives the values of all setters of a pattern from a value with a part that fits it: the first in the value, in
 * which each setter, from the left, takes as much of the line as it can. Empty if no part fits, or if a setter would
 * have an empty value.
 */
export function derive(pattern: string, value: string): ReadonlyMap<string, string> {
  const references = referencesIn(pattern);
  const literals = literalsOf(pattern, references);
  // A second reference to the same setter is no group of its own.
  if (literals.length !== references.length + 1) return derived(references, undefined);
  for (const line of value.split('\n')) {
    const groups = groupsIn(line, literals);
    if (groups !== undefined) return derived(references, groups);
  }
  return derived(references, undefined);
}

function derived(references: readonly string[], groups: readonly string[] | undefined): ReadonlyMap<string, string> {
  if (groups === undefined || groups.includes('')) return new Map();
  return new Map(references.map((reference, index) => [nameIn(reference), groups[index] ?? '']));
}

/** Separates the literal parts of a pattern: no comment holds it. */
const GAP = '\0';

/** Returns the parts of a pattern around its references. */
function literalsOf(pattern: string, references: readonly string[]): readonly string[] {
  return references.reduce((text, reference) => text.replaceAll(reference, GAP), pattern).split(GAP);
}

/**
 * Returns the text between each two of the literals in a line, as the leftmost match of a regular expression with a
 * greedy group there: the first literal is at its first place, each other at its last before the next one. Takes linear
 * time.
 */
function groupsIn(line: string, [first = '', ...others]: readonly string[]): readonly string[] | undefined {
  const start = line.indexOf(first);
  if (start === -1) return undefined;
  const floor = start + first.length;
  const groups: string[] = [];
  let end = line.length;
  for (const [index, literal] of others.toReversed().entries()) {
    const at = end - literal.length < floor ? -1 : line.lastIndexOf(literal, end - literal.length);
    if (at < floor) return undefined;
    // The text after the last literal belongs to no group.
    if (index > 0) groups.unshift(line.slice(at + literal.length, end));
    end = at;
  }
  return [line.slice(floor, end), ...groups];
}

/**
 * Reports whether a whole value is a pattern with the given values, and with a text on one line in place of each other
 * reference, with equal texts for equal references. False if all values are given.
 */
export function fits(pattern: string, given: ReadonlyMap<string, string>, value: string): boolean {
  const references = referencesIn(pattern).filter((reference) => !given.has(nameIn(reference)));
  if (references.length === 0) return false;
  const gaps = new Map(references.map((reference) => [nameIn(reference), GAP]));
  const [first = '', ...others] = substitute(substitute(pattern, gaps), given).split(GAP);
  const last = others.pop();
  if (last === undefined) return false;
  const floor = first.length;
  if (!value.startsWith(first) || !value.endsWith(last)) return false;
  const groups: string[] = [];
  let end = value.length - last.length;
  for (const literal of others.toReversed()) {
    const at = value.lastIndexOf(literal, end - literal.length - 1);
    if (at <= floor || end - literal.length <= floor) return false;
    groups.unshift(value.slice(at + literal.length, end));
    end = at;
  }
  groups.unshift(value.slice(floor, Math.max(floor, end)));
  const texts = new Map(references.map((reference, index) => [reference, groups[index]]));
  return groups.every((group, index) => /^[^\n]+$/.test(group) && texts.get(references[index] ?? '') === group);
}
