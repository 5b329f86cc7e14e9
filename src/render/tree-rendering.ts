import { cleanPath, joinPath } from '../files/index.ts';
import { attributeEditsFrom, attributeResource, completed, originsOf } from '../krm/edit-origins.ts';
import { copyOf, type DataPlace, isKptfile, type Location, Resource } from '../krm/resource.ts';
import { Resources, type Store } from '../krm/resources.ts';
import type { ResultCode } from '../krm/result-codes.ts';
import { KrmError, type Result } from '../krm/result.ts';
import { type About, makeResult } from '../krm/results.ts';
import { newDocument, type NewValue } from '../yaml/index.ts';
import { functionSkipped } from '../messages/rendering.ts';
import { outsidePackage, PACKAGE_EMPTIED, placeTwice, ROOT_KPTFILE_REMOVED } from '../messages/function-output.ts';
import type { FunctionCall } from './function-call.ts';
import { newLocation, subjectOf } from './new-location.ts';
import { inRenderOrder, type Package } from './package-tree.ts';
import type { PipelineFunction } from './pipeline.ts';
import { TakenLocations } from './taken-locations.ts';
import { kptCompatOf, type RenderOptions } from './render-options.ts';
import { type RenderStep, stepFailure, stepFunction } from './render-step.ts';
import { isSelected, isSelective, matchesSelector, type ResourceReference } from './selector.ts';
import { unmatchedSelectors } from './unmatched-selectors.ts';

/** A function of a pipeline with its call and its configuration. */
export interface PlannedFunction {
  readonly fn: PipelineFunction;
  readonly call: FunctionCall;
  readonly config: Resource | undefined;
}

/** An item of a package tree. */
interface Item {
  /** Item with its path relative to the root package. */
  readonly stored: Resource;
  /** Item with its path relative to its own package, as functions see it. */
  readonly seen: Resource;
  /** Folder of its package. */
  readonly folder: string;
}

/** State of a package tree while its functions run. */
export class TreeRendering {
  /** Functions that ran, by the folder of their package. */
  readonly #steps = new Map<string, RenderStep[]>();
  readonly #resources: Resources;
  readonly #options: RenderOptions;
  /** Number of functions that may still run. */
  #left: number;
  /** True if functions do not get the file that configures them among their items, as in kpt 1.0. */
  readonly #leavesOutConfig: boolean;
  /** Items by the folder of their package. */
  readonly #items = new Map<string, Item[]>();
  /** Items of each package whose functions ran, and of its subpackages, in the order of the last output. */
  readonly #outputs = new Map<string, Item[]>();
  /** Files and indexes of all items. */
  readonly #places = new TakenLocations();

  constructor(root: Package, resources: Resources, options: RenderOptions) {
    this.#resources = resources;
    this.#options = options;
    this.#left = options.maxFunctions ?? Infinity;
    this.#leavesOutConfig = kptCompatOf(root.kptfile, options) !== 'beta.56';
    for (const { folder, items } of inRenderOrder(root))
      this.#items.set(
        folder,
        items.map((stored) => this.#item(stored, folder)),
      );
  }

  /**
   * Returns the configuration of a function: a resource of its package, or a new one. Throws a `KrmError` if there is
   * none.
   */
  configOf(fn: PipelineFunction, { folder, kptfile }: Package): Resource | undefined {
    return functionConfig(fn, kptfile, seenIn(this.#items.get(folder) ?? []));
  }

  stepsOf({ folder }: Package): readonly RenderStep[] {
    return this.#steps.get(folder) ?? [];
  }

  /** Runs the functions of a package until one fails or the package is late. Reports whether all succeeded. */
  async render(each: Package, functions: readonly PlannedFunction[], isLate: () => boolean): Promise<boolean> {
    const { observer } = this.#options;
    const steps: RenderStep[] = [];
    this.#steps.set(each.folder, steps);
    observer?.package?.(each.folder);
    for (const planned of functions) {
      if (isLate() || this.#left === 0) return false;
      this.#left--;
      const step = await this.#run(each, planned);
      steps.push(step);
      observer?.done?.(step);
      if (step.isFailed) break;
    }
    const isDone = steps.at(-1)?.isFailed !== true;
    observer?.ended?.(each.folder, isDone);
    return isDone;
  }

  async #run(each: Package, { fn, call, config: planned }: PlannedFunction): Promise<RenderStep> {
    const { folder } = each;
    const below = this.#itemsBelow(each);
    const own =
      this.#leavesOutConfig && fn.configPath !== undefined ? below.filter(({ seen }) => seen === planned) : [];
    const all = own.length === 0 ? below : below.filter((item) => !own.includes(item));
    const selected = all.filter(({ seen }) => isSelected(seen, fn));
    const findings = isSelective(fn) ? unmatchedIn(fn, each.kptfile, seenIn(all)) : [];
    const { inProcess } = call;
    const facts = {
      folder,
      fn: stepFunction(fn),
      count: selected.length,
      inProcess,
      isSkipped: false,
      end: undefined,
      findings,
    };
    const shown = (results: readonly Result[]): readonly Result[] =>
      call.inProcess ? results : withRootPaths(results, given, folder);
    const given = seenIn(selected);
    const before = selected.map(({ stored }) => stored.document.edits.length);
    try {
      if (!isMet(fn, each.kptfile, given)) return { ...facts, ...skipped(fn, each.kptfile, findings) };
      this.#options.observer?.running?.(folder, fn, selected.length);
      const config =
        fn.configRef === undefined
          ? planned
          : referredConfig(fn, fn.configRef, each.kptfile, seenIn(this.#items.get(folder) ?? []));
      const moved: Item[] = [];
      const resources =
        fn.list === 'mutators'
          ? new Resources(given, this.#store(selected, moved, { folder, config, fn }))
          : new Resources(given.map(copyOf));
      const { order, ...report } = await call.run(resources, {
        config,
        positions: isSelective(fn) ? positionsOf(selected, all) : undefined,
      });
      if (fn.list === 'mutators') this.#keepOutput(folder, { items: all, own }, moved, isSelective(fn) ? [] : order);
      if (this.#options.allowsDeleteAll !== true) this.#refuseDeletion(each, fn, selected.length);
      const step = { kptfile: each.kptfile, field: fn.field, called: fn.called };
      const origin =
        config === undefined ? { resource: each.kptfile, field: fn.field, step } : { resource: config, step };
      selected.forEach(({ stored }, index) => attributeEditsFrom(before[index] ?? 0, origin, stored));
      for (const { seen, stored } of moved) attributeResource(completed(originsOf(seen)[0] ?? origin, origin), stored);
      return { ...facts, ...report, results: shown(report.results), isFailed: false, errors: [] };
    } catch (error) {
      const failed = stepFailure(error);
      return { ...facts, ...failed, results: shown(failed.results), notices: [], isFailed: true };
    }
  }

  /** Kptfile of the root package; undefined if a function removed it. */
  get kptfile(): Resource | undefined {
    const isRoot = ({ stored }: Item): boolean => stored.location.path === 'Kptfile' && isKptfile(stored);
    return this.#items.get('')?.find(isRoot)?.stored;
  }

  /** Throws if a function removed all resources of its package, or the Kptfile of the root. */
  #refuseDeletion(each: Package, fn: PipelineFunction, count: number): void {
    const isEmptied = count > 0 && !isSelective(fn) && this.#itemsBelow(each).length === 0;
    const about: About = { code: 'package-emptied', resource: each.kptfile, field: fn.field };
    if (isEmptied) throw new KrmError([makeResult('error', PACKAGE_EMPTIED, about)]);
    if (this.kptfile === undefined) throw new KrmError([makeResult('error', ROOT_KPTFILE_REMOVED, about)]);
  }

  /**
   * Returns the items of a package in kpt's order: those of its subpackages, then its own; after a function ran, in the
   * order of its output.
   */
  #itemsBelow({ folder, subpackages }: Package): readonly Item[] {
    const output = this.#outputs.get(folder);
    if (output !== undefined) return output;
    return [...subpackages.flatMap((below) => this.#itemsBelow(below)), ...(this.#items.get(folder) ?? [])];
  }

  /**
   * Stores the items of a package after a function. `items`: items before it. `own`: its configuration, if that was not
   * among them; kpt puts it behind them. `moved`: items that it added or removed. `order`: all items that it returned.
   * Default: the order stays.
   */
  #keepOutput(
    folder: string,
    { items, own }: { readonly items: readonly Item[]; readonly own: readonly Item[] },
    moved: readonly Item[],
    order: readonly Resource[] = [],
  ): void {
    const before = new Set(items);
    const gone = new Set(moved.filter((item) => before.has(item)));
    const kept = [...items.filter((item) => !gone.has(item)), ...moved.filter((item) => !before.has(item))];
    const ranks = new Map(order.map((resource, rank) => [resource, rank]));
    const rankOf = ({ seen }: Item): number => ranks.get(seen) ?? ranks.size;
    const sorted = order.length === 0 ? kept : kept.toSorted((a, b) => rankOf(a) - rankOf(b));
    this.#outputs.set(folder, [...sorted, ...own]);
  }

  /** Returns a store of selected items whose changes apply to the package. `moved` receives added and removed items. */
  #store(selected: readonly Item[], moved: Item[], { folder, config, fn }: StepPlace): Store {
    const current = [...selected];
    return {
      isFiltered: isSelective(fn),
      add: (content, location) => {
        const added = this.#add(content, location, { folder, config });
        current.push(added);
        moved.push(added);
        return added.seen;
      },
      remove: (index) => {
        const removed = current.splice(index, 1);
        for (const item of removed) this.#remove(item);
        moved.push(...removed);
      },
    };
  }

  #add(content: NewValue, location: Location, step: Pick<StepPlace, 'folder' | 'config'>): Item {
    const { root } = this.#options;
    const place = newLocation(new Resource(newDocument(content)), location, { root, ...step });
    if (place === undefined)
      throw new KrmError([
        {
          severity: 'error',
          code: 'function-output',
          message: outsidePackage(subjectOf(location), location.path ?? ''),
        },
      ]);
    const { index } = location;
    const path = joinPath(place.folder, place.path);
    if (index !== undefined && this.#places.has({ path, index }))
      throw new KrmError([
        {
          severity: 'error',
          code: 'function-output',
          message: placeTwice(subjectOf(location)),
          file: { path, index },
        },
      ]);
    const at = { path, ...(index !== undefined && { index }) };
    const item = this.#item(
      this.#resources.add(content, at),
      place.folder,
      location.isMoved === true ? undefined : { ...(index !== undefined && { index }) },
    );
    const others = this.#items.get(place.folder);
    if (others === undefined) this.#items.set(place.folder, [item]);
    else others.push(item);
    return item;
  }

  #remove(item: Item): void {
    this.#resources.remove(item.stored);
    this.#places.delete(item.stored.location);
    const items = this.#items.get(item.folder) ?? [];
    items.splice(items.indexOf(item), 1);
  }

  #item(stored: Resource, folder: string, generated?: Location['generated']): Item {
    const { path = '', index = 0, isFile } = stored.location;
    this.#places.add({ path, index });
    const packagePath = joinPath(this.#options.root, folder);
    const own = folder === '' ? path : path.slice(folder.length + 1);
    return {
      stored,
      seen: stored.located({
        path: own,
        shown: path,
        index,
        packagePath,
        ...(isFile && { isFile }),
        ...(generated && { generated }),
      }),
      folder,
    };
  }
}

/** Returns the outcome of a function that was skipped. `findings`: those about its selectors. */
function skipped(fn: PipelineFunction, kptfile: Resource, findings: readonly Result[]) {
  const about: About = { code: 'function-skipped', resource: kptfile, field: [...fn.field, 'when'] };
  return {
    isSkipped: true,
    results: [],
    notices: [],
    findings: [...findings, makeResult('info', functionSkipped(fn.called), about)],
    isFailed: false,
    errors: [],
  };
}

/** Evaluates the condition of a function for its items. Throws a `KrmError` if that fails. */
function isMet({ when, field }: PipelineFunction, kptfile: Resource, items: readonly Resource[]): boolean {
  try {
    return when?.isMet(items) ?? true;
  } catch (error) {
    const message = `cannot be evaluated: ${error instanceof Error ? error.message : String(error)}`;
    const about: About = { code: 'invalid-value', resource: kptfile, field: [...field, 'when'] };
    throw new KrmError([makeResult('error', message, about)]);
  }
}

/** Folder and configuration of a function, which determine the locations of its new resources. */
interface StepPlace {
  /** Folder of the package. */
  readonly folder: string;
  readonly config: Resource | undefined;
  readonly fn: PipelineFunction;
}

/** Returns the positions of selected items among all items of a package. */
function positionsOf(selected: readonly Item[], all: readonly Item[]): readonly number[] {
  const positions = new Map(all.map((item, position) => [item, position]));
  return selected.map((item) => positions.get(item) ?? 0);
}

function seenIn(items: readonly Item[]): readonly Resource[] {
  return items.map(({ seen }) => seen);
}

/**
 * Returns a warning for each selector and exclusion of a function that matches none of the resources of its package.
 */
function unmatchedIn(fn: PipelineFunction, kptfile: Resource, resources: readonly Resource[]): readonly Result[] {
  return (['selectors', 'exclude'] as const).flatMap((list) =>
    unmatchedSelectors(fn[list], resources).map(({ index, hint }) => {
      const message = `this selector of "${fn.called}" matches no resource of the package${hint}`;
      return makeResult('warning', message, {
        code: 'rule-unmatched',
        resource: kptfile,
        field: [...fn.field, list, index],
      });
    }),
  );
}

/**
 * Returns results of another program with file paths relative to the root package: the program knows each file by its
 * path in the resource's package. `resources`: resources sent to it. `folder`: folder of the function's package.
 */
function withRootPaths(results: readonly Result[], resources: readonly Resource[], folder: string): readonly Result[] {
  return results.map((result) => {
    const { file, resourceRef } = result;
    if (file === undefined) return result;
    const inFile = resources.filter(({ location }) => location.path === file.path);
    const named = inFile.filter(({ kind, name }) => kind === resourceRef?.kind && name === resourceRef.name);
    const [resource] = [...named, ...inFile];
    const path = resource?.location.shown ?? joinPath(folder, file.path);
    return { ...result, file: { ...file, path } };
  });
}

/**
 * Returns the configuration of a function of a pipeline; undefined if it has none. A `configPath` names a file of the
 * package itself with one resource, which earlier functions may edit. `items`: resources of the package's own files.
 * Throws a `KrmError` that names the field of the Kptfile.
 */
function functionConfig(
  { field, configMap, configPath }: PipelineFunction,
  kptfile: Resource,
  items: readonly Resource[],
): Resource | undefined {
  if (configMap !== undefined && configMap.size > 0)
    return configMapOf(configMap, { resource: kptfile, field: [...field, 'configMap'] });
  if (configPath === undefined) return undefined;
  const about = { resource: kptfile, field: [...field, 'configPath'], currentValue: configPath };
  const refuse = (code: ResultCode, message: string): KrmError =>
    new KrmError([makeResult('error', message, { code, ...about })]);
  const path = cleanPath(configPath);
  if (path.startsWith('/') || path.startsWith('..'))
    throw refuse('invalid-value', 'must be a relative path in the package');
  const [config, ...others] = items.filter((item) => item.location.path === path);
  if (config === undefined) throw refuse('file-not-found', 'must be the path of a resource in a file of this package');
  if (others.length > 0)
    throw refuse('document-count', `the file must have exactly one resource, not ${others.length + 1}`);
  return config;
}

/**
 * Returns the resource that a function names as its configuration: earlier functions may add it, or edit it. `items`:
 * resources of the package's own files. Throws a `KrmError` if there is none, or more than one.
 */
function referredConfig(
  { field }: PipelineFunction,
  reference: ResourceReference,
  kptfile: Resource,
  items: readonly Resource[],
): Resource {
  const found = items.filter((item) => matchesSelector(item, reference));
  const [config] = found;
  if (config !== undefined && found.length === 1) return config;
  const files = found.map(({ location: { path = '', shown = path } }) => shown);
  const message =
    config === undefined
      ? 'must name a resource in the files of this package: there is none'
      : `must name one resource: ${found.length} have these names, in ${[...new Set(files)].join(', ')}`;
  throw new KrmError([
    makeResult('error', message, { code: 'invalid-value', resource: kptfile, field: [...field, 'configRef'] }),
  ]);
}

/** Returns the ConfigMap that kpt generates from `configMap`. */
function configMapOf(data: ReadonlyMap<string, string>, writtenIn: DataPlace): Resource {
  const metadata = { name: 'function-input' };
  const content = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: Object.fromEntries(data) };
  return new Resource(newDocument(content), { writtenIn });
}
