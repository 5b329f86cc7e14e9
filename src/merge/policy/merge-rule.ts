import { matchesWildcard } from '../../wildcard.ts';
import { fieldPattern, leadsBelow, matchesField, type FieldPattern, type FieldStep } from './field-pattern.ts';

/**
 * Outcome of a rule: `local` and `new` decide conflicts, `pin` keeps local's value even if only new changes it, and
 * `union` keeps list elements that one side deletes.
 */
export type Take = 'local' | 'new' | 'union' | 'pin';

/** Valid values of `take`. */
export const TAKES = ['local', 'new', 'union', 'pin'] as const satisfies readonly Take[];

/** Selector of resources: matches those that match all of its patterns, in which `*` stands for any characters. */
export interface ResourcePattern {
  readonly group?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** Rule of a merge: `take` decides for matching fields of matching resources, and for everything below these fields. */
export interface MergeRule {
  /** Default: all resources. */
  readonly resource?: ResourcePattern;
  /** Pattern of the path of the file. Default: all files. */
  readonly file?: string;
  /**
   * Fields such as `spec.replicas`, `spec.containers[name=web].*` and `items[*]`. Default: the whole resource or file.
   */
  readonly path?: string;
  readonly take: Take;
}

/** Resource or file to match rules against. */
export interface Subject extends Required<ResourcePattern> {
  readonly file: string;
  /** Path of the file in the result, if it differs. */
  readonly mergedFile?: string;
}

/** A rule with its parsed path. */
interface ReadRule {
  readonly rule: MergeRule;
  readonly path: FieldPattern;
}

/** Rules in their order: the first match decides. */
export class MergeRules {
  readonly #rules: readonly ReadRule[];
  /** Rules that decided something. */
  readonly used = new Set<MergeRule>();
  /** Rules that match a decided place, and the first one that decided it before them. */
  readonly overruled = new Map<MergeRule, MergeRule>();

  /** Throws a `KrmError` for an invalid path. */
  constructor(rules: readonly MergeRule[]) {
    this.#rules = rules.map((rule) => ({ rule, path: fieldPattern(rule.path ?? '') }));
  }

  /** Returns the rules for a resource or a file. */
  for(subject: Subject): SubjectRules {
    return new SubjectRules(
      this.#rules.filter(({ rule }) => matchesSubject(rule, subject)),
      this,
    );
  }
}

/** Rules for one resource or file. */
export class SubjectRules {
  readonly #rules: readonly ReadRule[];
  readonly #all: Pick<MergeRules, 'used' | 'overruled'>;

  constructor(rules: readonly ReadRule[], all: Pick<MergeRules, 'used' | 'overruled'>) {
    this.#rules = rules;
    this.#all = all;
  }

  /** True if a rule does more than decide conflicts. */
  get hasPins(): boolean {
    return this.#rules.some(({ rule: { take } }) => take === 'pin' || take === 'union');
  }

  /** Returns the outcome of the first rule for a place; undefined if none matches. */
  takeAt(steps: readonly FieldStep[]): Take | undefined {
    return this.#rules.find(({ path }) => matchesField(path, steps))?.rule.take;
  }

  /** Reports whether a rule pins a field below a place. */
  pinsBelow(steps: readonly FieldStep[]): boolean {
    return this.#rules.some(({ rule, path }) => rule.take === 'pin' && leadsBelow(path, steps));
  }

  /** Marks the rule for a place as used, and the rules after it as overruled. */
  use(steps: readonly FieldStep[]): void {
    const { used, overruled } = this.#all;
    const [first, ...later] = this.#rules.filter(({ path }) => matchesField(path, steps));
    if (first !== undefined) used.add(first.rule);
    for (const { rule } of later) if (first !== undefined && !overruled.has(rule)) overruled.set(rule, first.rule);
  }
}

/** Reports whether a rule is for a resource or file. */
export function matchesSubject({ resource, file }: MergeRule, subject: Subject): boolean {
  const paths = [subject.file, subject.mergedFile ?? subject.file];
  if (file !== undefined && !paths.some((path) => matchesWildcard(file, path))) return false;
  return matchesResource(resource ?? {}, subject);
}

/** Reports whether a resource matches all patterns of it that are given. */
export function matchesResource(pattern: ResourcePattern, resource: Required<ResourcePattern>): boolean {
  return Object.entries(pattern).every(([key, each]) => {
    return matchesWildcard(String(each), resource[key as keyof ResourcePattern]);
  });
}
