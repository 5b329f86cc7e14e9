import { nearestName } from '../nearest-name.ts';
import type { NearKey } from './error.ts';
import { locate, type Tokens } from './locate.ts';
import { formatPointer } from './pointer.ts';
import type { Places } from './target.ts';

/**
 * Returns the existing key that a pointer most likely means, if it leads to nothing since a map lacks a key. Returns
 * undefined if no key of that map is near.
 */
export function nearestKey(places: Places, { tokens, elementsByField = false }: Tokens): NearKey | undefined {
  const miss = locate(places, { tokens, elementsByField }, false);
  const map = 'code' in miss ? miss.map : undefined;
  const typo = map && tokens[map.length];
  const key = typo === undefined ? undefined : nearestName(typo, places.keys(map ?? []) ?? []);
  if (map === undefined || key === undefined) return undefined;
  const meant = tokens.with(map.length, key);
  const isComplete = !('code' in locate(places, { tokens: meant, elementsByField }, false));
  return { map, pointer: formatPointer(isComplete ? meant : meant.slice(0, map.length + 1)) };
}
