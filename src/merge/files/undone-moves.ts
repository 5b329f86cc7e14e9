import type { FileContent } from '../../files/index.ts';
import { VersionFile } from '../documents/package-file.ts';
import type { Sides } from '../sides.ts';

/** A resource that one side moves into a file that is merged by lines, in which it does not arrive. */
export interface UndoneMove {
  readonly side: 'theirs' | 'local';
  /** Path of the file. */
  readonly path: string;
}

/**
 * Returns the resources that a side has in a file and base has not, and that are not in the merged content of the file, by
 * identity: the other side's text was taken there.
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
