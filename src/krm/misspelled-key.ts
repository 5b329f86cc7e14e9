import { formatFieldPath } from './field-path.ts';
import type { Resource } from './resource.ts';
import { nearestName, suggestion } from '../nearest-name.ts';
import type { Path } from '../yaml/index.ts';

/** Returns the end of a message about a missing field: the suggestion if a key on its path is misspelled, or else ''. */
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
