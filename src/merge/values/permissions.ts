import { GRANTS, TRAFFIC_RULES } from '../../kubernetes-types.ts';
import { isList, isMap, type Value } from '../../yaml/index.ts';
import type { PermissionFacts } from '../messages/combinations.ts';
import type { Place } from './place.ts';
import { mapSides, type Sides } from '../sides.ts';

/**
 * Returns a permission that a merged list of the rules of a Role grants, although neither side grants it, or one side
 * removed it: two edits of a rule can together permit what neither author intended. Returns undefined for none, and for
 * other lists. The place is that of the list, or of a rule in it if the lists have that alone.
 */
export function grantedMore(
  sides: Sides<Value>,
  merged: Value,
  { schema: { group, kind }, field }: Place,
): PermissionFacts | undefined {
  if (GRANTS[`${group}/${kind}`] !== field.filter((step) => typeof step === 'string').join('.')) return undefined;
  const { base = [], theirs = [], local = [] } = mapSides(sides, permissionsIn);
  const isIn = (permissions: readonly Permission[], each: Permission): boolean =>
    permissions.some((other) => covers(other, each));
  const removed = base.filter((each) => !isIn(theirs, each) || !isIn(local, each));
  const found = permissionsIn(merged).find(
    (each) => !(isIn(theirs, each) || isIn(local, each)) || removed.some((gone) => covers(each, gone)),
  );
  return found && factsOf(found);
}

function factsOf([type, ...parts]: Permission): PermissionFacts {
  const verb = parts.at(-1) ?? '';
  if (type === 'url') return { verb, url: parts[0] ?? '' };
  const [group = '', resource = '', name = '*'] = parts;
  return { verb, resource, group, name: name === '*' ? undefined : name };
}

/** Reports whether a place is a rule of a NetworkPolicy. Two changes of such a rule are never combined. */
export function isRuleOfPolicy({ schema: { group, kind }, field }: Place): boolean {
  const list = field.slice(0, -1).join('.');
  return TRAFFIC_RULES[`${group}/${kind}`]?.includes(list) === true;
}

/** A verb on a resource of a group, with a name or any, or on a URL. */
type Permission = readonly string[];

function permissionsIn(rules: Value): readonly Permission[] {
  return (isList(rules) ? rules : []).flatMap((rule) => {
    const urls = product([['url'], textsOf(rule, 'nonResourceURLs'), textsOf(rule, 'verbs')]);
    const names = textsOf(rule, 'resourceNames');
    const resources = [textsOf(rule, 'apiGroups'), textsOf(rule, 'resources'), names.length === 0 ? ['*'] : names];
    return [...urls, ...product([['resource'], ...resources, textsOf(rule, 'verbs')])];
  });
}

function textsOf(rule: Value, key: string): readonly string[] {
  const list = isMap(rule) ? rule[key] : undefined;
  return isList(list ?? null)
    ? (list as readonly Value[]).map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
    : [];
}

function product(lists: readonly (readonly string[])[]): readonly Permission[] {
  return lists.reduce<readonly Permission[]>(
    (found, list) => found.flatMap((each) => list.map((text) => [...each, text])),
    [[]],
  );
}

/** Reports whether a permission includes another. `*` matches anything. */
function covers(one: Permission, other: Permission): boolean {
  return one.every((text, index) => text === '*' || text === other[index]);
}
