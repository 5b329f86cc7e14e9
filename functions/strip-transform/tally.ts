import type { Resource } from '../../src/krm/index.ts';
import type { Removal, Rule } from './rule.ts';
import type { Removed } from './strip.ts';

export class Tally {
  /** Resources that each rule applied to. */
  readonly #selected = new Map<Rule, Resource[]>();
  readonly #removed = new Map<Rule, Removed[]>();

  /** Counts a resource to which rules apply, and the values removed from it. */
  add(resource: Resource, rules: readonly Rule[], removed: readonly Removed[]): void {
    for (const rule of rules) {
      const known = this.#selected.get(rule);
      if (known === undefined) this.#selected.set(rule, [resource]);
      else known.push(resource);
    }
    for (const each of removed) {
      const known = this.#removed.get(each.rule);
      if (known === undefined) this.#removed.set(each.rule, [each]);
      else known.push(each);
    }
  }

  /** Returns the resources that a rule applied to. */
  selected(rule: Rule): readonly Resource[] {
    return this.#selected.get(rule) ?? [];
  }

  /** Returns the values that a rule removed, resource by resource. */
  removed(rule: Rule): readonly Removed[] {
    return this.#removed.get(rule) ?? [];
  }

  /** Returns the number of fields that each part of a rule removed, in the order of the rule. */
  fields(rule: Rule): ReadonlyMap<Removal, number> {
    const counts = new Map(rule.removals.map((removal) => [removal, 0]));
    for (const { removal, paths } of this.removed(rule)) {
      counts.set(removal, (counts.get(removal) ?? 0) + paths.length);
    }
    return counts;
  }
}
