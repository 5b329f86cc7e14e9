import type { Location } from '../krm/resource.ts';
import { KrmError } from '../krm/result.ts';
import type { ListItem } from './answer.ts';
import { KPT } from './kpt-annotations.ts';

/**
 * Returns the location that a function gives to an item. There are two annotations for the path and two for the index; the
 * changed one counts. `sent`: the item as it was sent; undefined for a new one. Throws a `KrmError` if both changed to
 * different texts, or if an index is not a number.
 */
export function answeredLocation(item: ListItem, sent: ListItem | undefined): Location {
  const path = changed(item, sent, [KPT.internalPath, KPT.path]);
  const index = changed(item, sent, [KPT.internalIndex, KPT.index]);
  const packagePath = changed(item, sent, [KPT.packagePath]);
  if (index !== undefined && !/^-?\d{1,9}$/.test(index))
    throw wrong(`\`${KPT.index}\` must be a number, not ${JSON.stringify(index)}`);
  return {
    ...(path !== undefined && { path }),
    ...(index !== undefined && { index: Number(index) }),
    ...(packagePath !== undefined && { packagePath }),
  };
}

function changed(item: ListItem, sent: ListItem | undefined, keys: readonly string[]): string | undefined {
  const before = keys.flatMap((key) => sent?.annotation(key) ?? [])[0];
  const texts = new Set(keys.flatMap((key) => item.annotation(key) ?? []));
  texts.delete(before ?? '');
  const [text, other] = texts;
  if (other !== undefined) throw wrong(`\`${keys.join('` and `')}\` must be equal: ${JSON.stringify([text, other])}`);
  return text ?? before;
}

function wrong(message: string): KrmError {
  return new KrmError([{ severity: 'error', code: 'function-output', message }]);
}
