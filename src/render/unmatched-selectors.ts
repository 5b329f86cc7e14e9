import type { Resource } from '../krm/resource.ts';
import { didYouMean, isSlip } from '../nearest-name.ts';
import { isEmptySelector, matchesSelector, SELECTOR_TEXTS, type CompiledSelector } from './selector.ts';

/** Fields of a selector that are maps. */
const MAPS = ['labels', 'annotations'] as const satisfies readonly (keyof CompiledSelector)[];

/** Selector that matches no resource. */
export interface UnmatchedSelector {
  readonly index: number;
  /** End of a message: the nearest name that a resource has; '' if none is near. */
  readonly hint: string;
}

/** Reports whether a name that resources have may be the one that a selector means. */
type IsMeant = (wanted: string, name: string) => boolean;

/**
 * Returns selectors that match no resource: all of them if none matches one, so that the list has no effect. Otherwise
 * only those that are surely misspelled, since a pipeline may be shared by packages that have different resources. An
 * empty selector is never among them.
 */
export function unmatchedSelectors(
  selectors: readonly CompiledSelector[],
  resources: readonly Resource[],
): readonly UnmatchedSelector[] {
  if (resources.length === 0) return [];
  const missed = [...selectors.entries()].filter(
    ([, selector]) => !isEmptySelector(selector) && !resources.some((resource) => matchesSelector(resource, selector)),
  );
  const isAll = missed.length === selectors.length;
  const isMeant = isAll ? () => true : isSlip;
  const unmatched = missed.map(([index, selector]) => ({ index, hint: hintFor(selector, resources, isMeant) }));
  return isAll ? unmatched : unmatched.filter(({ hint }) => hint !== '');
}

/** Returns a hint at the first field that no resource has, preferably from resources that match all other fields. */
function hintFor(selector: CompiledSelector, resources: readonly Resource[], isMeant: IsMeant): string {
  for (const field of SELECTOR_TEXTS) {
    const wanted = selector[field] ?? '';
    if (wanted === '' || resources.some((resource) => resource[field] === wanted)) continue;
    const like = resources.filter((resource) => matchesSelector(resource, { ...selector, [field]: '' }));
    const hints = [like, resources].map((some) => {
      const names = some.map((resource) => resource[field]);
      return nearest(wanted, names, { isMeant, quote: (name) => `${field} ${JSON.stringify(name)}` });
    });
    return hints.find((hint) => hint !== '') ?? '';
  }
  return MAPS.map((field) => mapHint(selector, field, resources, isMeant)).find((hint) => hint !== '') ?? '';
}

/** Returns a hint at the first label or annotation that no resource has. */
function mapHint(
  selector: CompiledSelector,
  field: (typeof MAPS)[number],
  resources: readonly Resource[],
  isMeant: IsMeant,
): string {
  const present = resources.flatMap((resource) => [...resource.texts(['metadata', field])]);
  for (const [key, wanted] of Object.entries(selector[field] ?? {})) {
    const values = present.filter(([each]) => each === key).map(([, value]) => value);
    if (values.includes(wanted)) continue;
    const quote = (name: string): string => `${field.slice(0, -1)} ${JSON.stringify(name)}`;
    const keys = present.map(([each]) => each);
    if (values.length === 0) return nearest(key, keys, { isMeant, quote });
    return nearest(wanted, values, { isMeant, quote: (value) => quote(`${key}=${value}`) });
  }
  return '';
}

function nearest(
  wanted: string,
  names: readonly string[],
  { isMeant, quote }: { readonly isMeant: IsMeant; readonly quote: (name: string) => string },
): string {
  const meant = [...new Set(names)].filter((name) => name !== '' && isMeant(wanted, name));
  return didYouMean(wanted, meant, { quote });
}
