import { isKptfilePath, type FileContent } from '../../src/files/index.ts';
import type { Sources } from '../../src/function/index.ts';
import { isKptfile, KrmError, type Resource, type Result } from '../../src/krm/index.ts';
import { emptyFunctions, unknownFields, type FunctionCall, type PipelineFunction } from '../../src/render/index.ts';
import { isList, isMap } from '../../src/yaml/index.ts';
import type { CommandProgram } from '../arguments/command.ts';
import { externalCall } from '../host/external-call.ts';
import { limiter } from '../host/limiter.ts';
import { listContents } from '../package/file-list.ts';
import { readPackageFile } from '../package/file.ts';
import { isChange, PackageFolder } from '../package/folder.ts';
import { contentText, readEach } from '../package/source-file.ts';
import { explainChanges, type Explanations } from '../report/explain-changes.ts';
import { ownCall } from './own-call.ts';
import type { PipelineArguments } from './pipeline-arguments.ts';
import { checkSteps, nameOfStep, renderResources } from './render-resources.ts';

/** Files of a package by path, relative to it, with slashes. */
type Files = ReadonlyMap<string, FileContent>;

/** Ways to render a package in memory. */
export interface FileRendering {
  readonly program: Pick<CommandProgram, 'functions' | 'version'>;
  /** Permits functions that need another program or a container. Default: only built-in ones run, in this process. */
  readonly pipelines?: PipelineArguments | undefined;
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
   * Functions that cannot run in this process. If there are any and they are not permitted, nothing is rendered, and they are as the Kptfiles
   * name them. Otherwise, images have complete names.
   */
  readonly others: readonly string[];
  readonly explain: Explanations;
}

/** Explanations of a package that was not rendered. */
const UNEXPLAINED: Explanations = () => undefined;

/** Built-in functions in this process, as `krm-variants render` calls them by default. */
const BUILT_IN = { runsOwn: true, prefixes: ['localhost/'] } as const;

/**
 * Renders a package and its subpackages in memory, as `krm-variants render` renders a folder. Files of a package without functions are not
 * parsed. Throws a `KrmError` if a function fails, or a file or pipeline is invalid: all changes are then void.
 */
export async function renderFiles(files: Files, rendering: FileRendering): Promise<RenderedFiles> {
  const { pipelines, root = '/package' } = rendering;
  const unchanged = { files, results: [], others: [], explain: UNEXPLAINED };
  const kptfiles = [...files.keys()].filter((path) => isKptfilePath(path) && callsFunctions(path, files));
  if (kptfiles.length === 0) return unchanged;
  const list = listContents(files, { exclude: ['node_modules/'] });
  if (!list.paths.some((path) => kptfiles.includes(path))) return unchanged;
  const read = readEach(list.paths, (path) => readPackageFile(path, textAt(files, path), { lazy: true }), {
    hasHint: false,
  });
  const folder = new PackageFolder(read, [], list.leavesOut);
  const calls = new Calls(rendering);
  try {
    const rendered = await renderResources(folder.resources, {
      paths: list.paths,
      root,
      allowsDeleteAll: pipelines?.allowsDeleteAll ?? false,
      allowsUnknownFields: rendering.allowsUnknownFields ?? false,
      callOf: (fn, kptfile) => calls.of(fn, kptfile),
      observer: { plan: () => calls.checkPermitted() },
      isConcurrent: (pipelines?.jobs ?? 1) > 1,
    });
    checkSteps(rendered, (failed) => `${nameOfStep(failed)} failed`);
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
  readonly #setting: FileRendering;
  readonly #others = new Set<string>();
  readonly #limited: ReturnType<typeof limiter>;

  constructor(setting: FileRendering) {
    this.#setting = setting;
    this.#limited = limiter(setting.pipelines?.jobs ?? 1);
  }

  /** Functions that cannot run in this process. */
  get others(): readonly string[] {
    return [...this.#others];
  }

  /** Throws a `NotPermitted` if one of the functions so far is not. */
  checkPermitted(): void {
    if (this.#setting.pipelines === undefined && this.#others.size > 0) throw new NotPermitted();
  }

  of(fn: PipelineFunction, kptfile: Resource): FunctionCall {
    const { program, pipelines, given = {} } = this.#setting;
    const own = ownCall(fn, program, pipelines ?? BUILT_IN, given);
    if (own !== undefined) return own;
    if (pipelines === undefined) {
      this.#others.add(fn.called);
      return { inProcess: false, run: () => Promise.reject(new NotPermitted()) };
    }
    const args = { ...pipelines, limited: this.#limited, builtIn: Object.keys(program.functions) };
    const call = externalCall(fn, kptfile, args);
    this.#others.add(call.name ?? fn.called);
    return call;
  }
}

function textAt(files: Files, path: string): string {
  return contentText(files.get(path) ?? '', path);
}

/** Reports whether a Kptfile has something that rendering reports without any function. */
function hasFaults(kptfile: Resource): boolean {
  const found = [...emptyFunctions(kptfile), ...unknownFields(kptfile, 'error')];
  return found.length > 0 || kptfile.document.findUnsafeKeys('kpt').length > 0;
}

/** Reports whether a Kptfile has a pipeline with functions, or something that rendering reports, such as a duplicate key. */
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
