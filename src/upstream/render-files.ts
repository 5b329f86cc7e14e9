import { isKptfilePath, type FileContent } from '../files/index.ts';
import type { Functions, Sources } from '../function/index.ts';
import { isKptfile, KrmError, type Resource, type Result } from '../krm/index.ts';
import {
  emptyFunctions,
  invalidFields,
  unknownFields,
  type FunctionCall,
  type KptCompat,
  type PipelineFunction,
} from '../render/index.ts';
import { isList, isMap } from '../yaml/index.ts';
import { contentText, isChange, listContents, PackageFolder, readEach, readPackageFile } from '../package/index.ts';
import { explainChanges, type Explanations } from '../explain/index.ts';
import { stepFailed } from '../messages/rendering.ts';
import { checkSteps, nameOfStep, renderResources } from './render-resources.ts';

/** Files of a package by path, relative to it, with slashes. */
type Files = ReadonlyMap<string, FileContent>;

/**
 * Returns the call of a function of a pipeline. `kptfile`: the Kptfile that declares it. Throws a `KrmError` if it
 * cannot be called.
 */
type CallOf = (fn: PipelineFunction, kptfile: Resource) => FunctionCall;

/** Functions that pipelines may call. */
export interface PipelineHost {
  /** Functions of this program. */
  readonly functions: Functions;
  /** Returns the call of a function of this program in this process; undefined for any other. */
  own(fn: PipelineFunction, given: Sources): FunctionCall | undefined;
  /** Reports whether a function of this program runs in place of an image. `image`: its complete name. */
  replaces(image: string): boolean;
  /** Returns the calls of other programs and of images for one rendering; undefined if they are not permitted. */
  readonly others: (() => CallOf) | undefined;
  /** True to allow a function to remove all resources. */
  readonly allowsDeleteAll: boolean;
  /** Version of kpt to follow where versions differ, unless the root Kptfile of a package names one. */
  readonly kptCompat: KptCompat;
  /** True to render packages in parallel. */
  readonly isConcurrent: boolean;
}

/** Ways to render a package in memory. */
export interface FileRendering {
  readonly host: PipelineHost;
  /** Absolute folder of the package, as third-party functions see it. Default: `/package`. */
  readonly root?: string;
  /** True to render a package whose Kptfiles have unknown fields outside of their pipelines. Default: false. */
  readonly allowsUnknownFields?: boolean;
  /** Sources that built-in functions may read besides the package. Default: none. */
  readonly given?: Sources;
}

/** A package that was rendered in memory. */
export interface RenderedFiles {
  /** All files. Those that no function changed are the same values as before. */
  readonly files: Files;
  /** Results of the functions, and other warnings. */
  readonly results: readonly Result[];
  /**
   * Functions that cannot run in this process. If there are any and they are not permitted, nothing is rendered, and
   * they are as the Kptfiles name them. Otherwise, images have complete names.
   */
  readonly others: readonly string[];
  readonly explain: Explanations;
}

/** Explanations of a package that was not rendered. */
const UNEXPLAINED: Explanations = () => undefined;

/**
 * Renders a package and its subpackages in memory, as `krm-variants render` renders a folder. Files of a package
 * without functions are not parsed. Throws a `KrmError` if a function fails, or a file or pipeline is invalid: all
 * changes are then void.
 */
export async function renderFiles(files: Files, rendering: FileRendering): Promise<RenderedFiles> {
  const { host, root = '/package' } = rendering;
  const unchanged = { files, results: [], others: [], explain: UNEXPLAINED };
  const kptfiles = [...files.keys()].filter((path) => isKptfilePath(path) && callsFunctions(path, files));
  if (kptfiles.length === 0) return unchanged;
  const list = listContents(files, { exclude: ['node_modules/'] });
  if (!list.paths.some((path) => kptfiles.includes(path))) return unchanged;
  const read = readEach(list.paths, (path) => readPackageFile(path, textAt(files, path), { lazy: true }));
  const folder = new PackageFolder(read, [], list.leavesOut);
  const calls = new Calls(rendering);
  try {
    const rendered = await renderResources(folder.resources, {
      paths: list.paths,
      root,
      allowsDeleteAll: host.allowsDeleteAll,
      kptCompat: host.kptCompat,
      allowsUnknownFields: rendering.allowsUnknownFields ?? false,
      callOf: (fn, kptfile) => calls.of(fn, kptfile),
      observer: { plan: () => calls.checkPermitted() },
      isConcurrent: host.isConcurrent,
    });
    checkSteps(rendered, (failed) => stepFailed(nameOfStep(failed)));
    const changed = new Map(files);
    const changes = folder.texts().filter(isChange);
    for (const { path, after } of changes)
      if (after === undefined) changed.delete(path);
      else changed.set(path, after);
    const results = [...rendered.warnings, ...rendered.steps.flatMap((step) => step.results)];
    return { files: changed, results, others: calls.others, explain: explainChanges(changes, folder) };
  } catch (error) {
    if (error instanceof NotPermitted) return { files, results: [], others: calls.others, explain: UNEXPLAINED };
    throw error;
  }
}

/** Stops a rendering that needs functions that are not permitted. */
class NotPermitted extends Error {}

/** Calls of the functions of pipelines. */
class Calls {
  readonly #host: PipelineHost;
  readonly #given: Sources;
  readonly #callOther: CallOf | undefined;
  readonly #others = new Set<string>();

  constructor({ host, given = {} }: FileRendering) {
    this.#host = host;
    this.#given = given;
    this.#callOther = host.others?.();
  }

  /** Functions that cannot run in this process. */
  get others(): readonly string[] {
    return [...this.#others];
  }

  /** Throws a `NotPermitted` if one of the functions so far is not. */
  checkPermitted(): void {
    if (this.#callOther === undefined && this.#others.size > 0) throw new NotPermitted();
  }

  of(fn: PipelineFunction, kptfile: Resource): FunctionCall {
    const own = this.#host.own(fn, this.#given);
    if (own !== undefined) return own;
    if (this.#callOther === undefined) {
      this.#others.add(fn.called);
      return { inProcess: false, run: () => Promise.reject(new NotPermitted()) };
    }
    const call = this.#callOther(fn, kptfile);
    this.#others.add(call.name ?? fn.called);
    return call;
  }
}

function textAt(files: Files, path: string): string {
  return contentText(files.get(path) ?? '', path);
}

/** Reports whether a Kptfile has something that rendering reports without any function. */
function hasFaults(kptfile: Resource): boolean {
  const found = [...emptyFunctions(kptfile), ...unknownFields(kptfile, 'error'), ...invalidFields(kptfile)];
  return found.length > 0 || kptfile.document.findUnsafeKeys('kpt').length > 0;
}

/**
 * Reports whether a Kptfile has a pipeline with functions, or something that rendering reports, such as a duplicate
 * key.
 */
function callsFunctions(path: string, files: Files): boolean {
  try {
    const [kptfile] = readPackageFile(path, textAt(files, path)).resources;
    if (kptfile !== undefined && isKptfile(kptfile) && hasFaults(kptfile)) return true;
    const pipeline = kptfile?.document.value(['pipeline'], 'kpt');
    if (!isMap(pipeline)) return pipeline !== undefined && pipeline !== null;
    return Object.values(pipeline).some(
      (functions) => functions !== null && !(isList(functions) && functions.length === 0),
    );
  } catch (error) {
    if (error instanceof KrmError) return true;
    throw error;
  }
}
