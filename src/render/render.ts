import type { Report } from '../function/apply.ts';
import { attributeEditsFrom } from '../krm/edit-origins.ts';
import { newDocument, type NewValue } from '../yaml/index.ts';
import { Resource, type Location } from '../krm/resource.ts';
import { Resources, type Store } from '../krm/resources.ts';
import { KrmError, resultsOf, type Notice, type Result } from '../krm/result.ts';
import { functionConfig } from './function-config.ts';
import { newLocation } from './new-location.ts';
import { inBreadthFirstOrder, inRenderOrder, packageTree, type Package } from './package-tree.ts';
import { readPipeline, type PipelineFunction } from './pipeline.ts';
import { isSelected, isSelective } from './selector.ts';

/** Applies one function of a pipeline to resources, which it edits in place. Throws a `KrmError` if it fails. */
export type FunctionCall = (resources: Resources, config: Resource | undefined) => Promise<Report>;

/** A function of a pipeline that has run. */
export interface RenderStep {
  /** Folder of the package whose pipeline it is in; '' for the root. */
  readonly folder: string;
  readonly fn: PipelineFunction;
  /** Number of resources that it was given. */
  readonly count: number;
  readonly results: readonly Result[];
  readonly notices: readonly Notice[];
  readonly isFailed: boolean;
}

/** Called while packages are rendered, for messages. */
export interface RenderObserver {
  package?(folder: string): void;
  running?(fn: PipelineFunction, count: number): void;
  done?(step: RenderStep): void;
}

export interface RenderOptions {
  /** Absolute folder of the root package. */
  readonly root: string;
  /** Returns the call of a function. Throws a `KrmError` if it cannot be called: nothing runs then. */
  callOf(fn: PipelineFunction, kptfile: Resource): FunctionCall;
  readonly observer?: RenderObserver;
}

/** A rendered package tree. */
export interface Rendering {
  /** All functions that have run, in their order. The last one may have failed: then no other runs. */
  readonly steps: readonly RenderStep[];
  /** Number of packages. */
  readonly packages: number;
}

/**
 * Renders a package and its subpackages as `kpt fn render` does: each package after those in it, its mutators, then its
 * validators, whose edits are dropped. `resources`: items with paths relative to the root package. Throws a `KrmError` before
 * any function runs if a pipeline is invalid.
 */
export async function renderPackages(resources: Resources, options: RenderOptions): Promise<Rendering> {
  const root = packageTree(resources.items);
  const isBreadthFirst = root.kptfile.annotation(BREADTH_FIRST)?.toLowerCase() === 'true';
  const order = isBreadthFirst ? inBreadthFirstOrder(root) : inRenderOrder(root);
  const pipelines = attempt(order, (each) => readPipeline(each.kptfile).map((fn) => planned(fn, each, options)));
  const rendering = new TreeRendering(root, resources, options);
  for (const each of order) {
    options.observer?.package?.(each.folder);
    if (!(await rendering.render(each, pipelines.get(each) ?? []))) break;
  }
  return { steps: rendering.steps, packages: order.length };
}

/** Annotation of the root Kptfile that asks newer kpt to render each package before those in it. */
const BREADTH_FIRST = 'kpt.dev/bfs-rendering';

/** A function of a pipeline with its call. */
interface PlannedFunction {
  readonly fn: PipelineFunction;
  readonly call: FunctionCall;
}

function planned(fn: PipelineFunction, { kptfile }: Package, options: RenderOptions): PlannedFunction {
  return { fn, call: options.callOf(fn, kptfile) };
}

/** Returns what `read` returns for each package. Throws a `KrmError` with the errors of all. */
function attempt<T>(packages: readonly Package[], read: (each: Package) => T): ReadonlyMap<Package, T> {
  const errors: Result[] = [];
  const found = new Map<Package, T>();
  for (const each of packages) {
    try {
      found.set(each, read(each));
    } catch (error) {
      errors.push(...resultsOf(error));
    }
  }
  if (errors.length > 0) throw new KrmError(errors);
  return found;
}

/** An item of a package tree. */
interface Item {
  /** With a path relative to the root package. */
  readonly stored: Resource;
  /** As functions see it: with a path relative to its package. */
  readonly seen: Resource;
}

/** A package tree while its functions run. */
class TreeRendering {
  readonly steps: RenderStep[] = [];
  readonly #resources: Resources;
  readonly #options: RenderOptions;
  /** Items by the folder of their package. */
  readonly #items = new Map<string, Item[]>();
  /** Files and indexes of all items. */
  readonly #places = new Set<string>();

  constructor(root: Package, resources: Resources, options: RenderOptions) {
    this.#resources = resources;
    this.#options = options;
    for (const { folder, items } of inRenderOrder(root))
      this.#items.set(
        folder,
        items.map((stored) => this.#item(stored, folder)),
      );
  }

  /** Runs the functions of a package. Reports whether all succeeded. */
  async render(each: Package, functions: readonly PlannedFunction[]): Promise<boolean> {
    const own = (this.#items.get(each.folder) ?? []).map(({ seen }) => seen);
    const configs = new Map(functions.map(({ fn }) => [fn, functionConfig(fn, each.kptfile, own)]));
    for (const { fn, call } of functions) {
      const step = await this.#run(each, fn, { call, config: configs.get(fn) });
      this.steps.push(step);
      this.#options.observer?.done?.(step);
      if (step.isFailed) return false;
    }
    return true;
  }

  async #run(each: Package, fn: PipelineFunction, { call, config }: ConfiguredCall): Promise<RenderStep> {
    const { folder } = each;
    const selected = this.#itemsBelow(each).filter(({ seen }) => isSelected(seen, fn));
    this.#options.observer?.running?.(fn, selected.length);
    const step = { folder, fn, count: selected.length };
    const before = selected.map(({ stored }) => stored.document.edits.length);
    try {
      const resources =
        fn.list === 'mutators'
          ? new Resources(seenIn(selected), this.#store(selected, { folder, config, fn }))
          : new Resources(seenIn(selected).map(copyOf));
      const report = await call(resources, config);
      const origin = config === undefined ? { resource: each.kptfile, field: fn.field } : { resource: config };
      selected.forEach(({ stored }, index) => attributeEditsFrom(before[index] ?? 0, origin, stored));
      return { ...step, ...report, isFailed: false };
    } catch (error) {
      return { ...step, results: resultsOf(error), notices: [], isFailed: true };
    }
  }

  /** Returns the items of a package in kpt's order: those of its subpackages, then its own. */
  #itemsBelow({ folder, subpackages }: Package): readonly Item[] {
    return [...subpackages.flatMap((below) => this.#itemsBelow(below)), ...(this.#items.get(folder) ?? [])];
  }

  /** Returns the store of selected items: changes there change the package. */
  #store(selected: readonly Item[], { folder, config, fn }: StepPlace): Store {
    const current = [...selected];
    return {
      isFiltered: isSelective(fn),
      add: (content, location) => {
        const added = this.#add(content, location, { folder, config });
        current.push(added);
        return added.seen;
      },
      remove: (index) => {
        for (const item of current.splice(index, 1)) this.#remove(item);
      },
    };
  }

  #add(content: NewValue, location: Location, step: Pick<StepPlace, 'folder' | 'config'>): Item {
    const { root } = this.#options;
    const place = newLocation(new Resource(newDocument(content)), location, { root, ...step });
    if (place === undefined) throw new KrmError([{ severity: 'error', message: outside(location) }]);
    const { index = 0 } = location;
    const path = joined(place.folder, place.path);
    if (this.#places.has(placeOf({ path, index })))
      throw new KrmError([{ severity: 'error', message: OCCUPIED, file: { path, index } }]);
    const item = this.#item(this.#resources.add(content, { path, index }), place.folder);
    const others = this.#items.get(place.folder);
    if (others === undefined) this.#items.set(place.folder, [item]);
    else others.push(item);
    return item;
  }

  #remove(item: Item): void {
    this.#resources.remove(item.stored);
    this.#places.delete(placeOf(item.stored.location));
    for (const items of this.#items.values()) if (items.includes(item)) items.splice(items.indexOf(item), 1);
  }

  #item(stored: Resource, folder: string): Item {
    const { path = '', index = 0 } = stored.location;
    this.#places.add(placeOf({ path, index }));
    const packagePath = joined(this.#options.root, folder);
    const own = folder === '' ? path : path.slice(folder.length + 1);
    return { stored, seen: stored.located({ path: own, shown: path, index, packagePath }) };
  }
}

interface ConfiguredCall {
  readonly call: FunctionCall;
  readonly config: Resource | undefined;
}

/** Place and configuration of a function, which determine where its new resources are. */
interface StepPlace {
  /** Folder of the package. */
  readonly folder: string;
  readonly config: Resource | undefined;
  readonly fn: PipelineFunction;
}

function seenIn(items: readonly Item[]): readonly Resource[] {
  return items.map(({ seen }) => seen);
}

/** Returns a copy, whose changes change nothing else. */
function copyOf({ document, location }: Resource): Resource {
  return new Resource(newDocument(document.get([]) ?? null), location);
}

function joined(folder: string, path: string): string {
  return [folder, path].filter((part) => part !== '').join('/');
}

const OCCUPIED = 'a new resource must be in a file of its own: there is another resource in its place';

function placeOf({ path = '', index = 0 }: Location): string {
  return `${path} ${index}`;
}

function outside({ path = '' }: Location): string {
  return `a new resource must be in a file of its package: not in ${JSON.stringify(path)}`;
}
