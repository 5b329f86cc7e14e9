import { formatFieldPath, formatFile, originsOfEdits, type Origin, type Resource } from '../../src/krm/index.ts';
import { firstNames } from '../../src/wording.ts';
import type { Path } from '../../src/yaml/index.ts';
import type { NamedPolicy } from './settings.ts';

/** Names a policy for messages that also name a resource: `OverridePolicy "web"`. */
export function policyName({ source: { kind, name } }: NamedPolicy): string {
  return `${kind} ${JSON.stringify(name)}`;
}

/** Names a policy with its file: `OverridePolicy "web" (policies/web.yaml)`. */
export function describePolicy({ kind, name, file }: Resource): string {
  return `${kind} ${JSON.stringify(name)}${file === undefined ? '' : ` (${formatFile(file)})`}`;
}

/** Range of the edits of a document, by their indexes; the end is not included. */
export type EditRange = readonly [from: number, to: number];

/**
 * Names the entries of policies that asked for some edits of a resource: those at, in or above a field, or else all.
 * Returns '' if none did.
 */
export function editorsOf({ document }: Resource, range: EditRange, field = ''): string {
  const origins = originsOfEdits(document.edits);
  const edits = document.edits.slice(...range);
  const near = edits.filter(({ path }) => isNear(formatFieldPath(inResource(path)), field));
  const asked = (near.length > 0 ? near : edits).flatMap((edit) => origins.get(edit) ?? []);
  return firstNames([...new Set(asked.flatMap(describeOrigin))], (name) => name);
}

/** Returns the path of an edit below the lists that hold its resource. */
function inResource(path: Path): Path {
  const [top, index] = path;
  return top === 'items' && typeof index === 'number' ? inResource(path.slice(2)) : path;
}

/** Reports whether two formatted paths are equal, or one leads into the value of the other. */
function isNear(a: string, b: string): boolean {
  const isIn = (inner: string, outer: string): boolean =>
    outer === '' || inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
  return isIn(a, b) || isIn(b, a);
}

function describeOrigin({ resource, field = [] }: Origin): readonly string[] {
  return resource === undefined ? [] : [`${describePolicy(resource)} \`${formatFieldPath(field)}\``];
}
