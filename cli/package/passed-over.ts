import { formatFieldPath, isFunctionInput, KrmError, type Resource, type Result } from '../../src/krm/index.ts';
import { nearestName, suggestion } from '../../src/nearest-name.ts';
import type { Path } from '../../src/yaml/index.ts';
import { duplicateMessage } from './duplicate-keys.ts';

/** Fields that a resource must have, each a nonempty string. */
const REQUIRED: readonly Path[] = [['apiVersion'], ['kind'], ['metadata', 'name']];

/**
 * Returns the result about a document, or an element of a list, that is not a resource: an info or, if it lacks one field
 * only and was probably meant to be one, a warning with the remedy.
 */
export function describePassedOver(resource: Resource): Result {
  const { file, location } = resource;
  const place = location.element?.flatMap((index) => ['items', index]);
  const what = place === undefined ? 'skipped' : `skipped \`${formatFieldPath(place)}\``;
  const [missing, ...others] = REQUIRED.filter((path) => resource.text(path) === '');
  const remedy = missing === undefined || others.length > 0 ? undefined : remedyFor(resource, missing);
  const message = `${what}: a KRM resource must have \`apiVersion\`, \`kind\` and \`metadata.name\`${remedy ?? ''}`;
  return { severity: remedy === undefined ? 'info' : 'warning', message, ...(file && { file }) };
}

/** Returns the end of the message about a resource that lacks only one field; undefined if it may be meant so. */
function remedyFor(resource: Resource, missing: Path): string | undefined {
  try {
    return (
      wrongType(resource, missing) ?? misspelling(resource, missing) ?? duplicate(resource, missing) ?? unread(resource)
    );
  } catch (error) {
    // A part that is not YAML is an error only if something reads it.
    if (error instanceof KrmError) return undefined;
    throw error;
  }
}

function wrongType({ document }: Resource, missing: Path): string | undefined {
  const value = document.value(missing) ?? null;
  if (value === null || typeof value === 'object' || value === '') return undefined;
  return `: \`${formatFieldPath(missing)}\` must be a string, so quote it`;
}

/** Returns the suggestion if a key on the path is misspelled. */
function misspelling({ document }: Resource, missing: Path): string | undefined {
  for (const [depth, key] of missing.entries()) {
    const above = missing.slice(0, depth);
    if (document.has([...above, key])) continue;
    const wrong = document.keys(above)?.find((each) => nearestName(each, [String(key)]) !== undefined);
    if (wrong === undefined) return undefined;
    const [right, written] = [key, wrong].map((each) => formatFieldPath([...above, each, ...missing.slice(depth + 1)]));
    return suggestion(`\`${right}\`, not \`${written}\``);
  }
  return undefined;
}

function duplicate({ document }: Resource, missing: Path): string | undefined {
  const found = document.findDuplicateKeys().find(({ path }) => path.every((key, at) => key === missing[at]));
  return found && `: ${duplicateMessage(found)}`;
}

function unread(resource: Resource): string | undefined {
  return isFunctionInput(resource) ? `: without a name, no function reads this ${resource.kind}` : undefined;
}
