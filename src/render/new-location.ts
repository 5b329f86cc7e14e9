import type { Location, Resource } from '../krm/resource.ts';

/** Location of a new resource in the package tree. */
export interface TreeLocation {
  /** Folder of its package, relative to the root package; '' for the root. */
  readonly folder: string;
  /** Path of its file in its package. */
  readonly path: string;
}

/**
 * Returns the location at which to write a new resource: the requested one, or else a file named after the resource, in
 * a folder for its namespace, beside the configuration of its function. `folder`: folder of the package whose function
 * added it. Returns undefined if the location is outside that package and its subpackages, in `.git` or `node_modules`,
 * or would put another resource into a Kptfile.
 */
export function newLocation(
  resource: Pick<Resource, 'kind' | 'namespace' | 'name'>,
  { path, packagePath }: Location,
  { root, folder, config }: { readonly root: string; readonly folder: string; readonly config: Resource | undefined },
): TreeLocation | undefined {
  const owner = packagePath === undefined ? folder : folderBelow(root, packagePath);
  const segments = (path ?? defaultPath(resource, config)).split('/').filter((each) => each !== '' && each !== '.');
  const isInside = owner !== undefined && (folder === '' || `${owner}/`.startsWith(`${folder}/`));
  if (!isInside || segments.length === 0 || segments.some((each) => CLOSED.includes(each))) return undefined;
  // A Kptfile holds one resource, which is that of a package.
  if (segments.at(-1) === 'Kptfile' && resource.kind !== 'Kptfile') return undefined;
  return { folder: owner, path: segments.join('/') };
}

/** Path segments that lead out of the package, or to files that are not part of it. */
const CLOSED: readonly string[] = ['..', '.git', 'node_modules'];

/** Returns the path of a package relative to the root; undefined if it is not below the root. */
function folderBelow(root: string, packagePath: string): string | undefined {
  if (packagePath === root) return '';
  return packagePath.startsWith(`${root}/`) ? packagePath.slice(root.length + 1) : undefined;
}

/** As in kpt, a configuration in a folder `functions` counts as being in the parent folder. */
function defaultPath(
  { kind, namespace, name }: Pick<Resource, 'kind' | 'namespace' | 'name'>,
  config: Resource | undefined,
): string {
  const folders = (config?.location.path ?? '').split('/').slice(0, -1);
  if (folders.at(-1) === 'functions') folders.pop();
  return [...folders, namespace, `${kind.toLowerCase()}_${name}.yaml`].join('/');
}

/** Returns the subject of a message about the location of a resource. */
export function subjectOf({ isMoved }: Location): string {
  return isMoved === true ? 'a moved resource' : 'a new resource';
}
