import { locate, type Located } from './locate.ts';
import { nearestKey } from './nearest-key.ts';
import type { Pointer } from './operation.ts';
import type { Places } from './target.ts';
import { missError, type Role } from './wording.ts';

const ADDING: ReadonlySet<Role> = new Set<Role>(['add', 'move to', 'copy to']);

/**
 * Returns the location of a pointer. @throws PatchError if there is none or, for roles that add, if nothing can be
 * added there.
 */
export function find(places: Places, role: Role, pointer: Pointer): Located {
  const found = locate(places, pointer, ADDING.has(role));
  if ('code' in found) throw missError(role, pointer.text, found, nearestKey(places, pointer));
  return found;
}
