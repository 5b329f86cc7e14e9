import { existsSync, statSync } from 'node:fs';
import { join } from '../process/host-paths.ts';
import { joinPath } from '../../src/files/index.ts';
import type { Report, Sources } from '../../src/function/index.ts';
import { fileError, KrmError, type Notice, type Origin, type Resource, type Result } from '../../src/krm/index.ts';
import { packageNeeded, stepFailedAmong } from '../../src/messages/rendering.ts';
import {
  type FunctionCall,
  type PipelineFunction,
  recordStatus,
  type Rendering,
  type RenderObserver,
  type RenderStep,
} from '../../src/render/index.ts';
import { checkSteps, nameOfStep, renderResources } from '../../src/upstream/index.ts';
import type { FunctionProgram } from '../arguments/command.ts';
import { type ExternalArguments, externalCall } from '../host/external-call.ts';
import { reportedStep, reportersOf } from '../log/reported-step.ts';
import { failedOutput } from '../log/step-lines.ts';
import { withFile } from '../package/file-error.ts';
import { findPackages } from '../package/find-packages.ts';
import type { Input } from '../package/input.ts';
import type { CalledFunction } from '../report/run-outcome.ts';
import type { FolderWork } from '../work/folder-work.ts';
import type { Findings } from '../work/job.ts';
import type { OpenInput } from '../work/open-input.ts';
import { unreadObjects, unreadPolicies } from '../work/unread-policies.ts';
import { otherTagHint, ownCall } from './own-call.ts';
import type { PipelineArguments } from './pipeline-arguments.ts';
import type { RenderArguments } from './render-arguments.ts';

/** Inputs of a rendering besides its package. */
export interface RenderSetting {
  readonly program: FunctionProgram;
  /** Returns the sources that functions may read besides the package. */
  readonly given: () => Promise<Sources>;
  /** Set to true once a function has read the objects of the command line. */
  readonly read: { objects: boolean };
  readonly observer: RenderObserver;
  /** Calls a program or container once the number of running ones permits. */
  readonly limited: NonNullable<ExternalArguments['limited']>;
  /** Path of the package in reports: '' if it is the only one. */
  readonly path: string;
}

/** Rendered packages, and functions that ran. */
export type RenderedPackages = Pick<Rendering, 'steps' | 'folders'>;

/** The pipelines of a package and its subpackages. */
export class RenderWork implements FolderWork {
  readonly name = 'render';
  /** Number of functions after which it ends; undefined for all. */
  readonly #maxFunctions: number | undefined;
  /** True if a Kptfile or a pipeline is invalid. */
  isInvalid = false;
  /** Undefined if no function could run. */
  rendering: RenderedPackages | undefined;
  readonly #args: RenderArguments;
  readonly #setting: RenderSetting;
  #given: Sources = {};
  /** True if a function could not be called. */
  #isUncallable = false;

  constructor(args: RenderArguments, setting: RenderSetting, maxFunctions?: number) {
    this.#maxFunctions = maxFunctions;
    this.#args = args;
    this.#setting = setting;
  }

  async prepare(): Promise<void> {
    const [folder = ''] = this.#args.inputs;
    // Checked first, since a package may be large.
    if (!existsSync(join(folder, 'Kptfile'))) throw noPackage(folder, this.#args);
    const { given, read } = this.#setting;
    this.#given = { ...(await given()), onObjects: () => void (read.objects = true) };
  }

  async apply({ resources }: OpenInput, { root, files }: Input): Promise<Report> {
    const { observer, limited } = this.#setting;
    const { jobs, allowsDeleteAll, kptCompat } = this.#args;
    const args = { ...this.#args, limited, images: new Set<string>() };
    const rendering = await renderResources(resources, {
      paths: files.paths,
      root,
      allowsDeleteAll,
      kptCompat,
      callOf: (fn, kptfile) => this.#callOf(fn, kptfile, args),
      observer,
      isConcurrent: jobs > 1,
      ...(this.#maxFunctions !== undefined && { maxFunctions: this.#maxFunctions }),
    }).catch((error: unknown) => {
      this.isInvalid = !this.#isUncallable;
      throw error;
    });
    this.rendering = rendering;
    checkSteps(rendering, (failed) => this.#failureOf(failed));
    const { steps, warnings, kptfile } = rendering;
    if (this.#args.recordsStatus && kptfile !== undefined) recordStatus(kptfile, rendering);
    return {
      results: [...warnings, ...steps.flatMap(({ results }) => results)],
      notices: steps.flatMap(({ notices }) => notices),
    };
  }

  #callOf(fn: PipelineFunction, kptfile: Resource, args: Parameters<typeof callOf>[2]['args']): FunctionCall {
    try {
      return callOf(fn, kptfile, { program: this.#setting.program, args, given: this.#given });
    } catch (error) {
      this.#isUncallable = true;
      throw error;
    }
  }

  /** Returns errors about policies of the command line that no function has read, and a warning about its objects. */
  unread(): readonly Result[] {
    const { program, read } = this.#setting;
    const policies = unreadPolicies(this.#given.policies, { running: undefined, functions: program.functions });
    return read.objects ? policies : [...policies, ...unreadObjects(this.#args)];
  }

  finish({ kept }: Findings): void {
    const hasFailed = kept.some(({ severity }) => severity === 'error');
    // Packages that are rendered together read them together.
    if (!this.#args.isAll && !hasFailed) kept.push(...this.unread());
  }

  #failureOf(step: RenderStep): string {
    return stepFailedAmong(this.#nameOf(step), this.rendering?.folders.length ?? 1, this.#args.recordsStatus);
  }

  #nameOf(step: RenderStep): string {
    return nameOfStep(step, this.#setting.path);
  }

  origin(): Origin {
    return {};
  }

  steps(): readonly CalledFunction[] {
    const { path } = this.#setting;
    return this.#steps.map((step) => reportedStep(step, joinPath(path, step.folder), this.#args.truncatesOutput));
  }

  reporters(): ReadonlyMap<Result | Notice, string> {
    return reportersOf(this.#steps, (step) => this.#nameOf(step));
  }

  failedOutput(): string {
    return failedOutput(this.#steps, this.#args);
  }

  get #steps(): readonly RenderStep[] {
    return this.rendering?.steps ?? [];
  }
}

/** Returns the error for a path that is not a package, with the option that renders the packages in it. */
function noPackage(folder: string, { exclude }: Pick<RenderArguments, 'exclude'>): KrmError {
  const isFolder = withFile(folder, () => statSync(folder)).isDirectory();
  const count = isFolder ? countOf(folder, exclude) : 0;
  return fileError(folder, 'missing-kptfile', packageNeeded(count));
}

function countOf(folder: string, exclude: readonly string[]): number {
  try {
    return findPackages(folder, exclude).paths.length;
  } catch (error) {
    if (error instanceof KrmError) return 0;
    throw error;
  }
}

/**
 * Returns the call of a function in a pipeline: in this process for a built-in one, else as a program or an image.
 * `given`: sources that a built-in function may read besides the package. Throws a `KrmError` if it cannot be called.
 */
function callOf(
  fn: PipelineFunction,
  kptfile: Resource,
  setting: {
    readonly program: FunctionProgram;
    readonly args: PipelineArguments & Pick<ExternalArguments, 'limited' | 'images'>;
    readonly given: Sources;
  },
): FunctionCall {
  const { program, args, given } = setting;
  const hints = { builtIn: Object.keys(program.functions), imageHint: otherTagHint(fn, program, args) };
  return ownCall(fn, program, args, given) ?? externalCall(fn, kptfile, { ...args, ...hints });
}
