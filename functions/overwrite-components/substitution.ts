import type { Matcher } from './matcher.ts';
import type { Overwrite } from './overwrite.ts';
import { ATTRIBUTES, type Attribute, type Reference } from './reference.ts';
import { nearlySame, sameRepositoryContext } from './repository-context.ts';

/** What an overwrite has to do with a reference. */
export type Step =
  | { readonly kind: 'applied'; readonly overwrite: Overwrite }
  /** It matches, and is left out as a whole, since earlier ones have set what it would set. */
  | { readonly kind: 'shadowed'; readonly overwrite: Overwrite; readonly by: readonly Shadow[] }
  /** It would match but for how its repository context is written. */
  | { readonly kind: 'near'; readonly overwrite: Overwrite; readonly reason: string };

/** What set an attribute before. */
interface Shadow {
  readonly overwrite: Overwrite;
  readonly attribute: Attribute;
}

/** What becomes of a reference. */
export interface Outcome {
  readonly result: Reference;
  /** Whether a source matched, even if nothing came of it. */
  readonly matched: boolean;
  /** Those of the overwrites that have to do with the reference, in their order. */
  readonly steps: readonly Step[];
}

/**
 * Overwrites a reference (design, "A list of overwrite specifications"): each source is matched with the reference as it
 * was, and each attribute is set once, even if to what it was. An overwrite is applied whole or not at all.
 */
export function substitute(reference: Reference, overwrites: readonly Overwrite[], matcher: Matcher): Outcome {
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

/** Adds to the setters what is applied. Undefined where an overwrite has nothing to do with the reference. */
function stepOf(
  overwrite: Overwrite,
  reference: Reference,
  setters: Map<Attribute, Overwrite>,
  matcher: Matcher,
): Step | undefined {
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
