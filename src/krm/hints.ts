import { byteOrder } from '../byte-order.ts';
import { didYouMean, nearestName, suggestion } from '../nearest-name.ts';
import { firstNames, versionHint } from '../wording.ts';
import type { Path } from '../yaml/index.ts';
import { formatFieldPath } from './field-path.ts';
import type { Resource } from './resource.ts';
import type { Results } from './results.ts';

/** Version and kind of resources. */
interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * Returns the end of a message about a kind that no resource has: the versions in which it is present or, if it is
 * absent from all, the nearest kind; '' if there is none.
 */
export function kindHint({ apiVersion, kind }: Kind, present: Iterable<Kind>): string {
  const all = [...present].filter((each) => each.kind !== '');
  const versions = all.filter((each) => each.kind === kind).map((each) => each.apiVersion);
  if (versions.length > 0) return versionHint(sorted(versions));
  const kindsIn = (kinds: readonly Kind[]): readonly string[] => sorted(kinds.map((each) => each.kind));
  const inVersion = didYouMean(kind, kindsIn(all.filter((each) => each.apiVersion === apiVersion)), { quote: named });
  if (inVersion !== '') return inVersion;
  const versionsOf = (name: string): string =>
    sorted(all.filter((each) => each.kind === name).map((each) => each.apiVersion)).join(', ');
  return didYouMean(kind, kindsIn(all), { quote: (name) => `${named(name)} (${versionsOf(name)})` });
}

function named(kind: string): string {
  return `kind ${JSON.stringify(kind)}`;
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted(byteOrder);
}

/** Names a namespace in a message. */
export function namespaceName(namespace: string): string {
  return `namespace "${namespace || 'default'}"`;
}

/**
 * Returns the end of a message about a rule that selects nothing: the namespace that it searches, how many resources it
 * would select in others, and the remedy; '' if there are none. `others`: these resources, which may repeat.
 * `searched`: undefined if the message names it.
 */
export function elsewhere(others: Iterable<Resource>, searched: string | undefined, remedy: string): string {
  const all = [...new Set(others)];
  if (all.length === 0) return '';
  const names = [...new Set(all.map(({ namespace }) => namespaceName(namespace)))].toSorted(byteOrder);
  const where = searched === undefined ? '' : ` in ${namespaceName(searched)}`;
  return `${where}; ${all.length} would match in ${firstNames(names, (name) => name)}: ${remedy}`;
}

/**
 * Reports an info for each resource that a rule would select but for its namespace, if the rule selects others. `rule`:
 * start of the message.
 */
export function reportElsewhere(rule: string, others: Iterable<Resource>, results: Results): void {
  for (const resource of new Set(others))
    results.info(`${rule} would match but for the namespace`, {
      code: 'other-namespace',
      resource,
      field: ['metadata', 'namespace'],
    });
}

/**
 * Returns the end of a message about a missing field: the suggestion if a key on its path is misspelled, or else ''.
 */
export function misspelledKey({ document }: Resource, missing: Path): string {
  for (const [depth, key] of missing.entries()) {
    const above = missing.slice(0, depth);
    if (document.has([...above, key])) continue;
    const wrong = document.keys(above)?.find((each) => nearestName(each, [String(key)]) !== undefined);
    if (wrong === undefined) return '';
    const [right, written] = [key, wrong].map((each) => formatFieldPath([...above, each, ...missing.slice(depth + 1)]));
    return suggestion(`\`${right}\`, not \`${written}\``);
  }
  return '';
}
