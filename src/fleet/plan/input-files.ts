import type { FileContent } from '../../files/index.ts';
import { isKptfile, isProtectedResource, type Resource } from '../../krm/index.ts';
import { matchesSelector } from '../../render/index.ts';
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
  const read = [...files].map(([path, content]) => [path, yamlFileOf(path, content)?.resources ?? []] as const);
  for (const [path, resources] of read) {
    if (resources.some(isProtectedResource)) inputs.add(path);
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    for (const { configPath, configRef = null } of resources.filter(isKptfile).flatMap(functionsOf)) {
      if (typeof configPath === 'string') inputs.add(`${folder}${configPath}`);
      if (!isMap(configRef)) continue;
      for (const [file, others] of read)
        if (file.startsWith(folder) && others.some((each) => matchesSelector(each, configRef))) inputs.add(file);
    }
  }
  return [...inputs];
}

function functionsOf({ document }: Resource): readonly Readonly<Record<string, Value>>[] {
  const pipeline = document.value(['pipeline']);
  const lists = isMap(pipeline) ? Object.values(pipeline).filter(isList) : [];
  return lists.flat().filter(isMap);
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
