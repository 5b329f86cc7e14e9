import { byteOrder } from '../byte-order.ts';
import { didYouMean } from '../nearest-name.ts';
import { versionHint } from '../wording.ts';

/** Version and kind of resources. */
interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * Returns the end of a message about a kind that no resource has: the versions in which it is present or, if it is absent
 * from all, the nearest kind; '' if there is none.
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
