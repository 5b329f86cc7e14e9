import { existsSync } from 'node:fs';
import { join } from '../../process/host-paths.ts';
import type { Result } from '../../../src/krm/index.ts';
import { git } from '../../git/git.ts';
import type { Remote } from '../../git/remote.ts';
import { findObjects } from '../../git/stored-objects.ts';
import { lastCommit } from '../../git/work-tree.ts';
import { lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import type { CallRun } from '../request.ts';
import { versionTagName, type VersionTags } from './version-tags.ts';

/** Tags of a call. */
export interface NewTags {
  /** Names. */
  readonly tags: readonly string[];
  /** Warnings about variants that are not tagged. */
  readonly results: readonly Result[];
}

/**
 * Tags each variant whose folder differs from its last version, as `FOLDER/v<n>`, at the last commit: Porch and other
 * fleets find versions by these names. `known`: tags that there are; fetches those that only the remote has. `lost`:
 * folders to leave out. Throws a `KrmError` if a tag cannot be created.
 */
export function newTags(
  { tree, args, variants }: CallRun,
  known: VersionTags,
  { remote, lost }: { readonly remote: Remote | undefined; readonly lost: ReadonlySet<string> },
): NewTags {
  const { root } = tree;
  const locked = variants.map(({ folder }) => folder).filter((folder) => existsSync(join(root, lockFile(folder))));
  const last = known.last(new Set(locked));
  const others = [...last.values()].filter((tag) => known.isOther(tag));
  const missing = [...last.values()].filter(({ name }) => !known.here.has(name));
  if (missing.length > 0) remote?.fetch(...missing.map(({ name }) => `refs/tags/${name}:refs/tags/${name}`));
  const folders = locked.filter((folder) => !lost.has(folder) && !others.some((tag) => tag.folder === folder));
  const trees = treesOf(root, folders, last);
  const tags = folders.flatMap((folder) => {
    const { now, before } = trees.get(folder) ?? {};
    const version = (last.get(folder)?.version ?? 0) + 1;
    return now === undefined || now === before ? [] : [versionTagName({ folder, version })];
  });
  const commit = lastCommit(tree);
  if (args.signs) for (const tag of tags) git(['tag', '--sign', `--message=${tag}`, tag, commit], { folder: root });
  else
    updateRefs(
      root,
      tags.map((tag) => `create refs/tags/${tag} ${commit}`),
    );
  return { tags, results: others.map((tag) => known.warning(tag)) };
}

/** A tag that gets another commit. */
export interface MovedTag {
  readonly name: string;
  readonly to: string;
}

/** Gives tags other commits. `signs`: signs them, too. */
export function moveTags(root: string, tags: readonly MovedTag[], signs: boolean): void {
  if (signs)
    for (const { name, to } of tags) git(['tag', '--force', '--sign', `--message=${name}`, name, to], { folder: root });
  else
    updateRefs(
      root,
      tags.map(({ name, to }) => `update refs/tags/${name} ${to}`),
    );
}

/** Removes tags again that were not pushed. */
export function removeTags(root: string, tags: readonly string[]): void {
  updateRefs(
    root,
    tags.map((tag) => `delete refs/tags/${tag}`),
  );
}

/** Changes references together: all or none. */
function updateRefs(folder: string, commands: readonly string[]): void {
  if (commands.length > 0)
    git(['update-ref', '--stdin'], { folder, input: commands.map((line) => `${line}\n`).join('') });
}

/** Trees of a folder. */
interface FolderTrees {
  /** In the last commit; undefined if it lacks the folder. */
  readonly now: string | undefined;
  /** In its last version. */
  readonly before: string | undefined;
}

/** Returns the trees of folders, with one process for all. */
function treesOf(
  root: string,
  folders: readonly string[],
  last: ReturnType<VersionTags['last']>,
): ReadonlyMap<string, FolderTrees> {
  const names = folders.flatMap((folder) => [
    `HEAD:${folder}`,
    `refs/tags/${versionTagName(last.get(folder) ?? { folder, version: 0 })}:${folder}`,
  ]);
  const objects = findObjects({ folder: root }, names);
  const treeAt = (index: number): string | undefined =>
    objects[index]?.kind === 'tree' ? objects[index].id : undefined;
  return new Map(folders.map((folder, at) => [folder, { now: treeAt(2 * at), before: treeAt(2 * at + 1) }]));
}
