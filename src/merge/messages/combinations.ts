/** Messages about values, lists and comments that combine both sides. Each function returns the text of a result. */

/** `fields`: those of the reference. */
export function referenceMixed(fields: readonly string[]): string {
  const names = fields.map((field) => `\`${field}\``).join(', ');
  return `each side changed a part of this reference, and neither has this combination of ${names}: check that it exists`;
}

/**
 * Permission of a Role: a verb on a URL, or on a resource of a group, which is '' for the core, with one name or any.
 */
export type PermissionFacts =
  | { readonly verb: string; readonly url: string }
  | { readonly verb: string; readonly resource: string; readonly group: string; readonly name: string | undefined };

/** Warns of a permission that a conflict leaves out. */
export function permissionCombined(permission: PermissionFacts): string {
  return `together, the changes of both sides would permit \`${permission.verb}\` of ${permittedText(permission)}`;
}

function permittedText(permission: PermissionFacts): string {
  if ('url' in permission) return permission.url;
  const { resource, group, name } = permission;
  return `${group === '' ? resource : `${resource}.${group}`}${name === undefined ? '' : ` ${name}`}`;
}

export const FIELDS_COMBINED = 'both sides added it with different fields: it gets the fields of both';

export const LOCAL_ORDER_KEPT = 'both sides changed the order: the local order is kept';

export const ADDITIONS_JOINED = 'both sides added elements at the same place: the elements of new come first';

/** `value`: value of the key, as it is shown. */
export function elementRepeated(key: string, value: string): string {
  return `several elements have the same \`${key}\`, ${value}, which is unique in every version`;
}

/** Is about a value or document that is written as a whole. */
export const INNER_COMMENTS_LOST = 'is written as a whole: some comments inside it are lost, so write them again';

export const LOCAL_COMMENT_KEPT = 'both sides changed the comment: the local one is kept';
