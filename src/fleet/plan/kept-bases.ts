import { type FileContent, joinPath } from '../../files/index.ts';
import { findSecrets } from '../../krm/index.ts';
import { baseFile, baseFolder } from '../inputs/fleet-paths.ts';
import type { Tree } from '../ports.ts';
import type { RootedChange } from '../../package/index.ts';

/** A file that people edited, and the id of what was derived. */
export interface EditedPath {
  readonly path: string;
  readonly id: string;
}

/**
 * Returns the changes that make a fleet keep the derived text of each edited file that no commit has, and no other. `derived`: returns a
 * derived text. Those with a Secret are never kept: people may encrypt them before they commit.
 */
export function keptBases(
  tree: Tree,
  folder: string,
  edited: readonly EditedPath[],
  derived: (path: string) => FileContent | undefined,
): readonly RootedChange[] {
  const tracked = [...tree.filesBelow(baseFolder(folder)).values()].filter(({ state }) => state !== 'sparse');
  // Git may ignore them.
  const needed = edited.map(({ path }) => baseFile(folder, path));
  const existing = new Map(
    [...new Set([...tracked.map(({ path }) => path), ...needed])].flatMap((path) => {
      const content = tree.contentAt(path);
      return content === undefined ? [] : [[path, content] as const];
    }),
  );
  const kept = new Map<string, FileContent>();
  for (const { path, id } of edited) {
    const file = baseFile(folder, path);
    const before = existing.get(file);
    if (before !== undefined && hasId(tree, before, id)) kept.set(file, before);
    else if (!tree.isCommitted(joinPath(folder, path), id)) {
      const content = derived(path);
      if (content !== undefined && !holdsSecret(content)) kept.set(file, content);
    }
  }
  return [...new Set([...existing.keys(), ...kept.keys()])].flatMap((path) => {
    const [before, after] = [existing.get(path), kept.get(path)];
    return before === after ? [] : [{ root: tree.root, path, before, after, isRecord: true }];
  });
}

/** Reports whether a file has an id, if need be without the line ends of Windows. */
function hasId({ objects }: Tree, content: FileContent, id: string): boolean {
  if (objects.idOf(content) === id) return true;
  return typeof content === 'string' && objects.idOf(content.replaceAll('\r\n', '\n')) === id;
}

/** Reports whether a text has a Secret. */
export function holdsSecret(content: FileContent): boolean {
  return typeof content === 'string' && findSecrets(content).length > 0;
}
