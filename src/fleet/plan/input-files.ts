import type { FileContent } from '../../files/index.ts';
import { isKptfile, isProtectedResource } from '../../krm/index.ts';
import { yamlFileOf } from '../../upstream/index.ts';
import { isList, isMap, type Value } from '../../yaml/index.ts';
import type { VariantLock } from '../index.ts';
import type { Tree } from '../ports.ts';
import { storedFiles } from './lock-state.ts';

/**
 * Returns the files of a package that pipelines read: Kptfiles, configurations and policies, and local configuration.
 */
export function inputFiles(files: ReadonlyMap<string, FileContent>): readonly string[] {
  const inputs = new Set<string>();
  for (const [path, content] of files) {
    const { resources = [] } = yamlFileOf(path, content) ?? {};
    if (resources.some(isProtectedResource)) inputs.add(path);
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    for (const { document } of resources.filter(isKptfile))
      for (const config of configPaths(document.value(['pipeline']))) inputs.add(`${folder}${config}`);
  }
  return [...inputs];
}

function configPaths(pipeline: Value | undefined): readonly string[] {
  const lists = isMap(pipeline) ? Object.values(pipeline).filter(isList) : [];
  const paths = lists.flat().map((fn) => (isMap(fn) ? fn['configPath'] : undefined));
  return paths.filter((path) => typeof path === 'string');
}

/** Ids of the files of a folder by their paths, without the modes, which some copies lose. */
type FileIds = ReadonlyMap<string, string>;

/** Returns a text that only folders with the same files have. */
export function idsText(ids: FileIds): string {
  return [...ids]
    .map(([path, id]) => `${id} ${path}\0`)
    .toSorted()
    .join('');
}

/** Returns the files that a folder has now. */
export function idsIn(tree: Tree, folder: string): FileIds {
  return new Map(storedFiles(tree, folder).map(([path, { id = '' }]) => [path, id]));
}

/** Returns the files that a folder had after the last apply. */
export function lockedIds({ files }: Pick<VariantLock, 'files'>): FileIds {
  return new Map(files.flatMap(({ path, folder }) => (folder === undefined ? [] : [[path, folder.id] as const])));
}
