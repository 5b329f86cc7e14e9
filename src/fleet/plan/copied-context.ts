import type { Variant } from '../index.ts';
import { isPackageContext, type Resource } from '../../krm/index.ts';
import type { PackageFiles } from '../../merge/index.ts';
import { equalValues } from '../../yaml/index.ts';
import { nestedFolders, ownPaths, withContext, yamlFileOf } from '../../upstream/index.ts';

/** A local package with a context. */
interface ContextOf {
  /** Name in its Kptfile. */
  readonly name: string;
  readonly local: PackageFiles;
  readonly variant: Variant;
}

/** Sets the contexts of a package as tools do in a copy with this name. Returns the package as it is if the local one has no such context. */
export function inContext(files: PackageFiles, { name, local, variant }: ContextOf): PackageFiles {
  const own = contextAt(local, ownPaths(local));
  if (own?.document.value(['data', 'name']) !== name) return files;
  const path = own.document.value(['data', 'package-path']);
  const packagePath = path === variant.downstream.package ? path : undefined;
  // kpt replaces the contexts of authors by files of its own.
  const kept = [...files].filter(([each]) => local.has(each) || contextAt(files, [each]) === undefined);
  return new Map([...withContext(new Map(kept), { name, packagePath }), ...contextsInside(local)]);
}

function contextAt(files: PackageFiles, paths: readonly string[]): Resource | undefined {
  return paths.flatMap((path) => yamlFileOf(path, files.get(path))?.resources ?? []).find(isPackageContext);
}

/** Returns the files that kpt adds to packages inside of another one, each with nothing but the name of its package. */
function contextsInside(local: PackageFiles): PackageFiles {
  const paths = nestedFolders(local.keys()).map((folder) => [folder, `${folder}package-context.yaml`] as const);
  return new Map(
    paths.flatMap(([folder, path]) => {
      const [kptfile] = yamlFileOf(`${folder}Kptfile`, local.get(`${folder}Kptfile`))?.resources ?? [];
      const content = local.get(path);
      const data = contextAt(local, [path])?.document.value(['data']) ?? null;
      return content !== undefined && equalValues(data, { name: kptfile?.name ?? '' })
        ? [[path, content] as const]
        : [];
    }),
  );
}
