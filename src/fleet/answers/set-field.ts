import type { Resource } from '../../krm/index.ts';
import { isList, isMap, type Path } from '../../yaml/index.ts';

/**
 * Returns the field of a PackageVariantSet that a field of one of its PackageVariants is made of. `target`: path of the
 * target that it was made for. A field that the template does not have is that of the target.
 */
export function fieldOfSet(set: Resource, target: Path, field: Path): Path {
  const [, part = '', ...rest] = field;
  if (part === 'upstream') return field;
  const template = [...target, 'template'];
  const plain = [...template, part, ...rest];
  const found = expressionOf(set, plain) ?? (set.has(plain) ? plain : undefined) ?? expressionsOf(set, plain);
  return found ?? (set.has(template) && part !== 'downstream' ? template : target);
}

/**
 * Returns the expression that overrides an entry of a map, such as `dataExprs[0]` for `data.tier`, or stands for a
 * field.
 */
function expressionOf(set: Resource, plain: Path): Path | undefined {
  const [around, key] = [plain.slice(0, -1), plain.at(-1)];
  const single = [...around, `${String(key)}Expr`];
  if (typeof key === 'string' && set.has(single)) return single;
  const list = listOf(around);
  const entries = list && set.document.value(list);
  if (list === undefined || !isList(entries)) return undefined;
  const index = entries.findLastIndex((entry) => isMap(entry) && entry['key'] === key);
  return index < 0 ? undefined : [...list, index];
}

/** Returns the list of expressions of which one made an entry, if its key is an expression, too. */
function expressionsOf(set: Resource, plain: Path): Path | undefined {
  const lists = [listOf(plain.slice(0, -1)), listOf(plain)];
  return lists.find((list) => list !== undefined && set.has(list));
}

/** Returns the list of the expressions for a map or a list: `dataExprs` for `data`. */
function listOf(map: Path): Path | undefined {
  const name = map.at(-1);
  return typeof name === 'string' ? [...map.slice(0, -1), `${name.replace(/s$/, '')}Exprs`] : undefined;
}
