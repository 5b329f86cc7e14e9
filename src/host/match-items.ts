import { annotationText } from '../krm/resource.ts';
import { isMap } from '../yaml/index.ts';
import { idOf, type ListItem } from './answer.ts';
import { KPT } from './kpt-annotations.ts';

/**
 * Pairs the items that a function printed with those that it was sent: by the id of kpt, or else by path and index, or else by
 * group, kind, namespace and name. An item has one pair, the first. Returns for each printed item the index of the sent
 * one; undefined for a new item.
 */
export function matchItems(sent: readonly ListItem[], answered: readonly ListItem[]): readonly (number | undefined)[] {
  const pairs: (number | undefined)[] = answered.map(() => undefined);
  const free = new Set(sent.keys());
  // The lines of an item have its id: most are printed as they were sent.
  for (const keyOf of [linesOf, idOf, placeKey, nameKey]) {
    const open = new Map<string, number>();
    for (const index of free) {
      const key = keyOf(sent[index] as ListItem);
      if (key !== undefined && !open.has(key)) open.set(key, index);
    }
    answered.forEach((item, at) => {
      if (pairs[at] !== undefined || open.size === 0) return;
      const key = keyOf(item);
      const index = key === undefined ? undefined : open.get(key);
      if (key === undefined || index === undefined) return;
      // Another item of this name may be a copy: only the id shows that it is not.
      if (keyOf !== linesOf && keyOf !== idOf && isOther(item, sent)) return;
      pairs[at] = index;
      open.delete(key);
      free.delete(index);
    });
    if (free.size === 0) break;
  }
  return pairs;
}

/** Reports whether an item has the id of a sent item: then it is that item, or a copy of it. */
function isOther(item: ListItem, sent: readonly ListItem[]): boolean {
  const id = Number(idOf(item));
  return Number.isInteger(id) && id >= 1 && id <= sent.length;
}

function linesOf({ lines }: ListItem): string | undefined {
  return lines;
}

function placeKey(item: ListItem): string | undefined {
  const path = item.annotation(KPT.internalPath) ?? item.annotation(KPT.path);
  const index = item.annotation(KPT.internalIndex) ?? item.annotation(KPT.index);
  if (path === undefined || index === undefined) return undefined;
  return JSON.stringify([item.annotation(KPT.packagePath), path, index]);
}

/** Returns a key of the group, kind, namespace and name: the version may change. */
function nameKey({ value }: ListItem): string | undefined {
  if (!isMap(value) || !isMap(value['metadata'])) return undefined;
  const { apiVersion, kind, metadata } = value;
  const group = annotationText(apiVersion)?.split('/').slice(0, -1).join('/');
  const names = [kind, metadata['namespace'], metadata['name']].map((each) => annotationText(each) ?? '');
  return JSON.stringify([group, ...names]);
}
