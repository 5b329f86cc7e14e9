import type { FileContent } from '../../files/index.ts';
import { isKptfile, isProtectedResource } from '../../krm/index.ts';
import { isList, isMap, type Value } from '../../yaml/index.ts';
import { yamlFileOf } from '../../upstream/index.ts';

/** Returns the files of a package that pipelines read: Kptfiles, configurations and policies, and local configuration. */
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
