import { isKptfile, Resource, type Location } from './resource.ts';
import { newDocument, type NewValue } from '../yaml/index.ts';

/** Storage of resources: a ResourceList, or files. */
export interface Store {
  /** Adds a resource after all others, at a location. A node is copied as source text. */
  add(content: NewValue, location: Location): Resource;
  /** Removes the resource at an index. */
  remove(index: number): void;
}

/**
 * Items of one call, in their order, and the packages that they belong to. An item belongs to the deepest Kptfile whose
 * folder holds it. In `kpt fn render` several items have the path `Kptfile`, each relative to its own package, and kpt
 * names the package of an item even if a selector hides the Kptfile.
 */
export class Resources implements Iterable<Resource> {
  readonly #items: Resource[];
  readonly #store: Store;
  #tree: PackageTree | undefined;

  /** `store`: storage of the items. By default they are stored nowhere else. */
  constructor(items: Iterable<Resource>, store: Store = NOWHERE) {
    this.#items = [...items];
    this.#store = store;
  }

  /** Number of items. */
  get length(): number {
    return this.#items.length;
  }

  [Symbol.iterator](): IterableIterator<Resource> {
    return this.#items.values();
  }

  /** Adds a resource after all others, at a location. A node is copied as source text. */
  add(content: NewValue, location: Location): Resource {
    const item = this.#store.add(content, location);
    this.#items.push(item);
    this.#tree = undefined;
    return item;
  }

  /** Removes a resource; kpt then removes it from its file. */
  remove(resource: Resource): void {
    const index = this.#items.indexOf(resource);
    if (index === -1) throw new Error('only a resource that is in the list can be removed');
    this.#store.remove(index);
    this.#items.splice(index, 1);
    this.#tree = undefined;
  }

  /**
   * Reports whether the root package is known for certain: in `kpt fn render` selectors may hide its Kptfile and all
   * its items.
   */
  get showsRoot(): boolean {
    const isRendered = this.#items.some(({ location }) => location.packagePath !== undefined);
    return !isRendered || this.#items.some((item) => isKptfile(item) && this.#packages.isInRootFolder(item));
  }

  /** Reports whether kpt passes only the items that selectors match: it then numbers each item to put it back. */
  get isFiltered(): boolean {
    return this.#items.some((item) => SELECTED.some((key) => item.annotation(key) !== undefined));
  }

  /** Returns the items that belong to the root package and to none of its subpackages. */
  inRootPackage(): Resource[] {
    return this.#items.filter((item) => this.#packages.isInRootPackage(item));
  }

  /** Package tree, built on demand, since it reads every item. */
  get #packages(): PackageTree {
    return (this.#tree ??= new PackageTree(this.#items));
  }
}

const SELECTED: readonly string[] = [
  'internal.config.k8s.io/kpt-resource-id',
  'internal.config.kubernetes.io/kpt-resource-id',
];

const NOWHERE: Store = {
  add: (content, location) => new Resource(newDocument(content), location),
  remove() {},
};

/** Folders of the packages that items belong to. */
class PackageTree {
  /** Folder of the root package: the deepest that holds all packages. It has no item if selectors hide them. */
  readonly #root: string;
  /** Folders of all packages. */
  readonly #packages: ReadonlySet<string>;

  constructor(items: readonly Resource[]) {
    const packagePaths = items.flatMap(({ location: { packagePath } }) => packagePath ?? []).map(asFolder);
    this.#root = packagePaths.reduce(commonFolder, packagePaths[0] ?? '');
    this.#packages = new Set([
      this.#root,
      ...packagePaths,
      ...items.filter(isKptfile).map((item) => this.#folder(item)),
    ]);
  }

  isInRootFolder(item: Resource): boolean {
    return this.#folder(item) === this.#root;
  }

  isInRootPackage(item: Resource): boolean {
    return this.#packageOf(item) === this.#root;
  }

  /** Returns the folder of the package that an item belongs to; the root's if no package holds it. */
  #packageOf(item: Resource): string {
    let folder = this.#folder(item);
    while (!this.#packages.has(folder) && folder !== '') folder = parent(folder);
    return this.#packages.has(folder) ? folder : this.#root;
  }

  /** Returns the folder of an item's file. Items without a package path were made by a function of the root package. */
  #folder({ location: { packagePath = this.#root, path = '' } }: Resource): string {
    return [asFolder(packagePath), parent(path)].filter((part) => part !== '').join('/');
  }
}

/** Returns a package path in the form used for folders here: Porch renders a package whose path is `/`. */
function asFolder(packagePath: string): string {
  return packagePath === '/' ? '' : packagePath;
}

/** Returns the deepest folder that holds both. */
function commonFolder(a: string, b: string): string {
  let folder = a;
  while (folder !== '' && !`${b}/`.startsWith(`${folder}/`)) folder = parent(folder);
  return folder;
}

/** Returns the folder above a path, '' for the top. */
function parent(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
