import type { FileContent } from '../../files/index.ts';
import { VersionFile } from '../pairs/package-file.ts';
import type { Sides } from '../sides.ts';

/** A resource that one side moved into a file that is merged by lines, and that the merged file lacks. */
export interface UndoneMove {
  readonly side: 'theirs' | 'local';
  /** Path of the file. */
  readonly path: string;
}

/**
 * Returns the resources, by identity, that a side has in a file but base and the merged content do not: the merge took
 * the text of the other side.
 */
export function undoneMoves(
  sides: Sides<VersionFile>,
  merged: FileContent | undefined,
): ReadonlyMap<string, UndoneMove> {
  const moves = new Map<string, UndoneMove>();
  for (const side of ['theirs', 'local'] as const) {
    const file = sides[side];
    if (file === undefined || file.content === merged) continue;
    const known = new Set([
      ...(sides.base?.identities ?? []),
      ...(merged === undefined ? [] : new VersionFile(file.path, merged).identities),
    ]);
    for (const identity of file.identities) if (!known.has(identity)) moves.set(identity, { side, path: file.path });
  }
  return moves;
}
