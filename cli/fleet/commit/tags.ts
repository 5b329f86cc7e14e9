import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../../git/git.ts';
import type { Remote } from '../../git/remote.ts';
import { lockFile } from '../fleet-paths.ts';
import type { FleetRun } from '../fleet-run.ts';
import { headOf } from './make-commit.ts';

/**
 * Tags each variant whose folder differs from its last version, as `FOLDER/v<n>`, at the last commit: Porch and other fleets find versions
 * by these names. `remote`: its tags count, too. Returns the new tags. Throws a `KrmError` if one cannot be created.
 */
export function newTags({ tree, args, variants }: FleetRun, remote: Remote | undefined): readonly string[] {
  const { root } = tree;
  const folders = variants.map(({ folder }) => folder).filter((folder) => existsSync(join(root, lockFile(folder))));
  const last = lastVersions(root, new Set(folders), remote);
  const trees = treesOf(root, folders, last);
  const tags = folders.flatMap((folder) => {
    const { now, before } = trees.get(folder) ?? {};
    return now === undefined || now === before ? [] : [`${folder}/v${(last.get(folder) ?? 0) + 1}`];
  });
  const commit = headOf(root);
  if (args.signs) for (const tag of tags) git(['tag', '--sign', `--message=${tag}`, tag, commit], { folder: root });
  else
    updateRefs(
      root,
      tags.map((tag) => `create refs/tags/${tag} ${commit}`),
    );
  return tags;
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

/** Returns the last version of folders, by folder. Fetches tags that only the remote has. */
function lastVersions(
  root: string,
  folders: ReadonlySet<string>,
  remote: Remote | undefined,
): ReadonlyMap<string, number> {
  const here = git(['for-each-ref', '--format=%(refname)', 'refs/tags/'], { folder: root }).toString().split('\n');
  const known = new Set(here);
  const there = remote === undefined ? [] : [...remote.refs('refs/tags/*').keys()];
  const last = new Map<string, number>();
  for (const ref of [...here, ...there]) {
    const [, folder = '', version = ''] = /^refs\/tags\/(.+)\/v([1-9]\d{0,8})$/.exec(ref) ?? [];
    if (folders.has(folder)) last.set(folder, Math.max(last.get(folder) ?? 0, Number(version)));
  }
  const missing = Array.from(last, ([folder, version]) => `refs/tags/${folder}/v${version}`);
  const fetched = missing.filter((ref) => !known.has(ref)).map((ref) => `${ref}:${ref}`);
  if (fetched.length > 0) remote?.fetch(...fetched);
  return last;
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
  last: ReadonlyMap<string, number>,
): ReadonlyMap<string, FolderTrees> {
  const names = folders.flatMap((folder) => [
    `HEAD:${folder}`,
    `refs/tags/${folder}/v${last.get(folder) ?? 0}:${folder}`,
  ]);
  const lines = git(['cat-file', '--batch-check=%(objectname) %(objecttype)'], {
    folder: root,
    input: names.map((name) => `${name}\n`).join(''),
  })
    .toString()
    .split('\n');
  const treeAt = (index: number): string | undefined => /^([\da-f]{40,64}) tree$/.exec(lines[index] ?? '')?.[1];
  return new Map(folders.map((folder, at) => [folder, { now: treeAt(2 * at), before: treeAt(2 * at + 1) }]));
}
