import { isKptfile, type Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';
import { KrmError, type Result, resultsOf } from '../krm/result.ts';
import { emptyFunctions } from './empty-functions.ts';
import { inBreadthFirstOrder, inRenderOrder, type Package, packageTree } from './package-tree.ts';
import { readPipeline } from './pipeline.ts';
import { kptCompatOf, type RenderOptions } from './render-options.ts';
import type { RenderStep } from './render-step.ts';
import { TreeRendering } from './tree-rendering.ts';
import { unknownFields } from './unknown-fields.ts';

/** A rendered package tree. */
export interface Rendering {
  /** All functions that ran, in order. If one failed, it is the last. */
  readonly steps: readonly RenderStep[];
  /** Folders of all packages, relative to the root package, whose folder is ''. */
  readonly folders: readonly string[];
  /** Kptfile of the root package; undefined if a function removed it. */
  readonly kptfile: Resource | undefined;
  /** Findings outside any function. */
  readonly warnings: readonly Result[];
}

/**
 * Renders a package and its subpackages as `kpt fn render` does: each package after its subpackages, and its mutators
 * before its validators, whose edits are dropped. `resources`: items with paths relative to the root package. Throws a
 * `KrmError` before any function runs if a pipeline or a Kptfile is invalid.
 */
export async function renderPackages(resources: Resources, options: RenderOptions): Promise<Rendering> {
  const root = packageTree(resources.items);
  const isBreadthFirst = root.kptfile.annotation(BREADTH_FIRST)?.toLowerCase() === 'true';
  const order = isBreadthFirst ? inBreadthFirstOrder(root) : inRenderOrder(root);
  const rendering = new TreeRendering(root, resources, options);
  const isStrict = kptCompatOf(root.kptfile, options) !== 'beta.56';
  const checked = options.allowsUnknownFields === true ? 'pipeline' : isStrict ? 'strict' : 'all';
  const pipelines = attempt(order, (each) =>
    readPipeline(each.kptfile, checked).map((fn) => {
      const call = options.callOf(fn, each.kptfile);
      return { fn: { ...fn, called: call.name ?? fn.called }, call, config: rendering.configOf(fn, each) };
    }),
  );
  // Functions may edit Kptfiles.
  const warnings = order.flatMap(({ kptfile }) => emptyFunctions(kptfile));
  const folders = order.map(({ folder }) => folder);
  options.observer?.plan?.(folders);
  const isConcurrent = options.isConcurrent === true && !isBreadthFirst && options.maxFunctions === undefined;
  const run = isConcurrent ? runConcurrently : runOneByOne;
  const rendered = await run(order, (each, isLate) => rendering.render(each, pipelines.get(each) ?? [], isLate));
  const steps = rendered.flatMap((each) => rendering.stepsOf(each));
  const hasAll = options.allowsUnknownFields !== true && steps.every(({ isFailed }) => !isFailed);
  const added = hasAll ? addedFields(resources) : [];
  const findings = steps.flatMap((step) => step.findings);
  return { steps, folders, kptfile: rendering.kptfile, warnings: [...warnings, ...findings, ...added] };
}

/** Annotation of the root Kptfile that asks newer kpt to render each package before its subpackages. */
const BREADTH_FIRST = 'kpt.dev/bfs-rendering';

/** Annotation of the root Kptfile that asks newer kpt to write a partial result if a rendering fails. */
const SAVE_ON_FAILURE = 'kpt.dev/save-on-render-failure';

/** Reports whether a package is to be written up to the function that fails. `kptfile`: its root Kptfile. */
export function savesOnFailure(kptfile: Resource): boolean {
  return kptfile.annotation(SAVE_ON_FAILURE)?.toLowerCase() === 'true';
}

/**
 * Returns a warning for each unknown field that a function added to a Kptfile: kpt writes it, too, and then refuses the
 * package.
 */
function addedFields({ items }: Resources): readonly Result[] {
  const kptfiles = items.filter((item) => isKptfile(item) && item.location.index === 0);
  const found = kptfiles.flatMap((kptfile) => unknownFields(kptfile, 'warning'));
  return found.map((result) => ({ ...result, message: `added by a function: ${result.message}` }));
}

/** Returns the result of `read` for each package. Throws a `KrmError` with the errors of all packages. */
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

/** Renders one package. `isLate` reports whether an earlier package failed. Returns false if the package fails. */
type RenderOne = (each: Package, isLate: () => boolean) => Promise<boolean>;

/** Renders packages one after the other, until one fails. Returns the rendered packages. */
async function runOneByOne(order: readonly Package[], render: RenderOne): Promise<readonly Package[]> {
  const done: Package[] = [];
  for (const each of order) {
    done.push(each);
    if (!(await render(each, () => false))) break;
  }
  return done;
}

/**
 * Renders packages that do not contain each other in parallel, and each after its subpackages. Returns those that a
 * sequential rendering would have rendered; later packages than the first that failed may have been started, too.
 * `order`: each package after its subpackages.
 */
async function runConcurrently(order: readonly Package[], render: RenderOne): Promise<readonly Package[]> {
  let failed = order.length;
  const ended = new Map<Package, Promise<void>>();
  for (const [index, each] of order.entries()) {
    const below = each.subpackages.flatMap((one) => ended.get(one) ?? []);
    const run = async (): Promise<void> => {
      await Promise.all(below);
      if (index < failed && !(await render(each, () => failed < index))) failed = Math.min(failed, index);
    };
    ended.set(each, run());
  }
  await Promise.all(ended.values());
  return order.slice(0, failed + 1);
}
