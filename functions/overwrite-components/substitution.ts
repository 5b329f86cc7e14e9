import { formatFieldPath, resourceNames, type Resource, type Results } from '../../src/krm/index.ts';
import { counted } from '../../src/wording.ts';
import type { Overwrite, OverwriteList } from './kinds/component-version-overwrites.ts';
import { makeMatcher, type Matcher, type Matching } from './matcher.ts';
import { ATTRIBUTES, type Attribute, type Reference } from './reference.ts';
import { nearlySame, sameRepositoryContext } from './repository-context.ts';

/** Effect of an overwrite on a reference. */
export type SubstitutionStep =
  | { readonly kind: 'applied'; readonly overwrite: Overwrite }
  /** Matches, but is skipped as a whole, since earlier overwrites set some of the same attributes. */
  | { readonly kind: 'shadowed'; readonly overwrite: Overwrite; readonly by: readonly Shadow[] }
  /** Would match if its repository context were spelled the same way. */
  | { readonly kind: 'near'; readonly overwrite: Overwrite; readonly reason: string };

/** An earlier overwrite that set an attribute. */
interface Shadow {
  readonly overwrite: Overwrite;
  readonly attribute: Attribute;
}

/** Result of overwriting a reference. */
export interface Substituted {
  readonly result: Reference;
  /** Set if a source matched, even without an effect. */
  readonly matched: boolean;
  /** Overwrites that affect or nearly affect the reference, in order. */
  readonly steps: readonly SubstitutionStep[];
}

/**
 * Overwrites a reference (design, "A list of overwrite specifications"): each source is matched with the original
 * reference, and each attribute is set once, even to its old value. An overwrite is applied as a whole or not at all.
 */
export function substitute(reference: Reference, overwrites: readonly Overwrite[], matcher: Matcher): Substituted {
  const setters = new Map<Attribute, Overwrite>();
  const steps = overwrites.flatMap((overwrite) => stepOf(overwrite, reference, setters, matcher) ?? []);
  const set = <A extends Attribute>(attribute: A): Reference[A] =>
    setters.get(attribute)?.substitution[attribute] ?? reference[attribute];
  return {
    result: {
      repositoryContext: set('repositoryContext'),
      componentName: set('componentName'),
      version: set('version'),
    },
    matched: steps.some(({ kind }) => kind !== 'near'),
    steps,
  };
}

/**
 * Returns the effect of an overwrite, and adds its attributes to the setters if it applies. Undefined without an
 * effect.
 */
function stepOf(
  overwrite: Overwrite,
  reference: Reference,
  setters: Map<Attribute, Overwrite>,
  matcher: Matcher,
): SubstitutionStep | undefined {
  const { source, substitution } = overwrite;
  if (!matchesTexts(source, reference, matcher)) return undefined;
  if (
    isSet(source, 'repositoryContext') &&
    !sameRepositoryContext(source.repositoryContext, reference.repositoryContext)
  ) {
    const reason = nearlySame(source.repositoryContext, reference.repositoryContext);
    return reason === undefined ? undefined : { kind: 'near', overwrite, reason };
  }
  const wanted = ATTRIBUTES.filter((attribute) => isSet(substitution, attribute));
  const by = wanted.flatMap((attribute) => shadows(attribute, setters));
  if (by.length > 0) return { kind: 'shadowed', overwrite, by };
  for (const attribute of wanted) setters.set(attribute, overwrite);
  return { kind: 'applied', overwrite };
}

function matchesTexts(source: Partial<Reference>, reference: Reference, matcher: Matcher): boolean {
  const { componentName = '', version = '' } = source;
  return (
    (componentName === '' || matcher.componentName(componentName, reference.componentName)) &&
    (version === '' || matcher.version(version, reference.version))
  );
}

function isSet(attributes: Partial<Reference>, attribute: Attribute): boolean {
  return (attributes[attribute] ?? '') !== '';
}

function shadows(attribute: Attribute, setters: ReadonlyMap<Attribute, Overwrite>): readonly Shadow[] {
  const overwrite = setters.get(attribute);
  return overwrite === undefined ? [] : [{ overwrite, attribute }];
}

/** Effects of one overwrite. */
interface Effects {
  /** Resource of each reference that it was applied to. */
  readonly applied: Resource[];
  /** Counts by text, which names the earlier overwrites and their attributes. */
  readonly shadowed: Map<string, number>;
  /** Reasons why near matches do not match. */
  readonly near: Set<string>;
}

/** Overwrites references, and reports the effects of each overwrite. */
export class Substitutions {
  readonly #matcher: Matcher;
  readonly #effects = new Map<Overwrite, Effects>();

  constructor(matching: Matching) {
    this.#matcher = makeMatcher(matching);
  }

  /** Overwrites a reference of a resource, and counts the effects. */
  substitute(resource: Resource, reference: Reference, overwrites: readonly Overwrite[]): Substituted {
    const outcome = substitute(reference, overwrites, this.#matcher);
    for (const step of outcome.steps) this.#count(resource, step);
    return outcome;
  }

  /** Reports the effects of all overwrites of some lists. `things` names what they were matched with. */
  report(lists: Iterable<OverwriteList>, things: string, results: Results): void {
    for (const { resource, overwrites } of lists) {
      for (const overwrite of overwrites) {
        const about = { resource, field: overwrite.field };
        const { applied, shadowed, near } = this.#effects.get(overwrite) ?? NONE;
        const references = counted(applied.length, 'reference');
        if (applied.length > 0)
          results.info(`applied to ${references}: ${resourceNames(applied)}`, { code: 'rule-applied', ...about });
        for (const [by, count] of shadowed)
          results.info(`not applied to ${counted(count, 'reference')}: ${by}`, { code: 'rule-skipped', ...about });
        for (const reason of near) results.warning(`nearly matches: ${reason}`, { code: 'near-name', ...about });
        if (applied.length === 0 && shadowed.size === 0 && near.size === 0)
          results.warning(`matches no ${things}`, { code: 'rule-unmatched', ...about });
      }
    }
  }

  #count(resource: Resource, step: SubstitutionStep): void {
    const effects: Effects = this.#effects.get(step.overwrite) ?? { applied: [], shadowed: new Map(), near: new Set() };
    this.#effects.set(step.overwrite, effects);
    if (step.kind === 'applied') effects.applied.push(resource);
    else if (step.kind === 'near') effects.near.add(step.reason);
    else {
      const by = step.by
        .map(({ overwrite, attribute }) => `\`${formatFieldPath(overwrite.field)}\` already sets \`${attribute}\``)
        .join(', ');
      effects.shadowed.set(by, (effects.shadowed.get(by) ?? 0) + 1);
    }
  }
}

const NONE: Effects = { applied: [], shadowed: new Map(), near: new Set() };
