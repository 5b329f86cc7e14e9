import type { Resource } from '../krm/resource.ts';
import type { FunctionCall } from './function-call.ts';
import type { PipelineFunction } from './pipeline.ts';
import type { RenderStep } from './render-step.ts';

/** Callbacks during a rendering, for messages. */
export interface RenderObserver {
  /** Receives the folders of all packages in order, before any other call. */
  plan?(folders: readonly string[]): void;
  package?(folder: string): void;
  running?(folder: string, fn: PipelineFunction, count: number): void;
  done?(step: RenderStep): void;
  /** `isDone`: false if a function of the package failed. */
  ended?(folder: string, isDone: boolean): void;
}

export interface RenderOptions {
  /** Absolute folder of the root package. */
  readonly root: string;
  /** Allows a function to remove all resources of its package, or the Kptfile of the root. Default: false. */
  readonly allowsDeleteAll?: boolean;
  /** Allows fields of Kptfiles that no version of kpt knows, outside of their pipelines. Default: false. */
  readonly allowsUnknownFields?: boolean;
  /** Returns the call of a function. Throws a `KrmError` if it cannot be called; then no function runs. */
  callOf(fn: PipelineFunction, kptfile: Resource): FunctionCall;
  readonly observer?: RenderObserver;
  /**
   * True to run functions of packages that do not contain each other in parallel, with the same result. Default: false.
   */
  readonly isConcurrent?: boolean;
}
