import type { Resource } from '../krm/resource.ts';
import { KrmError } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
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

/** Versions of kpt between which `docs/render.md` names differences. */
export const KPT_COMPATS = ['beta.56', '1.0'] as const;

export type KptCompat = (typeof KPT_COMPATS)[number];

/** Annotation of the root Kptfile that names the version of kpt to follow. */
const KPT_COMPAT = 'krm-variants.dev/kpt-compat';

export interface RenderOptions {
  /** Absolute folder of the root package. */
  readonly root: string;
  /** Allows a function to remove all resources of its package, or the Kptfile of the root. Default: false. */
  readonly allowsDeleteAll?: boolean;
  /** Allows fields of Kptfiles that no version of kpt knows, outside of their pipelines. Default: false. */
  readonly allowsUnknownFields?: boolean;
  /** Version of kpt to follow where versions differ, unless the root Kptfile names one. Default: 1.0. */
  readonly kptCompat?: KptCompat;
  /** Returns the call of a function. Throws a `KrmError` if it cannot be called; then no function runs. */
  callOf(fn: PipelineFunction, kptfile: Resource): FunctionCall;
  readonly observer?: RenderObserver;
  /**
   * True to run functions of packages that do not contain each other in parallel, with the same result. Default: false.
   */
  readonly isConcurrent?: boolean;
  /** Number of functions after which the rendering ends. They run one after the other. Default: all. */
  readonly maxFunctions?: number;
}

/**
 * Returns the version of kpt to follow for a package. `kptfile`: its root Kptfile, whose annotation comes first. Throws
 * a `KrmError` if that names no known version.
 */
export function kptCompatOf(kptfile: Resource, { kptCompat = '1.0' }: Pick<RenderOptions, 'kptCompat'>): KptCompat {
  const asked = kptfile.annotation(KPT_COMPAT);
  const known = KPT_COMPATS.find((each) => each === (asked ?? kptCompat));
  if (known !== undefined) return known;
  const field = ['metadata', 'annotations', KPT_COMPAT];
  const about = { code: 'invalid-value', resource: kptfile, field, currentValue: asked } as const;
  throw new KrmError([makeResult('error', `must be ${KPT_COMPATS.join(' or ')}`, about)]);
}
