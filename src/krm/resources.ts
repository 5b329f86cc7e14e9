import { elementsOf } from './object-folder.ts';
import { unlinkFromInput } from './kpt-comments.ts';
import { isKptfile, Resource, type Location } from './resource.ts';
import { joinPath } from '../files/index.ts';
import { parent } from '../parent.ts';
import { newDocument, type NewValue } from '../yaml/index.ts';

/** Storage of items: a ResourceList, or files. */
export interface Store {
  /** Adds an item after all others, at a location. A node is copied as source text. */
  add(content: NewValue, location: Location): Resource;
  /** Removes the item at an index. */
  remove(index: number): void;
  /** False if no item can be a list of resources, so that none must be read to find out. Default: true. */
  readonly mayHoldLists?: boolean;
  /** True if the items are a selection of the package's. Default: determined by kpt's annotations. */
  readonly isFiltered?: boolean;
}

/**
 * Resources of one call, in their order, and the packages that they belong to. A list of resources counts as its
 * elements. An item belongs to the deepest Kptfile whose
 * folder holds it. In `kpt fn render` several items have the path `Kptfile`, each relative to its own package, and kpt
 * names the package of an item even if a selector hides the Kptfile.
 */
export class Resources implements Iterable<Resource> {
  readonly #items: Resource[];
  readonly #store: Store;
  /** Original positions of the elements removed from each list. */
  readonly #gone = new Map<Resource, readonly number[]>();
  #resources: Resource[] | undefined;
  #tree: PackageTree | undefined;

  /** `store`: storage of the items. Default: none. */
  constructor(items: Iterable<Resource>, store: Store = NOWHERE) {
    this.#items = [...items];
    this.#store = store;
  }

  /** Items as they are stored: resources and lists of resources. */
  get items(): readonly Resource[] {
    return this.#items;
  }

  /** Number of resources. */
  get length(): number {
    return this.#all.length;
  }

  [Symbol.iterator](): IterableIterator<Resource> {
    return this.#all.values();
  }

  /** Resources, determined on demand, since finding lists requires reading the items. */
  get #all(): Resource[] {
    const open = (item: Resource): readonly Resource[] | Resource => elementsOf(item) ?? item;
    return (this.#resources ??= this.#store.mayHoldLists === false ? [...this.#items] : this.#items.flatMap(open));
  }

  /** Adds a resource after all others, at a location. A node is copied as source text. */
  add(content: NewValue, location: Location): Resource {
    const item = this.#store.add(content, location);
    this.#items.push(item);
    this.#resources?.push(item);
    this.#tree = undefined;
    return item;
  }

  /** Removes a resource from its list or file: kpt removes resources that a function does not return. */
  remove(resource: Resource): void {
    const index = this.#all.indexOf(resource);
    if (index === -1) throw new Error('only a resource that is in the list can be removed');
    if (resource.list === undefined) this.#removeItem(resource);
    else this.#removeElement(resource, resource.list);
    this.#all.splice(index, 1);
    this.#tree = undefined;
  }

  /** Removes an item from its file: a resource, or a list of resources. */
  removeItem(item: Resource): void {
    this.#removeItem(item);
    this.#resources = undefined;
    this.#tree = undefined;
  }

  #removeElement({ item, location }: Resource, list: Resource): void {
    const position = location.element?.at(-1) ?? 0;
    const gone = this.#gone.get(list) ?? [];
    this.#gone.set(list, [...gone, position]);
    // kpt would restore the comments of the list by their position.
    unlinkFromInput(item);
    list.document.remove(['items', position - gone.filter((each) => each < position).length]);
  }

  #removeItem(item: Resource): void {
    const index = this.#items.indexOf(item);
    this.#store.remove(index);
    this.#items.splice(index, 1);
  }

  /**
   * Reports whether the root package is certain: in `kpt fn render`, selectors may hide its Kptfile and all its items.
   */
  get showsRoot(): boolean {
    const isRendered = this.#items.some(({ location }) => location.packagePath !== undefined);
    return !isRendered || this.#items.some((item) => isKptfile(item) && this.#packages.isInRootFolder(item));
  }

  /** Reports whether kpt passes only the items that selectors match. It then numbers each item to restore its place. */
  get isFiltered(): boolean {
    if (this.#store.isFiltered !== undefined) return this.#store.isFiltered;
    return this.#items.some((item) => SELECTED.some((key) => item.annotation(key) !== undefined));
  }

  /** Returns the items that belong to the root package and to none of its subpackages. */
  inRootPackage(): Resource[] {
    return this.#all.filter((item) => this.#packages.isInRootPackage(item));
  }

  /** Package tree, built on demand, since it reads every resource. */
  get #packages(): PackageTree {
    return (this.#tree ??= new PackageTree(this.#all));
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
    return joinPath(asFolder(packagePath), parent(path));
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
