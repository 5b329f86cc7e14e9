import type { Resource, Resources } from '../../src/krm/index.ts';
import { ResourceNames } from './resource-names.ts';
import { builtInRules, type BuiltInRule } from './built-in.ts';
import type { Rule } from './rule.ts';
import type { Transform } from './transform.ts';

export interface StripConfig {
  /** Applies the rules that are built into KubeStellar. */
  readonly builtIn: boolean;
  readonly transforms: readonly Transform[];
}

/** Rule of a transform, for the kinds that its resource name means. */
export interface TransformRule extends Rule {
  readonly transform: Transform;
  readonly kinds: readonly string[];
}

/** Rules of a call, in the order in which they apply. */
export class StripRules {
  readonly builtIn: readonly BuiltInRule[];
  readonly transforms: readonly TransformRule[];
  /** Meaning of resource names in this call. */
  readonly names: ResourceNames;
  readonly #byKind = new Map<string, TransformRule[]>();

  constructor({ builtIn, transforms }: StripConfig, resources: Resources) {
    this.names = new ResourceNames(resources);
    this.builtIn = builtIn ? builtInRules() : [];
    this.transforms = transforms.map((transform) => this.#ruleOf(transform));
    for (const rule of this.transforms) {
      for (const kind of rule.kinds) {
        const key = keyOf(rule.transform.group, kind);
        const known = this.#byKind.get(key);
        if (known === undefined) this.#byKind.set(key, [rule]);
        else known.push(rule);
      }
    }
  }

  /** Returns the rules for a resource. */
  of(resource: Resource): readonly (BuiltInRule | TransformRule)[] {
    const builtIn = this.builtIn.filter((rule) => isFor(rule, resource));
    if (this.#byKind.size === 0) return builtIn;
    return [...builtIn, ...(this.#byKind.get(keyOf(resource.group, resource.kind)) ?? [])];
  }

  #ruleOf(transform: Transform): TransformRule {
    const { title, removals } = transform;
    return { title, isGeneral: false, removals, transform, kinds: this.names.kindsOf(transform) };
  }
}

function isFor({ apiVersion, kind }: BuiltInRule, resource: Resource): boolean {
  return kind === undefined || (resource.kind === kind && resource.apiVersion === apiVersion);
}

function keyOf(group: string, kind: string): string {
  return `${group}/${kind}`;
}
